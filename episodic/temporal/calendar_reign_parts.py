"""Reign years and their months as they follow each other, whatever moons their days hang on: 建安五年 is before 建安六年."""

from __future__ import annotations

from typing import Final

from episodic.model.moments import TimeExpression
from episodic.model.settings import Reign
from episodic.temporal.calendar_reigns import month_begins, reign_span, year_begins
from episodic.temporal.constraints import Edge, Part

_LUNAR: Final = "lunar"
_MONTH: Final = 30


def reign_part(reign: Reign, expression: TimeExpression) -> Part | None:
    """The year, month or day of a reign date, between the beginnings of it and of what comes after it.

    Lunar years of all reigns are the years of one calendar: the first year of a reign goes by the year in which it is declared.
    Years that begin nobody knows when are counted by their own reign alone. None for solar years, whose days are known, and for
    a date that there is not.
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
        since, until = (Edge(calendar, (one, 2), year_begins(reign, one)) for one in (year, year + 1))
        return Part(since, until)
    common = reign.first + (reign.first < 0) + year - 1
    if month is None:
        return Part(_month(common, 1), _month(common + 1, 1))
    until = _month(common, abs(month) + 1) if abs(month) < 12 else _month(common + 1, 1)
    day = expression.day
    after = (0, _MONTH - 1) if day is None else (day - 1, day - 1)
    return Part(_month(common, abs(month), leap=month < 0), until, after)


def least_days(earlier: Edge, later: Edge) -> int:
    """The fewest days between the beginnings of two months of one calendar: months have 29 or 30 days in turn, nearly."""
    months = 12 * (later.at[0] - earlier.at[0]) + later.at[1] // 2 - earlier.at[1] // 2 + later.at[1] % 2
    return max(0, months * 59 // 2 - 1)


def _month(common: int, month: int, *, leap: bool = False) -> Edge:
    return Edge("", (common, 2 * month + leap), month_begins(common, month, leap=leap))
