"""Recognition of English event names such as "the fire", from which a time expression can count."""

from __future__ import annotations

import re
from typing import Final

ENGLISH_EVENTS: Final = (
    "war|wars|battle|siege|fire|great fire|flood|floods|storm|wedding|marriage|funeral|burial|death|murder|birth|"
    "coronation|"
    "crowning|feast|festival|plague|famine|fall|rising|uprising|revolt|rebellion|revolution|massacre|treaty|peace|"
    "truce|"
    "earthquake|eruption|harvest|election|trial|execution|shipwreck|wreck|mutiny|duel|raid|invasion|conquest|betrothal|"
    "exile|escape|explosion|attack|ambush|council|tournament|ball|eclipse|accident|disaster|sack|burning|founding|"
    "crossing|landing|departure|arrival|return|disappearance|robbery|theft|quarrel|collapse|defeat|victory|surrender"
)
"""Alternatives of a regular expression for English nouns that name events."""
_ENGLISH_EDGES: Final = re.compile(r"^(?:(?:the|a|an|that|this|those|these|on|at|in)\s+)+", re.IGNORECASE)
_POSSESSIVE: Final = re.compile(r"^(?P<who>.+)'s? (?P<what>[\w-]+)$")
_NOT_A_NAME: Final = re.compile(
    r"\b(?:i|he|she|it|they|we|you|who|him|them|his|her|hers|their|my|our|your|its|me|us|"
    r"is|are|was|were|be|been|has|had|have|did|do|does|came|went|left|got|could|would|should|will|"
    r"dawn|dusk|noon|midnight|midday|sunrise|sunset|daybreak|daylight|dark|nightfall|morning|evening|night|afternoon|"
    r"breakfast|dinner|supper|lunch|luncheon|tea|now|then|that|this|day|days|week|weeks|month|months|year|years|"
    r"time|moment|moments|hour|hours|minute|minutes|long|spring|summer|autumn|winter|all|last|first|while)\b",
    re.IGNORECASE,
)


def english_event_key(key: str) -> str:
    """Return the key of an event name: the name without articles, demonstratives and prepositions at its beginning, and
    without articles after "of".

    For example, "Bram's death" and "the death of Bram" have the same key.
    """
    key = _ENGLISH_EDGES.sub("", key)
    owned = _POSSESSIVE.match(key)
    key = f"{owned['what']} of {owned['who']}" if owned else key
    return re.sub(r" of (?:the|a|an) ", " of ", key)


def english_event_name(words: str, *, strict: bool) -> bool:
    """Return whether normalised words can be the name of an event.

    If *strict* is true, *words* must contain a noun for an event, such as "fire".
    """
    bare = _ENGLISH_EDGES.sub("", words)
    if strict and not re.search(rf"\b(?:{ENGLISH_EVENTS})\b", bare, re.IGNORECASE):
        return False
    if not bare or _NOT_A_NAME.search(bare.replace("'s", "")):
        return False
    return re.match(r"[A-Za-z]", bare) is not None
