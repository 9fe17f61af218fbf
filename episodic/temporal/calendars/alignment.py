"""Places calendars that are tied to each other on one shared axis, so that their days can be compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.errors import CalendarError
from episodic.model.name_keys import name_key
from episodic.model.settings import Tie
from episodic.temporal.calendars.custom import CustomCalendar
from episodic.temporal.calendars.gregorian import GREGORIAN, gregorian_span

_DATE: Final = re.compile(r"([+-]?\d{1,12})-(\d{1,6})-(\d{1,6})")


def align_calendars(calendars: Sequence[CustomCalendar]) -> tuple[CustomCalendar, ...]:
    """Return *calendars* in the given order, with tied calendars changed so that they share one axis (a count of days
    from a fixed day). A calendar is tied to another one if a date is known in both. The tied calendar is changed so
    that it counts its days on the axis of the other calendar. If calendar A is tied to B, and B is tied to C, all three
    calendars use the axis of C.

    A calendar that is tied to a missing calendar keeps its own axis.

    Raise CalendarError if ties form a cycle. Raise CalendarError, too, if the date of a tie is not of the form
    year-month-day, or does not exist in the other calendar.
    """
    by_name = {name_key(one.name): one for one in calendars}
    return tuple(_tied(one, by_name, ()) for one in calendars)


def _tied(calendar: CustomCalendar, by_name: dict[str, CustomCalendar], way: tuple[str, ...]) -> CustomCalendar:
    tie = calendar.definition.anchor
    if tie is None:
        return calendar
    if calendar.name in way:
        names = " to ".join(repr(name) for name in (*way, calendar.name))
        raise CalendarError(calendar.name, f"anchor: the ties form a cycle ({names}); remove one of them")
    if name_key(tie.calendar) == GREGORIAN:
        return replace(calendar, axis=GREGORIAN, shift=_day_of(calendar, tie, None))
    target = by_name.get(name_key(tie.calendar))
    if target is None:
        return calendar
    day = _day_of(calendar, tie, target)
    root = _tied(target, by_name, (*way, calendar.name))
    return replace(calendar, axis=root.axis or root.name, shift=day + root.shift)


def _day_of(calendar: CustomCalendar, tie: Tie, target: CustomCalendar | None) -> int:
    written = _DATE.fullmatch(tie.date.strip())
    if written is None:
        raise CalendarError(
            calendar.name,
            f"anchor.date: {tie.date!r} is not a date; write year-month-day in numbers, such as 1812-06-03",
        )
    year, month, day = (int(part) for part in written.groups())
    span = (
        gregorian_span(year, month, day)
        if target is None
        else target.span(target.eras[0], year, month=month or None, day=day)
    )
    if span is None:
        raise CalendarError(calendar.name, f"anchor.date: calendar {tie.calendar!r} has no day {tie.date!r}")
    return span[0]
