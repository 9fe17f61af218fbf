"""Flashbacks and anticipations of the main line, found by the days of facts."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from episodic.model.graph import TimelineTurn
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.temporal.fold.turns import dated_fact, longest_non_decreasing, turns_by_days
from tests.unit.search.story_builder import Tale, day, harbor


def test_flashbacks_and_anticipations_are_found_by_days_alone() -> None:
    """No passage of this work has a flashback frame."""
    tale = Tale("days")
    tale.chapter("One", "Lin rose.", "One day Lin would reign.", "Lin ate.", "As a child Lin had sung.", "Lin slept.")
    tale.who("Lin")
    told = (("rose", 10), ("reign", 900), ("ate", 10), ("sung", -3000), ("slept", 11))
    for word, number in told:
        quote = next(line for line in tale.episodes[0].text.splitlines() if word in line)
        tale.fact("Lin", word, quote=quote, since=day(number), kind=PredicateKind.EVENT)

    turns = turns_by_days(filter(None, map(dated_fact, tale.facts)))

    found = {one.predicate: turns[one.uuid] for one in tale.facts if one.uuid in turns}
    assert found == {"sung": TimelineTurn.BACK, "reign": TimelineTurn.AHEAD}


def test_vague_days_are_no_flashback() -> None:
    """A day "on or before" the current day may be the same day."""
    tale = harbor()
    tale.facts[2] = replace(tale.facts[2], valid_at=TimePoint(latest=8))

    assert turns_by_days(filter(None, map(dated_fact, tale.facts))) == {}


def test_a_planned_day_does_not_make_later_facts_flashbacks() -> None:
    """Planned facts are not part of the main line."""
    tale = harbor()
    tale.facts[0] = replace(tale.facts[0], scope=StatementScope.PLAN, valid_at=day(9000), invalid_at=None)

    assert turns_by_days(filter(None, map(dated_fact, tale.facts))) == {}


@given(st.lists(st.integers(-5, 5), max_size=9))
def test_longest_non_decreasing_is_maximal(days: list[int]) -> None:
    """The result is compared with all subsequences."""
    line = longest_non_decreasing(days)

    kept = [days[place] for place in line]
    longest = max(
        sum(mask >> place & 1 for place in range(len(days)))
        for mask in range(1 << len(days))
        if (picked := [one for place, one in enumerate(days) if mask >> place & 1]) == sorted(picked)
    )
    assert line == sorted(line)
    assert kept == sorted(kept)
    assert len(kept) == longest
