"""The calendars of one work: the days that a date covers, how long units are, how a stretch of days is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.names import name_key
from episodic.model.settings import CalendarDefinition, Era
from episodic.temporal.calendar_files import check_calendar, check_together, era_key, load_calendar
from episodic.temporal.calendar_gregorian import BEFORE_CHRIST, GREGORIAN, gregorian_span
from episodic.temporal.calendar_invented import InventedCalendar
from episodic.temporal.calendar_labels import day_parts, gregorian_parts, invented_parts, label_of

__all__ = ["DAY_AXIS", "GREGORIAN", "Calendars", "load_calendar"]

DAY_AXIS = "day"
"""The axis of a plain count of days ("day 103"), which no other calendar is tied to unless the text ties them."""

_CALENDAR_UNITS = {"calendar week": "week", "calendar month": "month", "calendar year": "year"}


class Calendars:
    """Every calendar of one work: the count of days, the real world's calendar, and those that its author invented.

    Each has an axis of its own, named by the calendar, on which whole days are counted as integers of any size.
    """

    def __init__(self, definitions: Sequence[CalendarDefinition] = ()) -> None:
        """Raises CalendarError for a definition that is wrong, or for two that share a name."""
        check_together(definitions)
        self._invented = tuple(InventedCalendar.of(definition) for definition in definitions)

    @property
    def definitions(self) -> tuple[CalendarDefinition, ...]:
        """The invented calendars as they were given."""
        return tuple(one.definition for one in self._invented)

    @staticmethod
    def check(definition: CalendarDefinition) -> None:
        """Nothing, if one can count with *definition*; raises CalendarError with the reason otherwise."""
        check_calendar(definition)

    def axis_of(self, expression: TimeExpression) -> str:
        """The axis that the expression's date is counted on; empty where it names no calendar of the work."""
        if expression.calendar in (DAY_AXIS, GREGORIAN):
            return expression.calendar or ""
        calendar = self._calendar(expression.calendar)
        return "" if calendar is None else calendar.name

    def range_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """First and last day of a date on its own axis (of a REFERENCE anchor: of the date it counts from).

        A year is the whole year, a season its quarter, a month the month. None for anything that is no date, for a date
        without a year, without a calendar or era that this work has, and for one that its calendar does not have.
        """
        if expression.kind is not TimeKind.CALENDAR and expression.anchor is not Anchor.REFERENCE:
            return None
        if expression.calendar == DAY_AXIS:
            return None if expression.day is None else (expression.day, expression.day)
        if expression.year is None:
            return None
        if expression.calendar == GREGORIAN:
            year = 1 - expression.year if expression.era == BEFORE_CHRIST else expression.year
            return gregorian_span(year, expression.month, expression.day, season=expression.season)
        calendar = self._calendar(expression.calendar)
        era = None if calendar is None else _era(calendar, expression.era)
        if calendar is None or era is None:
            return None
        return calendar.span(era, expression.year, month=expression.month, day=expression.day, season=expression.season)

    def completed(self, expression: TimeExpression, near: TimeExpression, *, back: bool = False) -> TimeExpression:
        """A date without a year ("the ninth of Larkrise") with the year it takes from the full date *near* told before.

        It is the first such date that does not end before *near* begins (with *back*: the last that does not begin
        after *near* ends). Dates of an era that the work does not define are compared by month and day. The expression
        itself comes back where it has a year already, *near* has none, or the two are of different calendars.
        """
        missing = expression.kind is TimeKind.CALENDAR and expression.year is None and expression.calendar != DAY_AXIS
        if not missing or near.kind is not TimeKind.CALENDAR or near.year is None:
            return expression
        if expression.month is None and expression.season is None:
            return expression
        if expression.calendar not in (None, near.calendar):
            return expression
        dated = replace(expression, calendar=near.calendar, era=near.era, year=near.year)
        step = -1 if back != (near.era == BEFORE_CHRIST) else 1
        # The same part of the year of a neighbouring year; a 29th of February may have to wait for eight.
        candidates = (replace(dated, year=near.year + step * later) for later in range(9))
        return next((one for one in candidates if self._fits(one, near, back=back)), expression)

    def _fits(self, date: TimeExpression, near: TimeExpression, *, back: bool) -> bool:
        days, limit = self.range_of(date), self.range_of(near)
        if limit is None or (days is None and self.axis_of(date)):
            if limit is not None or self.axis_of(near):
                return False
            return _follows(near, date) if back else _follows(date, near)
        if days is None:
            return False
        return days[0] <= limit[1] if back else days[1] >= limit[0]

    def offset_days(self, low: int | None, high: int | None, unit: str) -> tuple[int | None, int | None]:
        """The fewest and the most days that *low* to *high* units can be; an open bound stays open.

        Exact where the work has exactly one invented calendar, else a month is 28 to 31 days and a year 354 to 366.
        "calendar week", "calendar month" and "calendar year" count beginnings instead of lengths: the year after (1)
        may begin tomorrow and end in two years less a day, the same one (0) is later in it.

        Raises ValueError for an unknown unit.
        """
        if unit in _CALENDAR_UNITS:
            lengths = _CALENDAR_UNITS[unit]
            fewest = None if low is None else max(self._signed_days(low - 1, lengths)[0] + 1, 0)
            most = None if high is None else self._signed_days(high + 1, lengths)[1] - 1
            return fewest, most
        fewest = None if low is None else self._signed_days(low, unit)[0]
        return fewest, None if high is None else self._signed_days(high, unit)[1]

    def label(self, axis: str, earliest: int | None, latest: int | None, language: str) -> str | None:
        """The shortest true way to write the days from *earliest* to *latest* of *axis*: a date, or a range of two.

        In the calendar's own names, in the script of *language* (a Language or its value) where it has several. None
        where both ends are open or the axis is unknown. `read_time` reads a label of one date as the same days.
        """
        return self._label(axis, earliest, latest, Language(language))

    def _label(self, axis: str, earliest: int | None, latest: int | None, language: Language) -> str | None:
        if axis == DAY_AXIS:
            return label_of(earliest, latest, parts=day_parts(language), language=language)
        if axis == GREGORIAN:
            return label_of(
                earliest, latest, parts=gregorian_parts(language, alone=not self._invented), language=language
            )
        calendar = self._calendar(axis)
        if calendar is None:
            return None
        return label_of(earliest, latest, parts=invented_parts(calendar, language), language=language)

    def _signed_days(self, count: int, unit: str) -> tuple[int, int]:
        fewest, most = self._unit_days(abs(count), unit)
        return (fewest, most) if count >= 0 else (-most, -fewest)

    def _unit_days(self, count: int, unit: str) -> tuple[int, int]:
        if unit in ("day", "week"):
            days = count * (7 if unit == "week" else 1)
            return days, days
        if unit not in ("month", "year"):
            raise ValueError(f"no unit of time is called {unit!r}")
        if len(self._invented) == 1:
            only = self._invented[0]
            years = count * only.year_days
            return only.months_length(count) if unit == "month" else (years, years)
        return (count * 28, count * 31) if unit == "month" else (count * 354, count * 366)

    def _calendar(self, name: str | None) -> InventedCalendar | None:
        if name is None:
            return None
        key = name_key(name)
        return next((one for one in self._invented if name_key(one.name) == key), None)


def _follows(later: TimeExpression, earlier: TimeExpression) -> bool:
    """Whether the first date can lie at or after the second, both of one era without a calendar of its own."""
    for one, other in ((later.year, earlier.year), (_quarter(later), _quarter(earlier)), (later.month, earlier.month)):
        if one is not None and other is not None and one != other:
            return one > other
    return later.month is None or None in (later.day, earlier.day) or (later.day or 0) >= (earlier.day or 0)


def _quarter(date: TimeExpression) -> int | None:
    """The season that a date names, or that its month lies in where twelve months are a year."""
    if date.season is not None:
        return date.season
    return None if date.month is None else (date.month + 2) // 3


def _era(calendar: InventedCalendar, name: str | None) -> Era | None:
    """The calendar's era of that name; its only one where none is named."""
    if name is None:
        return calendar.eras[0] if len(calendar.eras) == 1 else None
    key = era_key(name)
    found = (era for era in calendar.eras if key in {era_key(word) for word in (era.name, *era.names)})
    return next(found, None)
