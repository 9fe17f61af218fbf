"""Ranges of the chapters of a work, by the text to which overrides refer in these chapters."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from episodic.pipeline.inputs import ChapterInput


def with_text(texts: Collection[str], told: Sequence[ChapterInput]) -> range:
    """Return the range of indexes from the first to the last chapter of *told* that contains one of the texts."""
    numbers = range(len(told))
    first = next((one for one in numbers if _contains(told[one], texts)), None)
    if first is None:
        return range(0)
    last = next(one for one in reversed(numbers) if _contains(told[one], texts))
    return range(first, last + 1)


def _contains(chapter: ChapterInput, texts: Collection[str]) -> bool:
    return any(text in chapter.episode.text for text in texts)


def joined(*ranges: range) -> range:
    """Return the smallest range that contains several ranges."""
    found = [one for one in ranges if one]
    return range(min(one.start for one in found), max(one.stop for one in found)) if found else range(0)
