"""Decides how the moments of a fact are shown; long or one-sided ranges of days that were only inferred are not shown
as dates.
"""

from __future__ import annotations

from dataclasses import replace

from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.readings import StatementScope

LONGEST_INFERRED = 31
"""The number of days from which a range without words of the text is too long to be shown as a date."""
LONGEST_WORDED = 400
"""The number of days from which a range is too long to be shown beside the words of the text: a year with some
tolerance.
"""
EARLIER_FRAMES = (FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.LETTER)
"""The frames that tell what happened before the scene in which they are told or read."""


def is_vague(point: TimePoint) -> bool:
    """Return whether a moment has no words of the text, and is a long range of days or a range with only one known end."""
    return point.text is None and (_longer_than(point, LONGEST_INFERRED) or _one_sided(point))


def shown_start(fact: Fact) -> TimePoint | None:
    """Return the start of a fact as it is shown, or None if it is not shown. Instead of a long or one-sided range
    without words, the chapter that tells the fact is returned. For a claim, belief or plan with a long or one-sided
    range without words, the result is None, because the moment of saying is shown instead of the start.
    """
    point = fact.valid_at
    if point is None or not is_vague(point):
        return _without_long_label(point)
    if fact.scope is not StatementScope.WORLD:
        return None
    return TimePoint(chapter=point.chapter or fact.evidence[0].episode, basis=_basis_beside_telling(fact, point))


def shown_end(fact: Fact) -> TimePoint | None:
    """Return the end of a fact as it is shown, or None if it is not shown. Of a long or one-sided range without words,
    only the chapter is returned, or None without a chapter.
    """
    point = fact.invalid_at
    if point is None or not is_vague(point):
        return _without_long_label(point)
    return None if point.chapter is None else TimePoint(chapter=point.chapter, basis=point.basis)


def shown_saying(fact: Fact) -> TimePoint | None:
    """Return the moment at which a holder says or thinks a fact, without its date if that is a long or one-sided range."""
    point = fact.said
    return replace(point, label=None) if point is not None and is_vague(point) else point


def _without_long_label(point: TimePoint | None) -> TimePoint | None:
    """For example, the day for which something is planned only limits the moments before it, and is not shown as their
    date.
    """
    if point is None or point.text is None or not (_longer_than(point, LONGEST_WORDED) or _one_sided(point)):
        return point
    return replace(point, label=None)


def _basis_beside_telling(fact: Fact, point: TimePoint) -> TimeBasis | None:
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
