"""Day arithmetic of a calendar that the caller invented: months and other days, leap years, eras, weeks, without limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.model.names import name_key
from episodic.model.settings import CalendarDefinition, Era, LeapRule, WeekDay
from episodic.temporal.calendar_leaps import is_leap, leaps_before, leaps_in


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days in a row that the calendar names: a month, a leap month, or days that belong to no month (`outside`).

    `number` is the month's, from 1; what has none is numbered from -1 downwards, in the order of the year.
    `days` are those of every year, `more` those that the years of `rule` have besides (less, if negative).
    """

    name: str
    names: tuple[str, ...]
    number: int
    days: int
    more: int = 0
    rule: LeapRule | None = None
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a day stands: years since the calendar's first one, the stretch, and the day in it, from 1."""

    index: int
    stretch: Stretch
    day: int


def stretches_of(definition: CalendarDefinition) -> tuple[Stretch, ...]:
    """The year in order, from months and intercalary days; of days at one place the first given comes first."""
    rules = {rule.name: rule for rule in definition.leap}
    found: list[Stretch] = []
    number = 0
    for month in definition.months:
        rule = rules.get(month.leap)
        leap_month = rule is not None and not month.leap_days
        number += not leap_month
        days, more = (0, month.days) if leap_month else (month.days, month.leap_days)
        found.append(Stretch(month.name, month.names, 0 if leap_month else number, days, more, rule))
    for one in definition.intercalary:
        rule = rules.get(one.leap)
        days, more = (one.days, 0) if rule is None else (0, one.days)
        stretch = Stretch(one.name, one.names, 0, days, more, rule, outside=True)
        place = 0 if not one.after else 1 + _place_of(found, one.after)
        while place < len(found) and found[place].outside and _stands_after(definition, found[place], one.after):
            place += 1
        found.insert(place, stretch)
    unnumbered = 0
    for place, stretch in enumerate(found):
        if not stretch.number:
            unnumbered -= 1
            found[place] = replace(stretch, number=unnumbered)
    return tuple(found)


def _place_of(found: Sequence[Stretch], name: str) -> int:
    key = name_key(name)
    return next(
        (place for place, one in enumerate(found) if key in {name_key(word) for word in (one.name, *one.names)}),
        len(found) - 1,
    )


def _stands_after(definition: CalendarDefinition, stretch: Stretch, after: str) -> bool:
    given = next(one for one in definition.intercalary if one.name == stretch.name)
    return name_key(given.after) == name_key(after)


