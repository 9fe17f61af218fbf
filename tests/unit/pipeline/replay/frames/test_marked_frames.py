"""Tests of statements that a reader marked "before this scene" because they stand in a flashback or tale."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Placement, StatementCore, StatementReading
from episodic.model.spans import Span
from episodic.pipeline.replay.frames.marked_frames import without_marks_of_frames
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

BACK, NOW, AHEAD = Placement.BACK, Placement.NOW, Placement.AHEAD


def placings(frame: FrameKind, *told: Placement | str, windows: Sequence[int] = ()) -> list[Placement]:
    """Return the placings of the statements of one passage. A statement given as text has this time expression, and is
    placed before the scene.
    """
    framed = [FramedPassage(0, Span(0, 100), frame, 1, FrameReading(frame), 0)]
    spanned: list[SpannedStatement] = []
    for number, one in enumerate(told):
        time = one if not isinstance(one, Placement) else None
        core = StatementCore(
            text="Ann ran.", predicate="ran", placing=BACK if time else Placement(one), time=time, follows=number > 0
        )
        reading = StatementReading(Span(0, 1), core, subject=0)
        spanned.append(SpannedStatement(windows[number] if windows else 0, reading, Span(0, 1), 0))
    return [one.reading.core.placing for one in without_marks_of_frames(tuple(spanned), framed)]


@pytest.mark.parametrize("frame", [FrameKind.TALE, FrameKind.LETTER, FrameKind.FLASHBACK])
def test_a_tale_whose_statements_are_mostly_marked_is_told_in_its_own_order(frame: FrameKind) -> None:
    told = placings(frame, BACK, BACK, NOW, BACK, BACK, AHEAD, "One day", "ten years before", "十年前")

    assert told == [NOW, NOW, NOW, NOW, NOW, AHEAD, NOW, BACK, BACK]


def test_a_few_marks_in_a_tale_mean_what_was_before_the_tale() -> None:
    assert placings(FrameKind.TALE, NOW, BACK, NOW, BACK, BACK, BACK, NOW, NOW)[1] is BACK
    assert placings(FrameKind.TALE, BACK, BACK, BACK) == [BACK] * 3


def test_marks_on_the_main_line_and_in_dreams_stay() -> None:
    for frame in (FrameKind.MAIN, FrameKind.DREAM):
        assert placings(frame, BACK, BACK, BACK, BACK, NOW) == [BACK] * 4 + [NOW]


def test_each_window_has_a_reader_of_its_own() -> None:
    told = placings(FrameKind.TALE, BACK, BACK, BACK, BACK, BACK, NOW, NOW, windows=(0, 0, 0, 0, 1, 1, 1))

    assert told == [NOW] * 4 + [BACK] + [NOW] * 2


def test_what_was_simply_done_before_is_not_at_the_time_that_opens_its_passage() -> None:
    """Its quote tells nothing at the opening time, and other statements of the passage are marked as next. In a passage
    without opening time words, the mark says nothing.
    """
    rows = ((0, None, False), (1, None, True), (2, "next morning", True), (2, None, True), (3, None, False))
    first_twice = (*rows, (0, None, False))

    def found(opening: str | None, *told: tuple[int, str | None, bool]) -> list[Placement]:
        framed = [FramedPassage(0, Span(0, 100), FrameKind.TALE, 1, FrameReading(FrameKind.TALE, time=opening), 0)]
        spanned: list[SpannedStatement] = []
        for place, time, follows in told:
            core = StatementCore("Ann ran.", "ran", placing=BACK, time=time, follows=follows)
            quote = Span(10 * place, 10 * place + 9)
            spanned.append(SpannedStatement(0, StatementReading(quote, core, subject=0), quote, 0))
        return [one.reading.core.placing for one in without_marks_of_frames(tuple(spanned), framed)]

    assert found("that afternoon", *first_twice) == [NOW, NOW, NOW, NOW, BACK, NOW]
    assert found(None, *first_twice) == [NOW] * 6
    assert found("that afternoon", *((place, time, False) for place, time, _ in rows)) == [NOW] * 5
