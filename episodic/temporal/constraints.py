"""What words of time demand of two moments: whole days between them, and which comes first.

A moment has a day (a whole number on its axis) and a place within the day. Offsets and dates speak of days, "before" and "after"
of both. So a constraint is made of *spans* (day of b - day of a >= k) and *steps* (a comes strictly before b).
Days stay exact this way ("three days after" day 100 is day 103, whatever the hour), and nothing is lost: such a system can be
satisfied exactly if neither its spans (steps counting as 0 days) close a positive cycle nor its steps any cycle, since days and
a topological order within each day then give every moment a place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Protocol

from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.spans import Evidence


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """Where a year or a month of a calendar begins that says better which part comes first than on which day.

    Edges of one *calendar* follow each other by *at*; `days` are those between which the beginning surely lies.
    """

    calendar: str
    at: tuple[int, int]
    days: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Part:
    """Between which edges a date lies, and how long after the first of them (None: anywhere in between)."""

    since: Edge
    until: Edge
    after: tuple[int, int] | None = None


class CalendarRanges(Protocol):
    """What the chronology asks of the work's calendars."""

    def range_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """First and last day of a calendar date on its calendar's axis; None where the calendar or the date is unknown."""
        ...

    def part_of(self, expression: TimeExpression) -> Part | None:
        """The part of a calendar whose parts follow each other though nobody knows their days; None for any other date."""
        ...

    def least_between(self, earlier: Edge, later: Edge) -> int:
        """How many days lie at least between two edges of one calendar."""
        ...

    def axis_of(self, expression: TimeExpression) -> str:
        """The axis on which `range_of` counts."""
        ...

    def offset_days(self, low: int | None, high: int | None, unit: str) -> tuple[int | None, int | None]:
        """Fewest and most days in *low* to *high* units; None is open."""
        ...

    def label(self, axis: str, earliest: int | None, latest: int | None, language: str) -> str | None:
        """The shortest true way to write these days, None where there is none."""
        ...


class Basis(IntEnum):
    """What a constraint rests on; the smaller number is accepted first."""

    STATED = 0
    """A date, or words that name what they count from."""
    RULE = 1
    """Words that count from the passage they stand in or the one before it, and what the caller says of a chapter."""
    DEFAULT = 2
    """Telling order: gives way to anything stated."""


Span = tuple[int, int, int]
"""(a, b, k): the day of b is at least k after the day of a."""
Step = tuple[int, int]
"""(a, b): a comes strictly before b."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """What one piece of text demands; it is accepted or set aside as a whole."""

    spans: tuple[Span, ...]
    steps: tuple[Step, ...]
    basis: Basis
    source: Evidence | None = None

    @property
    def nodes(self) -> tuple[int, ...]:
        """The moments it is about."""
        ends = [node for tail, head, _ in self.spans for node in (tail, head)]
        return (*ends, *(node for step in self.steps for node in step))


@dataclass(frozen=True, slots=True)
class Demand:
    """Spans and steps that words make, before anybody says what they rest on."""

    spans: tuple[Span, ...] = ()
    steps: tuple[Step, ...] = ()

    def resting_on(self, basis: Basis, source: Evidence | None) -> Constraint:
        """The constraint with its basis and the words that make it."""
        return Constraint(self.spans, self.steps, basis, source)

    @property
    def empty(self) -> bool:
        """Whether the words demand nothing."""
        return not self.spans and not self.steps


def same_day(first: int, second: int) -> tuple[Span, ...]:
    """The spans that put two moments on one day."""
    return ((first, second, 0), (second, first, 0))


def dated(node: int, origin: int, days: tuple[int, int]) -> Demand:
    """*node* lies within these days of the axis whose day 0 is *origin*: a date has its own precision, never more."""
    first, last = days
    return Demand(spans=((origin, node, first), (node, origin, -last)))


def within(node: int, since: int, until: int, part: Part) -> Demand:
    """*node* lies in a part of a calendar that begins at *since* and ends where *until* begins."""
    spans: tuple[Span, ...] = ((since, node, 0), (node, until, 1))
    if part.after is not None:
        least, most = part.after
        spans = (*spans, (since, node, least), (node, since, -most))
    return Demand(spans=spans)


def related(node: int, anchor: int, expression: TimeExpression, calendars: CalendarRanges) -> Demand:
    """What an offset or an order demands of *node* and the moment it counts from.

    An offset of nothing ("that evening") is the same day and says no order; any other puts the one strictly before the other.
    """
    early, late = (node, anchor) if expression.before else (anchor, node)
    if expression.kind is TimeKind.ORDER:
        return Demand(steps=((early, late),))
    low, high = calendars.offset_days(expression.low, expression.high, expression.unit)
    if (
        low == 0
        and high is not None
        and (high == 0 or (expression.high == 0 and expression.unit == "day"))
        and not expression.low
    ):
        # The same day; where hours are counted, any hour of it.
        return Demand(spans=((early, late, -high), (late, early, -high)))
    spans: list[Span] = []
    if low is not None and low > 0:
        spans.append((early, late, low))
    if high is not None:
        spans.append((late, early, -high))
    return Demand(tuple(spans), ((early, late),))


def date_within(expression: TimeExpression) -> TimeExpression:
    """The date that an offset from a date counts from."""
    return replace(expression, kind=TimeKind.CALENDAR, low=None, high=None, before=False, anchor=None)
