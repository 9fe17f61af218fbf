"""English constructions (sentence patterns) about journeys and visits, and a pattern for adverbs of direction."""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.en.reading.construction_syntax import construction

ON_THE_WAY = (
    r"(?: (?:back|down|up|over|out|away|home|on|off|across|straight|round|around|alone|together|again|early|at once|"
    r"by [a-z]+|with me|with him|with her|with them|ashore))*"
)
"""Pattern of adverbs between a verb of movement and its goal."""
_WENT = StatementTemplate("went_to", "{s} went to {o}.", object="o")
_TOOK_ALONG = (
    StatementTemplate("went_to", "{s} went to {o}.", object="o"),
    StatementTemplate("went_to", "{q} went to {o}.", subject="q", object="o"),
)

TRAVELS: tuple[Construction, ...] = (
    construction(
        rf"{{opens}}<s:P>~ (?:(?:had|has) been{ON_THE_WAY} to|(?:had |has )?(?:alighted|landed|disembarked|put up|got (?:down|out)(?: of the train)?|descended from the (?:train|coach)) (?:at|in)) (?:the )?<o:L>{{ends}}",
        _WENT,
    ),
    construction(
        r"{opens}<s:P>{had} (?:returned|came back|got back|come back) from (?:the )?<o:L>{ends}",
        StatementTemplate("left", "{s} left {o}.", object="o"),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:started|set out|set off|left|departed|sailed){ON_THE_WAY} for (?:the )?<o:L>{{ends}}",
        StatementTemplate("went_to", "{s} left for {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:was|were|am|is|stayed|had been) (?:stopping|staying|lodging|sitting|standing|waiting|dining|breakfasting|sleeping) (?:in|at) (?:the )?<o:L>{ends}",
        StatementTemplate("located_in", "{s} is in {o}.", object="o"),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:accompanied|escorted|drove|driven|conducted|followed) <q:P>{ON_THE_WAY} to (?:the )?<o:L>{{ends}}",
        *_TOOK_ALONG,
    ),
    construction(
        r"<s:L>, (?:an?|the|his|her|my|their|our) (?:[a-z]+(?:['’]s)? ){0,3}?(?:place|house|home|village|town|estate|seat|farm|cottage|city|port|hamlet|suburb|inn) (?:in|near|on) (?:the )?<o:L>(?=[.,;:!?\n—)])",
        StatementTemplate("located_in", "{s} is in {o}.", object="o"),
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
