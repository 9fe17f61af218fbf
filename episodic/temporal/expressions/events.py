"""Named events that time words count from: when words name one, and the key under which two names are compared."""

from __future__ import annotations

import re
from typing import Final

from episodic.model.names import name_key
from episodic.temporal.expressions.folding import folded, has_han

ENGLISH_EVENTS: Final = (
    "war|wars|battle|siege|fire|great fire|flood|floods|storm|wedding|marriage|funeral|burial|death|murder|birth|"
    "coronation|"
    "crowning|feast|festival|plague|famine|fall|rising|uprising|revolt|rebellion|revolution|massacre|treaty|peace|"
    "truce|"
    "earthquake|eruption|harvest|election|trial|execution|shipwreck|wreck|mutiny|duel|raid|invasion|conquest|betrothal|"
    "exile|escape|explosion|attack|ambush|council|tournament|ball|eclipse|accident|disaster|sack|burning|founding|"
    "crossing|landing|departure|arrival|return|disappearance|robbery|theft|quarrel|collapse|defeat|victory|surrender"
)
"""Nouns that name something that happened, as a pattern."""
CHINESE_EVENTS: Final = (
    "之战|之役|之变|之乱|之盟|之难|大战|战争|战役|战事|决战|火灾|大火|起火|失火|火|战|婚礼|大婚|成亲|葬礼|出殡|登基|即位|"
    "起义|兵变|政变|叛乱|围城|城破|破城|地震|洪水|大水|瘟疫|饥荒|旱灾|天灾|屠城|大典|大会|庆典|祭典|风暴|海啸|风暴潮|"
    "迁都|和谈|议和|停战|投降|灭门|惨案|血案|爆炸|沉船|海难|雪崩|穿越|毕业|开学|大考|科考|殿试"
)
"""Endings of names of what happened, as a pattern."""

_ENGLISH_EDGES: Final = re.compile(r"^(?:(?:the|a|an|that|this|those|these|on|at|in)\s+)+", re.IGNORECASE)
_POSSESSIVE: Final = re.compile(r"^(?P<who>.+)'s? (?P<what>[\w-]+)$")
_CHINESE_EDGES: Final = re.compile(
    r"^(?:(?:那|这|此|该)(?:一)?(?:场|次|回|个|把|番|件|阵)|那|这|一场|一次|此|该)+(?=.)"
)
_CHINESE_ENDS: Final = re.compile(
    r"(?:(?:发生|爆发)?(?:之时|的时候|时候|之际|发生|爆发|那天|当天|那日|当日|一事|之事))$"
)
# One thing that happened, by its usual names; only these few, since two fires may still be two.
_SAME: Final = {
    "大火": "火",
    "火灾": "火",
    "起火": "火",
    "失火": "火",
    "着火": "火",
    "大战": "战",
    "战争": "战",
    "打仗": "战",
}

_NOT_A_NAME: Final = re.compile(
    r"\b(?:i|he|she|it|they|we|you|who|him|them|his|her|hers|their|my|our|your|its|me|us|"
    r"is|are|was|were|be|been|has|had|have|did|do|does|came|went|left|got|could|would|should|will|"
    r"dawn|dusk|noon|midnight|midday|sunrise|sunset|daybreak|daylight|dark|nightfall|morning|evening|night|afternoon|"
    r"breakfast|dinner|supper|lunch|luncheon|tea|now|then|that|this|day|days|week|weeks|month|months|year|years|"
    r"time|moment|moments|hour|hours|minute|minutes|long|spring|summer|autumn|winter|all|last|first|while)\b",
    re.IGNORECASE,
)
_NOT_A_CHINESE_NAME: Final = re.compile(
    r"[了他她它我你您们谁着过吗呢吧，。、；：！？,.;:!?\s]|^[第数几多少不没未这那此其之的而且又再年月日天很许好]|[年月日天夜晚晨时候的第]$|"
    r"^(?:今|明|昨|前|后|午|饭|晚饭|早饭|以|最|目|事|此|然|随|先|从|日|生|死|婚|背|身|门|屋|床|城|山|船|桌)$"
)


def event_key(name: str) -> str:
    """The key under which names of events are compared; equal keys are taken for one event.

    Articles and 那场, 这次 and the like do not count, nor does the order of "Bram's death" and "the death of Bram".
    """
    key = name_key(folded(name))
    if has_han(key):
        key = _CHINESE_EDGES.sub("", key)
        key = _CHINESE_ENDS.sub("", key) or key
        return _SAME.get(key, key)
    key = _ENGLISH_EDGES.sub("", key)
    owned = _POSSESSIVE.match(key)
    key = f"{owned['what']} of {owned['who']}" if owned else key
    return re.sub(r" of (?:the|a|an) ", " of ", key)


def event_named(words: str, *, strict: bool) -> str | None:
    """The key of the event that *words* name, None where they are no name ("he left", "dawn", "her death").

    Strict: only what has the name of something that happens, as for words found in running text.
    """
    words = folded(words).strip(" ,.;:\"'")
    if not words or len(words) > 60:
        return None
    if has_han(words):
        if len(words) > 12:
            return None
        bare = _CHINESE_EDGES.sub("", words)
        if strict and not re.search(rf"(?:{CHINESE_EVENTS})$", bare):
            return None
        if bare not in _SAME.values() and _NOT_A_CHINESE_NAME.search(bare):
            return None
        return event_key(words)
    bare = _ENGLISH_EDGES.sub("", words)
    if strict and not re.search(rf"\b(?:{ENGLISH_EVENTS})\b", bare, re.IGNORECASE):
        return None
    if not bare or _NOT_A_NAME.search(bare.replace("'s", "")) or not re.match(r"[A-Za-z]", bare):
        return None
    return event_key(words)
