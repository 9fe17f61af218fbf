"""Time expressions of the text in symbolic form, and moments of story time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TimeKind(StrEnum):
    """Kinds of time expressions."""

    CALENDAR = "calendar"
    OFFSET = "offset"
    ORDER = "order"
    UNKNOWN = "unknown"


class Anchor(StrEnum):
    """The moment from which an offset or an order counts."""

    PREVIOUS = "previous"
    """The time of the previous passage of the same frame (次日, "the next morning")."""
    HERE = "here"
    """The time of the passage that contains the expression ("ten years ago")."""
    EVENT = "event"
    """An event that the story names ("the fire", 赤壁之战)."""
    REFERENCE = "reference"
    """The date that the expression's own calendar fields give."""
    SCENE = "scene"
    """The time of the scene in which a tale or flashback is told ("even now", 如今)."""
    RECALLED = "recalled"
    """The moment to which the text has just looked back ("then", 那时)."""


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """One interpretation of a time expression.

    A calendar date is as precise as its last given part: a date with only a year means the whole year. An offset lies
    between `low` and `high` units after its anchor (or before its anchor, if `before` is set); a missing bound is open.
    An expression of order says only "before" or "after".

    `unit` is a length (hour, day, week, month or year), or "calendar week", "calendar month" or "calendar year", which
    count the beginnings of calendar units: 次年 is one calendar year later, which means from one day to two years minus
    one day. Zero calendar units means later in the same unit. The season of an offset is the season that contains the
    resulting day (次年春). A month below 0 is a month without a number: -1, -2 and so on are the leap months and
    intercalary days of an invented calendar, in the order of the year; -8 in a Chinese year is 闰八月.
    """

    kind: TimeKind
    calendar: str | None = None
    era: str | None = None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    season: int | None = None
    """The quarter of the year, 1 to 4, if the expression names a season."""
    low: int | None = None
    high: int | None = None
    unit: str = "day"
    before: bool = False
    anchor: Anchor | None = None
    name: str | None = None
    """The key of the event that an EVENT anchor refers to."""

    @property
    def stated(self) -> bool:
        """Whether the expression contains any date, offset or order."""
        return self.kind is not TimeKind.UNKNOWN


UNKNOWN_TIME = TimeExpression(TimeKind.UNKNOWN)


@dataclass(frozen=True, slots=True)
class TimePoint:
    """The moment when something starts or ends in story time.

    `text` is the time expression of the text, if any. `earliest` and `latest` are bounds in whole units (days) on the
    work's time axis, None if open. `label` is the shortest exact form in the work's calendar and language ("day 103",
    第103日). `chapter` is the id of the chapter during which the moment lies, if only narrative order gives the moment a
    place.
    """

    text: str | None = None
    earliest: int | None = None
    latest: int | None = None
    label: str | None = None
    chapter: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A time expression of the text with its interpretation and its bounds in the chronology.

    `set_aside` marks an expression that contradicts a stronger constraint. Such an expression is reported as an issue
    and otherwise ignored.
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
