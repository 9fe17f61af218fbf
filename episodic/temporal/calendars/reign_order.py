"""Orders Chinese reign years and months in time, even where their exact days are unknown: 建安五年 is before 建安六年."""

from __future__ import annotations

from typing import Final

from episodic.model.moments import TimeExpression
from episodic.model.settings import Reign
from episodic.temporal.calendars.reign_years import month_begins, reign_span, year_begins
from episodic.temporal.constraints import CalendarPeriod, PeriodBoundary

_LUNAR: Final = "lunar"
_MONTH: Final = 30


def reign_part(reign: Reign, expression: TimeExpression) -> CalendarPeriod | None:
    """Return the calendar period of a reign date. The period lasts from the beginning of the date's year or month to
    the beginning of the next year or ordinary month.

    The lunar years of all reigns are counted in one shared calendar. In the shared calendar of all reigns, the first
    year of a reign is the year of its declaration. Reign years whose beginning is unknown are ordered only within their
    own reign.

    Return None for a date without a year, and for a date that does not exist. Return None also for a reign with solar
    years, because its days are known exactly.
    """
    year, month = expression.year, expression.month
    if (
        year is None
        or reign.years == "solar"
        or reign_span(reign, year, month and abs(month), day=expression.day) is None
    ):
        return None
    if reign.years != _LUNAR:
        calendar = f"{reign.dynasty}{reign.name}"
        since, until = (PeriodBoundary(calendar, (one, 2), year_begins(reign, one)) for one in (year, year + 1))
        return CalendarPeriod(since, until)
    common = reign.first + (reign.first < 0) + year - 1
    if month is None:
        return CalendarPeriod(_month(common, 1), _month(common + 1, 1))
    until = _month(common, abs(month) + 1) if abs(month) < 12 else _month(common + 1, 1)
    day = expression.day
    after = (0, _MONTH - 1) if day is None else (day - 1, day - 1)
    return CalendarPeriod(_month(common, abs(month), leap=month < 0), until, after)


def least_days(earlier: PeriodBoundary, later: PeriodBoundary) -> int:
    """Return the minimum number of days (0 or more) between the beginnings of two lunar months or years. This minimum
    is computed from the number of lunar months between *earlier* and *later*, because a lunar month has about 29.5 days
    on average.
    """
    months = 12 * (later.at[0] - earlier.at[0]) + later.at[1] // 2 - earlier.at[1] // 2 + later.at[1] % 2
    return max(0, months * 59 // 2 - 1)


def _month(common: int, month: int, *, leap: bool = False) -> PeriodBoundary:
    return PeriodBoundary("", (common, 2 * month + leap), month_begins(common, month, leap=leap))
