"""Tests of the marks of a statement."""

from __future__ import annotations

import pytest

from episodic.extraction.llm_based.marks import MarkParser, Marks, RejectedMarkError
from episodic.model.readings import Participant, Phase, Placement, StatementScope

EVENTS = ("the flood", "the wedding")


def parse(*marks: str) -> tuple[Marks, list[str]]:
    """Return the marks of a statement in a window of five entities, and the reasons of rejections."""
    parser = MarkParser(5, EVENTS)
    return parser.parse(marks, "Ann left."), [one.reason for one in parser.rejected]


def test_no_marks_mean_so_now_in_the_world() -> None:
    assert parse() == (Marks(), [])
    assert parse("holds", "world", "now") == (Marks(), [])


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("begins", Marks(phase=Phase.BEGINS)),
        ("DENIED", Marks(phase=Phase.DENIED)),
        ("claim:3", Marks(scope=StatementScope.CLAIM, holders=(2,))),
        ("belief：3，4", Marks(scope=StatementScope.BELIEF, holders=(2, 3))),
        ("hypothesis", Marks(scope=StatementScope.HYPOTHESIS)),
        ("via:2", Marks(tellers=(1,))),
        ("to:4", Marks(participants=(Participant(3, "recipient"),))),
        ("from:4,5", Marks(participants=(Participant(3, "source"), Participant(4, "source")))),
        ("heard:1", Marks(participants=(Participant(0, "listener"),))),
        ("when:ten years ago", Marks(time="ten years ago")),
        ("q:他说：走", Marks(qualifier="他说：走")),
        ("back", Marks(placing=Placement.BACK)),
        ("earlier", Marks(placing=Placement.EARLIER)),
        ("event:2", Marks(event="the wedding")),
        ("event:the fire", Marks(event="the fire")),
        ("on:1", Marks(time_event="the flood")),
        ("habit", Marks(habit=True)),
        ("scene", Marks(passing=True)),
        ("if:it rains", Marks(condition="it rains")),
        ("for:eighteen years", Marks(duration="eighteen years")),
    ],
)
def test_each_mark_says_one_thing(mark: str, expected: Marks) -> None:
    assert parse(mark) == (expected, [])


@pytest.mark.parametrize(
    ("mark", "reason"),
    [
        ("to:9", "unknown_id"),
        ("via:0", "unknown_id"),
        ("to:Ann", "unknown_id"),
        ("event:7", "unknown_id"),
        ("heir:4", "unknown_mark"),
        ("mood:sad", "unknown_mark"),
        ("when:", "empty_mark"),
        ("with", "empty_mark"),
    ],
)
def test_a_bad_mark_is_rejected_alone(mark: str, reason: str) -> None:
    """The other marks of the statement are accepted."""
    found, rejected = parse("back", mark, "q:cousin")

    assert (found.placing, found.qualifier) == (Placement.BACK, "cousin")
    assert rejected == [reason]


@pytest.mark.parametrize(
    ("mark", "reason"), [("claim:9", "unknown_id"), ("claim:somebody", "unknown_id"), ("ended", "unknown_choice")]
)
def test_a_mark_that_may_turn_the_meaning_round_costs_the_statement(mark: str, reason: str) -> None:
    """A lie must not become a truth, and an end must not become a state."""
    with pytest.raises(RejectedMarkError) as raised:
        parse(mark)

    assert raised.value.reason == reason
    assert mark in raised.value.mark


def test_the_first_of_two_marks_that_contradict_each_other_counts() -> None:
    found, rejected = parse("begins", "ends", "claim:1", "plan:2", "back", "ahead")

    assert (found.phase, found.scope, found.placing) == (Phase.BEGINS, StatementScope.CLAIM, Placement.BACK)
    assert rejected == ["second_choice"] * 3
