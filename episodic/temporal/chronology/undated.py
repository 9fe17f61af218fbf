"""Runs of statements whose positions only follow one another, so that the chronology needs little more than their ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase


class UndatedStatement(NamedTuple):
    """A statement of the story's world about its passage's current moment, which has no time expression, named event or
    stated duration.
    """

    uuid: str
    kind: PredicateKind
    phase: str
    derived: bool
    habit: bool = False


class UndatedRun(NamedTuple):
    """Consecutive undated statements of one passage, which is in no letter or tale, has no time shifts, and contains no
    plan, wish, dream, hypothesis or statement about the future.

    `shown` is the id of the statement from which a later time expression counts: the last one about an event or a
    change of a state, else the first one about a state, or None. Denials, fixed facts and habits do not count.
    `changes` is true if the statement `shown` is about an event or a change. `extracted` is true if a reader extracted
    one of the statements, and false if all of them are derived.
    """

    ids: Sequence[str]
    shown: str | None
    changes: bool
    extracted: bool


_CHANGES: frozenset[str] = frozenset({Phase.BEGINS, Phase.ENDS})


def undated_run(statements: Sequence[UndatedStatement]) -> UndatedRun:
    """Return the given statements, in their order, as one `UndatedRun`."""
    shown: str | None = None
    changes = False
    for uuid, kind, phase, _, habit in statements:
        if phase == Phase.DENIED or kind is PredicateKind.FIXED or habit:
            continue
        if kind is PredicateKind.EVENT or phase in _CHANGES:
            shown, changes = uuid, True
        elif shown is None:
            shown = uuid
    return UndatedRun([one.uuid for one in statements], shown, changes, not all(one.derived for one in statements))
