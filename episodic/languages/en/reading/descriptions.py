"""English constructions (sentence patterns) whose apposition or relative clause says who or what somebody is."""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.en.reading.construction_syntax import construction
from episodic.languages.en.reading.occupations import NOT_FORMER, OCCUPATION
from episodic.languages.en.reading.word_lists import any_of

_PERSON_NOUN = any_of("person_nouns")
_APPEARANCE = any_of("appearance_adjectives")
_CHARACTER = any_of("character_adjectives")
_WORD = r"(?!(?:not|or|no|more|as|like|than|most)\b)[a-z]+(?:-[a-z]+)*"
_WORDS = rf"(?:{_WORD},? (?:and )?)"
_LOOKS = rf"(?:{_APPEARANCE}|[a-z]+-(?:looking|faced|haired|eyed|bearded|shouldered|featured)|[a-z]+ looking)"
_DESCRIBED = rf"(?P<v>an? {_WORDS}{{0,4}}?{_LOOKS},? {_WORDS}{{0,4}}?{_PERSON_NOUN})"
_TITLE = StatementTemplate("title", "{s} is a {v}.", value="v")
_LOOK = StatementTemplate("appearance", "{s} is {v}.", value="v")

DESCRIPTIONS: tuple[Construction, ...] = (
    construction(rf"<s:P>, one of (?:the|his|her|my|our|their) (?P<v>{OCCUPATION})s{{stop}}", _TITLE),
    construction(
        rf"\b[Aa]n? {NOT_FORMER}(?:[a-z]+ ){{0,2}}?(?P<v>{OCCUPATION})(?: (?:at|of|in) [a-z]+ [a-z]+)?,? (?:called|named|whose name (?:was|is)) <s:P>",
        _TITLE,
    ),
    construction(
        rf"<s:P>, who (?:was|is|had been) (?:an?|the) {NOT_FORMER}{_WORDS}{{0,3}}?(?P<v>{OCCUPATION}){{ends}}(?! (?:for|since|and|when|at heart))",
        _TITLE,
    ),
    construction(
        r"<s:P>, who (?:lived|lives|lodged|dwelt) (?:in|at|near) (?:the )?<o:L>",
        StatementTemplate("lives_in", "{s} lives in {o}.", object="o"),
    ),
    construction(rf"<s:P>, {_DESCRIBED}(?=[.,;:!?\n—)]|--| (?:with|of|in|who)\b)", _LOOK),
    construction(rf"{{opens}}<s:P> (?:was|is|am) {_DESCRIBED}\b", _LOOK),
    construction(
        rf"{{opens}}<s:P> (?:was|is|am) (?P<v>an? {_WORDS}{{0,4}}?{_CHARACTER},? {_WORDS}{{0,6}}?{_PERSON_NOUN})\b",
        StatementTemplate("character", "{s} is {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>(?: (?:was|is)|,) an? {_WORDS}{{0,5}}?(?:man|woman|lady|gentleman|girl|boy|youth|fellow) "
        r"of (?P<v>(?:(?:about|some|perhaps|nearly|over) )?{number})(?=[.,;:!?\n—]| (?:with|who|or so)\b)",
        StatementTemplate("age", "{s} is {v}.", value="v"),
    ),
    construction(
        r"{opens}<s:P> (?:was|is|had been) (?:wearing|carrying) {noun}",
        StatementTemplate("holds", "{s} has {v}.", value="v"),
        in_speech=False,
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
