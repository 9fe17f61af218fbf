"""Time words that lead a sentence: "Years before, ..." and 许多年前， belong to what the sentence says next."""

from __future__ import annotations

from episodic.extraction.ruled.rules import TimeRules
from episodic.model.readings import Placing
from episodic.model.spans import Span

LONGEST = 48
"""A longer beginning of a sentence says something of its own."""
_STOPS = '。！？；：.!?;:\n“”「」『』‘’"'
_LEADS = (",", "，", "、")


def with_leading_time(text: str, quote: Span, times: TimeRules) -> Span:
    """*quote* with the beginning of its sentence, where that ends in a comma and says when."""
    start = max(text.rfind(stop, 0, quote.start) for stop in _STOPS) + 1
    while start < quote.start and text[start].isspace():
        start += 1
    lead = text[start : quote.start].rstrip()
    if not lead.endswith(_LEADS) or len(lead) > LONGEST:
        return quote
    if times.words(lead) is None and times.placing(lead) is Placing.NOW:
        return quote
    return Span(start, quote.end)
