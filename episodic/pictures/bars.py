"""Where each version is drawn: as a bar from its start to its end, as a mark, or in the zone of what nobody dates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.pictures.axis import Axis, Zone
from episodic.pictures.drawing import fitted, width_of
from episodic.search.timelines import Version

STUB = 34.0
"""How far an open bound is drawn: long enough to be seen, too short to be read as a date."""
LABEL = 11.5
MOST_LABEL = 330.0
_LEAST = 4.0
_INSET = 5.0
_BESIDE_MARK = 14.0
_APART = 14.0


class End(StrEnum):
    """How a bar ends on the right: on a known stretch, not at all (it goes on), or nobody knows where."""

    KNOWN = "known"
    ON = "on"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Bar:
    """One version on the paper.

    It certainly holds from *sure_from* to *sure_to* (never certainly where they cross) and may hold from *left* to *right*.
    `open_left`: nobody knows how long before. `undated` stands in the zone of unknown time. The label begins at `label_x`.
    """

    version: Version
    number: int
    left: float
    right: float
    sure_from: float
    sure_to: float
    end: End
    open_left: bool = False
    undated: bool = False
    lane: int = 0
    label: str = ""
    label_x: float = 0.0

    @property
    def is_event(self) -> bool:
        """Whether it is a mark and no bar."""
        return self.version.shown.fact.kind is PredicateKind.EVENT

    @property
    def is_world(self) -> bool:
        """Whether the story's world has it so, and not only somebody's words or thoughts."""
        return self.version.shown.fact.scope is StatementScope.WORLD

    @property
    def spot(self) -> float:
        """Where its start is pointed at."""
        if self.undated or self.is_event:
            return (self.left + self.right) / 2
        return self.sure_from if self.sure_from <= self.sure_to else self.left

    @property
    def reach(self) -> tuple[float, float]:
        """From where to where bar and label take up their lane."""
        return min(self.left, self.label_x), max(self.right, self.label_x + width_of(self.label, LABEL))


def bar_of(version: Version, number: int, axis: Axis) -> Bar:
    """The version's bar, in lane 0, with its label."""
    fact = version.shown.fact
    if not version_is_dated(version, axis):
        zone = axis.unknown or Zone(axis.left, axis.right)
        bar = Bar(version, number, zone.left + 6, zone.right - 6, zone.left + 6, zone.right - 6, End.LOST, undated=True)
    elif fact.kind is PredicateKind.EVENT:
        bar = _mark(version, number, axis)
    else:
        bar = _span(version, number, axis)
    return _labelled(bar, axis)


def version_is_dated(version: Version, axis: Axis) -> bool:
    """Whether the known part of the axis has a place for it: for its start, or for the end of a state."""
    shown = version.shown
    if axis.spot(shown.fact.valid_at) is not None:
        return True
    return shown.fact.kind is not PredicateKind.EVENT and axis.spot(shown.fact.invalid_at) is not None


def _mark(version: Version, number: int, axis: Axis) -> Bar:
    left, right, open_left, open_right = _stretch(version.shown.fact.valid_at, axis)
    end = End.LOST if open_right else End.KNOWN
    return Bar(version, number, left, right, left, right, end, open_left=open_left)


def _stretch(point: TimePoint | None, axis: Axis) -> tuple[float, float, bool, bool]:
    """Between which coordinates a point lies, and on which sides that is open."""
    spot = axis.spot(point)
    if point is None or spot is None:
        return axis.left, axis.left, True, True
    if point.earliest is not None and point.latest is not None:
        return axis.x(point.earliest), axis.x(point.latest), False, False
    if point.chapter in axis.columns:
        return spot, spot, False, False
    if point.earliest is not None:
        return spot, min(spot + STUB, max(axis.right, spot + _LEAST)), False, True
    return max(spot - STUB, axis.left - _LEAST), spot, True, False


def _span(version: Version, number: int, axis: Axis) -> Bar:
    fact = version.shown.fact
    begins = axis.spot(fact.valid_at) is not None
    left, sure_from, open_left, starts_open = _stretch(fact.valid_at, axis)
    if version.shown.validity.ended:
        ends = axis.spot(fact.invalid_at) is not None
        sure_to, right, end_open, goes_lost = _stretch(fact.invalid_at, axis)
        end = End.LOST if goes_lost or not ends else End.KNOWN
        if not ends:
            sure_to, right = sure_from, min(sure_from + STUB, axis.right)
        elif end_open:
            sure_to = min(left, right)
    else:
        end, sure_to, right = End.ON, axis.right, axis.right
    if starts_open:
        # It begins on some day from then on: nowhere is it certain.
        sure_from = right + _LEAST
    if not begins or left > right:
        sure_from = min(sure_to, right)
        left, open_left = max(sure_from - STUB, axis.left - _LEAST), True
    return Bar(version, number, left, max(right, left + _LEAST), sure_from, sure_to, end, open_left=open_left)


def _labelled(bar: Bar, axis: Axis) -> Bar:
    """The bar with as much of its label as fits, which begins where the bar does, or ends where the paper does."""
    edge = axis.unknown.right if bar.undated and axis.unknown is not None else axis.right
    inset = _BESIDE_MARK if bar.is_event else 0.0
    most = min(MOST_LABEL, (bar.right - bar.left - inset) if bar.undated else edge - axis.left)
    asked = "? " if bar.version.order_unknown_to else ""
    label = fitted(f"{bar.number} {asked}{bar.version.label}", most, LABEL)
    wide = width_of(label, LABEL)
    start = bar.right + 9 if bar.is_event else bar.left + _INSET
    if bar.undated:
        start = bar.left + inset
    elif start + wide > edge:
        start = bar.left - 9 - wide if bar.is_event else edge - wide
    return replace(bar, label=label, label_x=max(start, axis.left))


def in_lanes(bars: Iterable[Bar]) -> list[Bar]:
    """The bars, each in the first lane where nothing is in its way."""
    lanes: list[list[tuple[float, float]]] = []
    placed: list[Bar] = []
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
