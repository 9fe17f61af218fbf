"""The constraints between moments of a temporal network, and functions that convert dates and time expressions to
constraints.

A moment has a day (a whole number on the axis of its calendar) and a position within this day. Dates constrain only the
day of a moment. The words "before" and "after" and offsets other than zero constrain both the day and the position
within the day. A constraint consists of day differences ("spans") and strict orders ("steps"). A day difference says
that the day of b is at least k days after the day of a. A strict order says that a comes before b.

Days stay exact: three days after day 100 is day 103, at any hour of that day. Constraints can be satisfied together if
and only if they meet two conditions. First, their strict orders form no cycle. Second, their day differences, where a
strict order counts as 0 days, form no positive cycle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Protocol

from episodic.model.deferred import Deferred
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.spans import Evidence


@dataclass(frozen=True, slots=True, order=True)
class PeriodBoundary:
    """The beginning of a calendar year or month, whose exact day may be unknown.

    Boundaries with the same *calendar* are ordered by *at*. `days` contains the first day on which the period can
    begin, and a day after which it certainly does not begin.
    """

    calendar: str
    at: tuple[int, int]
    days: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CalendarPeriod:
    """The calendar period in which a date lies, given by its two boundaries.

    `after` contains the minimum and the maximum number of days from `since` to the date, or None if only the period is
    known.
    """

    since: PeriodBoundary
    until: PeriodBoundary
    after: tuple[int, int] | None = None


class CalendarRanges(Protocol):
    """The operations of calendars that the chronology needs."""

    def range_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """Return the first and the last possible day (or hour) of a date on the axis of its calendar, or None if they
        are unknown.
        """
        ...

    def period_of(self, expression: TimeExpression) -> CalendarPeriod | None:
        """Return the reign year or month of a date whose order among other periods is known although its days are not
        exactly known, else None.
        """
        ...

    def least_between(self, earlier: PeriodBoundary, later: PeriodBoundary) -> int:
        """Return the minimum number of days (or hours) between two boundaries of the same calendar."""
        ...

    def axis_of(self, expression: TimeExpression) -> str:
        """Return the name of the axis of a date in a time expression, or "" if it is unknown."""
        ...

    def offset_days(
        self, low: int | None, high: int | None, unit: str, *, calendar: str | None = None
    ) -> tuple[int | None, int | None]:
        """Return the minimum number of days in *low* units and the maximum number of days in *high* units of a
        calendar. If *low* or *high* is None, the returned bound in its place is None, too.
        """
        ...

    def label(
        self,
        axis: str,
        earliest: int | None,
        latest: int | None,
        language: str,
        *,
        rough: tuple[bool, bool] = (False, False),
    ) -> str | None:
        """Return the shortest date text that means exactly a range of days, or None if there is no such text."""
        ...


class Basis(IntEnum):
    """What a constraint between moments is based on: a stated time, a rule, or a default such as narrative order.
    Constraints with a smaller basis number are accepted first.
    """

    STATED = 0
    """The basis of a constraint from a date, or from a time expression that names the moment from which it counts
    ("after the war").
    """
    RULE = 1
    """The basis of a constraint from a time expression that counts from a moment of the text or from the scene around
    it. The moment of the text is the current, previous or recalled one. This is also the basis of a constraint from the
    story time that was given with a chapter when it was added.
    """
    DEFAULT = 2
    """The basis of a constraint from narrative order, from a stated duration, or from a time that a claim, belief, plan
    or dream is about. A constraint with this basis is ignored if it contradicts a date or another time expression about
    the story's world.
    """


DayDifference = tuple[int, int, int]
"""A tuple (a, b, k) which means that the day of moment b is at least k days after the day of moment a."""
StrictOrder = tuple[int, int]
"""A tuple (a, b) which means that moment a comes strictly before moment b."""


@dataclass(frozen=True, slots=True)
class Constraint(Deferred):
    """A constraint from one piece of text, which is accepted or ignored as a whole."""

    spans: tuple[DayDifference, ...]
    steps: tuple[StrictOrder, ...]
    basis: Basis
    source: Evidence | None = None

    @property
    def nodes(self) -> tuple[int, ...]:
        """The network nodes (moments) that the constraint connects."""
        ends = [node for tail, head, _ in self.spans for node in (tail, head)]
        return (*ends, *(node for step in self.steps for node in step))


@dataclass(frozen=True, slots=True)
class ConstraintTerms:
    """The day differences and strict orders that a time expression gives, before their basis and source text are added."""

    spans: tuple[DayDifference, ...] = ()
    steps: tuple[StrictOrder, ...] = ()

    def with_basis(self, basis: Basis, source: Evidence | None) -> Constraint:
        return Constraint(self.spans, self.steps, basis, source)

    @property
    def empty(self) -> bool:
        return not self.spans and not self.steps


def same_day(first: int, second: int) -> tuple[DayDifference, ...]:
    """Return two day differences which together say that two moments are on the same day."""
    return ((first, second, 0), (second, first, 0))


def date_terms(node: int, origin: int, days: tuple[int, int]) -> ConstraintTerms:
    """Return the day differences that put *node* on a day from the first to the last of *days*. *origin* is the node of
    day 0 of the axis.
    """
    first, last = days
    return ConstraintTerms(spans=((origin, node, first), (node, origin, -last)))


def period_terms(node: int, since: int, until: int, part: CalendarPeriod) -> ConstraintTerms:
    """Return the day differences that put *node* in a calendar period, which begins at the node *since* and ends before
    the node *until*.
    """
    spans: tuple[DayDifference, ...] = ((since, node, 0), (node, until, 1))
    if part.after is not None:
        least, most = part.after
        spans = (*spans, (since, node, least), (node, since, -most))
    return ConstraintTerms(spans=spans)


def offset_terms(
    node: int, anchor: int, expression: TimeExpression, calendars: CalendarRanges, *, calendar: str | None = None
) -> ConstraintTerms:
    """Return the day differences and strict orders that put *node* at an offset from, before or after the node
    *anchor*.

    *calendar* is the calendar of the anchor's date, which gives the lengths of months and years; it is None if the
    calendar is unknown.

    An offset of zero ("that evening") means the same day and gives no order. An offset that is not zero also orders the
    two moments strictly.
    """
    early, late = (node, anchor) if expression.before else (anchor, node)
    if expression.kind is TimeKind.ORDER:
        return ConstraintTerms(steps=((early, late),))
    low, high = calendars.offset_days(expression.low, expression.high, expression.unit, calendar=calendar)
    if (
        low == 0
        and high is not None
        and (high == 0 or (expression.high == 0 and expression.unit == "day"))
        and not expression.low
    ):
        # An offset of zero days means the same day; if the calendar counts hours, it means any hour of this day.
        return ConstraintTerms(spans=((early, late, -high), (late, early, -high)))
    spans: list[DayDifference] = []
    if low is not None and low > 0:
        spans.append((early, late, low))
    if high is not None:
        spans.append((late, early, -high))
    return ConstraintTerms(tuple(spans), ((early, late),))


def anchor_date(expression: TimeExpression) -> TimeExpression:
    """Return, as a time expression of its own, the date from which an offset such as "three days after 5 May" counts."""
    return replace(expression, kind=TimeKind.CALENDAR, low=None, high=None, before=False, anchor=None)
