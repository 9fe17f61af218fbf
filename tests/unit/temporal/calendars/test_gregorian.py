"""Tests of Gregorian dates: the lengths of months, and the winter that lasts into the next year."""

from __future__ import annotations

import pytest

from episodic.model.moments import TimeExpression, TimeKind
from episodic.temporal.calendars.gregorian import GREGORIAN, gregorian_length
from episodic.temporal.calendars.work_calendars import Calendars


@pytest.mark.parametrize(
    ("count", "days"), [(0, (0, 0)), (1, (28, 31)), (2, (59, 62)), (11, (334, 337)), (13, (393, 397))]
)
def test_months_have_the_lengths_of_a_run_of_months(count: int, days: tuple[int, int]) -> None:
    """For example, two months have at least 59 days, because no two short months follow each other."""
    assert gregorian_length(count, "month") == days


@pytest.mark.parametrize(
    ("month", "day", "winter"), [(1, 1, 1811), (2, None, 1811), (4, 1, 1812), (12, 1, 1812), (None, None, 1812)]
)
def test_winter_in_january_is_the_winter_under_way(month: int | None, day: int | None, winter: int) -> None:
    """The winter that began in December of the year before is meant if the preceding date lies in it."""
    near = TimeExpression(TimeKind.CALENDAR, calendar=GREGORIAN, year=1812, month=month, day=day)

    assert Calendars().completed(TimeExpression(TimeKind.CALENDAR, season=4), near).year == winter
