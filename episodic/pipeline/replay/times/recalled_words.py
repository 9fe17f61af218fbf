"""Finds the time words of a chapter that only say when a recalled event happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.model.readings import Placement
from episodic.model.spans import Span
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement


def recalled_words(text: str, framed: Sequence[FramedPassage], spanned: Iterable[SpannedStatement]) -> tuple[Span, ...]:
    """Return the spans of time words of statements with the placement `back`, except spans that overlap time words of a
    statement with the placement `now`. Time words of recalled statements do not set the current moment of their
    passage.
    """
    back: set[Span] = set()
    now: set[Span] = set()
    for one in spanned:
        words, placing = one.reading.core.time, one.reading.core.placing
        start = None if words is None else words_near(words, one.span, text, around=framed[one.passage].span)
        if words is None or start is None:
            continue
        if placing in (Placement.BACK, Placement.NOW):
            (back if placing is Placement.BACK else now).add(Span(start, start + len(words)))
    return tuple(sorted(one for one in back if not any(_overlap(one, other) for other in now)))


def words_near(words: str, quote: Span, text: str, *, around: Span) -> int | None:
    """Return the offset of *words*, a statement's time words, in the chapter, or None if the passage *around* does not
    contain the words.

    An occurrence in the quote is preferred, then the last occurrence before the quote, then the first occurrence after
    the quote.
    """
    for start in (
        text.find(words, quote.start, quote.end),
        text.rfind(words, around.start, quote.end),
        text.find(words, quote.start, around.end),
    ):
        if start >= 0:
            return start
    return None


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
