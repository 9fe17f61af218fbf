"""Completion of dates without a year: a date takes the year of the last full date that the narration gives before it."""

from __future__ import annotations

import copy
from dataclasses import replace

from episodic.model.episodes import FrameKind
from episodic.model.moments import TimeExpression, TimeKind
from episodic.pipeline.replay.chapter_preparation import PassageWords
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.calendars.work_calendars import Calendars

_LONG_UNITS = frozenset(("year", "calendar year"))


class DateCompletion:
    """The last full date of the main line so far, and the completion of dates by it."""

    def __init__(self, calendars: Calendars) -> None:
        self._calendars = calendars
        self.near: TimeExpression | None = None

    def copy(self) -> DateCompletion:
        """Return an independent copy."""
        return copy.copy(self)

    def note(self, expression: TimeExpression | None) -> None:
        """Record a date of the main line, or a move of the narration by years, after which the year is unknown."""
        if expression is None:
            return
        if expression.kind is TimeKind.CALENDAR:
            self.near = self.near if expression.year is None else expression
        elif expression.kind is TimeKind.OFFSET and (expression.unit in _LONG_UNITS or expression.high is None):
            self.near = self._moved_by_years(expression)

    def _moved_by_years(self, expression: TimeExpression) -> TimeExpression | None:
        """Return the year to which a stated number of calendar years leads (次年); None for any other distance."""
        near, count = self.near, expression.low
        exact = expression.unit == "calendar year" and count is not None and count == expression.high
        if near is None or near.year is None or count is None or not exact or expression.before:
            return near if expression.before or expression.high == 0 else None
        return replace(near, year=near.year + count, month=None, day=None, season=None)

    def completed(
        self, time: TimeExpression | None, *, back: bool, near: TimeExpression | None
    ) -> TimeExpression | None:
        """Return a date without a year ("the ninth of Larkrise") with the year of the full date *near*.

        A date in the narration means the next such day. A date that looks back may also mean the previous such day, so
        the nearer of the two days is used. A season without a month is not changed.
        """
        if time is None or near is None or time.month is None:
            return time
        ahead = self._calendars.completed(time, near)
        if not back:
            return ahead
        behind = self._calendars.completed(time, near, back=True)
        return min((behind, ahead), key=lambda one: self._distance(one, near))

    def _distance(self, first: TimeExpression, second: TimeExpression) -> int:
        """Return the number of days between two dates, or 0 if the dates cannot be compared."""
        one, other = self._calendars.range_of(first), self._calendars.range_of(second)
        return abs(one[0] - other[0]) if one and other else 0


class PassageClock:
    """The full dates of one passage, in text order, while the passage's time expressions are completed."""

    def __init__(self, dates: DateCompletion, framed: FramedPassage, words: PassageWords) -> None:
        self._dates, self._main = dates, framed.frame is FrameKind.MAIN
        self._back = framed.frame is FrameKind.FLASHBACK
        self._left = list(words.dates)
        self.nears: list[tuple[int, TimeExpression | None]] = [(framed.span.start, dates.near)]

    def moved(self, time: TimeExpression | None, start: int) -> TimeExpression | None:
        """Return a time expression of the passage with its year. Expressions must be given in text order."""
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
        while self._left and (start is None or self._left[0][0] < start):
            place, date = self._left.pop(0)
            self._dates.note(date)
            self.nears.append((place, self._dates.near))
