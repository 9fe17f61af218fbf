"""Extends a quote to the left by the time phrase that begins its sentence, such as "Years before," or 许多年前，."""

from __future__ import annotations

from episodic.extraction.rule_based.language_rules import TimeRules
from episodic.model.readings import Placement
from episodic.model.spans import Span

MAX_LENGTH = 48
"""The maximum length of an opening time phrase, in characters."""
_SENTENCE_BORDERS = '。！？；：.!?;:\n“”「」『』‘’"'
_COMMAS = (",", "，", "、")


def with_leading_time(text: str, quote: Span, times: TimeRules) -> Span:
    """Return *quote* with the time phrase that opens the sentence of the quote.

    Return *quote* unchanged if its sentence does not open with a time phrase of at most MAX_LENGTH characters and a
    comma.
    """
    start = max(text.rfind(border, 0, quote.start) for border in _SENTENCE_BORDERS) + 1
    while start < quote.start and text[start].isspace():
        start += 1
    opening = text[start : quote.start].rstrip()
    if not opening.endswith(_COMMAS) or len(opening) > MAX_LENGTH:
        return quote
    if times.words(opening) is None and times.placing(opening) is Placement.NOW:
        return quote
    return Span(start, quote.end)
