"""The story's axis: known days to scale in segments, chapters whose days are not stated one by one, and a zone for what is not known."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from episodic.model.moments import TimePoint

BREAK = 46.0
"""Width of the mark for a stretch of days that is left out."""
MOST_BREAKS = 6
UNKNOWN_WIDTH = 190.0
COLUMN = 40.0
BETWEEN_ZONES = 22.0
_MARGIN = 14.0
_SHORTEST = 60.0
_MUCH = 3
"""A gap that is so many times as long as all that is left is cut."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Days *first* to *last*, drawn to scale from *left* to *right*."""

    first: int
    last: int
    left: float
    right: float

    def x(self, day: int) -> float:
        """Where a day stands."""
        if self.first == self.last:
            return (self.left + self.right) / 2
        return self.left + (self.right - self.left) * (day - self.first) / (self.last - self.first)


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the axis between two coordinates."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        """Halfway."""
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class Axis:
    """Where story time stands on the paper. A zone that has nothing to show is None.

    `columns` are the middles of the chapters whose days are not stated, by chapter id, in telling order.
    """

    segments: tuple[Segment, ...]
    days: Zone | None
    columns: Mapping[str, float]
    chapters: Zone | None
    unknown: Zone | None
    labels: Mapping[int, str]
    """What the calendar calls the days that are known exactly."""
    ranges: Mapping[int, str]
    """What it calls stretches of days, by the first day of each."""

    @property
    def right(self) -> float:
        """Where what holds to the end of the telling runs to."""
        zone = self.chapters or self.days or self.unknown
        return 0.0 if zone is None else zone.right

    @property
    def left(self) -> float:
        """Where the known story begins."""
        zone = self.days or self.chapters or self.unknown
        return 0.0 if zone is None else zone.left

    def x(self, day: int) -> float:
        """Where a day stands; one between two segments stands in the break."""
        place = bisect_right(self.segments, day, key=lambda one: one.first) - 1
        if place < 0:
            return self.segments[0].left
        segment = self.segments[place]
        if day <= segment.last:
            return segment.x(day)
        return segment.right if place + 1 == len(self.segments) else (segment.right + self.segments[place + 1].left) / 2

    def spot(self, point: TimePoint | None) -> float | None:
        """The one coordinate that shows a point best; None where nothing places it."""
        if point is None:
            return None
        if point.earliest is not None and point.latest is not None:
            return (self.x(point.earliest) + self.x(point.latest)) / 2
        if point.chapter in self.columns:
            return self.columns[point.chapter or ""]
        known = point.earliest if point.earliest is not None else point.latest
        return None if known is None else self.x(known)


def axis_of(points: Sequence[TimePoint], order: Sequence[str], zone: Zone, *, any_unknown: bool) -> Axis:
    """The axis for these points within *zone*; *order* are the ids of all chapters as told."""
    days = sorted({day for one in points for day in (one.earliest, one.latest) if day is not None})
    named = {one.chapter for one in points if one.chapter and (one.earliest is None or one.latest is None)}
    columns = [one for one in order if one in named]
    right = zone.right
    unknown: Zone | None = None
    if any_unknown:
        wide = UNKNOWN_WIDTH if days or columns else right - zone.left
        unknown = Zone(right - wide, right)
        right = unknown.left - BETWEEN_ZONES
    chapters: Zone | None = None
    if columns:
        wide = right - zone.left
        if days:
            wide = min(wide / 2, max(110.0, COLUMN * len(columns)))
        chapters = Zone(right - wide, right)
        right = chapters.left - BETWEEN_ZONES
    return Axis(
        segments=tuple(_segments(days, Zone(zone.left + _MARGIN, right - _MARGIN))),
        days=Zone(zone.left, right) if days else None,
        columns=_columns(columns, chapters),
        chapters=chapters,
        unknown=unknown,
        labels=_labels(points),
        ranges={
            one.earliest: one.label
            for one in points
            if one.label and one.earliest is not None and one.latest is not None and one.earliest != one.latest
        },
    )


def _columns(chapters: Sequence[str], zone: Zone | None) -> dict[str, float]:
    if zone is None:
        return {}
    step = (zone.right - zone.left) / len(chapters)
    return {one: zone.left + step * (place + 0.5) for place, one in enumerate(chapters)}


def _labels(points: Iterable[TimePoint]) -> dict[int, str]:
    return {
        one.earliest: one.label
        for one in points
        if one.label and one.earliest is not None and one.earliest == one.latest
    }


def _segments(days: Sequence[int], zone: Zone) -> list[Segment]:
    """Runs of days, cut where one gap is much longer than all the rest of the axis; widths share out span and number of days."""
    if not days:
        return []
    runs = _runs(days)
    room = zone.right - zone.left - BREAK * (len(runs) - 1)
    span = sum(run[-1] - run[0] for run in runs) or 1
    shares = [0.5 * (run[-1] - run[0]) / span + 0.5 * len(run) / len(days) for run in runs]
    least = min(_SHORTEST, room / len(runs))
    spare = room - least * len(runs)
    segments: list[Segment] = []
    left = zone.left
    for run, share in zip(runs, shares, strict=True):
        wide = least + spare * share / sum(shares)
        segments.append(Segment(run[0], run[-1], left, left + wide))
        left += wide + BREAK
    return segments


def _runs(days: Sequence[int]) -> list[Sequence[int]]:
    gaps = sorted(((days[place + 1] - days[place], place) for place in range(len(days) - 1)), reverse=True)
    rest = sum(gap for gap, _ in gaps)
    cuts: list[int] = []
    for gap, place in gaps[:MOST_BREAKS]:
        rest -= gap
        if gap <= max(_MUCH * rest, 2):
            break
        if len(days) > 2:
            cuts.append(place + 1)
    edges = [0, *sorted(cuts), len(days)]
    return [days[first:last] for first, last in pairwise(edges)]


def shared_ends(labels: Sequence[str]) -> tuple[str, str]:
    """What all labels begin with up to a year (潮历349年), and what all end with from a comma on (", year 212")."""
    if len(labels) < 2:
        return "", ""
    head = _shared_head(labels)
    tail = _shared_head([one[::-1] for one in labels])[::-1]
    comma = tail.find(", ")
    return head[: head.rfind("年") + 1], "" if comma < 0 else tail[comma:]


def _shared_head(labels: Sequence[str]) -> str:
    first, last = min(labels), max(labels)
    same = (place for place, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(same, min(len(first), len(last)))]
