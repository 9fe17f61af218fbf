"""Finds out which minutes a time of day means, from the words around it and from the time told just before it."""

from __future__ import annotations

import re
from typing import NamedTuple

from episodic.languages import lexicon
from episodic.model.moments import ClockTime

DAY = 24 * 60
"""The minutes of a day."""
_HALF = DAY // 2
_EVENING = 17 * 60
_SMALL_HOURS = 330
"""Until 5:30 (minute 330 of the day), a time told after an evening belongs to the night after this evening."""
_LONGEST = 16 * 60
_LONGEST_UNSURE = 6 * 60
"""Two successive times of day in one account (what one person tells in one scene) are at most `_LONGEST` minutes apart.
They are at most `_LONGEST_UNSURE` minutes apart if the words do not say which half of the day the second time means.
"""
_CLAUSE_ENDS = re.compile(
    rf"[,.;:!?—，。；：！？、]| (?:{lexicon.pattern('clause_conjunctions').pattern}) ", re.IGNORECASE
)


class MinuteRange(NamedTuple):
    """The first and the last minute that a time of day can mean, counted from the midnight at which its day begins. A
    minute number of 24 hours or more lies on a later day.
    """

    first: int
    last: int

    def after(self, minutes: int) -> MinuteRange:
        return MinuteRange(self.first + minutes, self.last + minutes)


def in_half(clock: ClockTime, quote: str, words: str) -> ClockTime:
    """Return the time of day *clock* in the half of the day that its clause names ("after dinner he came at eight").
    *words* are the time words in *quote*, and show which clause is meant. Return *clock* unchanged if the clause names
    no half of the day, or both halves.
    """
    at = quote.find(words)
    if not clock.either_half or at < 0:
        return clock
    start = max((one.end() for one in _CLAUSE_ENDS.finditer(quote, 0, at)), default=0)
    end = _CLAUSE_ENDS.search(quote, at + len(words))
    clause = quote[start : len(quote) if end is None else end.start()]
    early, late = (lexicon.pattern(name).search(clause) is not None for name in ("morning_signs", "evening_signs"))
    if early is late or (late and clock.first % _HALF < 180):
        return clock
    shift = _HALF if late else 0
    return ClockTime(clock.first + shift, clock.last + shift)


def first_told(clock: ClockTime) -> MinuteRange:
    """Return the minutes of a time of day that is the first one told for its day. If an account of a night begins at
    midnight or in the small hours, these hours count as part of the day before. If the half of the day is unknown, both
    halves count. The returned minutes then reach from the hour in the first half to the same hour in the second half.
    """
    if clock.either_half:
        return MinuteRange(clock.first, clock.last + _HALF)
    found = MinuteRange(clock.first, clock.last)
    return found.after(DAY) if clock.last <= _SMALL_HOURS else found


def of_stated_day(clock: ClockTime) -> MinuteRange:
    """Return the minutes of a time of day whose day the words name ("on 3 May, at midnight"). The small hours (such as
    "at two") may be at the beginning of the stated day, or in the night after that day.
    """
    last = clock.last + (_HALF if clock.either_half else 0)
    return MinuteRange(clock.first, clock.last + DAY if clock.last <= _SMALL_HOURS else last)


def told_next(clock: ClockTime, before: MinuteRange) -> MinuteRange | None:
    """Return the minutes of a time of day that an account tells after the time *before*. Return None if the time of day
    may be earlier than *before*.

    The small hours (such as "at two") after an evening belong to the night that follows. Return None for a time of day
    outside the small hours that would be on the next day. The account may instead have gone back to an earlier time of
    the same day.
    """
    unsure = before.last - before.first >= _HALF
    if unsure and clock.either_half:
        return None
    first, halves = before.last if unsure else before.first, (0, _HALF) if clock.either_half else (0,)
    places = sorted(MinuteRange(clock.first, clock.last).after(half + day) for half in halves for day in _days(first))
    found = next((one for one in places if one.first >= first), None)
    if found is None or found.first - first > (_LONGEST_UNSURE if clock.either_half else _LONGEST):
        return None
    crosses = found.first // DAY > first // DAY
    night = not unsure and first % DAY >= _EVENING and found.last % DAY <= _SMALL_HOURS
    return found if night or not crosses else None


def _days(minute: int) -> tuple[int, ...]:
    day = minute // DAY * DAY
    return (day, day + DAY)
