"""Day arithmetic of a calendar that the caller invented: fixed months, any number of eras, years without limit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from episodic.model.settings import CalendarDefinition, Era


@dataclass(frozen=True, slots=True)
class InventedCalendar:
    """One definition, ready to count with. Day 0 of its axis is the first day of the calendar's own first year.

    `eras` run from first to last; a calendar without any counts its years from 1 under its own name.
    `month_starts` are the days of the year before each month, and the length of the year after the last.
    """

    definition: CalendarDefinition
    eras: tuple[Era, ...]
    month_starts: tuple[int, ...]

    @classmethod
    def of(cls, definition: CalendarDefinition) -> InventedCalendar:
        """The calendar of a definition that `check_calendar` accepts."""
        eras = tuple(sorted(definition.eras, key=lambda era: era.starts)) or (Era(definition.name),)
        return cls(definition, eras, (0, *accumulate(month.days for month in definition.months)))

    @property
    def name(self) -> str:
        """The calendar's name, which is also the name of its axis."""
        return self.definition.name

    @property
    def year_days(self) -> int:
        """The length of every year in days."""
        return self.month_starts[-1]

    def span(
        self, era: Era, year: int, *, month: int | None = None, day: int | None = None, season: int | None = None
    ) -> tuple[int, int] | None:
        """First and last day of a date at its own precision, None for a day or month the calendar does not have."""
        start = (year - era.first_year + era.starts) * self.year_days
        inside = self.within_year(month=month, day=day, season=season)
        return None if inside is None else (start + inside[0], start + inside[1])

    def within_year(
        self, *, month: int | None = None, day: int | None = None, season: int | None = None
    ) -> tuple[int, int] | None:
        """First and last day of a part of the year, the year's first day being 0; None where there is no such part.

        A season is a quarter of the year, cut at whole days; a day without a month is a day of the year.
        """
        if month is not None:
            if not 1 <= month <= len(self.definition.months):
                return None
            first, last = self.month_starts[month - 1], self.month_starts[month] - 1
        else:
            first, last = 0, self.year_days - 1
        if day is not None:
            inside = first + day - 1
            return (inside, inside) if first <= inside <= last else None
        if season is not None and month is None:
            if not 1 <= season <= 4:
                return None
            return self.year_days * (season - 1) // 4, self.year_days * season // 4 - 1
        return first, last

    def parts(self, number: int) -> tuple[int, int, int]:
        """Years since the calendar's first one, month from 1 and day from 1 of a place on the axis."""
        index, left = divmod(number, self.year_days)
        month = next(place for place, start in enumerate(self.month_starts) if start > left)
        return index, month, left - self.month_starts[month - 1] + 1

    def era_of(self, index: int) -> tuple[Era, int]:
        """The era in which the year *index* years after the first one falls, and its number there."""
        begun = [era for era in self.eras if era.starts <= index]
        era = begun[-1] if begun else self.eras[0]
        return era, index - era.starts + era.first_year

    def months_length(self, count: int) -> tuple[int, int]:
        """The fewest and the most days that *count* months in a row can have."""
        lengths = [month.days for month in self.definition.months]
        whole, rest = divmod(count, len(lengths))
        runs = [sum((lengths * 2)[start : start + rest]) for start in range(len(lengths))]
        return whole * self.year_days + min(runs), whole * self.year_days + max(runs)
