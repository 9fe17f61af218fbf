"""Finds the day that a weekday without a week means ("on Thursday"), where the day of the speech is known."""

from __future__ import annotations

from episodic.model.graph import TimelineTurn
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.temporal.calendars.gregorian import GREGORIAN

WEEK = 7


def with_day(time: TimeExpression, today: tuple[str, int, int] | None, turn: TimelineTurn) -> TimeExpression:
    """Return a time expression with a weekday as a number of days before or after the current day *today*. *today*
    consists of a calendar axis, a first day and a last day. *turn* says whether the expression is about the past or the
    future.

    "On Thursday", said on a Saturday of what has happened, is the Thursday before. The expression is returned unchanged
    if the current day is not known exactly. It is also returned unchanged if the current day is the weekday that the
    expression names, because the day a week ago may then be meant.
    """
    if time.weekday is None or time.stated or today is None or turn is TimelineTurn.ON:
        return time
    axis, first, last = today
    # Day 1 of the Gregorian axis is a Monday.
    days = (first - 1 - time.weekday) % WEEK
    if axis != GREGORIAN or first != last or days == 0:
        return time
    back = turn is TimelineTurn.BACK
    days = days if back else WEEK - days
    return TimeExpression(
        TimeKind.OFFSET,
        low=days,
        high=days,
        before=back,
        anchor=Anchor.HERE,
        clock=time.clock,
        weekday=time.weekday,
    )
