"""Divides a chapter into windows: parts of at most about 6,600 characters, which a model or rules read one at a time to
extract statements.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil

from episodic.model.episodes import Language
from episodic.model.readings import Voice, Window
from episodic.model.spans import Span
from episodic.text.narrators import voices

WINDOW_LENGTH = 6_600
"""The approximate maximum length of a window in characters. A window is the part of a chapter from which a model or
rules extract statements at one time. Shorter windows would cost more, because a model reads each window with two
prompts, each with its instructions.
"""

CONTEXT_LENGTH = 300
"""The maximum number of characters before a window that a prompt shows as the context of the window."""


def windows(text: str, spans: Sequence[Span], language: Language) -> tuple[Window, ...]:
    """Return the windows of a chapter (parts that a model or rules read one at a time), given its passages *spans*. The
    windows cover the whole chapter, and no window border divides a passage.

    A chapter has n = max(1, ceil(length / WINDOW_LENGTH)) windows, or fewer if there are not enough passage borders.
    Border number i between two windows is the passage border that is nearest to i * length / n. Of two passage borders
    that are equally near, the earlier one becomes a border of windows.
    """
    edges = [0, *_cuts(len(text), spans), len(text)]
    found: list[Window] = []
    position = 0
    told_by = voices(text, language)
    for start, end in pairwise(edges):
        inside: list[Span] = []
        while position < len(spans) and spans[position].start < end:
            inside.append(spans[position].shifted(-start))
            position += 1
        context = text[max(0, start - CONTEXT_LENGTH) : start]
        found.append(Window(start, text[start:end], context, tuple(inside), language, _within(told_by, start, end)))
    return tuple(found)


def _within(told_by: Sequence[Voice], start: int, end: int) -> tuple[Voice, ...]:
    return tuple(
        replace(one, span=Span(max(one.span.start, start) - start, min(one.span.end, end) - start))
        for one in told_by
        if one.span.start < end and start < one.span.end
    )


def _cuts(length: int, spans: Sequence[Span]) -> list[int]:
    count = max(1, ceil(length / WINDOW_LENGTH))
    borders = [span.start for span in spans[1:]]
    cuts: list[int] = []
    for number in range(1, count):
        if not borders:
            break
        # Passage borders are compared with the offset number * length / count. Both sides of the comparison are
        # multiplied by count, so that all numbers are integers.
        target = number * length
        right = bisect_left(borders, target, key=lambda border: border * count)
        near = borders[max(0, right - 1) : right + 1]
        cut = min(near, key=lambda border: (abs(border * count - target), border))
        if not cuts or cut > cuts[-1]:
            cuts.append(cut)
    return cuts
