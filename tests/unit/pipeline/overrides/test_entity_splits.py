"""Tests of splits of a reading: no mention is lost or repeated, and statements follow their quotes."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.model.decisions import MentionAnchor, Override, OverrideKind
from episodic.model.episodes import Episode, FrameKind
from episodic.model.readings import (
    ChapterReading,
    FrameReading,
    NodeReading,
    StatementCore,
    StatementReading,
    Surface,
    WindowReading,
)
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.anchors import MentionCounter, places_in
from episodic.pipeline.overrides.entity_splits import Splits

TEXT = "".join(f"Lin saw hill {number}. Then Lin slept.\n" for number in range(4))
"""Eight mentions; those of the second sentences are equal to each other."""
PLACES = tuple(Span(place, place + 3) for place in range(len(TEXT)) if TEXT.startswith("Lin", place))
WINDOW = WindowReading(
    (NodeReading("Lin", "Person", (Surface("Lin", PLACES),)),),
    (FrameReading(FrameKind.MAIN),),
    tuple(
        StatementReading(
            Span(place.start, TEXT.index(".", place.start) + 1), StatementCore("", "did", value=str(place.start)), 0
        )
        for place in PLACES
    ),
)
CHAPTER = ChapterInput(
    Episode("ch", "w", "ch", 1, "", (), TEXT, ENGLISH, reader="rules/1"),
    ChapterReading("ch", (0,), ("",), ((Span(0, len(TEXT)),),), (WINDOW,)),
)
ANCHORS = tuple(anchor for anchor, _ in MentionCounter(["Lin"]).find_in(CHAPTER))


def act(number: int, anchors: Sequence[MentionAnchor]) -> Override:
    return Override(str(number), "w", OverrideKind.SPLIT, tuple(anchors), None, "", "", "", number)


def owners(*acts: Override) -> dict[Span, int | None]:
    """Return the split of each mention after these overrides."""
    chapter, marks = Splits(acts).divide(CHAPTER)
    return {
        place.span: marks[place.window, place.node].own if (place.window, place.node) in marks else None
        for place in places_in(chapter)
    }


def test_equal_mentions_of_equal_sentences_are_told_apart_by_number() -> None:
    """Each of the eight mentions has a separate anchor."""
    assert len(set(ANCHORS)) == len(PLACES) == 8


@given(chosen=st.sets(st.integers(0, 7)))
def test_every_mention_goes_where_its_anchor_says(chosen: set[int]) -> None:
    """Anchored mentions go to the split, and all others stay. No mention is lost or repeated."""
    found = owners(act(1, [ANCHORS[number] for number in sorted(chosen)]))

    assert found == {span: 1 if number in chosen else None for number, span in enumerate(PLACES)}


@given(first=st.sets(st.integers(0, 7)), second=st.sets(st.integers(0, 7)))
def test_of_two_splits_the_later_has_a_mention_that_both_claim(first: set[int], second: set[int]) -> None:
    """The input order of the splits does not matter."""
    acts = (
        act(1, [ANCHORS[number] for number in sorted(first)]),
        act(2, [ANCHORS[number] for number in sorted(second)]),
    )

    found = owners(*acts)

    assert found == owners(*reversed(acts))
    assert found == {
        span: 2 if number in second else 1 if number in first else None for number, span in enumerate(PLACES)
    }


@given(chosen=st.sets(st.integers(0, 7)))
def test_every_statement_is_about_the_half_that_its_quote_names(chosen: set[int]) -> None:
    """The test has one statement for each mention, and no statement is lost."""
    chapter, marks = Splits([act(1, [ANCHORS[number] for number in sorted(chosen)])]).divide(CHAPTER)

    (window,) = chapter.reading.windows
    about = [marks[0, one.subject].own if (0, one.subject) in marks else None for one in window.statements]
    assert about == [1 if number in chosen else None for number in range(8)]


def test_a_quote_that_names_both_halves_or_none_is_about_what_is_left() -> None:
    """A statement moves only if its quote names exactly one of the two entities."""
    both = StatementReading(Span(0, len(TEXT)), StatementCore("", "did"), 0)
    none = StatementReading(Span(4, 7), StatementCore("", "did"), 0)
    window = WindowReading(WINDOW.nodes, WINDOW.frames, (both, none))
    reading = ChapterReading("ch", (0,), ("",), CHAPTER.reading.passages, (window,))

    chapter, marks = Splits([act(1, ANCHORS[:3])]).divide(ChapterInput(CHAPTER.episode, reading))

    assert [marks[0, one.subject].own for one in chapter.reading.windows[0].statements] == [None, None]


def test_a_chapter_without_anchors_is_untouched() -> None:
    """The result is the same object."""
    assert Splits([act(1, [MentionAnchor("Shen", "Shen slept.", 0)])]).divide(CHAPTER) == (CHAPTER, {})


def test_a_copy_goes_on_by_itself() -> None:
    """Chapters added to the original do not affect the copy."""
    splits = Splits([act(1, ANCHORS[:1])])
    other = splits.copy()

    splits.divide(CHAPTER)

    assert splits.unmatched() == ()
    assert [one.number for one in other.unmatched()] == [1]
