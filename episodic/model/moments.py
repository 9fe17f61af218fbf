"""What a text says of time, symbolically: nothing here is a guess, and nothing invents a date."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TimeKind(StrEnum):
    """The four things words can say of time."""

    CALENDAR = "calendar"
    OFFSET = "offset"
    ORDER = "order"
    UNKNOWN = "unknown"


class Anchor(StrEnum):
    """What an offset or an order counts from."""

    PREVIOUS = "previous"
    """The now of the previous passage of the same frame (次日, "the next morning")."""
    HERE = "here"
    """The now of the passage the words stand in ("ten years ago")."""
    EVENT = "event"
    """An event that the story names ("the fire", 赤壁之战)."""
    REFERENCE = "reference"
    """Another date: the one that the expression's own calendar fields give."""


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """One reading of time words.

    A calendar date has the precision of its last given part: a year is the whole year. An offset lies between `low` and `high`
    units after its anchor (before it if `before`); a missing bound is open. An order is only before or after.

    `unit` is hour, day, week, month or year, a length, or "calendar week", "calendar month", "calendar year", which count beginnings:
    次年 is one calendar year after, from a day to two years less a day. Zero of them is later in the same one.
    The season of an offset is the one in which its day lies (次年春). A month below 0 has no number: of an invented calendar -1, -2
    and so on, in the order of the year, are its leap months and the days of no month; of a Chinese year -8 is 闰八月.
    """

    kind: TimeKind
    calendar: str | None = None
    era: str | None = None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    season: int | None = None
    """Quarter of the year, 1 to 4, where the words name a season."""
    low: int | None = None
    high: int | None = None
    unit: str = "day"
    before: bool = False
    anchor: Anchor | None = None
    name: str | None = None
    """The key of the event an EVENT anchor names."""

    @property
    def stated(self) -> bool:
        """Whether the words say anything that orders or dates."""
        return self.kind is not TimeKind.UNKNOWN


UNKNOWN_TIME = TimeExpression(TimeKind.UNKNOWN)


@dataclass(frozen=True, slots=True)
class TimePoint:
    """Where something starts or ends in story time.

    `text` are the author's words, if any; `earliest` and `latest` are whole units (days) on the work's own axis, None where open;
    `label` is the shortest true way to write it on the work's calendar, in the work's language ("day 103", 第103日).
    `chapter` is the id of the chapter whose now it is, where only telling order places it.
    """

    text: str | None = None
    earliest: int | None = None
    latest: int | None = None
    label: str | None = None
    chapter: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """Time words of the text, what they say, and what the chronology makes of them.

    `set_aside` marks one that contradicts what counts more; it is an issue, and the rest goes on working.
    """

    uuid: str
    group_id: str
    episode: str
    start: int
    text: str
    expression: TimeExpression
    earliest: int | None
    latest: int | None
    label: str | None
    set_aside: bool
    order: int
