"""Compares dates by their years, seasons, months and days, of which some may not be given."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.moments import TimeExpression


def follows(later: TimeExpression, earlier: TimeExpression) -> bool:
    """Return whether the date *later* can be at or after the date *earlier*. The dates *later* and *earlier* are taken
    to be in one era, and only year, season, month and day are compared.
    """
    for later_part, earlier_part in ((later.year, earlier.year), (quarter(later), quarter(earlier))):
        if later_part is not None and earlier_part is not None and later_part != earlier_part:
            return later_part > earlier_part
    if later.month is None or earlier.month is None:
        return True
    if later.month != earlier.month:
        # A leap month has a negative number and comes after the month with the corresponding positive number.
        return (abs(later.month), later.month < 0) > (abs(earlier.month), earlier.month < 0)
    return None in (later.day, earlier.day) or (later.day or 0) >= (earlier.day or 0)


def in_month_of(day: TimeExpression, near: TimeExpression, *, back: bool) -> TimeExpression | None:
    """Return the date of a day without a month, in the month of the date *near*. Return None if *near* has no month, or
    if the day would be before *near*, or after it if *back* is true.
    """
    if day.day is None or near.month is None:
        return None
    passed = near.day is not None and (day.day > near.day if back else day.day < near.day)
    return None if passed else replace(near, day=day.day, season=None, clock=day.clock)


def months_later(date: TimeExpression, months: int) -> TimeExpression | None:
    """Return the month that is *months* months after the beginning of a reign date, or the date itself for 0 months.
    Return None if the month may be in the next year.
    """
    if not months:
        return date
    month = abs(date.month) if date.month is not None else 3 * (date.season or 1) - 2
    return replace(date, month=month + months, day=None, season=None) if month + months <= 12 else None


def quarter(date: TimeExpression) -> int | None:
    if date.season is not None:
        return date.season
    return None if date.month is None else (abs(date.month) + 2) // 3
