"""Weakens "the next day" to "later" in a paragraph in which the narrator returns to an earlier strand of the story."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.moments import Anchor, TimeExpression, TimeKind

_END: Final = 40
"""How many characters before the end of a paragraph are searched for the words that close an aside."""
_SENTENCE_ENDS: Final = re.compile(r"[.。．!！?？]")


def counted_in_strand(time: TimeExpression | None, text: str, place: int) -> TimeExpression | None:
    """Return *time*, the time expression at the offset *place* of *text*. The returned expression has the meaning
    "later" if it counts from a moment that the text does not name. After an aside about other people, a paragraph can
    return to an earlier strand (line of events). In the first sentence of such a paragraph, an expression such as "the
    next day" counts from a moment of the earlier strand. The text does not name this moment. An expression that counts
    from an unnamed moment says only that something happened later.
    """
    if time is None or time.kind is not TimeKind.OFFSET or time.anchor is not Anchor.PREVIOUS or time.before:
        return time
    start = text.rfind("\n", 0, place) + 1
    if _SENTENCE_ENDS.search(text, start, place) or not returns_to_strand(text[:start], text[start:place]):
        return time
    return replace(time, kind=TimeKind.ORDER, low=None, high=None, unit="day")


def returns_to_strand(before: str, text: str) -> bool:
    """Return whether a paragraph that begins with *text* returns to an earlier strand (line of events) of the story.
    Some paragraphs announce the return themselves ("to return to Ann"). For other paragraphs, the text *before* must
    close an aside, and *text* must begin with a storyteller's phrase (不在话下。却说…).
    """
    if lexicon.pattern("strand_returns").match(text.lstrip()):
        return True
    closed = lexicon.pattern("strand_closings").search(before.rstrip()[-_END:])
    return closed is not None and lexicon.pattern("strand_openings").match(text.lstrip()) is not None
