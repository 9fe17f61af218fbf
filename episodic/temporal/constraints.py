"""The constraints of the temporal network, and functions that convert dates and other time expressions to constraints.

A moment has a day (a whole number on the axis of its calendar) and a position within this day. Dates and offsets
constrain only the day of a moment. The words "before" and "after" constrain both the day and the position within the
day. A constraint consists of day differences ("spans": the day of b is at least k days after the day of a) and strict
orders ("steps": a comes before b).

Days remain exact in a constraint: three days after day 100 is day 103, at any hour of the day. All constraints can be
satisfied together if and only if two conditions hold: the day differences, with strict orders as differences of 0 days,
have no positive cycle, and the strict orders have no cycle at all.
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

    The boundaries of one *calendar* are ordered by *at*, and `days` contains the first and the last day on which the
    period can begin.
    """

    calendar: str
    at: tuple[int, int]
    days: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CalendarPeriod:
    """The calendar period in which a date lies, given by its two boundaries.

    `after` contains the minimum and the maximum number of days from the first boundary to the date, or None if the date
    lies anywhere in the period.
    """

    since: PeriodBoundary
    until: PeriodBoundary
    after: tuple[int, int] | None = None


class CalendarRanges(Protocol):
    """The operations of calendars that the chronology needs."""

    def range_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """Return the first and the last day of a date on the axis of its calendar, or None if the calendar or the date
        is unknown.
        """
        ...

    def period_of(self, expression: TimeExpression) -> CalendarPeriod | None:
        """Return the calendar period that a date names if its days are unknown but its order among other periods is
        known, else None.
        """
        ...

    def least_between(self, earlier: PeriodBoundary, later: PeriodBoundary) -> int:
        """Return the minimum number of days between two boundaries of the same calendar."""
        ...

    def axis_of(self, expression: TimeExpression) -> str:
        """Return the name of the axis on which `range_of` counts days."""
        ...

    def offset_days(
        self, low: int | None, high: int | None, unit: str, *, calendar: str | None = None
    ) -> tuple[int | None, int | None]:
        """Return the minimum number of days in *low* units and the maximum number of days in *high* units of a
        calendar. If *low* or *high* is None, the corresponding number of days is None.
        """
        ...

    def label(self, axis: str, earliest: int | None, latest: int | None, language: str) -> str | None:
        """Return the shortest date text that exactly describes a range of days, or None if no text describes the range."""
        ...


class Basis(IntEnum):
    """The kinds of evidence for a constraint. Constraints with a smaller basis number are accepted first."""

    STATED = 0
    """Evidence from a date, or from a time expression that names the moment from which it counts."""
    RULE = 1
    """Evidence from a time expression that counts from the current or previous passage, or from the story time that the
    caller gave for a chapter.
    """
    DEFAULT = 2
    """Evidence from narrative order only, which every date or time expression in the text overrides."""


DayDifference = tuple[int, int, int]
"""A tuple (a, b, k) which means that the day of moment b is at least k days after the day of moment a."""
StrictOrder = tuple[int, int]
"""A tuple (a, b) which means that moment a comes strictly before moment b."""


@dataclass(frozen=True, slots=True)
class Constraint(Deferred):
    """A constraint from one piece of text, which is accepted or set aside as a whole."""

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
    """The day differences and strict orders of a time expression, before their basis and source are known."""

    spans: tuple[DayDifference, ...] = ()
    steps: tuple[StrictOrder, ...] = ()

    def with_basis(self, basis: Basis, source: Evidence | None) -> Constraint:
        """Return a constraint that consists of these day differences and strict orders, with the given basis and source
        text.
        """
        return Constraint(self.spans, self.steps, basis, source)

    @property
    def empty(self) -> bool:
        """True if the terms contain no day differences and no strict orders."""
        return not self.spans and not self.steps


def same_day(first: int, second: int) -> tuple[DayDifference, ...]:
    """Return the day differences that put two moments on the same day."""
    return ((first, second, 0), (second, first, 0))


def date_terms(node: int, origin: int, days: tuple[int, int]) -> ConstraintTerms:
    """Return the day differences which say that the day of *node* lies from the first to the last of the two *days*,
    where *origin* is the node of day 0.
    """
    first, last = days
    return ConstraintTerms(spans=((origin, node, first), (node, origin, -last)))


def period_terms(node: int, since: int, until: int, part: CalendarPeriod) -> ConstraintTerms:
    """Return the day differences which say that *node* lies in a calendar period, which begins at the node *since* and
    ends before the node *until*.
    """
    spans: tuple[DayDifference, ...] = ((since, node, 0), (node, until, 1))
    if part.after is not None:
        least, most = part.after
        spans = (*spans, (since, node, least), (node, since, -most))
    return ConstraintTerms(spans=spans)


def offset_terms(
    node: int, anchor: int, expression: TimeExpression, calendars: CalendarRanges, *, calendar: str | None = None
) -> ConstraintTerms:
    """Return the terms of an offset or order between *node* and *anchor*, the moment from which the expression counts.

    *calendar* is the calendar of the anchor's date, if known.

    An offset of zero ("that evening") means the same day and gives no order. Any other offset also orders the two
    moments strictly.
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
        # An offset of zero days means the same day, and any hour of this day if the calendar counts hours.
        return ConstraintTerms(spans=((early, late, -high), (late, early, -high)))
    spans: list[DayDifference] = []
    if low is not None and low > 0:
        spans.append((early, late, low))
    if high is not None:
        spans.append((late, early, -high))
    return ConstraintTerms(tuple(spans), ((early, late),))


def anchor_date(expression: TimeExpression) -> TimeExpression:
    """Return the date from which an offset such as "three days after 5 May" counts."""
    return replace(expression, kind=TimeKind.CALENDAR, low=None, high=None, before=False, anchor=None)
