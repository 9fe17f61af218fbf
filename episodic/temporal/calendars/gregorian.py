"""Day arithmetic of the proleptic Gregorian calendar, for any year number."""

from __future__ import annotations

from typing import Final

GREGORIAN: Final = "gregorian"
"""The name of the calendar axis on which Gregorian dates and Chinese reign dates are counted. Day 1 of the Gregorian
axis is 1 January of year 1, and earlier days have the numbers 0, -1 and so on.
"""

BEFORE_CHRIST: Final = "BC"
"""The era of Gregorian years before year 1, which is the only era name that a Gregorian date can have. The years of the
era BC count backwards, and 1 BC is the astronomical year 0.
"""

_MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
# The first and the last day of each season, as (month, day), from spring to winter; the seasons overlap by a few weeks.
# The range of each season covers the meteorological and the astronomical season.
_SEASONS: Final = (((3, 1), (6, 20)), ((6, 1), (9, 22)), ((9, 1), (12, 21)), ((12, 1), (3, 20)))


def is_leap(year: int) -> bool:
    """Return whether the Gregorian year *year* has a 29th of February, where year 0 is 1 BC and year -1 is 2 BC."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_days(year: int, month: int) -> int:
    """Return the length in days of a Gregorian month (1 to 12), where year 0 is 1 BC."""
    return 29 if month == 2 and is_leap(year) else _MONTH_DAYS[month - 1]


def day_number(year: int, month: int, day: int) -> int:
    """Return the number of a Gregorian date on the Gregorian axis, where year 0 is 1 BC. For the years 1 to 9999, the
    day number equals `datetime.date.toordinal`.
    """
    past = year - 1
    days = 365 * past + past // 4 - past // 100 + past // 400
    return days + sum(month_days(year, earlier) for earlier in range(1, month)) + day


def civil(number: int) -> tuple[int, int, int]:
    """Return the year (year 0 is 1 BC), the month and the day of the month for a day number of the Gregorian axis."""
    year = (number * 400) // 146_097 + 1
    while day_number(year, 1, 1) > number:
        year -= 1
    while day_number(year + 1, 1, 1) <= number:
        year += 1
    month, left = 1, number - day_number(year, 1, 1)
    while left >= month_days(year, month):
        left -= month_days(year, month)
        month += 1
    return year, month, left + 1


def gregorian_span(
    year: int, month: int | None = None, day: int | None = None, *, season: int | None = None
) -> tuple[int, int] | None:
    """Return the day numbers of the first and the last day of a Gregorian year, season, month or day. Return None for a
    date that does not exist (30 February).

    The seasons of a Gregorian year are those of the northern hemisphere: winter begins in December and ends in March of
    the next year.
    """
    if month is not None:
        if not 1 <= month <= 12:
            return None
        last = month_days(year, month)
        if day is None:
            return day_number(year, month, 1), day_number(year, month, last)
        start = day_number(year, month, day)
        return (start, start) if 1 <= day <= last else None
    if day is not None:
        start = day_number(year, 1, 1) + day - 1
        return (start, start) if 1 <= day <= 365 + is_leap(year) else None
    if season is not None:
        if not 1 <= season <= 4:
            return None
        (first_month, first_day), (last_month, last_day) = _SEASONS[season - 1]
        return day_number(year, first_month, first_day), day_number(year + (season == 4), last_month, last_day)
    return day_number(year, 1, 1), day_number(year + 1, 1, 1) - 1


def gregorian_length(count: int, unit: str) -> tuple[int, int]:
    """Return a lower and an upper bound of the number of days in *count* Gregorian months or years (*unit* is "month" or
    "year"). A negative count gives negative bounds.
    """
    if count < 0:
        fewest, most = gregorian_length(-count, unit)
        return -most, -fewest
    if unit == "year":
        return max(365 * count, 1461 * count // 4 - count // 100 - 1), 365 * count + -(-count // 4)
    years, rest = divmod(count, 12)
    fewest, most = gregorian_length(years, "year")
    # Fewer than twelve consecutive months contain at most one February.
    runs = [[(first + step) % 12 for step in range(rest)] for first in range(12)]
    lengths = [sum(_MONTH_DAYS[month] for month in run) for run in runs]
    leap_lengths = [length + (1 in run) for length, run in zip(lengths, runs, strict=True)]
    return fewest + min(lengths), most + max(leap_lengths)
