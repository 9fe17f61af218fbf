"""Computes for each fact of a timeline the coordinates and the label of its bar or event mark.

If bars of one row overlap in time, the bars are put into different lanes, one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.search.timeline_sections import Version
from episodic.svg.axis import Axis, Zone
from episodic.svg.shapes import fitted, width_of

OPEN_BOUND_WIDTH = 34.0
"""The width of the part of a bar that shows that the earliest start or latest end is unknown. The width is great enough
for this part to be seen, but too small for it to look like a period of known length.
"""
LABEL = 11.5
MOST_LABEL = 330.0
_MIN_WIDTH = 4.0
_INSET = 5.0
_BESIDE_MARK = 14.0
_APART = 14.0


class BarEnd(StrEnum):
    """How a bar ends on the right: at a known time, open because the fact is still true, or at an unknown time."""

    KNOWN = "known"
    OPEN = "open"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class TimelineBar:
    """One fact of a timeline (`version`), with the x coordinates of its bar.

    The fact is certainly true from `sure_from` to `sure_to`, and may be true from `left` to `right`. If `sure_from` is
    greater than `sure_to`, there is no time at which the fact is certainly true. `open_left` is true if the earliest
    possible start of the fact is unknown. `undated` is true if the bar is in the part of the picture for unknown time.
    The label of the bar starts at the x coordinate `label_x`.
    """

    version: Version
    number: int
    left: float
    right: float
    sure_from: float
    sure_to: float
    end: BarEnd
    open_left: bool = False
    undated: bool = False
    lane: int = 0
    label: str = ""
    label_x: float = 0.0

    @property
    def is_event(self) -> bool:
        return self.version.shown.fact.kind is PredicateKind.EVENT

    @property
    def is_world(self) -> bool:
        """True for a fact that is true in the story's world, and false for a claim, belief, plan, wish, dream, setup or
        hypothesis.
        """
        return self.version.shown.fact.scope is StatementScope.WORLD

    @property
    def spot(self) -> float:
        """The x coordinate at which the line (link) from the fact's first quote ends. For an event or an undated fact,
        the link from its first quote leads to the middle of its mark or bar. For a dated fact that is not an event, the
        link leads to the x coordinate from which the fact is certainly true. If the fact is at no time certainly true,
        the link leads to the bar's left end.
        """
        if self.undated or self.is_event:
            return (self.left + self.right) / 2
        return self.sure_from if self.sure_from <= self.sure_to else self.left

    @property
    def reach(self) -> tuple[float, float]:
        """The x coordinates between which the bar and its label need space."""
        return min(self.left, self.label_x), max(self.right, self.label_x + width_of(self.label, LABEL))


def bar_of(version: Version, number: int, axis: Axis) -> TimelineBar:
    """Return the bar of a fact, or the mark of an event, with its label. The bar is in lane 0 (the top line of its row)
    until `in_lanes` assigns another lane.
    """
    fact = version.shown.fact
    if not version_is_dated(version, axis):
        zone = axis.unknown or Zone(axis.left, axis.right)
        bar = TimelineBar(
            version, number, zone.left + 6, zone.right - 6, zone.left + 6, zone.right - 6, BarEnd.UNKNOWN, undated=True
        )
    elif fact.kind is PredicateKind.EVENT:
        bar = _mark(version, number, axis)
    else:
        bar = _span(version, number, axis)
    return _labelled(bar, axis)


def version_is_dated(version: Version, axis: Axis) -> bool:
    """Return whether the axis has a place for the fact. An event needs a place for its time, and any other fact needs a
    place for its start or end.
    """
    shown = version.shown
    if axis.spot(shown.fact.valid_at) is not None:
        return True
    return shown.fact.kind is not PredicateKind.EVENT and axis.spot(shown.fact.invalid_at) is not None


def _mark(version: Version, number: int, axis: Axis) -> TimelineBar:
    left, right, open_left, open_right = _bounds(version.shown.fact.valid_at, axis)
    end = BarEnd.UNKNOWN if open_right else BarEnd.KNOWN
    return TimelineBar(version, number, left, right, left, right, end, open_left=open_left)


def _bounds(point: TimePoint | None, axis: Axis) -> tuple[float, float, bool, bool]:
    spot = axis.spot(point)
    if point is None or spot is None:
        return axis.left, axis.left, True, True
    if point.earliest is not None and point.latest is not None:
        return axis.x(point.earliest), axis.x(point.latest), False, False
    if point.chapter in axis.columns:
        return spot, spot, False, False
    if point.earliest is not None:
        return spot, min(spot + OPEN_BOUND_WIDTH, max(axis.right, spot + _MIN_WIDTH)), False, True
    return max(spot - OPEN_BOUND_WIDTH, axis.left - _MIN_WIDTH), spot, True, False


def _span(version: Version, number: int, axis: Axis) -> TimelineBar:
    fact = version.shown.fact
    begins = axis.spot(fact.valid_at) is not None
    left, sure_from, open_left, latest_start_unknown = _bounds(fact.valid_at, axis)
    if version.shown.validity.ended:
        ends = axis.spot(fact.invalid_at) is not None
        sure_to, right, earliest_end_unknown, latest_end_unknown = _bounds(fact.invalid_at, axis)
        end = BarEnd.UNKNOWN if latest_end_unknown or not ends else BarEnd.KNOWN
        if not ends:
            sure_to, right = sure_from, min(sure_from + OPEN_BOUND_WIDTH, axis.right)
        elif earliest_end_unknown:
            sure_to = min(left, right)
    else:
        end, sure_to, right = BarEnd.OPEN, axis.right, axis.right
    if latest_start_unknown:
        # If the latest possible start is unknown, there is no time at which the fact is certainly true.
        sure_from = right + _MIN_WIDTH
    if not begins or left > right:
        sure_from = min(sure_to, right)
        left, open_left = max(sure_from - OPEN_BOUND_WIDTH, axis.left - _MIN_WIDTH), True
    return TimelineBar(
        version, number, left, max(right, left + _MIN_WIDTH), sure_from, sure_to, end, open_left=open_left
    )


def _labelled(bar: TimelineBar, axis: Axis) -> TimelineBar:
    """Return the bar with its label. A label that does not fit to the right of the bar's start is moved to the left."""
    edge = axis.unknown.right if bar.undated and axis.unknown is not None else axis.right
    inset = _BESIDE_MARK if bar.is_event else 0.0
    most = min(MOST_LABEL, (bar.right - bar.left - inset) if bar.undated else edge - axis.left)
    order_mark = "? " if bar.version.order_unknown_to else ""
    label = fitted(f"{bar.number} {order_mark}{bar.version.label}", most, LABEL)
    wide = width_of(label, LABEL)
    start = bar.right + 9 if bar.is_event else bar.left + _INSET
    if bar.undated:
        start = bar.left + inset
    elif start + wide > edge:
        start = bar.left - 9 - wide if bar.is_event else edge - wide
    return replace(bar, label=label, label_x=max(start, axis.left))


def in_lanes(bars: Iterable[TimelineBar]) -> list[TimelineBar]:
    """Assign each bar to the first lane where the bar and its label overlap no other bar or label."""
    lanes: list[list[tuple[float, float]]] = []
    placed: list[TimelineBar] = []
    for bar in bars:
        left, right = bar.reach
        lane = next((place for place, taken in enumerate(lanes) if _is_free(taken, left, right)), len(lanes))
        if lane == len(lanes):
            lanes.append([])
        lanes[lane].append((left, right))
        placed.append(replace(bar, lane=lane))
    return placed


def _is_free(taken: Sequence[tuple[float, float]], left: float, right: float) -> bool:
    return all(right + _APART <= other_left or other_right + _APART <= left for other_left, other_right in taken)
