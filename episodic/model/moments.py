"""Value classes for time expressions of the text in symbolic form, and for moments of story time."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson
from episodic.model.spans import Evidence


class TimeKind(StrEnum):
    """The kinds of time expressions. Time expressions are dates ("5 May"), offsets from another moment ("three days
    later"), orders, and unknown times. An order ("before the war") gives no distance.
    """

    CALENDAR = "calendar"
    OFFSET = "offset"
    ORDER = "order"
    UNKNOWN = "unknown"


class Anchor(StrEnum):
    """The moment from which an offset ("three days later") or an order ("before the war") counts."""

    PREVIOUS = "previous"
    """The time of the previous passage on the main line, or in the same tale, letter and so on (次日, "the next
    morning").
    """
    HERE = "here"
    """The time of the passage that contains the time expression ("ten years ago")."""
    EVENT = "event"
    """The time of an event that the story names ("the fire", 赤壁之战)."""
    REFERENCE = "reference"
    """The date that the time expression itself contains ("three days after 5 May")."""
    SCENE = "scene"
    """The time of the scene in which a tale or flashback is told ("even now", 如今; in a tale also "ten years ago")."""
    RECALLED = "recalled"
    """The moment to which the text has just looked back ("then", 那时)."""


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time within a day, given by its first and its last possible minute after the midnight at which the day begins.

    Minutes from 1,440 on belong to the night that follows the day ("at two that night"). A negative `first` counts back
    from the midnight at which the day begins, into the preceding night (子时 begins an hour before midnight). If
    `either_half` is true, the words do not say which half of the day is meant ("at eight twenty"). If `either_half` is
    true, `first` and `last` give the time before noon. With `either_half`, the time may also be 720 minutes (12 hours)
    later, in the second half of the day.
    """

    first: int
    last: int
    either_half: bool = False


@dataclass(frozen=True, slots=True)
class TimeExpression(FlatJson):
    """The meaning of a time expression of the text in symbolic form.

    A calendar date is as precise as its last given part. For example, a date with only a year means the whole year. An
    offset ("three days later") means a moment that is `low` to `high` units after another moment (the anchor). If
    `before` is true, the moment is before the anchor. `low` or `high` of an offset is None if the bound is unknown. An
    order ("before the war") says only whether the moment is before or after another moment (the anchor).

    `unit` is the unit in which an offset counts: "hour", "day", "week", "month" or "year" for a length of time. The
    units "calendar week", "calendar month" and "calendar year" count the beginnings of weeks, months and years, and not
    lengths of time. For example, 次年 is one calendar year later, which means from one day to two years minus one day.
    An offset of zero calendar years means a later moment in the same year as the moment from which the offset counts.
    If an offset has a season, the moment lies in the season that contains the resulting day (次年春). A negative month
    number means a month outside the usual count of months. In a custom calendar, -1, -2 and so on are the leap months
    and intercalary days in the order of the year. In a Chinese year, -8 is the leap month 闰八月.
    """

    kind: TimeKind
    calendar: str | None = None
    era: str | None = None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    season: int | None = None
    """The quarter of the year (1 to 4) if the expression names a season."""
    low: int | None = None
    high: int | None = None
    unit: str = "day"
    before: bool = False
    anchor: Anchor | None = None
    name: str | None = None
    """The comparison key of the name of the event from which the time expression counts, if its anchor is EVENT."""
    clock: ClockTime | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    """The time of day that the expression names. An expression that names nothing else ("at dusk", 酉时) has the kind
    UNKNOWN, because it does not say which day is meant.
    """
    weekday: int | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    """The day of the week (0 is Monday), if the expression names a day of the week but no week ("on Thursday"). Such an
    expression has the kind UNKNOWN.
    """

    @property
    def stated(self) -> bool:
        """True if the time expression gives a date, an offset or an order, and false if it says that the time is
        unknown.
        """
        return self.kind is not TimeKind.UNKNOWN


UNKNOWN_TIME = TimeExpression(TimeKind.UNKNOWN)


class TimeBasis(StrEnum):
    """How the text relates the start or the end of a fact to a moment that is given with it."""

    STATED = "stated"
    """The text says that the fact starts or ends at the moment."""
    EVENT = "event"
    """The fact is an event that happens at the moment, or the fact is a state that an event at the moment begins or
    ends.
    """
    BY = "by"
    """The fact starts or ends at the moment or at an unknown time before it."""
    BEFORE = "before"
    """The fact starts or ends at an unknown time before the moment."""
    EARLIER = "earlier"
    """The fact starts or ends before the scene that mentions its start or end: earlier in the same chapter, or before
    the chapter.
    """
    AFTER = "after"
    """The fact starts or ends at an unknown time after the moment."""


@dataclass(frozen=True, slots=True)
class TimePoint(FlatJson):
    """A moment of story time at which a fact starts or ends, or at which something is said.

    `text` is the time expression as written, or None. `earliest` and `latest` are the first and the last possible unit
    (usually a day) on a calendar axis, or None if unknown. `label` is the shortest exact text of the time in the work's
    calendar and language, such as "day 103" or 第103日. `chapter` is the id of the chapter in which the moment lies, if
    this is known only from narrative order. If `basis` is BEFORE or AFTER, `chapter` is the chapter before or after
    which the moment lies. If `basis` is EARLIER, `chapter` is the chapter of the scene before which the moment lies.
    `basis` is None in a fact that was saved by an older version of the program. `counted_from` is the quote of a
    statement that happens at the moment from which `text` counts, as "the next day" does. `counted_from` is set only if
    that moment has no date.
    """

    text: str | None = None
    earliest: int | None = None
    latest: int | None = None
    label: str | None = None
    chapter: str | None = None
    basis: TimeBasis | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    counted_from: Evidence | None = field(default=None, metadata=OMITTED_AT_DEFAULT)

    @property
    def in_chapter(self) -> str | None:
        """The id of the chapter in which the moment lies, or None if it may lie in another chapter than `chapter`, or
        if `chapter` is None.
        """
        beside = (TimeBasis.BEFORE, TimeBasis.EARLIER, TimeBasis.AFTER)
        return None if self.basis in beside else self.chapter


@dataclass(frozen=True, slots=True)
class Moment:
    """A time expression as written, with its meaning and its bounds in the chronology.

    `set_aside` is true if the time expression contradicts a stronger constraint. A time expression that is set aside is
    reported as an issue and otherwise ignored.
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
