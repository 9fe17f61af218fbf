"""English constructions (sentence patterns) about occupation and employment, and a pattern for words that name an
occupation.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.en.reading.construction_syntax import construction
from episodic.languages.en.reading.word_lists import any_of
from episodic.model.readings import Phase

OCCUPATION = r"(?:[a-z]+smith|" + any_of("occupations") + ")"
"""Pattern of one word that names a person's trade, office or rank of birth."""
NOT_FORMER = r"(?!(?:[a-z-]+ )?(?:former|retired|failed|aspiring|future|false|fake|pretend|so-called|self-styled|would-be|disgraced|born|very|ex)\b)"
"""Look-ahead that excludes words before an occupation that the person does not have now, as in "a former lawyer" or "a
would-be poet".
"""
_SORT = NOT_FORMER + r"(?:[a-z]+(?:-[a-z]+)? ){0,2}?"
_KIN_BEFORE = (
    "(?:"
    + "|".join(
        rf"(?<={word}, .)"
        for word in "mother father brother sister uncle aunt husband wife cousin friend grandfather grandmother".split()
    )
    + ")"
)
"""Pattern of a word for a relative before a name, as in "Their mother, Ruth, was a nurse".

The word for a relative is matched by a look-behind after the name. A search is faster with a regular expression that
begins with the name.
"""

OCCUPATION_CONSTRUCTIONS: tuple[Construction, ...] = (
    construction(
        rf"{{opens}}<s:P>(?!~ had\b){{had}} (?:worked|works|served|practised|practiced)(?! for (?:some|a|many|several|two|three|years)\b)(?: (?:at|in|for) [^.,;:!?\n]{{1,30}}?)? as (?:an?|the) {_SORT}(?P<v>{OCCUPATION}){{ends}}",
        StatementTemplate("title", "{s} is a {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>~ had~ (?:worked|served|practised|practiced)(?: (?:at|in|for) [^.,;:!?\n]{{1,30}}?)? as (?:an?|the) {_SORT}(?P<v>{OCCUPATION}){{ends}}(?! (?:for|since)\b)",
        StatementTemplate("title", "{s} was once a {v}.", value="v", phase=Phase.ENDS),
    ),
    construction(
        rf"{{opens}}<s:P>~(?: had)?~ (?:worked|served|practised|practiced) for (?:some|a|many|several|two|three) [a-z ]{{3,20}}as (?:an?|the) {_SORT}(?P<v>{OCCUPATION}), but\b",
        StatementTemplate("title", "{s} was once a {v}.", value="v", phase=Phase.ENDS),
    ),
    construction(
        rf"<s:P>{_KIN_BEFORE}, "
        rf"(?:was|is|had been|worked as) (?:an?|the) {_SORT}(?P<v>{OCCUPATION}){{ends}}",
        StatementTemplate("title", "{s} is a {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:found work|found a job|got a job|took a job|took a post|got work|began work) as (?:an?|the) {_SORT}(?P<v>{OCCUPATION}){{ends}}",
        StatementTemplate("title", "{s} is a {v}.", value="v", phase=Phase.BEGINS),
    ),
    construction(
        r"{opens}<s:P>{had} (?:got|found|took|landed|was given|was offered and took) an? (?:[a-z]+ ){0,2}?(?:job|post|position|place) (?:at|with) (?:the )?<o:OL>{ends}",
        StatementTemplate("member_of", "{s} works at {o}.", object="o", phase=Phase.BEGINS),
    ),
    construction(
        r"{opens}<s:P>{had} (?:worked|works|taught|teaches)(?: [a-z]+)? (?:at|for) (?:the )?<o:OL>{ends}",
        StatementTemplate("member_of", "{s} works at {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:worked|works) (?:for|under) <o:P>{ends}",
        StatementTemplate("serves", "{s} works for {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:quit|resigned from|retired from|deserted from) (?:the )?<o:O>{ends}",
        StatementTemplate("member_of", "{s} left {o}.", object="o", phase=Phase.ENDS),
    ),
    construction(
        r"{opens}<s:P> (?:was|were|had been) (?:expelled|dismissed|fired|sacked) from (?:the )?<o:O>{ends}",
        StatementTemplate("member_of", "{s} left {o}.", object="o", phase=Phase.ENDS),
    ),
    construction(
        r"{opens}<s:P>{had} (?:founded|established) (?:the )?<o:O>{ends}",
        StatementTemplate("created", "{s} founded {o}.", object="o"),
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
