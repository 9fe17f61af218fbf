"""Completes dates without a year during a replay: the year follows from the last full date earlier in the text."""

from __future__ import annotations

import copy
from typing import ClassVar

from episodic.model.episodes import FrameKind
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.pipeline.replay.times.passage_words import PassageWords
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.calendars.partial_dates import in_month_of
from episodic.temporal.calendars.work_calendars import REIGN, Calendars

_LONG_UNITS = frozenset(("year", "calendar year"))
_BEFORE_THE_SCENE = frozenset((FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.LETTER))


class DateCompletion:
    """Keeps the earliest date that the main line can have reached in the passages replayed so far. The year of later
    dates without a year follows from this date.

    `told` is the last date of the main line whose year is known. Such a date has a year, was completed with a year, or
    is an exact number of years after a date with a known year. `told` is None if the year is unknown. `near` is the
    earliest date that the main line can have reached after it was at the date `told`. `near` is computed by adding to
    `told` the distances in time expressions such as "three months later". The text may give a full date for something
    that is already past. If this date is later than `near`, `near` is set to this date.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("near", "told")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, calendars: Calendars) -> None:
        self._calendars = calendars
        self.near: TimeExpression | None = None
        self.told: TimeExpression | None = None

    def copy(self) -> DateCompletion:
        return copy.copy(self)

    def begin(self, date: TimeExpression | None) -> None:
        """Make *date* the last full date of the main line; None means that the year is unknown from now on."""
        self.near = self.told = date

    def turn_aside(self) -> None:
        """Begin a passage that tells what happened elsewhere in the meantime. The date `near` is set back to the last
        full date `told`, without the distances such as "three months later" that were added to it.
        """
        self.near = self.told

    def note(self, expression: TimeExpression | None) -> None:
        """Record a time expression of the main line. A date with a year is stored as the last full date of the main
        line. An offset such as "three months later" is added to the earliest date that the main line can have reached.
        After "some years later", the year is unknown. Offsets into the past ("three months earlier") and expressions of
        other kinds, such as "once", are ignored.
        """
        if expression is None:
            return
        if expression.kind is TimeKind.CALENDAR and expression.year is not None:
            self.begin(expression)
        elif expression.kind is TimeKind.OFFSET and self.near is not None and not expression.before:
            self._count(self.near, expression)

    def note_past(self, date: TimeExpression) -> None:
        """Record a full date of the past, such as the day of a flashback. The attribute `near` is the earliest date
        that the main line can have reached. If the date of the past is later than `near`, it becomes `near`. The main
        line is always later than a past to which it looks back.
        """
        if self.near is None:
            return
        day, reached = (self._calendars.range_of(one) for one in (date, self.near))
        same_axis = self._calendars.axis_of(date) == self._calendars.axis_of(self.near)
        if same_axis and day is not None and reached is not None and day[0] > reached[0]:
            self.near = date

    def _count(self, near: TimeExpression, offset: TimeExpression) -> None:
        """Count an offset such as "three months later" on from the date *near*. The year becomes unknown if the offset
        has no upper bound, or if it is an uncertain number of years ("some years later"). The year also becomes unknown
        if the offset is a number of years from another moment than that of the preceding passage.
        """
        if offset.high == 0:
            return
        years = offset.unit in _LONG_UNITS
        counts_on = offset.anchor is Anchor.PREVIOUS
        if offset.high is None or (years and not (counts_on and offset.low == offset.high)):
            self.begin(None)
        elif years:
            self.begin(self._calendars.later(near, offset))
        elif counts_on:
            self.near = self._calendars.later(near, offset)

    def completed(
        self, time: TimeExpression | None, *, back: bool, near: TimeExpression | None
    ) -> TimeExpression | None:
        """Return *time*, if it has a month and no year ("the ninth of May"), with a year that is derived from the full
        date *near*.

        By default, the year is the first year with which the date is not before *near*. If *back* is true, the last
        year with which the date is not after *near* is considered, too. The date that is nearer to *near* is then
        returned. A season without a month is returned unchanged. A day of a lunar month (初三日) gets the month and the
        year of *near*, if it can be in this month.
        """
        if time is None or near is None:
            return time
        if time.month is None:
            return self._in_month(time, near, back=back)
        ahead = self._calendars.completed(time, near)
        if not back:
            return ahead
        behind = self._calendars.completed(time, near, back=True)
        return min((behind, ahead), key=lambda one: self._distance(one, near))

    def _in_month(self, day: TimeExpression, near: TimeExpression, *, back: bool) -> TimeExpression:
        """Return a day without a month (十五日) as a date of the month of *near*, or unchanged if it cannot be in this
        month. A day of a lunar month (初三日) can only be in a month of a reign year.
        """
        if day.kind is not TimeKind.CALENDAR or day.year is not None or near.kind is not TimeKind.CALENDAR:
            return day
        reign = None if near.calendar is not None else self._calendars.reigns.unique(near.era, near.year or 0)
        lunar = reign is not None and reign.years != "solar"
        if day.calendar not in (None, near.calendar) and not (day.calendar == REIGN and lunar):
            return day
        return in_month_of(day, near, back=back) or day

    def _distance(self, first: TimeExpression, second: TimeExpression) -> int:
        """Return the number of days between two dates, or 0 if the dates cannot be compared."""
        one, other = self._calendars.range_of(first), self._calendars.range_of(second)
        return abs(one[0] - other[0]) if one and other else 0


class PassageClock:
    """Completes the time expressions of one passage, in text order. `nears` contains full dates, from which the year of
    dates without a year follows. Each full date comes with the offset in the chapter from which the full date is used.
    """

    def __init__(self, dates: DateCompletion, framed: FramedPassage, words: PassageWords) -> None:
        self._dates, self._frame = dates, framed.frame
        self._main = framed.frame is FrameKind.MAIN
        self._left = list(words.dates)
        if self._main and words.turns:
            dates.begin(None)
        elif self._main and framed.reading.aside:
            dates.turn_aside()
        self.nears: list[tuple[int, TimeExpression | None]] = [(framed.span.start, dates.near)]

    def moved(self, time: TimeExpression | None, start: int) -> TimeExpression | None:
        """Return a time expression of the passage, completed with a year if possible, and record it for later dates
        without a year. `moved` must be called in the order of the time expressions in the text.
        """
        self._reach(start)
        back = self._frame is FrameKind.FLASHBACK
        dated = self._dates.completed(time, back=back, near=self._dates.near)
        if self._main:
            self._dates.note(dated)
            self.nears.append((start, self._dates.near))
        elif time is not None and time.year is not None and self._frame in _BEFORE_THE_SCENE:
            self._dates.note_past(time)
        return dated

    def finish(self) -> None:
        """Record the full dates that stand in the text of the passage after its last time expression, for the
        completion of later dates.
        """
        self._reach(None)

    def _reach(self, start: int | None) -> None:
        """Record the full dates that stand before the offset *start*, or all remaining full dates if *start* is None. A
        full date in speech completes only dates in the same speech. A date that is quoted as a term, such as the new
        name of an era in 改元“光和元年”, makes the year unknown.
        """
        while self._left and (start is None or self._left[0].start < start):
            full = self._left.pop(0)
            if full.speech_end is not None:
                self.nears += [(full.start, full.date), (full.speech_end, self._dates.near)]
                self.nears.sort(key=lambda one: one[0])
                continue
            if full.date is None:
                self._dates.begin(None)
            elif full.past:
                self._dates.note_past(full.date)
            else:
                self._dates.note(full.date)
            self.nears.append((full.start, self._dates.near))
