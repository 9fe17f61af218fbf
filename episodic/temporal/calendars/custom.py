"""Day arithmetic of a custom calendar with months, intercalary days, leap years, eras and weeks, for any year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.model.name_keys import name_key
from episodic.model.settings import CalendarDefinition, Era, LeapRule, Week, WeekDay
from episodic.temporal.calendars.leap_years import is_leap, leaps_before, leaps_in


@dataclass(frozen=True, slots=True)
class YearSegment:
    """A named segment of the year: a month, a leap month, or intercalary days outside the months (`outside`).

    `number` counts the ordinary months of the year from 1. Leap months and intercalary days have the numbers -1, -2 and
    so on, in the order of the year. `days` is the length of the segment in years that are not leap years of `rule`.
    `more` is the number of additional days in leap years of `rule`; a negative number means fewer days.
    """

    name: str
    names: tuple[str, ...]
    number: int
    days: int
    more: int = 0
    rule: LeapRule | None = None
    outside: bool = False


@dataclass(frozen=True, slots=True)
class DayInYear:
    """The position of a day in a calendar. `index` is the number of years since the calendar's first year. `segment` is
    the segment of the year, such as a month, and `day` the day of the segment (from 1).
    """

    index: int
    segment: YearSegment
    day: int


def segments_of(definition: CalendarDefinition) -> tuple[YearSegment, ...]:
    """Return the months, leap months and groups of intercalary days of a calendar, in the order of the year."""
    rules = {rule.name: rule for rule in definition.leap}
    found: list[YearSegment] = []
    number = 0
    for month in definition.months:
        rule = rules.get(month.leap)
        leap_month = rule is not None and not month.leap_days
        number += not leap_month
        days, more = (0, month.days) if leap_month else (month.days, month.leap_days)
        found.append(YearSegment(month.name, month.names, 0 if leap_month else number, days, more, rule))
    for intercalary in definition.intercalary:
        rule = rules.get(intercalary.leap)
        days, more = (intercalary.days, 0) if rule is None else (0, intercalary.days)
        segment = YearSegment(intercalary.name, intercalary.names, 0, days, more, rule, outside=True)
        place = 0 if not intercalary.after else 1 + _place_of(found, intercalary.after)
        while (
            place < len(found) and found[place].outside and _stands_after(definition, found[place], intercalary.after)
        ):
            place += 1
        found.insert(place, segment)
    unnumbered = 0
    for place, segment in enumerate(found):
        if not segment.number:
            unnumbered -= 1
            found[place] = replace(segment, number=unnumbered)
    return tuple(found)


def _place_of(found: Sequence[YearSegment], name: str) -> int:
    key = name_key(name)
    return next(
        (place for place, one in enumerate(found) if key in {name_key(word) for word in (one.name, *one.names)}),
        len(found) - 1,
    )


def _stands_after(definition: CalendarDefinition, segment: YearSegment, after: str) -> bool:
    given = next(one for one in definition.intercalary if one.name == segment.name)
    return name_key(given.after) == name_key(after)


def placed_eras(definition: CalendarDefinition) -> tuple[Era, ...]:
    """Return the eras of a calendar in order of time. The field `starts` of each returned era is the number of years
    from the calendar's first year to the first year of the era. For a calendar without eras, one era with the
    calendar's name is returned. The eras must not follow each other in a cycle, which `check_calendar` refuses.
    """
    by_name = {name_key(name): era for era in definition.eras for name in (era.name, *era.names)}

    def start(era: Era) -> int:
        found = era.starts
        while era.after:
            era = by_name[name_key(era.after)]
            found += era.starts
        return found

    placed = (replace(era, starts=start(era), after="") for era in definition.eras)
    return tuple(sorted(placed, key=lambda era: era.starts)) or (Era(definition.name),)


@dataclass(frozen=True, slots=True)
class CustomCalendar:
    """A custom calendar, prepared for conversions between dates and day numbers. Day 0 of a custom calendar's own axis
    is the first day of the calendar's first year.

    `eras` contains the eras of the calendar in order of time. A calendar without eras counts its years from 1, as one
    era that has the calendar's name.
    """

    definition: CalendarDefinition
    eras: tuple[Era, ...]
    segments: tuple[YearSegment, ...]
    every_year: tuple[tuple[YearSegment, int], ...] = ()
    """The segments of every year with their lengths in days if no segment has a leap rule, else empty."""
    axis: str = ""
    """If the calendar is tied to another calendar, the name of the axis on which its days are counted. If the calendar
    has its own axis, the name is empty.
    """
    shift: int = 0
    """The day 0 of the calendar's own axis as a number on the shared axis `axis`, if the calendar is tied to another
    one.
    """

    @classmethod
    def of(cls, definition: CalendarDefinition) -> CustomCalendar:
        """Build a calendar from a definition that `check_calendar` accepts."""
        segments = segments_of(definition)
        alike = all(one.rule is None for one in segments)
        every_year = tuple((one, one.days) for one in segments) if alike else ()
        return cls(definition, placed_eras(definition), segments, every_year)

    @property
    def name(self) -> str:
        """The calendar's name, which is also the name of the calendar's own axis."""
        return self.definition.name

    def year_start(self, index: int) -> int:
        """Return the number, on the calendar's own axis, of the first day of the year that is *index* years after the
        calendar's first year.
        """
        return self._days_before(index, self.segments)

    def year_days(self, index: int) -> int:
        """Return the length in days of the year that is *index* years after the calendar's first year."""
        return sum(days for _, days in self.year(index))

    def year(self, index: int) -> tuple[tuple[YearSegment, int], ...]:
        """Return the segments of the year that is *index* years after the calendar's first year, in order, with their
        lengths in days. A segment that has no days in the given year, such as a leap month in an ordinary year, is left
        out.
        """
        if self.every_year:
            return self.every_year
        lengths = (
            (one, one.days + (one.more if one.rule is not None and is_leap(one.rule, index) else 0))
            for one in self.segments
        )
        return tuple((one, days) for one, days in lengths if days)

    def index_of(self, era: Era, year: int) -> int | None:
        """Return the number of years from the calendar's first year to the year *year* of an era. Return None if the
        era has too few years, or if it counts backwards and *year* is below its first number.
        """
        steps = year - era.first_year
        if era.years is not None and steps >= era.years:
            return None
        if era.backwards:
            return era.starts - 1 - steps if steps >= 0 else None
        return era.starts + steps

    def span(
        self, era: Era, year: int, *, month: int | None = None, day: int | None = None, season: int | None = None
    ) -> tuple[int, int] | None:
        """Return the first and the last day of a date on the calendar's own axis. The date is a year, season, month or
        day. Return None if the calendar does not have this date.
        """
        index = self.index_of(era, year)
        if index is None:
            return None
        start = self.year_start(index)
        inside = self.within_year(index, month=month, day=day, season=season)
        return None if inside is None else (start + inside[0], start + inside[1])

    def within_year(
        self, index: int, *, month: int | None = None, day: int | None = None, season: int | None = None
    ) -> tuple[int, int] | None:
        """Return the first and the last day of a part of a year, where the first day of the year is day 0. Return None
        if the given year has no such month, day or season.

        *month* is the `number` of a `YearSegment`: positive for an ordinary month, negative for a leap month or
        intercalary days. A season is a quarter of the year in whole days. If *day* is given without *month*, *day*
        counts the days of the year from 1.
        """
        first, last = 0, self.year_days(index) - 1
        if month is not None:
            found = self._segment_days(index, month)
            if found is None:
                return None
            first, last = found
        if day is not None:
            inside = first + day - 1
            return (inside, inside) if first <= inside <= last else None
        if season is not None and month is None:
            if not 1 <= season <= 4:
                return None
            return (last + 1) * (season - 1) // 4, (last + 1) * season // 4 - 1
        return first, last

    def _segment_days(self, index: int, number: int) -> tuple[int, int] | None:
        first = 0
        for segment, days in self.year(index):
            if segment.number == number:
                return first, first + days - 1
            first += days
        return None

    def index_at(self, day: int) -> int:
        """Return the number of years from the calendar's first year to the year that contains a day of the calendar's
        own axis.
        """
        lows = sum(min(one.days, one.days + one.more) for one in self.segments)
        highs = sum(max(one.days, one.days + one.more) for one in self.segments)
        # The binary search starts between two estimates of the year. One would be right if all years had the maximum
        # length, and the other if all years had the minimum length.
        ends = sorted((day // lows, day // highs))
        low, high = ends[0] - 1, ends[1] + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.year_start(middle) <= day else (low, middle)
        return low

    def place(self, day: int) -> DayInYear:
        """Return the position of a day of the calendar's own axis: its year, segment of the year, and day of the
        segment.
        """
        index = self.index_at(day)
        left = day - self.year_start(index)
        for segment, days in self.year(index):
            if left < days:
                return DayInYear(index, segment, left + 1)
            left -= days
        raise AssertionError("a day lies in its year")

    def era_of(self, index: int) -> tuple[Era, int]:
        """Return the era of the year that is *index* years after the calendar's first year, and the year's number in
        the era. An era that runs at the same time as others (`beside`) is never returned. A year before the first era
        is counted backwards as a year of the first era.
        """
        written = [era for era in self.eras if not era.beside]
        forward = [era for era in written if not era.backwards]
        begun = [era for era in forward if era.starts <= index]
        back = next((era for era in written if era.backwards), None)
        if not begun and back is not None:
            return back, back.starts - 1 - index + back.first_year
        era = begun[-1] if begun else forward[0]
        return era, index - era.starts + era.first_year

    def week_day(self, day: int) -> WeekDay | None:
        """Return the day of the week of a day of the calendar's own axis. Return None if the calendar has no weeks or
        the day is outside the weeks.
        """
        week = self.definition.week
        if week is None:
            return None
        place = self.place(day)
        if week.outside and place.segment.outside:
            return None
        start = self.year_start(place.index)
        passed = day - start if week.anew else day
        if week.outside:
            beyond = [one for one in self.segments if one.outside]
            passed -= 0 if week.anew else self._days_before(place.index, beyond)
            passed -= self._outside_since(place)
        return week.days[(passed + week.first - 1) % len(week.days)]

    def _outside_since(self, place: DayInYear) -> int:
        days_outside = 0
        for segment, days in self.year(place.index):
            if segment == place.segment:
                break
            days_outside += days if segment.outside else 0
        return days_outside

    def _days_before(self, index: int, segments: Sequence[YearSegment]) -> int:
        days = index * sum(one.days for one in segments)
        return days + sum(one.more * leaps_before(one.rule, index) for one in segments if one.rule is not None)

    def years_length(self, count: int) -> tuple[int, int]:
        """Return a lower and an upper bound of the number of days in *count* consecutive years."""
        fewest = most = count * sum(segment.days for segment in self.segments)
        for segment in self.segments:
            if segment.rule is not None:
                few, many = sorted(times * segment.more for times in leaps_in(segment.rule, count))
                fewest, most = fewest + few, most + many
        return fewest, most

    def months_length(self, count: int) -> tuple[int, int]:
        """Return a lower and an upper bound of the number of days in *count* consecutive months, whether or not leap
        months are counted as months.
        """
        months = [one for one in self.segments if one.number > 0]
        short = [min(one.days, one.days + one.more) for one in months]
        long = [max(one.days, one.days + one.more) for one in months]
        whole, rest = divmod(count, len(months))
        fewest, most = self.years_length(whole)
        fewest += _run(short, rest, least=True)
        most += _run(long, rest, least=False)
        most += sum(max(one.days, one.more) for one in self.segments if one.number < 0) if rest else 0
        leap_months = [one.more for one in self.segments if one.number < 0 and not one.outside]
        return (min(fewest, count * min(*short, *leap_months)) if leap_months else fewest), most

    def weeks_length(self, count: int) -> tuple[int, int]:
        """Return a lower and an upper bound of the number of days in *count* consecutive weeks. A week has 7 days if
        the calendar defines no week. Weeks that a year's end cuts short have fewer days.
        """
        week = self.definition.week
        days = count * (7 if week is None else len(week.days))
        if week is None or not count:
            return days, days
        beyond = sum(one.days + max(one.more, 0) for one in self.segments if one.outside) if week.outside else 0
        year_ends = days // max(self.years_length(1)[0] - beyond, 1) + 1
        fewest = max(days - year_ends * self._days_cut(week), count) if week.anew else days
        return fewest, days + beyond * (year_ends + 1)

    def _days_cut(self, week: Week) -> int:
        """Return how many days can be missing from the last week of a year and the first week of the next year
        together. The calendar must be one in which each year begins with the same day of the week.
        """
        inside = [one for one in self.segments if not (week.outside and one.outside)]
        shortest = sum(min(one.days, one.days + one.more) for one in inside)
        longest = sum(max(one.days, one.days + one.more) for one in inside)
        size, skipped = len(week.days), week.first - 1
        lengths = range(shortest, min(longest, shortest + size - 1) + 1)
        return skipped + max(-(skipped + length) % size for length in lengths)


def _run(lengths: Sequence[int], count: int, *, least: bool) -> int:
    runs = [sum((*lengths, *lengths)[start : start + count]) for start in range(len(lengths))]
    return min(runs) if least else max(runs)
