"""The calendars of one work: turns dates into days and days into date texts, and completes dates without a year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.name_keys import name_key
from episodic.model.settings import CalendarDefinition, Era
from episodic.temporal.calendars.alignment import align_calendars
from episodic.temporal.calendars.custom import CustomCalendar
from episodic.temporal.calendars.date_labels import custom_labels, day_labels, gregorian_labels, label_of
from episodic.temporal.calendars.definition_files import load_calendar
from episodic.temporal.calendars.gregorian import BEFORE_CHRIST, GREGORIAN, civil, gregorian_length, gregorian_span
from episodic.temporal.calendars.partial_dates import follows, months_later
from episodic.temporal.calendars.reign_labels import REIGN_LABELS
from episodic.temporal.calendars.reign_order import least_days, reign_part
from episodic.temporal.calendars.reign_years import REIGN, ReignTable, reign_span
from episodic.temporal.calendars.validation import check_calendar, check_together, era_key
from episodic.temporal.constraints import CalendarPeriod, PeriodBoundary

__all__ = ["DAY_AXIS", "GREGORIAN", "REIGN", "Calendars", "load_calendar"]

DAY_AXIS = "day"
"""The name of the axis of the plain day count ("day 103"), whose days are comparable with another calendar only if the
text relates them.
"""

_CALENDAR_UNITS = {"calendar week": "week", "calendar month": "month", "calendar year": "year"}


class Calendars:
    """All calendars of one work: the plain day count, the Gregorian calendar, and the author's custom calendars.

    Each custom calendar has its own axis with the name of the calendar, unless the calendar is tied to another
    calendar. An axis counts whole units as integers of any size: days, or hours if the work's calendars count hours.
    Chinese reign years are on the Gregorian axis.
    """

    def __init__(self, definitions: Sequence[CalendarDefinition] = ()) -> None:
        """Raise CalendarError if a definition is invalid, or if `check_together` refuses them."""
        check_together(definitions)
        self._definitions = tuple(definitions)
        self._custom_calendars = align_calendars(
            [CustomCalendar.of(definition) for definition in definitions if definition.months]
        )
        self._day = next((one.definition.hours for one in self._custom_calendars if one.definition.unit == "hour"), 1)
        self._lengths: dict[tuple[int, str], tuple[int, int]] = {}
        self.reigns = ReignTable.of(definitions)
        """The reigns that the work's dates can name."""

    @property
    def definitions(self) -> tuple[CalendarDefinition, ...]:
        return self._definitions

    @property
    def custom_calendars(self) -> tuple[CustomCalendar, ...]:
        """The custom calendars of the work that define months."""
        return self._custom_calendars

    @property
    def counts_hours(self) -> bool:
        """True if the calendars of the work count hours."""
        return self._day > 1 or any(one.definition.unit == "hour" for one in self._custom_calendars)

    @staticmethod
    def check(definition: CalendarDefinition) -> None:
        """Raise CalendarError, with the reason, if the calendar definition is invalid; else return nothing."""
        check_calendar(definition)

    def axis_of(self, expression: TimeExpression) -> str:
        """Return the name of the axis on which the date in a time expression is counted. Return "" if the date's
        calendar or reign is unknown, or if its reign is ambiguous or does not have this date.
        """
        if expression.calendar in (DAY_AXIS, GREGORIAN):
            return expression.calendar or ""
        if expression.calendar is None:
            return GREGORIAN if self._reign_days(expression) is not None else ""
        calendar = self._calendar(expression.calendar)
        return "" if calendar is None else calendar.axis or calendar.name

    def range_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """Return the first and the last unit of a date on the axis of its calendar. A unit is an hour if the work
        counts hours, and else a day.

        For a time expression such as "three days after 5 May", the units of the date 5 May are returned. A date that
        names only a year covers the whole year. A season covers about a quarter of the year, and a month covers the
        whole month. A Chinese reign year covers all days on which the year may lie.

        Return None if the time expression has no complete date, or if its calendar does not have this date. Return None
        also if its calendar, era or reign is unknown or ambiguous.
        """
        days = self.days_of(expression)
        return None if days is None else (days[0] * self._day, (days[1] + 1) * self._day - 1)

    def days_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        """Return the first and the last day of a date, in days even if the work counts hours, or None where `range_of`
        returns None.
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
        if expression.calendar is None:
            return self._reign_days(expression)
        calendar = self._calendar(expression.calendar)
        era = None if calendar is None else _era(calendar, expression.era)
        if calendar is None or era is None:
            return None
        days = calendar.span(era, expression.year, month=expression.month, day=expression.day, season=expression.season)
        return None if days is None else (days[0] + calendar.shift, days[1] + calendar.shift)

    def _reign_days(self, expression: TimeExpression) -> tuple[int, int] | None:
        year, month = expression.year, expression.month
        reign = None if expression.era is None or year is None else self.reigns.unique(expression.era, year)
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

    def period_of(self, expression: TimeExpression) -> CalendarPeriod | None:
        """Return the year or month in which a Chinese reign date lies, with the beginning of the next year or month as
        its end. Reign years and months have a known order although their possible days overlap.

        Return None if *expression* gives no Chinese reign date, or one that does not exist. Return None also if the
        reign has solar years, or is unknown or ambiguous.
        """
        if expression.kind is not TimeKind.CALENDAR and expression.anchor is not Anchor.REFERENCE:
            return None
        if expression.calendar is not None or expression.era is None or expression.year is None:
            return None
        reign = self.reigns.unique(expression.era, expression.year)
        found = None if reign is None else reign_part(reign, expression)
        if found is None or self._day == 1:
            return found
        since, until = (
            replace(one, days=(one.days[0] * self._day, one.days[1] * self._day)) for one in (found.since, found.until)
        )
        after = found.after and (found.after[0] * self._day, (found.after[1] + 1) * self._day - 1)
        return CalendarPeriod(since, until, after)

    def least_between(self, earlier: PeriodBoundary, later: PeriodBoundary) -> int:
        """Return the minimum number of units (days or hours) between the beginnings of two reign years or months."""
        return least_days(earlier, later) * self._day

    def completed(self, expression: TimeExpression, near: TimeExpression, *, back: bool = False) -> TimeExpression:
        """Complete a date that lacks a year ("the ninth of Larkrise") by a year that follows from the full date *near*.

        By default, the first year is taken for which the completed date ends at or after the beginning of the date
        *near*. If *near* lies in a season that began in the year before, such as a January in winter, this season can
        be returned. If *back* is true, the last year is taken for which the completed date begins at or before the end
        of the date *near*. Reign dates, and dates whose days are unknown, are compared by year, season, month and day
        number. Return the time expression unchanged if it has a year, or if it names neither a month nor a season. The
        time expression is also returned unchanged if *near* has no year, or if none of the nine years tried fits. If
        the two dates are of different calendars, the time expression is returned unchanged, too.
        """
        missing = expression.kind is TimeKind.CALENDAR and expression.year is None and expression.calendar != DAY_AXIS
        if not missing or near.kind is not TimeKind.CALENDAR or near.year is None:
            return expression
        if expression.month is None and expression.season is None:
            return expression
        if expression.calendar == REIGN:
            # A date in a Chinese lunisolar year cannot be completed with the year of a date in another calendar.
            reign = None if near.calendar is not None else self.reigns.unique(near.era, near.year)
            if reign is None or reign.years == "solar":
                return expression
        elif expression.calendar not in (None, near.calendar):
            return expression
        dated = replace(expression, calendar=near.calendar, era=near.era, year=near.year)
        step = -1 if back != (near.era == BEFORE_CHRIST) else 1
        under_way = replace(dated, year=near.year - step)
        # Only a Gregorian winter lasts into the next year.
        if not back and near.calendar == GREGORIAN and under_way.year and self._lies_within(near, under_way):
            return under_way
        # The search for a year tries nine years, because the next 29 February can be eight years away.
        candidates = (replace(dated, year=near.year + step * later) for later in range(9))
        return next((one for one in candidates if self._fits(one, near, back=back)), expression)

    def _lies_within(self, date: TimeExpression, outer: TimeExpression) -> bool:
        days, limits = self.range_of(date), self.range_of(outer)
        return days is not None and limits is not None and limits[0] <= days[0] and days[1] <= limits[1]

    def _fits(self, date: TimeExpression, near: TimeExpression, *, back: bool) -> bool:
        if near.calendar is None:
            # Reign dates are compared by the numbers of year, month and day, because the possible days of reign months
            # overlap.
            return follows(near, date) if back else follows(date, near)
        days, limit = self.range_of(date), self.range_of(near)
        if limit is None or (days is None and self.axis_of(date)):
            if limit is not None or self.axis_of(near):
                return False
            return follows(near, date) if back else follows(date, near)
        if days is None:
            return False
        return days[0] <= limit[1] if back else days[1] >= limit[0]

    def offset_days(
        self, low: int | None, high: int | None, unit: str, *, calendar: str | None = None
    ) -> tuple[int | None, int | None]:
        """Return the minimum number of days in *low* units and the maximum number of days in *high* units. If *low* or
        *high* is None, the returned bound in its place is None, too.

        *calendar* is the calendar of the date from which the units count, or None if it is unknown. Years and months
        after a Gregorian date have Gregorian lengths. If the work has exactly one custom calendar, weeks have the
        length of that calendar. Years and months that do not count from a Gregorian date also have the lengths of the
        only custom calendar. If the work has no custom calendar or several, a week has 7 days, a month 28 to 31, and a
        year 354 to 366. If the work's calendars count hours, the returned bounds are hours, and "three days later"
        means any hour of the third day. The units "calendar week", "calendar month" and "calendar year" count the
        beginnings of weeks, months and years. For example, one calendar year later means from one day to two years
        minus one day. Zero calendar years means later in the same year.

        Raise ValueError for an unknown unit.
        """
        if unit == "hour":
            if self.counts_hours:
                return low, high
            return None if low is None else low // 24, None if high is None else -(-high // 24)
        if calendar == GREGORIAN and unit in ("year", "month"):
            fewest = None if low is None else gregorian_length(low, unit)[0]
            most = None if high is None else gregorian_length(high, unit)[1]
        else:
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

    def later(self, date: TimeExpression, offset: TimeExpression) -> TimeExpression | None:
        """Return the earliest date that an offset such as "three months later" can mean if it counts from *date*.

        An offset in years is added to the year number of *date*. From a Chinese reign date, a shorter offset counts in
        whole months. Return None if the year of the later date cannot be known.
        """
        low, unit = offset.low or 0, offset.unit
        if date.year is None:
            return None
        if unit in ("year", "calendar year"):
            moved = replace(date, year=date.year + (-low if date.era == BEFORE_CHRIST else low))
            if unit == "calendar year":
                moved = replace(moved, month=None, day=None, season=None)
            elif date.day is not None and self.range_of(moved) is None:
                moved = replace(moved, day=None)
            return None if moved.year == 0 else moved
        days = self.range_of(date)
        fewest = self.offset_days(low, None, unit, calendar=date.calendar)[0] or 0
        if date.calendar is None:
            return months_later(date, low if unit.endswith("month") else fewest // (30 * self._day))
        return None if days is None else self._date_on((days[0] + fewest) // self._day, date.calendar)

    def _date_on(self, day: int, name: str) -> TimeExpression | None:
        if name == GREGORIAN:
            year, month, number = civil(day)
            era = BEFORE_CHRIST if year < 1 else None
            return TimeExpression(
                TimeKind.CALENDAR, name, era, year=1 - year if year < 1 else year, month=month, day=number
            )
        calendar = self._calendar(name)
        if calendar is None:
            return None
        place = calendar.place(day - calendar.shift)
        in_era, year = calendar.era_of(place.index)
        return TimeExpression(
            TimeKind.CALENDAR, name, in_era.name, year=year, month=place.segment.number, day=place.day
        )

    def label(
        self,
        axis: str,
        earliest: int | None,
        latest: int | None,
        language: str,
        *,
        rough: tuple[bool, bool] = (False, False),
    ) -> str | None:
        """Return the shortest text, one date or two, for the time from *earliest* to *latest*, which are units of
        *axis*. The text means exactly the days from the day of *earliest* to the day of *latest*.

        *rough* contains a flag for *earliest* and a flag for *latest*. A flag is true if the text of the story gives
        the day only roughly, such as by a year. If only one day is known and its flag is true, the returned text gives
        only its year. If a season or month begins or ends with the day, the text gives this season or month instead. In
        a range, a day whose flag is true is written as its year, season or month. The returned text uses the names that
        the calendar has in the script of *language*, or its first names if none are in this script. Return None if
        *earliest* and *latest* are both None, or if no calendar uses *axis*. Return None also if no date text means
        exactly the days from *earliest* to *latest*. If the calendar's names are in the script of *language*,
        `read_time` parses a label of a single date back to the same days.
        """
        first = None if earliest is None else earliest // self._day
        last = None if latest is None else latest // self._day
        return self._label(axis, first, last, Language(language), rough=rough)

    def written(
        self,
        calendar: str,
        earliest: int | None,
        latest: int | None,
        language: str,
        *,
        rough: tuple[bool, bool] = (False, False),
    ) -> str | None:
        """Return the shortest text that means exactly a range of days, as a date of the given calendar. Return None if
        *calendar* is unknown, or if no date of this calendar means exactly these days. *rough* says for the first and
        for the last day whether the story gives this day only roughly (see `label`).
        """
        custom = self._calendar(calendar)
        if custom is not None:
            first = None if earliest is None else earliest - custom.shift
            last = None if latest is None else latest - custom.shift
            parts = custom_labels(custom, Language(language))
            return label_of(first, last, parts=parts, language=Language(language), rough=rough)
        if name_key(calendar) == GREGORIAN:
            parts = gregorian_labels(Language(language), alone=not self._custom_calendars)
            return label_of(earliest, latest, parts=parts, language=Language(language), rough=rough)
        return None

    def week_day(self, calendar: str, day: int) -> str | None:
        """Return the name of the week day of a day number on the axis of a custom calendar, or None if there is none."""
        custom = self._calendar(calendar)
        found = None if custom is None else custom.week_day(day - custom.shift)
        return None if found is None else found.name

    def _label(
        self, axis: str, earliest: int | None, latest: int | None, language: Language, *, rough: tuple[bool, bool]
    ) -> str | None:
        if axis == DAY_AXIS:
            return label_of(earliest, latest, parts=day_labels(language), language=language)
        labels = REIGN_LABELS.find(language)
        if axis == GREGORIAN and labels is not None and earliest is not None and latest is not None:
            reign = self.reigns.label(earliest, latest, labels)
            if reign is not None:
                return reign
        # If a custom calendar is tied to *axis*, the date is written with the names of this custom calendar.
        tied_to_it = next((one.name for one in self._custom_calendars if one.axis == axis), axis)
        return self.written(tied_to_it, earliest, latest, language, rough=rough)

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
        if len(self._custom_calendars) == 1:
            only = self._custom_calendars[0]
            if unit == "week":
                return only.weeks_length(count)
            return only.months_length(count) if unit == "month" else only.years_length(count)
        if unit == "week":
            return count * 7, count * 7
        return (count * 28, count * 31) if unit == "month" else (count * 354, count * 366)

    def _calendar(self, name: str | None) -> CustomCalendar | None:
        if name is None:
            return None
        key = name_key(name)
        return next((one for one in self._custom_calendars if name_key(one.name) == key), None)


def _era(calendar: CustomCalendar, name: str | None) -> Era | None:
    """Return the era called *name*, or None. If *name* is None, return the only era of the calendar, or None if the
    calendar has several eras.
    """
    if name is None:
        return calendar.eras[0] if len(calendar.eras) == 1 else None
    key = era_key(name)
    found = (era for era in calendar.eras if key in {era_key(word) for word in (era.name, *era.names)})
    return next(found, None)
