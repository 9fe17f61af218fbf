"""The calendars of one work: the days that a date covers, how long units are, how a stretch of days is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.names import name_key
from episodic.model.settings import CalendarDefinition, Era
from episodic.temporal.calendar_checks import check_calendar, check_together, era_key
from episodic.temporal.calendar_files import load_calendar
from episodic.temporal.calendar_gregorian import BEFORE_CHRIST, GREGORIAN, gregorian_span
from episodic.temporal.calendar_invented import InventedCalendar
from episodic.temporal.calendar_labels import day_parts, gregorian_parts, invented_parts, label_of
from episodic.temporal.calendar_reign_parts import least_days, reign_part
from episodic.temporal.calendar_reigns import REIGN, Reigns, reign_span
from episodic.temporal.calendar_ties import tied
from episodic.temporal.constraints import Edge, Part

__all__ = ["DAY_AXIS", "GREGORIAN", "REIGN", "Calendars", "load_calendar"]

DAY_AXIS = "day"
"""The axis of a plain count of days ("day 103"), which no other calendar is tied to unless the text ties them."""

_CALENDAR_UNITS = {"calendar week": "week", "calendar month": "month", "calendar year": "year"}


class Calendars:
    """Every calendar of one work: the count of days, the real world's calendar, and those that its author invented.

    Each has an axis of its own, named by the calendar, on which whole units are counted as integers of any size: days, or
    hours where the work's calendars count those. Reign years lie on the axis of the real world's calendar.
    """

    def __init__(self, definitions: Sequence[CalendarDefinition] = ()) -> None:
        """Raises CalendarError for a definition that is wrong, or for two that share a name."""
        check_together(definitions)
        self._definitions = tuple(definitions)
        self._invented = tied([InventedCalendar.of(definition) for definition in definitions if definition.months])
        self._day = next((one.definition.hours for one in self._invented if one.definition.unit == "hour"), 1)
        self._lengths: dict[tuple[int, str], tuple[int, int]] = {}
        self.reigns = Reigns.of(definitions)
        """The reign titles that the work knows."""

    @property
    def definitions(self) -> tuple[CalendarDefinition, ...]:
        """The calendars of the work as they were given."""
        return self._definitions

    @property
    def invented(self) -> tuple[InventedCalendar, ...]:
        """The calendars of the work that have months, ready to count with."""
        return self._invented

    @property
    def counts_hours(self) -> bool:
        """Whether the unit of the work is the hour."""
        return self._day > 1 or any(one.definition.unit == "hour" for one in self._invented)

    @staticmethod
    def check(definition: CalendarDefinition) -> None:
        """Nothing, if one can count with *definition*; raises CalendarError with the reason otherwise."""
        check_calendar(definition)

    def axis_of(self, expression: TimeExpression) -> str:
        """The axis that the expression's date is counted on; empty where it names no calendar of the work."""
        if expression.calendar in (DAY_AXIS, GREGORIAN):
            return expression.calendar or ""
        if expression.calendar is None:
            return GREGORIAN if self._reign_days(expression) is not None else ""
        calendar = self._calendar(expression.calendar)
        return "" if calendar is None else calendar.axis or calendar.name

    def range_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """First and last unit of a date on its own axis (of a REFERENCE anchor: of the date it counts from).

        A year is the whole year, a season its quarter, a month the month; a reign year lies between the days that it cannot
        reach beyond. None for anything that is no date, for a date without a year, without a calendar, era or reign that
        this work has (or that several rulers had), and for one that its calendar does not have.
        """
        days = self.days_of(expression)
        return None if days is None else (days[0] * self._day, (days[1] + 1) * self._day - 1)

    def days_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """The same in days, whatever the work's unit is."""
        if expression.kind is not TimeKind.CALENDAR and expression.anchor is not Anchor.REFERENCE:
            return None
        if expression.calendar == DAY_AXIS:
            return None if expression.day is None else (expression.day, expression.day)
        if expression.year is None:
            return None
        if expression.calendar == GREGORIAN:
            year = 1 - expression.year if expression.era == BEFORE_CHRIST else expression.year
            return gregorian_span(year, expression.month, expression.day, season=expression.season)
        if expression.calendar is None:
            return self._reign_days(expression)
        calendar = self._calendar(expression.calendar)
        era = None if calendar is None else _era(calendar, expression.era)
        if calendar is None or era is None:
            return None
        days = calendar.span(era, expression.year, month=expression.month, day=expression.day, season=expression.season)
        return None if days is None else (days[0] + calendar.shift, days[1] + calendar.shift)

    def _reign_days(self, expression: TimeExpression) -> tuple[int, int] | None:
        """The days between which a reign year lies; None where no one reign is meant."""
        year, month = expression.year, expression.month
        reign = None if expression.era is None or year is None else self.reigns.one(expression.era, year)
        if reign is None or year is None:
            return None
        return reign_span(
            reign,
            year,
            None if month is None else abs(month),
            day=expression.day,
            season=expression.season,
            leap=month is not None and month < 0,
        )

    def part_of(self, expression: TimeExpression) -> Part | None:
        """The reign year, month or day between whose edges a date lies; None for a date of any other calendar.

        Successive reign years, and successive months of one, have a known order though the days between which they lie overlap.
        """
        if expression.kind is not TimeKind.CALENDAR and expression.anchor is not Anchor.REFERENCE:
            return None
        if expression.calendar is not None or expression.era is None or expression.year is None:
            return None
        reign = self.reigns.one(expression.era, expression.year)
        found = None if reign is None else reign_part(reign, expression)
        if found is None or self._day == 1:
            return found
        since, until = (
            replace(one, days=(one.days[0] * self._day, one.days[1] * self._day)) for one in (found.since, found.until)
        )
        after = found.after and (found.after[0] * self._day, (found.after[1] + 1) * self._day - 1)
        return Part(since, until, after)

    def least_between(self, earlier: Edge, later: Edge) -> int:
        """How many units lie at least between two edges of reign years or months."""
        return least_days(earlier, later) * self._day

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
        if expression.calendar == REIGN:
            # A day of the lunisolar year, of which no other calendar says when it is.
            reign = None if near.calendar is not None else self.reigns.one(near.era, near.year)
            if reign is None or reign.years == "solar":
                return expression
        elif expression.calendar not in (None, near.calendar):
            return expression
        dated = replace(expression, calendar=near.calendar, era=near.era, year=near.year)
        step = -1 if back != (near.era == BEFORE_CHRIST) else 1
        # The same part of the year of a neighbouring year; a 29th of February may have to wait for eight.
        candidates = (replace(dated, year=near.year + step * later) for later in range(9))
        return next((one for one in candidates if self._fits(one, near, back=back)), expression)

    def _fits(self, date: TimeExpression, near: TimeExpression, *, back: bool) -> bool:
        if near.calendar is None:
            # Reign years: the days between which their months lie overlap, the months themselves do not.
            return _follows(near, date) if back else _follows(date, near)
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

        As long as they can be where the work has exactly one invented calendar, else a month is 28 to 31 days and a year 354
        to 366. Where the work counts hours, the bounds are hours, and "three days later" may be any hour of that day.
        "calendar week", "calendar month" and "calendar year" count beginnings instead of lengths: the year after (1)
        may begin tomorrow and end in two years less a day, the same one (0) is later in it.

        Raises ValueError for an unknown unit.
        """
        if unit == "hour":
            if self.counts_hours:
                return low, high
            return None if low is None else low // 24, None if high is None else -(-high // 24)
        fewest, most = self._offset_days(low, high, unit)
        if not self.counts_hours:
            return fewest, most
        early = None if fewest is None else max(fewest * self._day - self._day + 1, 0)
        return early, None if most is None else most * self._day + self._day - 1

    def _offset_days(self, low: int | None, high: int | None, unit: str) -> tuple[int | None, int | None]:
        if unit in _CALENDAR_UNITS:
            lengths = _CALENDAR_UNITS[unit]
            fewest = None if low is None else max(self._signed_days(low - 1, lengths)[0] + 1, 0)
            most = None if high is None else self._signed_days(high + 1, lengths)[1] - 1
            return fewest, most
        fewest = None if low is None else self._signed_days(low, unit)[0]
        return fewest, None if high is None else self._signed_days(high, unit)[1]

    def label(self, axis: str, earliest: int | None, latest: int | None, language: str) -> str | None:
        """The shortest true way to write the units from *earliest* to *latest* of *axis*, in whole days: a date, or two.

        In the calendar's own names, in the script of *language* (a Language or its value) where it has several. None
        where both ends are open or the axis is unknown. `read_time` reads a label of one date as the same days.
        """
        first = None if earliest is None else earliest // self._day
        last = None if latest is None else latest // self._day
        return self._label(axis, first, last, Language(language))

    def written(self, calendar: str, earliest: int | None, latest: int | None, language: str) -> str | None:
        """The shortest true way to write days of *calendar*'s axis on that calendar, as `label` does; None if it is unknown."""
        one = self._calendar(calendar)
        if one is not None:
            first = None if earliest is None else earliest - one.shift
            last = None if latest is None else latest - one.shift
            parts = invented_parts(one, Language(language))
            return label_of(first, last, parts=parts, language=Language(language))
        if name_key(calendar) == GREGORIAN:
            parts = gregorian_parts(Language(language), alone=not self._invented)
            return label_of(earliest, latest, parts=parts, language=Language(language))
        return None

    def week_day(self, calendar: str, day: int) -> str | None:
        """The name of the week day of a day of *calendar*'s axis; None where it has none."""
        one = self._calendar(calendar)
        found = None if one is None else one.week_day(day - one.shift)
        return None if found is None else found.name

    def _label(self, axis: str, earliest: int | None, latest: int | None, language: Language) -> str | None:
        if axis == DAY_AXIS:
            return label_of(earliest, latest, parts=day_parts(language), language=language)
        if axis == GREGORIAN and language is Language.CHINESE and earliest is not None and latest is not None:
            reign = self.reigns.label(earliest, latest)
            if reign is not None:
                return reign
        # Whoever ties a calendar of the story to another wants to see it written in the story's own.
        tied_to_it = next((one.name for one in self._invented if one.axis == axis), axis)
        return self.written(tied_to_it, earliest, latest, language.value)

    def _signed_days(self, count: int, unit: str) -> tuple[int, int]:
        key = (abs(count), unit)
        if key not in self._lengths:
            self._lengths[key] = self._unit_days(*key)
        fewest, most = self._lengths[key]
        return (fewest, most) if count >= 0 else (-most, -fewest)

    def _unit_days(self, count: int, unit: str) -> tuple[int, int]:
        if unit == "day":
            return count, count
        if unit not in ("week", "month", "year"):
            raise ValueError(f"no unit of time is called {unit!r}")
        if len(self._invented) == 1:
            only = self._invented[0]
            if unit == "week":
                return only.weeks_length(count)
            return only.months_length(count) if unit == "month" else only.years_length(count)
        if unit == "week":
            return count * 7, count * 7
        return (count * 28, count * 31) if unit == "month" else (count * 354, count * 366)

    def _calendar(self, name: str | None) -> InventedCalendar | None:
        if name is None:
            return None
        key = name_key(name)
        return next((one for one in self._invented if name_key(one.name) == key), None)


def _follows(later: TimeExpression, earlier: TimeExpression) -> bool:
    """Whether the first date can lie at or after the second, both of one era whose months have no days of their own."""
    for one, other in ((later.year, earlier.year), (_quarter(later), _quarter(earlier))):
        if one is not None and other is not None and one != other:
            return one > other
    if later.month is None or earlier.month is None:
        return True
    if later.month != earlier.month:
        # A leap month, written as a negative number, comes after the month of its number.
        return (abs(later.month), later.month < 0) > (abs(earlier.month), earlier.month < 0)
    return None in (later.day, earlier.day) or (later.day or 0) >= (earlier.day or 0)


def _quarter(date: TimeExpression) -> int | None:
    """The season that a date names, or that its month lies in where twelve months are a year."""
    if date.season is not None:
        return date.season
    return None if date.month is None else (abs(date.month) + 2) // 3


def _era(calendar: InventedCalendar, name: str | None) -> Era | None:
    """The calendar's era of that name; its only one where none is named."""
    if name is None:
        return calendar.eras[0] if len(calendar.eras) == 1 else None
    key = era_key(name)
    found = (era for era in calendar.eras if key in {era_key(word) for word in (era.name, *era.names)})
    return next(found, None)
