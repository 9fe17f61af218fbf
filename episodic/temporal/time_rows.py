"""Parser for the rows of replies about time expressions, such as "2|after|previous|3 day" or "1|date|y:12|m:2".

The parts after the leading number of a row can have any order. The parser does not check a row against the text or the
calendars.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from episodic.model.moments import Anchor, TimeKind
from episodic.reply_rows import keyed

_DATE: Final = "date"
_BEFORE: Final = "before"
_AT: Final = "at"
_DIRECTIONS: Final = (_BEFORE, "after", _AT)
_ANCHORS: Final = (Anchor.PREVIOUS, Anchor.HERE, Anchor.RECALLED)
_IGNORED: Final = frozenset({"", _DATE, "calendar", "offset", "order"})
"""Parts of a row that the parser skips, because other parts already show whether it is a date, an offset or an order.
"""
_NUMBERS: Final = {"y": "year", "m": "month", "d": "day", "s": "season"}
_NUMBER: Final = re.compile(r"-?\d{1,12}")
_AMOUNT: Final = re.compile(
    r"(?:(?P<exact>\d{1,12})|(?P<low>\d{0,12})\s*(?:\.\.+|[-…–~～])\s*(?P<high>\d{0,12}))"
    r"\s*(?P<unit>day|week|month|year)s?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TimeRow:
    """What one row of a reply says about a time expression. A field that the row does not state has its default.

    `low` and `high` are the bounds of an offset; None is an open bound. `name` is the event from which the row counts,
    as written in the row.
    """

    kind: TimeKind
    calendar: str = ""
    era: str = ""
    year: int = 0
    month: int = 0
    day: int = 0
    season: int = 0
    low: int | None = None
    high: int | None = None
    unit: str = "day"
    before: bool = False
    anchor: Anchor | None = None
    name: str = ""


def time_row(parts: Sequence[str]) -> TimeRow | None:
    """Return the time that one row of a reply describes, given the parts of the row, such as "after", "previous" and "3
    day". Return None if a part is unknown, or if the row has neither a date nor one of the words "before", "after" and
    "at". Return None if a row with "before", "after" or "at" lacks the moment from which it counts.

    A row with "before" or "after" is an offset, or an order if it has no amount. A row with "at" is an offset of zero.
    A row with none of the words "before", "after" and "at" is a date.
    """
    row = _Parts()
    if not all(row.take(part) for part in parts):
        return None
    return row.content()


class _Parts:
    def __init__(self) -> None:
        self._direction = ""
        self._anchor: Anchor | None = None
        self._texts: dict[str, str] = {}
        self._numbers: dict[str, int] = {}
        self._amount: re.Match[str] | None = None

    def take(self, part: str) -> bool:
        word, (key, value) = part.strip().lower(), keyed(part)
        amount = _AMOUNT.fullmatch(word)
        if word in _DIRECTIONS:
            self._direction = word
        elif word in _ANCHORS:
            self._anchor = Anchor(word)
        elif amount is not None and any(amount.group("exact", "low", "high")):
            self._amount = amount
        elif key in _NUMBERS and _NUMBER.fullmatch(value):
            self._numbers[_NUMBERS[key]] = int(value)
        elif key in {"calendar", "era", "event"}:
            self._texts[key] = value
        else:
            return word in _IGNORED
        return True

    def content(self) -> TimeRow | None:
        dated = any(self._numbers.values())
        if self._direction:
            anchor = Anchor.EVENT if "event" in self._texts else self._anchor or (Anchor.REFERENCE if dated else None)
            return None if anchor is None else self._relative(anchor)
        return self._made(TimeKind.CALENDAR) if dated else None

    def _relative(self, anchor: Anchor) -> TimeRow:
        before, (low, high) = self._direction == _BEFORE, self._bounds()
        if self._direction == _AT:
            return self._made(TimeKind.OFFSET, anchor=anchor, low=0, high=0)
        if self._amount is None:
            return self._made(TimeKind.ORDER, anchor=anchor, before=before)
        unit = self._amount["unit"].lower()
        return self._made(TimeKind.OFFSET, anchor=anchor, before=before, low=low, high=high, unit=unit)

    def _bounds(self) -> tuple[int | None, int | None]:
        if self._amount is None:
            return None, None
        exact = self._amount["exact"]
        if exact:
            return int(exact), int(exact)
        low, high = (int(self._amount[name]) if self._amount[name] else None for name in ("low", "high"))
        return low, high

    def _made(
        self,
        kind: TimeKind,
        *,
        anchor: Anchor | None = None,
        before: bool = False,
        low: int | None = None,
        high: int | None = None,
        unit: str = "day",
    ) -> TimeRow:
        return TimeRow(
            kind,
            calendar=self._texts.get("calendar", ""),
            era=self._texts.get("era", ""),
            year=self._numbers.get("year", 0),
            month=self._numbers.get("month", 0),
            day=self._numbers.get("day", 0),
            season=self._numbers.get("season", 0),
            low=low,
            high=high,
            unit=unit,
            before=before,
            anchor=anchor,
            name=self._texts.get("event", ""),
        )
