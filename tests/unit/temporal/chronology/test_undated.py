"""Tests of the selection of statements from which a chronology is built."""

from __future__ import annotations

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.chronology.undated import UndatedStatement, deciding

EVENT = UndatedStatement(PredicateKind.EVENT, Phase.HOLDS, derived=False)
STATE = UndatedStatement(PredicateKind.STATE, Phase.HOLDS, derived=False)
HABIT = UndatedStatement(PredicateKind.EVENT, Phase.HOLDS, derived=False, habit=True)


def test_the_last_change_is_the_moment_from_which_the_next_day_counts() -> None:
    assert deciding([STATE, EVENT, EVENT, STATE, STATE]) == [2, 4]


def test_without_a_change_the_first_state_is_that_moment() -> None:
    assert deciding([STATE, STATE, STATE]) == [0, 2]


def test_a_habit_does_not_hide_the_event_before_it() -> None:
    assert deciding([EVENT, HABIT, STATE]) == [0, 2]
