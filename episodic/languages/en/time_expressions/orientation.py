"""Tells whether an English sentence is about an earlier time ("had lived") or a later time ("going to")."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.en.time_expressions.durations import AMOUNT
from episodic.temporal.expressions.rule_syntax import alternatives

_IRREGULAR: Final = alternatives(
    """
    been gone done seen taken given come become made had said told heard found left lost won kept held met known grown
    thrown shown flown drawn blown worn torn borne born sworn written ridden driven risen fallen eaten beaten broken
    spoken stolen chosen frozen woken forgotten got gotten hidden bitten sat stood understood sent spent lent bent
    built bought brought thought fought caught taught sought felt dealt meant slept wept crept swept led fed fled bled
    bred read sold laid paid lain slain run begun sung rung sunk drunk swum hung struck stuck stung clung flung swung
    wrung dug shot shut cut put set let hit hurt burst cast cost split spread bound wound ground burnt learnt dreamt
    leapt knelt lit slid spun shone bid forbidden forsaken mistaken shaken sewn sown
    """
)
_ADVERB: Final = (
    r"(?:never|not|once|always|just|long|already|only|then|often|ever|since|also|first|at last|at first|even|all|"
    r"both|indeed|still|hardly|nearly|almost|again|now|so|far|quite|soon|twice|[a-z]+ly)"
)
_NO_PARTICIPLE: Final = (
    r"(?:red|hundred|sacred|naked|wicked|rugged|ragged|crooked|need|seed|weed|speed|breed|greed|creed|deed|feed|"
    r"bed|kindred|hatred)\b"
)
_LOOKS: Final = r"(?:hair|eyes|hands|face|cheeks|lips|nose|beard|legs|skin|teeth|men|women)\b"
_HAD: Final = re.compile(
    rf"\bhad(?: {_ADVERB}){{0,3}}(?: been)? (?!{_NO_PARTICIPLE})(?:(?:{_IRREGULAR})|[a-z]{{2,}}ed)\b(?! {_LOOKS})|"
    rf"[a-z]'d been\b",
    re.IGNORECASE,
)
_USED_TO: Final = re.compile(
    r"(?P<before>[\w']+ )?\bused to (?!(?:the|a|an|it|this|that|him|her|his|them|their|my|me|such|being|having|"
    r"[a-z]+ing)\b)",
    re.IGNORECASE,
)
_USED_TO_IT: Final = frozenset(
    "be is are was am were been being get gets got gotten getting grow grew grown become became more quite so well "
    "it's i'm "
    "you're he's she's we're they're".split()
)
_FORMERLY: Final = alternatives(
    """
    formerly previously yesterday last~(?:night|week|month|year|spring|summer|autumn|winter) back~then long~ago
    long~since ages~ago in~(?:those|former|olden|bygone)~(?:days|times|years) in~the~old~days in~times~past
    some~?time~ago (?:in|during)~(?:my|his|her|their|our)~(?:youth|childhood|boyhood|girlhood)
    (?:long|short|little)~(?:while|time)~ago as~a~(?:boy|girl|child|young~man|young~woman)
    when~(?:i|he|she|they|we)~(?:was|were)~(?:a~(?:boy|girl|child)|little|small|young)
    """
)
_BEFORE_WHAT: Final = r"(?:dawn|dark|noon|breakfast|dinner|supper|the|he|she|they|i|we|it|his|her|my|their|long)\b"
_LOOKS_BACK: Final = re.compile(
    rf"\b(?:{_FORMERLY})\b|\b{AMOUNT} (?:ago\b|earlier\b|previously\b|before(?=[ ,.;:!?]|$)(?! {_BEFORE_WHAT}))",
    re.IGNORECASE,
)
_PAST: Final = (
    rf"(?:[a-z]{{2,}}ed|{_IRREGULAR}|was|were|did|knew|came|went|took|gave|wrote|rode|drove|rose|fell|ate|beat|"
    rf"broke|spoke|stole|"
    r"chose|wore|sang|ran|began|drank|saw|dwelt)"
)
_ONCE: Final = re.compile(
    r"\b(?:had|has|have|was|were|is|are|been|who|which|that|and|but) once\b"
    r"(?! (?:more|again|or|every|in a while|a (?:day|week|month|year)))"
    rf"|\bonce {_PAST}\b|(?:^|[;.!?\"] ?)once, |\bonce,? (?:long|years|many) (?:ago|years|before)\b|"
    rf"(?<!not )\bonce upon a time\b",
    re.IGNORECASE,
)
_AHEAD: Final = re.compile(
    r"\b(?:shall|sha'n't|shan't|won't|to-?morrow)\b|\b(?:i|you|he|she|it|we|they|who|that|there)'ll\b|"
    r"\b(?:am|is|are|was|were|not) (?:\w+ )?about to [a-z]|'(?:m|re|s) about to [a-z]|"
    r"\b(?:plan|intend|mean|propose|purpose)(?:s|ed)? to [a-z]|\bmeant to [a-z]|"
    r"(?<!the )\bnext (?:week|month|year|spring|summer|autumn|winter)(?= *[.,;!?\"']|$)",
    re.IGNORECASE,
)
_PLACES: Final = (
    "the|a|an|his|her|my|your|their|our|its|this|that|these|those|him|them|me|you|us|it|some|any|no|every|each|"
    "another|one|two|and|"
    "bed|sea|sleep|school|church|town|market|war|work|prison|court|college|mass"
)
_GOING_TO: Final = re.compile(rf"\bgoing to (?!(?:{_PLACES})\b)(?-i:[a-z])", re.IGNORECASE)
_WILL: Final = re.compile(
    r"(?P<head>(?:[\w'\-]+ +)?)\b(?P<will>[Ww]ill)(?P<adverb> not| never| also| soon| always| surely| only| ever|"
    r" still)?\b"
    r"(?= +(?P<next>[\w'\-]+)|[^\w]|$)"
)
_BEFORE_THE_NOUN: Final = frozenset(
    "the a an his her my your their our its last free good ill own iron strong at against of with no god's without "
    "by sheer such "
    "and new old any human divine".split()
)
_AFTER_THE_NOUN: Final = frozenset("of to and or was is had power".split())
_POINTING: Final = frozenset("this that what".split())
_PRONOUNS: Final = frozenset(
    "i you he she it we they there this that these those who nobody anybody somebody everyone".split()
)


def looks_back(words: str) -> bool:
    """Return whether a normalised English sentence is about an earlier time than the current time of its passage."""
    if _HAD.search(words) or _LOOKS_BACK.search(words) or _ONCE.search(words):
        return True
    return any((match["before"] or "").strip().casefold() not in _USED_TO_IT for match in _USED_TO.finditer(words))


def looks_ahead(words: str) -> bool:
    """Return whether a normalised English sentence is about a later time than the current time of its passage."""
    return bool(_AHEAD.search(words) or _GOING_TO.search(words)) or any(map(_is_verb, _WILL.finditer(words)))


def _is_verb(match: re.Match[str]) -> bool:
    """Return whether a matched "will" is the auxiliary verb, and not the noun or the name Will."""
    head, following = match["head"].strip().casefold(), (match["next"] or "").casefold()
    if match["adverb"]:
        return True
    if match["will"] == "Will":
        return not head and following in _PRONOUNS
    if head in _BEFORE_THE_NOUN or head.endswith("'s"):
        return False
    if head in _POINTING and not following:
        return False
    return bool(following) and following not in _AFTER_THE_NOUN
