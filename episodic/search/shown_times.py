"""Decides which time words of a moment a reader is shown; long or half-known inferred ranges are not shown as dates."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.readings import StatementScope

LONGEST_INFERRED = 31
"""The most days of a range that is shown as a date although the text has no words of its own for the moment."""
LONGEST_WORDED = 400
"""The most days of a range that is shown beside the words of the text, which is a year with some tolerance."""
EARLIER_FRAMES = (FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.LETTER)
"""The frames that tell what was before the scene in which they are told or read."""


def is_vague(point: TimePoint) -> bool:
    """Return whether a moment is a long range of days, or any time up to or from a day, for which the text has no words."""
    return point.text is None and (_longer_than(point, LONGEST_INFERRED) or _one_sided(point))


def shown_start(fact: Fact) -> TimePoint | None:
    """Return the start of a fact, without its label if the label is not shown to readers. Instead of a long inferred
    range, the chapter in which the fact is told is returned. The result is None for a claim, belief or plan with a long
    inferred range, because the moment at which it is said is shown instead.
    """
    point = fact.valid_at
    if point is None or not is_vague(point):
        return _without_long_label(point)
    if fact.scope is not StatementScope.WORLD:
        return None
    return TimePoint(chapter=point.chapter or fact.evidence[0].episode, basis=_basis_beside_telling(fact, point))


def shown_end(fact: Fact) -> TimePoint | None:
    """Return the end of a fact, without its label if the label is not shown to readers. Of a long inferred range, only
    the chapter is left, or None if no chapter is known.
    """
    point = fact.invalid_at
    if point is None or not is_vague(point):
        return _without_long_label(point)
    return None if point.chapter is None else TimePoint(chapter=point.chapter, basis=point.basis)


def shown_saying(fact: Fact) -> TimePoint | None:
    """Return the moment at which a holder says or thinks a fact, without the label of a long inferred range."""
    point = fact.said
    return replace(point, label=None) if point is not None and is_vague(point) else point


def _without_long_label(point: TimePoint | None) -> TimePoint | None:
    """Return the moment without its label if the range of days is much longer than the words of the text suggest, or
    has only one end. For example, the day that a plan names is an upper bound for earlier moments, but is not their
    date.
    """
    if point is None or point.text is None or not (_longer_than(point, LONGEST_WORDED) or _one_sided(point)):
        return point
    return replace(point, label=None)


def _basis_beside_telling(fact: Fact, point: TimePoint) -> TimeBasis | None:
    """Return what is known about the start relative to the chapter that tells the fact."""
    if point.chapter is not None:
        return point.basis
    if fact.turn is TimelineTurn.AHEAD:
        return TimeBasis.AFTER
    earlier = fact.turn is TimelineTurn.BACK or fact.frame in EARLIER_FRAMES
    return TimeBasis.BEFORE if earlier else point.basis


def _one_sided(point: TimePoint) -> bool:
    return (point.earliest is None) != (point.latest is None)


def _longer_than(point: TimePoint, days: int) -> bool:
    return point.earliest is not None and point.latest is not None and point.latest - point.earliest >= days
