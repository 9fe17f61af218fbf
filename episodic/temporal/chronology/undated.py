"""Runs of statements that only get positions one after another, so that a chronology needs no more than their ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase


class UndatedStatement(NamedTuple):
    """A statement of the story's world about the current moment of its passage, without a time expression, a named event
    or a stated duration.
    """

    uuid: str
    kind: PredicateKind
    phase: str
    derived: bool
    habit: bool = False


class UndatedRun(NamedTuple):
    """Consecutive undated statements of a passage without time shifts, plans or dreams, which is not part of a letter
    or tale.

    `shown` is the id of the statement from which later time expressions count (see `shows_moment`): the last one that
    tells a change, or the first state if nothing changes, in which case `changes` is false. `extracted` says whether a
    reader extracted one of the statements, so that the run ends a sequence of statements about the past.
    """

    ids: Sequence[str]
    shown: str | None
    changes: bool
    extracted: bool


def undated_run(statements: Sequence[UndatedStatement]) -> UndatedRun:
    """Return the run of the statements."""
    shown: str | None = None
    changes = False
    for one in statements:
        if one.phase == Phase.DENIED or one.kind is PredicateKind.FIXED or one.habit:
            continue
        if one.kind is PredicateKind.EVENT or one.phase in (Phase.BEGINS, Phase.ENDS):
            shown, changes = one.uuid, True
        elif shown is None:
            shown = one.uuid
    return UndatedRun([one.uuid for one in statements], shown, changes, not all(one.derived for one in statements))
