"""Completes dates without a year during a replay, with the year of the last full date narrated before them."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import ClassVar

from episodic.model.episodes import FrameKind
from episodic.model.moments import TimeExpression, TimeKind
from episodic.pipeline.replay.chapter_preparation import PassageWords
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.calendars.work_calendars import Calendars

_LONG_UNITS = frozenset(("year", "calendar year"))


class DateCompletion:
    """The last full date of the main line in the passages replayed so far, with which later dates without a year are
    completed.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("near",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, calendars: Calendars) -> None:
        self._calendars = calendars
        self.near: TimeExpression | None = None

    def copy(self) -> DateCompletion:
        """Return an independent copy."""
        return copy.copy(self)

    def note(self, expression: TimeExpression | None) -> None:
        """Record a time expression of the main line. A full date becomes the last full date. A time such as "some years
        later" discards the last full date, because the year is unknown afterwards.
        """
        if expression is None:
            return
        if expression.kind is TimeKind.CALENDAR:
            self.near = self.near if expression.year is None else expression
        elif expression.kind is TimeKind.OFFSET and (expression.unit in _LONG_UNITS or expression.high is None):
            self.near = self._moved_by_years(expression)

    def _moved_by_years(self, expression: TimeExpression) -> TimeExpression | None:
        """Return the date that replaces the last full date after a time expression such as "some years later".

        If the expression states an exact number of calendar years, such as 次年, the result is the year of the last
        full date plus this number. If the expression counts backwards or states zero years, the last full date is
        returned unchanged. In all other cases the year is unknown, and the result is None.
        """
        near, count = self.near, expression.low
        exact = expression.unit == "calendar year" and count is not None and count == expression.high
        if near is None or near.year is None or count is None or not exact or expression.before:
            return near if expression.before or expression.high == 0 else None
        return replace(near, year=near.year + count, month=None, day=None, season=None)

    def completed(
        self, time: TimeExpression | None, *, back: bool, near: TimeExpression | None
    ) -> TimeExpression | None:
        """Return *time*, if it has a month and no year ("the ninth of Larkrise"), with a year that is derived from the
        full date *near*.

        By default, the completed date is the first one that is not before *near*. If *back* is true, the first date
        that is not before *near* is compared with the last date that is not after *near*, and the nearer of the two is
        returned. A season without a month is returned unchanged.
        """
        if time is None or near is None or time.month is None:
            return time
        ahead = self._calendars.completed(time, near)
        if not back:
            return ahead
        behind = self._calendars.completed(time, near, back=True)
        return min((behind, ahead), key=lambda one: self._distance(one, near))

    def is_past(self, date: TimeExpression) -> bool:
        """Return whether a full date is certainly before the last full date, which is of the same calendar."""
        if self.near is None or self.near.calendar != date.calendar:
            return False
        days, near = self._calendars.range_of(date), self._calendars.range_of(self.near)
        return days is not None and near is not None and days[1] < near[0]

    def _distance(self, first: TimeExpression, second: TimeExpression) -> int:
        """Return the number of days between two dates, or 0 if the dates cannot be compared."""
        one, other = self._calendars.range_of(first), self._calendars.range_of(second)
        return abs(one[0] - other[0]) if one and other else 0


class PassageClock:
    """The full dates before and in one passage. The time expressions of the passage are completed in text order with
    these dates.
    """

    def __init__(self, dates: DateCompletion, framed: FramedPassage, words: PassageWords) -> None:
        self._dates, self._main = dates, framed.frame is FrameKind.MAIN
        self._back = framed.frame is FrameKind.FLASHBACK
        self._left = list(words.dates)
        self.nears: list[tuple[int, TimeExpression | None]] = [(framed.span.start, dates.near)]

    def moved(self, time: TimeExpression | None, start: int) -> TimeExpression | None:
        """Return a time expression of the passage, completed with a year if possible. The method must be called in text
        order.
        """
        self._reach(start)
        dated = self._dates.completed(time, back=self._back, near=self._dates.near)
        if self._main:
            self._dates.note(dated)
            self.nears.append((start, self._dates.near))
        return dated

    def finish(self) -> None:
        """Record the full dates after the last time expression of the passage."""
        self._reach(None)

    def _reach(self, start: int | None) -> None:
        """Record the full dates before *start*. A date in speech applies up to the end of the speech, and a date that
        is only quoted discards the last full date. A past date in words such as "since 1801" does not become the last
        full date.
        """
        while self._left and (start is None or self._left[0].start < start):
            full = self._left.pop(0)
            if full.speech_end is not None:
                self.nears += [(full.start, full.date), (full.speech_end, self._dates.near)]
                self.nears.sort(key=lambda one: one[0])
                continue
            if full.date is None:
                self._dates.near = None
            elif not (full.since and self._dates.is_past(full.date)):
                self._dates.note(full.date)
            self.nears.append((full.start, self._dates.near))
