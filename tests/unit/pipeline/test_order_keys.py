"""Tests of order keys and chapter keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import ORDER_GAP, Chapter, Language, Layer
from episodic.pipeline.order_keys import chapter_keys, episode_of, free_key, heading_of, order_key_between

orders = st.integers(1, 1 << 50)


def test_the_first_chapter_gets_a_whole_gap() -> None:
    """Other chapters can be inserted before the first chapter."""
    assert order_key_between(None, None) == ORDER_GAP


def test_a_chapter_at_the_end_gets_a_gap_after_the_last() -> None:
    """Appending never runs out of keys."""
    assert order_key_between(5 * ORDER_GAP, None) == 6 * ORDER_GAP


@given(before=st.none() | orders, after=orders)
def test_a_key_between_two_is_between_them_or_the_gap_is_used_up(before: int | None, after: int) -> None:
    """The key is never equal to a neighbour's key."""
    low = before or 0
    found = order_key_between(before, after)

    if found is None:
        assert after - low <= 1
    else:
        assert low < found < after


def test_a_gap_takes_twenty_chapters_at_one_place() -> None:
    """A gap that is halved again and again is used up, and an error says so."""
    low, high, taken = ORDER_GAP, 2 * ORDER_GAP, 0
    while (found := order_key_between(low, high)) is not None:
        high, taken = found, taken + 1

    assert taken == 20


def test_the_callers_key_comes_first() -> None:
    """The title and path of a chapter with the caller's key do not matter."""
    assert chapter_keys([Chapter("x", title="One", key="k")]) == ["k"]


def test_headings_make_the_key_and_equal_ones_are_counted() -> None:
    """Each volume may have a first chapter. Two identical headings are distinguished by a number."""
    chapters = [
        Chapter("a", title="One", path=("Part I", "One")),
        Chapter("b", title="One", path=("Part II", "One")),
        Chapter("c", title="One", path=("Part I", "One")),
        Chapter("d", title="One"),
    ]

    assert chapter_keys(chapters) == ["Part I/One", "Part II/One", "Part I/One (2)", "One"]


def test_a_key_made_from_headings_is_the_key_of_no_other_chapter() -> None:
    chapters = [Chapter("a", title="One (2)"), Chapter("b", title="One"), Chapter("c", title="One")]

    assert chapter_keys(chapters) == ["One (2)", "One", "One (3)"]
    assert chapter_keys([Chapter("a", title="One"), Chapter("b", key="One")]) == ["One (2)", "One"]


def test_a_chapter_without_heading_goes_by_its_text() -> None:
    """The same text has the same key at every position."""
    (first,) = chapter_keys([Chapter("some words")])
    _, second = chapter_keys([Chapter("others"), Chapter("some words")])

    assert first == second


@pytest.mark.parametrize(("text", "language"), [("林远住在海门城。", CHINESE), ("Lin lived there.", ENGLISH)])
def test_an_episode_has_the_chapters_words_and_the_texts_language(text: str, language: Language) -> None:
    """The id of an episode depends only on the work and the key."""
    chapter = Chapter(text, title="One", number=1, reference_time="day 3")

    one = episode_of(chapter, "k", group_id="g", order=7, layer=Layer.DRAFT, reader="rules/1")
    other = episode_of(Chapter("anything"), "k", group_id="g", order=9, layer=Layer.DRAFT, reader="x")
    canon = episode_of(Chapter("anything"), "k", group_id="g", order=9, layer=Layer.CANON, reader="x")

    assert (one.text, one.title, one.number, one.reference_time, one.order) == (text, "One", 1, "day 3", 7)
    assert (one.language, one.layer) == (language, Layer.DRAFT)
    assert one.uuid == other.uuid != canon.uuid
    assert other.title == "k"


def test_a_key_that_is_taken_gets_the_next_number_that_is_free() -> None:
    """The number is the first free number."""
    chapter = Chapter("x", title="One", path=("Part I", "One"), key="k")

    assert free_key(chapter, {"One"}) == "Part I/One"
    assert free_key(chapter, {"Part I/One", "Part I/One (3)"}) == "Part I/One (2)"
    assert heading_of(chapter) == "Part I/One"
