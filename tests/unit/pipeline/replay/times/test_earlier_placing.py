"""Tests of events and plans that are older than the scene in which they are told."""

from __future__ import annotations

import pytest

from episodic.model.predicates import shipped_table
from episodic.model.readings import Placement, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.times.earlier_placing import is_told_as_earlier


def older(
    quote: str,
    predicate: str = "arrived_at",
    *,
    scope: StatementScope = StatementScope.WORLD,
    placing: Placement = Placement.NOW,
    time: str | None = None,
) -> bool:
    core = StatementCore(quote, predicate, scope=scope, placing=placing, time=time)
    return is_told_as_earlier(StatementReading(Span(0, len(quote)), core, subject=0), quote, shipped_table().find)


@pytest.mark.parametrize(
    "quote", ["时白安方与众人到了城中", "此时白安已到了城中", "By then, Ben had already reached Hull"]
)
def test_an_event_that_had_already_happened_is_older_than_its_scene(quote: str) -> None:
    assert older(quote)
    assert not older(quote, time="May")
    assert not older(quote, predicate="lives_in")
    assert not older(quote, scope=StatementScope.BELIEF)


@pytest.mark.parametrize(
    "quote", ["时白安到了城中", "白安方到城下", "Ben had just sat down when Ann came in", "Ben reached Hull"]
)
def test_other_events_are_of_the_scene(quote: str) -> None:
    assert not older(quote)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("I had taken a\nresolution to endure for a time", True),
        ("she had already made up her mind to go", True),
        ("林河早已打定主意离开海港", True),
        ("I resolved to endure", False),
        ("if I had resolved to endure", False),
        ("I had resolved to go, but now I intend to stay", False),
        ("林河打定主意离开海港", False),
    ],
)
def test_a_plan_that_somebody_had_made_is_older_than_its_scene(quote: str, expected: bool) -> None:
    assert older(quote, "endure", scope=StatementScope.PLAN) is expected
    assert not older(quote, "endure", scope=StatementScope.PLAN, placing=Placement.AHEAD)
    assert not older(quote, "endure", scope=StatementScope.BELIEF)
