"""Selects the statements from which a chronology is built, so that a read need not decode all statements of a work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase


class UndatedStatement(NamedTuple):
    """A statement of the story's world about the current moment of its passage, without a time expression, a named event
    or a stated duration.
    """

    kind: PredicateKind
    phase: str
    derived: bool
    habit: bool = False


def deciding(run: Sequence[UndatedStatement]) -> list[int]:
    """Return the indexes of those statements of *run* on which later moments of the chronology depend. The last
    statement is always among them.

    *run* are consecutive undated statements of a passage without time shifts, plans or dreams, which is not part of a
    letter or tale. Such statements get positions one after another at the current moment. Besides, the last change, or
    the first state if nothing changes, is the statement from which later time expressions count (see `shows_moment`), and
    a statement that a reader extracted ends a sequence of statements about the past.
    """
    kept = {len(run) - 1}
    change = begun = None
    for number, one in enumerate(run):
        if one.phase == Phase.DENIED or one.kind is PredicateKind.FIXED or one.habit:
            continue
        if one.kind is PredicateKind.EVENT or one.phase in (Phase.BEGINS, Phase.ENDS):
            change = number
        elif begun is None:
            begun = number
    shown = begun if change is None else change
    if shown is not None:
        kept.add(shown)
    if all(run[number].derived for number in kept):
        kept.update([number for number, one in enumerate(run) if not one.derived][-1:])
    return sorted(kept)
