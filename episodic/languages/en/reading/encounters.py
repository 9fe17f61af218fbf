"""English constructions (sentence patterns) about whom and what somebody sees, meets, finds, asks for or speaks about.
A statement that somebody holds or sees a thing without a name gets the lowest salience.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.en.reading.construction_syntax import construction
from episodic.languages.en.reading.word_lists import any_of
from episodic.model.readings import LEAST_SALIENCE

_PERSON_NOUN = any_of("person_nouns")
_THING_NOUN = any_of("thing_nouns")
_ADJECTIVE = r"(?!(?:of|and|or|to|in|on|at|by|from|with|for|the|an?|as|that|which)\b)[a-z]+(?:-[a-z]+)*"
_SIGHT = rf"(?:{_THING_NOUN}|{_PERSON_NOUN}|{any_of('occupations')}|{any_of('place_nouns')}|{any_of('sights')})"
_SEEN = rf"(?P<v>(?:an?|two|three|four|several) (?:{_ADJECTIVE},? ){{0,4}}?{_SIGHT}(?: of [a-z]+)?)"
_KNOWN_THING = rf"(?P<v>the (?:{_ADJECTIVE} ){{0,2}}?(?:{_THING_NOUN}|{_PERSON_NOUN}))"
_THING = rf"(?P<v>(?:an?|the|his|her|my|another|some|two|three) (?:{_ADJECTIVE},? ){{0,3}}?(?:{_THING_NOUN}))"
_THING_ENDS = (
    r"(?=[.,;:!?\n—]|--|$| (?:and|of|in|on|from|under|behind|beside|with|to|for|off|out|up|down|which|that|as|at|by|into|over|upon|"
    r"through|between|round|about|away|back|[a-z]+ly)\b)"
)
_SEEING_ENDS = r"(?=[.;!?\n—]|--|$|, (?:and|who|which|with)\b| (?:in|on|at|by|near|under|behind|beside|among|upon|round|from|with|who|which|there|and)\b)(?! in (?:the|this|that) (?:fact|idea|way))"

ENCOUNTERS: tuple[Construction, ...] = (
    construction(
        rf"{{opens}}<s:P>~ (?:held|carried|wore|clutched|grasped|bore|had) {_THING}{_THING_ENDS}",
        StatementTemplate("holds", "{s} has {v}.", value="v", salience=LEAST_SALIENCE),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:lost|dropped|let fall) {_THING}{_THING_ENDS}",
        StatementTemplate("lost", "{s} lost {v}.", value="v"),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:saw|seen|noticed|perceived|beheld|caught sight of|espied|spied|came upon|came across|stumbled upon) {_SEEN}{_SEEING_ENDS}",
        StatementTemplate("discovered", "{s} saw {v}.", value="v", salience=LEAST_SALIENCE),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:found|discovered|picked up|unearthed) (?:{_SEEN}|{_KNOWN_THING.replace('<v>', '<v2>')}){_SEEING_ENDS}",
        StatementTemplate("discovered", "{s} found {v}.", value="v", when=("v",)),
        StatementTemplate("discovered", "{s} found {v2}.", value="v2", when=("v2",)),
    ),
    construction(
        r"{opens}<s:P>{had} (?:dined|lunched|breakfasted|supped|had tea|had lunch|had dinner|had luncheon|took tea) with <o:P>{ends}",
        StatementTemplate("met", "{s} met {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:joined|rejoined|overtook|overtaken) <o:P>{ends}",
        StatementTemplate("met", "{s} joined {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:sent for|called for|asked for|inquired for|rang for) <o:P>{ends}",
        StatementTemplate("asked", "{s} asked for {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:overheard|heard) <o:P>(?= (?:say|saying|speak|speaking|talk|talking|call|calling|cry|crying|laugh|"
        r"laughing|come|coming|go|going|moving|singing|whisper|whispering|ask|asking|tell|telling)\b)",
        StatementTemplate("discovered", "{s} heard {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:told|informed) <o:P> (?:about|of) <t:A>{ends}",
        StatementTemplate("told", "{s} told {o} about {t}.", object="o", roles=(("t", "topic"),)),
    ),
    construction(
        r"{opens}<s:P>{had} (?:told|informed) <o:P> (?:about|of) (?P<v>(?:the|my) (?:[a-z]+(?:-[a-z]+)* ){0,3}?[a-z]+(?:-[a-z]+)*){noun_ends}",
        StatementTemplate("told", "{s} told {o} about {v}.", object="o", value="v"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:spoke|spoken|talked) (?:to|with) <o:P> (?:about|of) <t:A>{ends}",
        StatementTemplate("told", "{s} spoke to {o} about {t}.", object="o", roles=(("t", "topic"),)),
    ),
    construction(
        r"{opens}<s:P>{had} (?:was afraid of|were afraid of|am afraid of|is afraid of|feared|dreaded) <o:P>{ends}",
        StatementTemplate("fears", "{s} fears {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:was|were|am|is|had been|had always been)~ (?:afraid|terrified|frightened) of <o:P>{ends}",
        StatementTemplate("fears", "{s} fears {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:disliked|mistrusted|distrusted) <o:P>{ends}",
        StatementTemplate("hates", "{s} dislikes {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:liked|was devoted to|was attached to|was much attached to) <o:P>{ends}",
        StatementTemplate("loves", "{s} likes {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:struck|hit|slapped|kicked|thrashed|beat|beaten|knocked down) <o:P>(?! as\b){ends}",
        StatementTemplate("struck", "{s} struck {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:wrote|written|sent|posted|dispatched|despatched) an? (?:[a-z]+ ){0,2}?(?:letter|note|telegram|wire|line) to <o:P>{ends}",
        StatementTemplate("told", "{s} wrote to {o}.", object="o"),
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
