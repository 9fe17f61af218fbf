"""Tests of the interval index: facts near a moment are found after any updates, at constant cost per fact."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.predicates import Predicate
from episodic.temporal.fold.interval_index import IntervalIndex
from episodic.temporal.fold.moment_ranks import OFF_LINE
from tests.unit.temporal.story_builder import LIVES_IN, MET, Tale

LINES = 3
RANKS = st.integers(0, 6)
PUT = st.tuples(st.integers(0, 5), st.sampled_from([OFF_LINE, 0, 1, 2]), RANKS)


@given(puts=st.lists(PUT, max_size=20), low=st.lists(RANKS, min_size=LINES, max_size=LINES), width=st.integers(1, 4))
def test_facts_in_the_range_are_found_after_updates(
    puts: list[tuple[int, int, int]], low: list[int], width: int
) -> None:
    """Its last place counts; what stands on no line, or on several, may be near any moment."""
    standing = IntervalIndex(LINES)
    places: dict[int, tuple[int, int]] = {}
    for number, line, first in puts:
        rank = OFF_LINE if line == OFF_LINE else first
        standing.put(number, line, rank)
        places[number] = (line, rank)

    found = standing.between(low, [one + width for one in low])

    near = [
        number for number, (line, first) in places.items() if line == OFF_LINE or low[line] < first < low[line] + width
    ]
    assert found == sorted(near)


def calls_for(count: int, predicate: Predicate) -> int:
    """How many functions are called to read that many equal statements of one chapter."""
    tale = Tale().chapter(1)
    for _ in range(count):
        tale.say("Lin", predicate, "Harbor")
    made = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        made += event == "call"

    sys.setprofile(note)
    try:
        tale.read()
    finally:
        sys.setprofile(None)
    return made


@pytest.mark.parametrize("predicate", [LIVES_IN, MET], ids=["state", "event"])
def test_the_cost_per_equal_statement_is_constant(predicate: Predicate) -> None:
    """Four times as many are about four times the work: none is compared with all that were told before."""
    assert calls_for(800, predicate) < 5 * calls_for(200, predicate)