def placed_eras(definition: CalendarDefinition) -> tuple[Era, ...]:
    """The eras from first to last, each counted from the calendar's own first year; `check_calendar` found no circle."""
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
class InventedCalendar:
    """One definition, ready to count with. Day 0 of its own count is the first day of its own first year.

    `eras` run from first to last; a calendar without any counts its years from 1 under its own name.
    """

    definition: CalendarDefinition
    eras: tuple[Era, ...]
    stretches: tuple[Stretch, ...]
    every_year: tuple[tuple[Stretch, int], ...] = ()
    """The stretches with their days, where all years are alike."""
    axis: str = ""
    """The axis of the calendar that this one is tied to; its own, which has its name, where that is empty."""
    shift: int = 0
    """The day of that axis on which its own day 0 lies."""

    @classmethod
    def of(cls, definition: CalendarDefinition) -> InventedCalendar:
        """The calendar of a definition that `check_calendar` accepts."""
        stretches = stretches_of(definition)
        alike = all(one.rule is None for one in stretches)
        every_year = tuple((one, one.days) for one in stretches) if alike else ()
        return cls(definition, placed_eras(definition), stretches, every_year)

    @property
    def name(self) -> str:
        """The calendar's name, which is also the name of its own axis."""
        return self.definition.name

    def year_start(self, index: int) -> int:
        """The first day of the year *index* years after the first one."""
        return self._days_before(index, self.stretches)

    def year_days(self, index: int) -> int:
        """The length in days of the year *index* years after the first one."""
        return sum(days for _, days in self.year(index))

    def year(self, index: int) -> tuple[tuple[Stretch, int], ...]:
        """The stretches of a year in order, with their days; those that it does not have are left out."""
        if self.every_year:
            return self.every_year
        lengths = (
            (one, one.days + (one.more if one.rule is not None and is_leap(one.rule, index) else 0))
            for one in self.stretches
        )
        return tuple((one, days) for one, days in lengths if days)

    def index_of(self, era: Era, year: int) -> int | None:
        """Years from the calendar's first year to that year of an era; None for a year that the era does not have."""
        steps = year - era.first_year
        if era.years is not None and steps >= era.years:
            return None
        if era.backwards:
            return era.starts - 1 - steps if steps >= 0 else None
        return era.starts + steps

    def span(
        self, era: Era, year: int, *, month: int | None = None, day: int | None = None, season: int | None = None
    ) -> tuple[int, int] | None:
        """First and last day of a date at its own precision, None for a year, month or day the calendar does not have."""
        index = self.index_of(era, year)
        if index is None:
            return None
        start = self.year_start(index)
        inside = self.within_year(index, month=month, day=day, season=season)
        return None if inside is None else (start + inside[0], start + inside[1])

    def within_year(
        self, index: int, *, month: int | None = None, day: int | None = None, season: int | None = None
    ) -> tuple[int, int] | None:
        """First and last day of a part of a year, the year's first day being 0; None where there is no such part.

        A month is a stretch by its number. A season is a quarter of the year, cut at whole days; a day without a month is
        a day of the year.
        """
        first, last = 0, self.year_days(index) - 1
        if month is not None:
            found = self._stretch(index, month)
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

    def _stretch(self, index: int, number: int) -> tuple[int, int] | None:
        first = 0
        for one, days in self.year(index):
            if one.number == number:
                return first, first + days - 1
            first += days
        return None

    def index_at(self, day: int) -> int:
        """Years from the calendar's first year to the one that a day lies in."""
        lows = sum(min(one.days, one.days + one.more) for one in self.stretches)
        highs = sum(max(one.days, one.days + one.more) for one in self.stretches)
        # The year lies between what it would be if all years were as long, or as short, as any is.
        ends = sorted((day // lows, day // highs))
        low, high = ends[0] - 1, ends[1] + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.year_start(middle) <= day else (low, middle)
        return low

    def place(self, day: int) -> Place:
        """Where a day stands in its year."""
        index = self.index_at(day)
        left = day - self.year_start(index)
        for stretch, days in self.year(index):
            if left < days:
                return Place(index, stretch, left + 1)
            left -= days
        raise AssertionError("a day lies in its year")

    def era_of(self, index: int) -> tuple[Era, int]:
        """The era in which the year *index* years after the first one is written, and its number there."""
        written = [era for era in self.eras if not era.beside]
        forward = [era for era in written if not era.backwards]
        begun = [era for era in forward if era.starts <= index]
        back = next((era for era in written if era.backwards), None)
        if not begun and back is not None:
            return back, back.starts - 1 - index + back.first_year
        era = begun[-1] if begun else forward[0]
        return era, index - era.starts + era.first_year

    def week_day(self, day: int) -> WeekDay | None:
        """The week day of a day; None where the calendar has no weeks, or the day lies outside of them."""
        week = self.definition.week
        if week is None:
            return None
        place = self.place(day)
        if week.outside and place.stretch.outside:
            return None
        start = self.year_start(place.index)
        passed = day - start if week.anew else day
        if week.outside:
            beyond = [one for one in self.stretches if one.outside]
            passed -= 0 if week.anew else self._days_before(place.index, beyond)
            passed -= self._outside_since(place)
        return week.days[(passed + week.first - 1) % len(week.days)]

    def _outside_since(self, place: Place) -> int:
        """Days outside of the weeks between the beginning of the year and a day."""
        found = 0
        for stretch, days in self.year(place.index):
            if stretch == place.stretch:
                break
            found += days if stretch.outside else 0
        return found

    def _days_before(self, index: int, stretches: Sequence[Stretch]) -> int:
        days = index * sum(one.days for one in stretches)
        return days + sum(one.more * leaps_before(one.rule, index) for one in stretches if one.rule is not None)

    def years_length(self, count: int) -> tuple[int, int]:
        """The fewest and the most days that *count* years in a row can have."""
        fewest = most = count * sum(one.days for one in self.stretches)
        for one in self.stretches:
            if one.rule is not None:
                few, many = sorted(times * one.more for times in leaps_in(one.rule, count))
                fewest, most = fewest + few, most + many
        return fewest, most

    def months_length(self, count: int) -> tuple[int, int]:
        """The fewest and the most days that *count* months in a row can have, leap months counted as months or not."""
        months = [one for one in self.stretches if one.number > 0]
        short = [min(one.days, one.days + one.more) for one in months]
        long = [max(one.days, one.days + one.more) for one in months]
        whole, rest = divmod(count, len(months))
        fewest, most = self.years_length(whole)
        fewest += _run(short, rest, least=True)
        most += _run(long, rest, least=False)
        most += sum(max(one.days, one.more) for one in self.stretches if one.number < 0) if rest else 0
        leap_months = [one.more for one in self.stretches if one.number < 0 and not one.outside]
        return (min(fewest, count * min(*short, *leap_months)) if leap_months else fewest), most

    def weeks_length(self, count: int) -> tuple[int, int]:
        """The fewest and the most days that *count* weeks in a row can have; 7 days are a week where none is declared."""
        week = self.definition.week
        days = count * (7 if week is None else len(week.days))
        if week is None or not week.outside:
            return days, days
        beyond = sum(one.days + max(one.more, 0) for one in self.stretches if one.outside)
        years = days // max(self.years_length(1)[0] - beyond, 1) + 2
        return days, days + beyond * years if count else days


def _run(lengths: Sequence[int], count: int, *, least: bool) -> int:
    """The shortest or the longest that *count* of these lengths in a row are, going round."""
    runs = [sum((*lengths, *lengths)[start : start + count]) for start in range(len(lengths))]
    return min(runs) if least else max(runs)
