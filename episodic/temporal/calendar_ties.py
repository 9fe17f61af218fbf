"""Calendars that are tied to each other: their days are counted on one axis."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.errors import CalendarError
from episodic.model.names import name_key
from episodic.model.settings import Tie
from episodic.temporal.calendar_gregorian import GREGORIAN, gregorian_span
from episodic.temporal.calendar_invented import InventedCalendar

_DATE: Final = re.compile(r"([+-]?\d{1,12})-(\d{1,6})-(\d{1,6})")


def tied(calendars: Sequence[InventedCalendar]) -> tuple[InventedCalendar, ...]:
    """The same calendars, each on the axis of the one that its ties lead to.

    A calendar that is tied to one which is not given stays on its own axis.

    Raises CalendarError where the ties run in a circle, or name a day that the other calendar does not have.
    """
    by_name = {name_key(one.name): one for one in calendars}
    return tuple(_tied(one, by_name, ()) for one in calendars)


def _tied(calendar: InventedCalendar, by_name: dict[str, InventedCalendar], way: tuple[str, ...]) -> InventedCalendar:
    tie = calendar.definition.anchor
    if tie is None:
        return calendar
    if calendar.name in way:
        names = " to ".join(repr(name) for name in (*way, calendar.name))
        raise CalendarError(calendar.name, f"anchor: the ties run in a circle ({names}); take one of them away")
    if name_key(tie.calendar) == GREGORIAN:
        return replace(calendar, axis=GREGORIAN, shift=_day_of(calendar, tie, None))
    other = by_name.get(name_key(tie.calendar))
    if other is None:
        return calendar
    day = _day_of(calendar, tie, other)
    root = _tied(other, by_name, (*way, calendar.name))
    return replace(calendar, axis=root.axis or root.name, shift=day + root.shift)


def _day_of(calendar: InventedCalendar, tie: Tie, other: InventedCalendar | None) -> int:
    """The day of the other calendar (None: the real world's) that a tie names, on that calendar's own count."""
    written = _DATE.fullmatch(tie.date.strip())
    if written is None:
        raise CalendarError(
            calendar.name, f"anchor.date: {tie.date!r} is no date; write year-month-day in numbers, as 1812-06-03"
        )
    year, month, day = (int(part) for part in written.groups())
    span = (
        gregorian_span(year, month, day)
        if other is None
        else other.span(other.eras[0], year, month=month or None, day=day)
    )
    if span is None:
        raise CalendarError(calendar.name, f"anchor.date: calendar {tie.calendar!r} has no day {tie.date!r}")
    return span[0]
