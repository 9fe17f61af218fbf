"""Consecutive statements without a time of their own, which simply follow one another, so that the chronology needs
little more than their ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase


class UndatedKind(NamedTuple):
    """What the chronology must know of an undated statement. An undated statement is about the story's world at the
    current moment of its passage. It has no time expression, named event or stated duration.

    `counts` is false for denials, fixed facts and habits, because no later time expression counts from them. `changes`
    is true if `counts` is true and the statement is about an event, or about the beginning or end of a state. `derived`
    is true if the statement follows from another statement and was not extracted from the text.
    """

    counts: bool
    changes: bool
    derived: bool


class UndatedRun(NamedTuple):
    """Consecutive undated statements of one passage. The passage is in no letter or tale, and no time expression inside
    it sets a new moment. It contains no plan, wish, dream, hypothesis or statement about the future.

    `shown` is the id of the statement from which a later time expression counts, or None. `shown` is the last statement
    about an event or a change of a state, or otherwise the first statement about a state. No time expression counts
    from a denial, a fixed fact or a habit. `changes` is true if the statement `shown` is about an event or a change of
    a state. `extracted` is true if at least one of the statements was extracted from the text. `extracted` is false if
    all of them are derived from other statements.
    """

    ids: Sequence[str]
    shown: str | None
    changes: bool
    extracted: bool


_CHANGES = frozenset({Phase.BEGINS, Phase.ENDS})


def undated_kind(kind: PredicateKind, phase: Phase, *, derived: bool, habit: bool) -> UndatedKind:
    """Return the properties of an undated statement on which the chronology depends. *kind* is the kind of the
    statement's predicate.
    """
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
