"""The constraints of the temporal network: converts dates and time expressions to day differences and strict orders.

A moment has a day (a whole number on the axis of its calendar) and a place within that day. Dates and offsets constrain
only the day; "before" and "after" constrain both the day and the place within the day. A constraint therefore consists
of day differences ("spans": the day of b is at least k after the day of a) and strict orders ("steps": a comes before
b).

Days stay exact in this representation: three days after day 100 is day 103, whatever the hour. The constraints can be
satisfied if and only if two conditions hold: the day differences, with steps as differences of 0 days, have no positive
cycle, and the steps have no cycle at all. If so, the days and a topological order within each day give every moment a
place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Protocol

from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.spans import Evidence


@dataclass(frozen=True, slots=True, order=True)
class PeriodBoundary:
    """The beginning of a calendar year or month; the order of such boundaries is known more precisely than their days.

    Boundaries of one *calendar* are ordered by *at*; `days` are the first and the last day on which the period can
    begin.
    """

    calendar: str
    at: tuple[int, int]
    days: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CalendarPeriod:
    """The boundaries between which a date lies, and the least and the greatest number of days from the first boundary
    to the date.

    None means that the date lies anywhere between the boundaries.
    """

    since: PeriodBoundary
    until: PeriodBoundary
    after: tuple[int, int] | None = None


class CalendarRanges(Protocol):
    """The calendar operations that the chronology needs."""

    def range_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """Returns the first and the last day of a date on its calendar's axis; None if the calendar or the date is
        unknown.
        """
        ...

    def part_of(self, expression: TimeExpression) -> CalendarPeriod | None:
        """Returns the period of a date, for calendars whose periods are ordered but have no known days; None for any
        other date.
        """
        ...

    def least_between(self, earlier: PeriodBoundary, later: PeriodBoundary) -> int:
        """Returns the least number of days between two boundaries of a calendar."""
        ...

    def axis_of(self, expression: TimeExpression) -> str:
        """Returns the name of the axis on which `range_of` counts days."""
        ...

    def offset_days(
        self, low: int | None, high: int | None, unit: str, *, calendar: str | None = None
    ) -> tuple[int | None, int | None]:
        """Returns the least and the greatest number of days in *low* to *high* units of a calendar; None is an open
        bound.
        """
        ...

    def label(self, axis: str, earliest: int | None, latest: int | None, language: str) -> str | None:
        """Returns the shortest correct text for a range of days; None if no text describes the range."""
        ...


class Basis(IntEnum):
    """The kinds of evidence for a constraint; constraints with a smaller number are accepted first."""

    STATED = 0
    """Evidence by a date, or by a time expression that names the moment from which the expression counts."""
    RULE = 1
    """Evidence by a time expression that counts from its own or the previous passage, or by a chapter's story time
    given by the caller.
    """
    DEFAULT = 2
    """Evidence by narrative order, which any statement of the text overrides."""


DayDifference = tuple[int, int, int]
"""A tuple (a, b, k): the day of moment b is at least k days after the day of moment a."""
StrictOrder = tuple[int, int]
"""A tuple (a, b): moment a comes strictly before moment b."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """The constraint that a piece of text makes; a constraint is accepted or set aside as a whole."""

    spans: tuple[DayDifference, ...]
    steps: tuple[StrictOrder, ...]
    basis: Basis
    source: Evidence | None = None

    @property
    def nodes(self) -> tuple[int, ...]:
        """Returns the nodes (moments) that the constraint connects."""
        ends = [node for tail, head, _ in self.spans for node in (tail, head)]
        return (*ends, *(node for step in self.steps for node in step))


@dataclass(frozen=True, slots=True)
class ConstraintTerms:
    """The day differences and strict orders of a time expression, before their basis and source are known."""

    spans: tuple[DayDifference, ...] = ()
    steps: tuple[StrictOrder, ...] = ()

    def with_basis(self, basis: Basis, source: Evidence | None) -> Constraint:
        """Returns the constraint with its basis and its source text."""
        return Constraint(self.spans, self.steps, basis, source)

    @property
    def empty(self) -> bool:
        """Whether the object contains no day differences and no strict orders."""
        return not self.spans and not self.steps


def same_day(first: int, second: int) -> tuple[DayDifference, ...]:
    """Returns the day differences that put two moments on the same day."""
    return ((first, second, 0), (second, first, 0))


def date_terms(node: int, origin: int, days: tuple[int, int]) -> ConstraintTerms:
    """Returns the terms of a date: *node* lies within *days* of the axis whose day 0 is *origin*, at the precision of
    the date.
    """
    first, last = days
    return ConstraintTerms(spans=((origin, node, first), (node, origin, -last)))


def period_terms(node: int, since: int, until: int, part: CalendarPeriod) -> ConstraintTerms:
    """Returns the terms of a calendar period: *node* lies at or after node *since* and before node *until*."""
    spans: tuple[DayDifference, ...] = ((since, node, 0), (node, until, 1))
    if part.after is not None:
        least, most = part.after
        spans = (*spans, (since, node, least), (node, since, -most))
    return ConstraintTerms(spans=spans)


def offset_terms(
    node: int, anchor: int, expression: TimeExpression, calendars: CalendarRanges, *, calendar: str | None = None
) -> ConstraintTerms:
    """Returns the terms of an offset or order between *node* and *anchor*, the moment from which the expression counts.

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
        # An offset of zero means the same day; if the calendar counts hours, any hour of that day.
        return ConstraintTerms(spans=((early, late, -high), (late, early, -high)))
    spans: list[DayDifference] = []
    if low is not None and low > 0:
        spans.append((early, late, low))
    if high is not None:
        spans.append((late, early, -high))
    return ConstraintTerms(tuple(spans), ((early, late),))


def anchor_date(expression: TimeExpression) -> TimeExpression:
    """Returns the date from which an offset such as "three days after 5 May" counts."""
    return replace(expression, kind=TimeKind.CALENDAR, low=None, high=None, before=False, anchor=None)
