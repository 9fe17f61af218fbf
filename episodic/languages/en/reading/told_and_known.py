"""English constructions (sentence patterns) about what somebody tells, asks, orders, learns or knows ("Ann told Bo that
the ship had left").
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.extraction.rule_based.masked_text import MARKS
from episodic.languages.en.reading.construction_syntax import construction
from episodic.languages.en.reading.word_lists import any_of

_UNCLEAR = any_of("unclear_words")
_WORD = rf"(?!{_UNCLEAR}\b)[^\W\d_][\w'’\-]*(?:[{MARKS}](?:['’]s)?)?|[{MARKS}](?:['’]s?)?|£?\d[\d,]*"
_END = rf"(?=[.;:!?\n—)]|--|$|, (?:and|but|for|so|which|who|where|when|while|as)\b|,? (?:and|but) (?:then |so |that )?(?:{_UNCLEAR}|[{MARKS}])[ ,])"
_CONDITION = (
    r"(?!(?:[a-z]+ly )?(?:if|when|whenever|unless|as|though|although|while|since|once|after|before|until|because)\b)"
)
_CONTENT = rf"(?P<v>{_CONDITION}(?:(?:{_WORD}) ){{2,18}}?(?:{_WORD})){_END}"
_QUESTION = (
    rf"(?P<v>(?:whether|if|what|how|why|where|when|who|whom|whose|which) (?:(?:{_WORD}) ){{1,18}}?(?:{_WORD})){_END}"
)
_ACTION = rf"(?P<v>to (?!(?:be|do|have)\b[.,;]?)(?:(?:{_WORD}) ){{0,14}}?(?:{_WORD})){_END}"
_TELLS = r"(?P<w>told|informed|assured|reminded|warned)"
_SAYS = r"(?P<w>said|explained|confessed|declared|announced|admitted|replied|answered|mentioned|protested|reported|owned|acknowledged|stated|insisted|remarked)"
_ORDERS = r"(?P<w>asked|begged|ordered|commanded|urged|advised|entreated|implored|invited|told|requested|directed|instructed|besought|charged|enjoined|recommended|persuaded|forbade|forbidden)"
_LEARNS = r"(?P<w>learnt|learned|discovered|found|found out|noticed|perceived|realized|realised|saw|seen|ascertained)"
_KNOWS = r"(?P<w>knew|known|understood|remembered|recollected|was aware)"

TOLD_AND_KNOWN: tuple[Construction, ...] = (
    construction(
        rf"{{opens}}<s:P>{{had}} {_TELLS} <o:P>,? that {_CONTENT}",
        StatementTemplate("told", "{s} {w} {o} that {v}.", object="o", value="v"),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?P<w>told|asked|inquired of|informed) <o:P>,? {_QUESTION}",
        StatementTemplate("asked", "{s} {w} {o} {v}.", object="o", value="v"),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} {_ORDERS} <o:P> {_ACTION}",
        StatementTemplate("asked", "{s} {w} {o} {v}.", object="o", value="v"),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} {_SAYS},? that {_CONTENT}",
        StatementTemplate("told", "{s} {w} that {v}.", value="v"),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} {_LEARNS} that {_CONTENT}",
        StatementTemplate("discovered", "{s} {w} that {v}.", value="v"),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} {_KNOWS} that {_CONTENT}",
        StatementTemplate("knows_that", "{s} {w} that {v}.", value="v"),
        in_speech=False,
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
