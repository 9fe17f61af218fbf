"""Tests of runs of undated statements."""

from __future__ import annotations

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.chronology.undated import undated_kind, undated_run

EVENT = undated_kind(PredicateKind.EVENT, Phase.HOLDS, derived=False, habit=False)
STATE = undated_kind(PredicateKind.STATE, Phase.HOLDS, derived=False, habit=False)
BEGINS = undated_kind(PredicateKind.STATE, Phase.BEGINS, derived=True, habit=False)
HABIT = undated_kind(PredicateKind.EVENT, Phase.HOLDS, derived=False, habit=True)
DENIED = undated_kind(PredicateKind.STATE, Phase.DENIED, derived=False, habit=False)
FIXED = undated_kind(PredicateKind.FIXED, Phase.HOLDS, derived=False, habit=False)


def test_the_last_change_is_the_moment_from_which_the_next_day_counts() -> None:
    found = undated_run(["state", "event", "change", "last"], [STATE, EVENT, BEGINS, STATE])

    assert (found.shown, found.changes) == ("change", True)


def test_without_a_change_the_first_state_is_that_moment() -> None:
    found = undated_run(["denied", "fixed", "state", "later"], [DENIED, FIXED, STATE, STATE])

    assert (found.shown, found.changes) == ("state", False)


def test_a_habit_does_not_hide_the_event_before_it() -> None:
    assert undated_run(["event", "habit", "state"], [EVENT, HABIT, STATE]).shown == "event"


def test_a_run_of_derived_statements_was_extracted_by_no_reader() -> None:
    assert not undated_run(["change"], [BEGINS]).extracted
    assert undated_run(["change", "state"], [BEGINS, STATE]).extracted
