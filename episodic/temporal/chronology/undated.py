"""Runs of statements whose positions only follow one another, so that the chronology needs little more than their ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase


class UndatedKind(NamedTuple):
    """What the chronology asks of a statement of the story's world about its passage's current moment, which has no time
    expression, named event or stated duration.

    `counts` is false for denials, fixed facts and habits. `changes` is true for events and changes of states that count.
    `derived` is true if no reader extracted the statement.
    """

    counts: bool
    changes: bool
    derived: bool


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


_CHANGES = frozenset({Phase.BEGINS, Phase.ENDS})


def undated_kind(kind: PredicateKind, phase: Phase, *, derived: bool, habit: bool) -> UndatedKind:
    """Return what the chronology asks of a statement with a predicate of the given kind."""
    counts = not (phase is Phase.DENIED or kind is PredicateKind.FIXED or habit)
    return UndatedKind(counts, counts and (kind is PredicateKind.EVENT or phase in _CHANGES), derived)


def undated_run(ids: Sequence[str], kinds: Sequence[UndatedKind]) -> UndatedRun:
    """Return statements, given by their ids and kinds in their order, as one `UndatedRun`."""
    shown: str | None = None
    changes = extracted = False
    for uuid, (counts, is_change, derived) in zip(ids, kinds, strict=True):
        extracted = extracted or not derived
        if is_change:
            shown, changes = uuid, True
        elif counts and shown is None:
            shown = uuid
    return UndatedRun(ids, shown, changes, extracted)
