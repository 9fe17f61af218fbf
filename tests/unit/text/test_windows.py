"""Tests of windows: parts of a chapter of at most about 6,600 characters, split between passages."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.spans import Span
from episodic.text.windows import windows


def spans_of(*lengths: int) -> tuple[Span, ...]:
    found: list[Span] = []
    start = 0
    for length in lengths:
        found.append(Span(start, start + length))
        start += length
    return tuple(found)


@given(st.lists(st.integers(1, 3_000), max_size=30))
def test_windows_joined_are_the_chapter_and_cut_no_passage(lengths: list[int]) -> None:
    """The texts, offsets and passages of the windows add up to the chapter."""
    text = "".join(chr(0x4E00 + index % 500) * length for index, length in enumerate(lengths))
    spans = spans_of(*lengths)

    found = windows(text, spans, CHINESE)

    assert "".join(window.text for window in found) == text
    assert all(text.startswith(window.text, window.start) for window in found)
    placed = [span.shifted(window.start) for window in found for span in window.passages]
    assert placed == list(spans)
    assert all(span.start >= 0 and span.end <= len(window.text) for window in found for span in window.passages)


@given(st.integers(1, 60_000))
def test_there_are_as_few_windows_of_at_most_6600_characters_as_possible(length: int) -> None:
    """If passages are shorter than windows, the number of windows is the length divided by 6,600, rounded up."""
    spans = spans_of(*[100] * (length // 100), *([length % 100] if length % 100 else []))

    found = windows("a" * length, spans, ENGLISH)

    assert len(found) == math.ceil(length / 6_600)


def test_a_cut_stands_at_the_nearest_passage_border() -> None:
    """A chapter of 8,000 characters is two windows. The boundary at 3,900 is nearer to the middle than the boundary at
    4,200.
    """
    spans = spans_of(3_900, 300, 3_800)

    found = windows("a" * 8_000, spans, ENGLISH)

    assert [window.start for window in found] == [0, 3_900]


def test_of_two_borders_equally_near_the_earlier_is_cut() -> None:
    """The boundaries at 3,900 and 4,100 have the same distance from the middle."""
    spans = spans_of(3_900, 200, 3_900)

    found = windows("a" * 8_000, spans, ENGLISH)

    assert [window.start for window in found] == [0, 3_900]


def test_a_window_shows_the_three_hundred_characters_before_it() -> None:
    """The first window shows no text before it."""
    text = "a" * 3_900 + "b" * 100 + "c" * 4_000

    first, second = windows(text, spans_of(4_000, 4_000), ENGLISH)

    assert first.context == ""
    assert second.context == "a" * 200 + "b" * 100


def test_a_passage_longer_than_windows_makes_fewer_of_them() -> None:
    """No window is empty."""
    found = windows("a" * 16_000, spans_of(15_000, 1_000), ENGLISH)

    assert [window.start for window in found] == [0, 15_000]
