"""The horizontal axis of a timeline: known days in segments, a column for each undated chapter, and a zone for unknown
time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from episodic.languages import lexicon
from episodic.model.moments import TimePoint
from episodic.search.shown_times import is_vague

BREAK = 46.0
"""The width in the picture of a break in the axis, at which a range of days is left out."""
MOST_BREAKS = 6
UNKNOWN_WIDTH = 190.0
COLUMN = 40.0
BETWEEN_ZONES = 22.0
_MARGIN = 14.0
_SHORTEST = 60.0
_BREAK_RATIO = 3
"""The days between two successive dates are left out if this interval is more than this many times as long as all
shorter intervals together. At most MOST_BREAKS intervals are left out, and only intervals of more than two days.
"""


@dataclass(frozen=True, slots=True)
class AxisSegment:
    """A part of the axis that shows the days from `first` to `last` to scale, between the x coordinates `left` and
    `right`.
    """

    first: int
    last: int
    left: float
    right: float

    def x(self, day: int) -> float:
        if self.first == self.last:
            return (self.left + self.right) / 2
        return self.left + (self.right - self.left) * (day - self.first) / (self.last - self.first)


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the picture between two x coordinates, such as the part for unknown time."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class Axis:
    """The mapping from story time to x coordinates. `days`, `chapters` and `unknown` are the parts of the picture for
    known days, undated chapters and unknown time. A part is None if the picture does not need it.

    `columns` are the x coordinates of the columns of undated chapters, by chapter id. A chapter counts as undated if
    the first or last possible day of one of its moments is unknown.
    """

    segments: tuple[AxisSegment, ...]
    days: Zone | None
    columns: Mapping[str, float]
    chapters: Zone | None
    unknown: Zone | None
    labels: Mapping[int, str]
    """The date that is written under the axis for each day on which a fact certainly starts or ends."""
    ranges: Mapping[int, str]
    """The text that is written under the axis for a range of days, such as "spring 212", by the first day of the range.
    """

    @property
    def right(self) -> float:
        """The x coordinate at which bars end if their facts are still true after the last chapter."""
        zone = self.chapters or self.days or self.unknown
        return 0.0 if zone is None else zone.right

    @property
    def left(self) -> float:
        """The x coordinate at which the leftmost zone begins: the zone for known days, else for undated chapters, else
        for unknown time.
        """
        zone = self.days or self.chapters or self.unknown
        return 0.0 if zone is None else zone.left

    def x(self, day: int) -> float:
        """Return the x coordinate of a day. A day that the axis leaves out between two segments is placed halfway
        between these segments. A day before the first or after the last segment is placed at the nearer end of the
        axis.
        """
        place = bisect_right(self.segments, day, key=lambda one: one.first) - 1
        if place < 0:
            return self.segments[0].left
        segment = self.segments[place]
        if day <= segment.last:
            return segment.x(day)
        return segment.right if place + 1 == len(self.segments) else (segment.right + self.segments[place + 1].left) / 2

    def spot(self, point: TimePoint | None) -> float | None:
        """Return the x coordinate at which a moment is drawn, or None if its time is unknown."""
        if point is None:
            return None
        if point.earliest is not None and point.latest is not None:
            return (self.x(point.earliest) + self.x(point.latest)) / 2
        if point.in_chapter in self.columns:
            return self.columns[point.in_chapter or ""]
        known = point.earliest if point.earliest is not None else point.latest
        return None if known is None else self.x(known)


def axis_of(points: Sequence[TimePoint], order: Sequence[str], zone: Zone, *, any_unknown: bool) -> Axis:
    """Make the axis for the moments *points*. *order* contains the ids of the chapters in narrative order. If
    *any_unknown* is true, the axis has a zone for unknown time.
    """
    days = sorted({day for one in points for day in (one.earliest, one.latest) if day is not None})
    named = {one.in_chapter for one in points if one.earliest is None or one.latest is None}
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
        ranges=_ranges(points),
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


def _ranges(points: Iterable[TimePoint]) -> dict[int, str]:
    """Return the labels of the ranges of days in *points*, such as "spring 1805". The result maps the first day of a
    range to its label. Of several ranges with the same first day, the shortest is used. A range is vague (`is_vague`)
    if it is long and no time expression gives it. Vague ranges are left out unless all ranges are vague.
    """
    ranges = [
        (one.latest - one.earliest, one.earliest, one.label, is_vague(one))
        for one in points
        if one.label and one.earliest is not None and one.latest is not None and one.earliest != one.latest
    ]
    clear = [one for one in ranges if not one[-1]]
    return {first: text for _, first, text, _ in sorted(clear or ranges, reverse=True)}


def _segments(days: Sequence[int], zone: Zone) -> list[AxisSegment]:
    """Divide the width of *zone* among the segments of the axis. Each segment gets a minimum width. One half of the
    remaining width is distributed in proportion to the length of each segment in days. The second half of the remaining
    width is distributed in proportion to the number of drawn days of each segment. A drawn day is a day that begins or
    ends the range of a moment in the picture.
    """
    if not days:
        return []
    runs = _runs(days)
    room = zone.right - zone.left - BREAK * (len(runs) - 1)
    span = sum(run[-1] - run[0] for run in runs) or 1
    shares = [0.5 * (run[-1] - run[0]) / span + 0.5 * len(run) / len(days) for run in runs]
    least = min(_SHORTEST, room / len(runs))
    spare = room - least * len(runs)
    segments: list[AxisSegment] = []
    left = zone.left
    for run, share in zip(runs, shares, strict=True):
        wide = least + spare * share / sum(shares)
        segments.append(AxisSegment(run[0], run[-1], left, left + wide))
        left += wide + BREAK
    return segments


def _runs(days: Sequence[int]) -> list[Sequence[int]]:
    gaps = sorted(((days[place + 1] - days[place], place) for place in range(len(days) - 1)), reverse=True)
    rest = sum(gap for gap, _ in gaps)
    cuts: list[int] = []
    for gap, place in gaps[:MOST_BREAKS]:
        rest -= gap
        if gap <= max(_BREAK_RATIO * rest, 2):
            break
        if len(days) > 2:
            cuts.append(place + 1)
    edges = [0, *sorted(cuts), len(days)]
    return [days[first:last] for first, last in pairwise(edges)]


def shared_ends(labels: Sequence[str]) -> tuple[str, str]:
    """Return the year with which all labels begin (潮历349年), and the year with which all labels end after a comma (",
    year 212"). Instead of a year that the labels do not share, "" is returned. For fewer than two labels, the result is
    ("", "").
    """
    if len(labels) < 2:
        return "", ""
    head = _common_prefix(labels)
    tail = _common_prefix([label[::-1] for label in labels])[::-1]
    comma = tail.find(", ")
    years = max((head.rfind(one) + len(one) for one in lexicon.words("year_suffixes") if one in head), default=0)
    return head[:years], "" if comma < 0 else tail[comma:]


def _common_prefix(labels: Sequence[str]) -> str:
    first, last = min(labels), max(labels)
    differing = (place for place, (left, right) in enumerate(zip(first, last, strict=False)) if left != right)
    return first[: next(differing, min(len(first), len(last)))]
