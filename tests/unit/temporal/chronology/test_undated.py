"""Tests of runs of undated statements."""

from __future__ import annotations

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.chronology.undated import UndatedStatement, undated_run

EVENT = UndatedStatement("event", PredicateKind.EVENT, Phase.HOLDS, derived=False)
STATE = UndatedStatement("state", PredicateKind.STATE, Phase.HOLDS, derived=False)
LATER = STATE._replace(uuid="later")
HABIT = UndatedStatement("habit", PredicateKind.EVENT, Phase.HOLDS, derived=False, habit=True)


def test_the_last_change_is_the_moment_from_which_the_next_day_counts() -> None:
    found = undated_run([STATE, EVENT, LATER._replace(phase=Phase.BEGINS), STATE])

    assert (found.shown, found.changes) == ("later", True)


def test_without_a_change_the_first_state_is_that_moment() -> None:
    found = undated_run([STATE, LATER])

    assert (found.shown, found.changes) == ("state", False)


def test_a_habit_does_not_hide_the_event_before_it() -> None:
    assert undated_run([EVENT, HABIT, STATE]).shown == "event"
