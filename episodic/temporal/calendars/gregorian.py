"""Day arithmetic of the proleptic Gregorian calendar, for years of any size."""

from __future__ import annotations

from typing import Final

GREGORIAN: Final = "gregorian"
"""The axis of real-world dates. Day 1 is 1 January of year 1, and earlier days have the numbers 0, -1 and so on."""

BEFORE_CHRIST: Final = "BC"
"""The only era that a Gregorian date can name. The years of this era count backwards, and 1 BC is the astronomical year
0.
"""

_MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
# Each season has its first and last (month, day), in the order spring, summer, autumn, winter. The range of each season
# covers both the meteorological and the astronomical season.
_SEASONS: Final = (((3, 1), (6, 20)), ((6, 1), (9, 22)), ((9, 1), (12, 21)), ((12, 1), (3, 20)))


def is_leap(year: int) -> bool:
    """Return whether a year has a 29th of February, where *year* is astronomical (1 BC is year 0)."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_days(year: int, month: int) -> int:
    """Return the length in days of a month (1 to 12) of an astronomical year."""
    return 29 if month == 2 and is_leap(year) else _MONTH_DAYS[month - 1]


def day_number(year: int, month: int, day: int) -> int:
    """Return the number of a day on the Gregorian axis. For the years 1 to 9999, the number equals
    `datetime.date.toordinal`.
    """
    past = year - 1
    days = 365 * past + past // 4 - past // 100 + past // 400
    return days + sum(month_days(year, earlier) for earlier in range(1, month)) + day


def civil(number: int) -> tuple[int, int, int]:
    """Return the astronomical year, the month and the day of the month for a day number."""
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
    """Return the first and the last day of a date at the precision of the date, or None for a date that does not exist
    (30 February).

    Seasons are those of the northern hemisphere, so that winter begins in December and ends in March of the next year.
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
    """Return a lower and an upper bound of the number of days in *count* Gregorian months or years."""
    if count < 0:
        fewest, most = gregorian_length(-count, unit)
        return -most, -fewest
    if unit == "year":
        return max(365 * count, 1461 * count // 4 - count // 100 - 1), 365 * count + -(-count // 4)
    if count % 12 == 0:
        return gregorian_length(count // 12, "year")
    return max(28 * count, 30 * count - 2 + count // 3), 31 * count
