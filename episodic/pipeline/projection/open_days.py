"""Finds time words that may mean the same day as the words before them or the next day: "that morning" after an
evening.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.temporal.expressions.now_words import is_same_day
from episodic.temporal.placed import PlacedPassage, TimeShift

_EVENING: Final = 18 * 60


def with_open_days(placed: Sequence[PlacedPassage]) -> list[PlacedPassage]:
    """Return the passages of a chapter. If words such as "that morning" directly follow words such as "that night", the
    day of the morning stays open. The returned passage says only that the morning comes later, and not on which day.
    "That morning" after an evening may mean the morning of the same day or of the next day.
    """
    night: dict[str, bool] = {}
    found: list[PlacedPassage] = []
    for one in placed:
        time = _later(one.time) if one.time is not None and _is_open(one.time, night.get(one.run, False)) else one.time
        night[one.run] = night.get(one.run, False) if one.time is None else _is_night(one.time_text or "")
        shifts: list[TimeShift] = []
        for shift in one.shifts:
            is_open = _is_open(shift.time, night[one.run])
            shifts.append(replace(shift, time=_later(shift.time)) if is_open else shift)
            night[one.run] = _is_night(shift.text)
        found.append(
            replace(one, time=time, shifts=tuple(shifts)) if (time, shifts) != (one.time, [*one.shifts]) else one
        )
    return found


def _is_night(words: str) -> bool:
    return lexicon.pattern("nights").search(words) is not None


def _is_open(time: TimeExpression, night: bool) -> bool:
    return night and is_same_day(time) and time.clock is not None and time.clock.last < _EVENING


def _later(time: TimeExpression) -> TimeExpression:
    return TimeExpression(TimeKind.ORDER, anchor=Anchor.PREVIOUS, clock=time.clock)
