"""Tests of the runs of chapters at whose ends a fact holds."""

from __future__ import annotations

import pytest

from episodic.model.holding import Holding, HoldingRun, holding_at

RUNS = (HoldingRun(20, Holding.POSSIBLE), HoldingRun(30, Holding.HOLDS), HoldingRun(50, Holding.NO))


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (10, Holding.NO),
        (20, Holding.POSSIBLE),
        (29, Holding.POSSIBLE),
        (30, Holding.HOLDS),
        (50, Holding.NO),
        (60, Holding.NO),
    ],
)
def test_a_run_goes_on_to_the_next_one(order: int, expected: Holding) -> None:
    """Before the first run, a fact does not hold."""
    assert holding_at(RUNS, order) is expected


def test_a_fact_without_runs_never_holds() -> None:
    assert holding_at((), 10) is Holding.NO
