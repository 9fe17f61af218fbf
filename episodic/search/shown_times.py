"""Decides how the moments of a fact are shown; long or one-sided ranges of days that were only inferred are not shown
as dates.
"""

from __future__ import annotations

from dataclasses import replace

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.predicates import LifeState, PredicateKind, shipped_table
from episodic.model.readings import StatementScope
from episodic.model.settings import LIVING

LONGEST_INFERRED = 31
"""A range of more days than this (31, a month) is not shown as a date, unless the text puts it into words."""
LONGEST_WORDED = 400
"""A range of more days than this (400, a year with some tolerance) is not shown as a date beside the text's own words."""
EARLIER_FRAMES = (FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.LETTER)
"""The kinds of passage (flashback, tale, letter) whose events happened before the scene in which they are told or read.
"""


def is_vague(point: TimePoint) -> bool:
    """Return whether a moment has no time expression, and its range of days is longer than LONGEST_INFERRED or open on
    one side.
    """
    return point.text is None and (_longer_than(point, LONGEST_INFERRED) or _one_sided(point))


def shown_start(fact: Fact) -> TimePoint | None:
    """Return the start of a fact for display, or None if the fact has no start that can be shown. If the start is vague
    (`is_vague`), the result contains only the chapter of the start. If a vague start has no chapter, the result
    contains the chapter that tells the fact. A vague start of a fact outside the story's world, such as a claim, belief
    or plan, is not shown. The moment of saying is shown instead.
    """
    point = _with_fitting_words(fact)
    if point is None or not is_vague(point):
        return _without_long_label(point)
    if fact.scope is not StatementScope.WORLD:
        return None
    return TimePoint(chapter=point.chapter or fact.evidence[0].episode, basis=_basis_beside_telling(fact, point))


def shown_end(fact: Fact) -> TimePoint | None:
    """Return the end of a fact for display, or None if the fact has no end that is exact enough to be shown. If the end
    is vague (`is_vague`), only its chapter is returned, or None if the end has no chapter.
    """
    point = fact.invalid_at
    if point is None or not is_vague(point):
        return _without_long_label(point)
    return None if point.chapter is None else TimePoint(chapter=point.chapter, basis=point.basis)


def shown_saying(fact: Fact) -> TimePoint | None:
    """Return the moment at which a holder says or thinks a fact, without a date if it is vague (`is_vague`). Return
    None if no moment of saying or thinking is known for the fact.
    """
    point = fact.said
    return replace(point, label=None) if point is not None and is_vague(point) else point


def _with_fitting_words(fact: Fact) -> TimePoint | None:
    """Return the start of a fact without those words of the passage's time expression that do not apply to the fact.
    For example, a passage begins with "early the next day". The word "early" is removed for a later fact of the same
    passage, because this fact is on the same day, but at another hour. If the fact is a habit, the whole time
    expression of the passage is removed from its start. A habit began before the day on which the passage begins. If
    the fact is a bond between two people or a membership that a passage only mentions ("Ann's friend Bo"), its start is
    only the chapter that mentions it.
    """
    point = fact.valid_at
    if point is None or (point.text is not None and any(point.text in one.quote for one in fact.evidence)):
        return point
    if _is_mentioned_bond(fact, point):
        return TimePoint(chapter=point.chapter or fact.evidence[0].episode, basis=point.basis)
    if point.text is None:
        return point
    if not fact.habit:
        return replace(point, text=lexicon.pattern("hours_of_day").sub("", point.text) or point.text)
    chapter = fact.evidence[0].episode if point.label is None else point.chapter
    return replace(point, text=None, chapter=chapter, counted_from=None, basis=TimeBasis.BY)


def _is_mentioned_bond(fact: Fact, point: TimePoint) -> bool:
    if point.basis is not TimeBasis.BY or fact.begins or fact.kind is not PredicateKind.STATE:
        return False
    if fact.scope is not StatementScope.WORLD:
        return False
    known = shipped_table().find(fact.predicate)
    if known is not None and known.membership and point.text is not None:
        return True
    living = {fact.subject_type, fact.object_type} <= {*LIVING}
    return living and (known is None or not (known.mental or known.passing or known.presence))


def _without_long_label(point: TimePoint | None) -> TimePoint | None:
    if point is None or point.text is None or not (_longer_than(point, LONGEST_WORDED) or _one_sided(point)):
        return point
    return replace(point, label=None)


def _basis_beside_telling(fact: Fact, point: TimePoint) -> TimeBasis | None:
    if point.chapter is not None:
        return point.basis
    if fact.turn is TimelineTurn.AHEAD:
        return TimeBasis.AFTER
    earlier = fact.turn is TimelineTurn.BACK or fact.frame in EARLIER_FRAMES
    return TimeBasis.EARLIER if earlier else point.basis


def ends_at_latest(fact: Fact, ender: Fact) -> bool:
    """Return whether *ender*, the fact that ended *fact*, is a death, which tells only the latest possible end of
    *fact*. For example, somebody who had a thing in hand may have laid it aside long before his death.
    """
    known = shipped_table().find(ender.predicate)
    return fact.uuid != ender.uuid and known is not None and known.life is LifeState.DEAD


def _one_sided(point: TimePoint) -> bool:
    return (point.earliest is None) != (point.latest is None)


def _longer_than(point: TimePoint, days: int) -> bool:
    return point.earliest is not None and point.latest is not None and point.latest - point.earliest + 1 > days
