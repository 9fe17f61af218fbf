"""Tests of where the scene of a passing state ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from episodic.model.episodes import FrameKind, Language, Layer, Passage
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.predicates import Predicate
from episodic.model.readings import FrameReading, StatementCore, StatementReading
from episodic.model.spans import Span
from episodic.pipeline.replay.replayed_chapter import ReplayedPassage
from episodic.pipeline.replay.times.scene_ends import scene_end
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import read_time
from episodic.temporal.placed import TimeShift

HOLDS = Predicate("holds", passing=True)
NEXT_DAY = TimeExpression(TimeKind.OFFSET, low=1, high=1, anchor=Anchor.PREVIOUS)
LENGTH = 100


@dataclass(frozen=True)
class Told:
    """A passage of 100 characters: its run, the time that opens it, and a time at its middle."""

    run: int = 0
    time: TimeExpression | None = None
    breaks: bool = False
    middle: TimeExpression | None = None
    words: str = "then"
    """The words of both times."""


def end_of(told: Sequence[Told], *, offset: int = 0, passing: bool = True, predicate: Predicate = HOLDS) -> str | None:
    passages = [_passage(number, one) for number, one in enumerate(told)]
    core = StatementCore("Ann has the map.", "holds", passing=passing)
    statement = SpannedStatement(0, StatementReading(Span(0, 5), core, 0), Span(offset, offset + 5), 0)
    return scene_end(passages, statement, predicate)


def _passage(number: int, told: Told) -> ReplayedPassage:
    span = Span(number * LENGTH, (number + 1) * LENGTH)
    frame = FrameKind.MAIN if told.run == 0 else FrameKind.TALE
    value = Passage(f"p{number}", "work", "ch1", number, span, "x" * LENGTH, frame, told.run, 1, Layer.CANON)
    framed = FramedPassage(number, span, frame, told.run, FrameReading(frame), 0)
    shifts = () if told.middle is None else (TimeShift(span.start + LENGTH // 2, told.words, told.middle),)
    return ReplayedPassage(value, framed, told.time, told.words, (), shifts=shifts, breaks=told.breaks)


def test_a_scene_ends_with_its_chapter() -> None:
    assert end_of([Told(), Told(), Told()]) == "p2"


def test_a_scene_ends_before_a_break_or_a_new_time() -> None:
    assert end_of([Told(), Told(), Told(breaks=True), Told()]) == "p1"
    assert end_of([Told(), Told(time=NEXT_DAY), Told()]) == "p0"


@pytest.mark.parametrize(
    ("language", "within", "beyond"),
    [
        (
            "en",
            ["after a few minutes", "an hour later", "presently", "at noon"],
            ["the next morning", "that evening", "on Tuesday afternoon", "three days later", "in May", "one day"],
        ),
        ("zh", ["过了一个时辰", "片刻之后", "不一会", "午时"], ["次日", "当夜", "三日后", "五月初四", "忽一日"]),
    ],
)
def test_minutes_and_hours_do_not_end_a_scene(language: Language, within: list[str], beyond: list[str]) -> None:
    def end(words: str) -> str | None:
        time = read_time(words, language=language, calendars=Calendars())
        inside = end_of([Told(), Told(middle=time, words=words), Told()])
        opening = end_of([Told(), Told(time=time, words=words), Told()])
        assert inside == {"p2": "p2", "p0": "p1"}[opening or ""]
        return opening

    assert {one: end(one) for one in within} == dict.fromkeys(within, "p2")
    assert {one: end(one) for one in beyond} == dict.fromkeys(beyond, "p0")


def test_a_scene_goes_on_after_a_tale() -> None:
    assert end_of([Told(), Told(run=1, time=NEXT_DAY), Told(), Told(breaks=True)]) == "p2"


def test_a_new_time_inside_a_passage_ends_the_scene_of_what_was_told_before() -> None:
    moved = [Told(middle=NEXT_DAY), Told(), Told()]

    assert [end_of(moved, offset=one) for one in (0, 80)] == ["p0", "p2"]
    assert end_of([Told(), Told(middle=NEXT_DAY), Told()]) == "p1"


def test_only_a_state_that_holds_in_its_scene_only_has_an_end_of_its_scene() -> None:
    assert end_of([Told(), Told()], passing=False) is None
    assert end_of([Told(), Told()], predicate=Predicate("holds")) is None
