"""Which versions a picture shows, in which rows, and where each row and each version stands on the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.model.moments import TimePoint
from episodic.model.readings import StatementScope
from episodic.pictures.axis import Axis, Zone, axis_of
from episodic.pictures.bars import Bar, bar_of, in_lanes
from episodic.search.timelines import Timeline, Version
from episodic.search.tracks import Row, RowKind

LANE = 31.0
MARK_LANE = 19.0
ROW_PADDING = 9.0
_KINDS = (RowKind.EXCLUSIVE, RowKind.STATE, RowKind.EVENT, RowKind.FIXED)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one picture shows at most: rows, versions in a row, versions in the list below; what is left out is said."""

    rows: int = 60
    in_row: int = 40
    listed: int = 240


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row of the story track from *top* down, its bars, and how many versions did not find room."""

    row: Row
    bars: tuple[Bar, ...]
    top: float
    height: float
    left_out: int

    def lane_top(self, bar: Bar) -> float:
        """The upper edge of a bar's lane."""
        return self.top + ROW_PADDING / 2 + bar.lane * lane_height(self.row)

    def middle(self, bar: Bar) -> float:
        """The height at which the bar itself runs, or the mark stands."""
        return self.lane_top(bar) + (MARK_LANE / 2 if self.row.kind is RowKind.EVENT else 21.0)

    @property
    def bottom(self) -> float:
        """The row's lower edge."""
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """A timeline on the paper: the axis, the rows from the top, what never changes, and what was left out."""

    axis: Axis
    rows: tuple[PlacedRow, ...]
    fixed: tuple[Bar, ...]
    rows_left: int
    versions_left: int

    @property
    def bars(self) -> list[Bar]:
        """All that is shown, by number."""
        shown = [bar for row in self.rows for bar in row.bars]
        return sorted([*shown, *self.fixed], key=lambda one: one.number)

    @property
    def height(self) -> float:
        """How high the rows are together."""
        return sum(row.height for row in self.rows)


def lane_height(row: Row) -> float:
    """How high one lane of a row is."""
    return MARK_LANE if row.kind is RowKind.EVENT else LANE


def layout_of(timeline: Timeline, zone: Zone, limits: Limits = DEFAULT_LIMITS) -> Layout:
    """The timeline laid out within *zone*; the first row begins at height 0."""
    rows = _in_order(timeline)
    kept = rows[: limits.rows]
    shown = {one.uuid for _, versions in kept for one in versions[: limits.in_row]}
    numbers = timeline.numbers
    moving = [one for row, versions in kept if row.kind is not RowKind.FIXED for one in versions[: limits.in_row]]
    axis = _axis(moving, [one.ref.uuid for one in timeline.chapters], zone)
    placed: list[PlacedRow] = []
    fixed: list[Bar] = []
    top = 0.0
    for row, versions in kept:
        bars = [bar_of(one, numbers[one.uuid], axis) for one in versions[: limits.in_row]]
        if row.kind is RowKind.FIXED:
            fixed.extend(bars)
            continue
        bars = in_lanes(bars)
        height = max(36.0, ROW_PADDING + lane_height(row) * (1 + max(bar.lane for bar in bars)))
        placed.append(PlacedRow(row, tuple(bars), top, height, len(versions) - len(bars)))
        top += height
    return Layout(
        axis=axis,
        rows=tuple(placed),
        fixed=tuple(fixed),
        rows_left=len(rows) - len(kept),
        versions_left=len(timeline.versions) - len(shown),
    )


def _in_order(timeline: Timeline) -> list[tuple[Row, list[Version]]]:
    """Rows with their versions: of whom the timeline is first; what excludes each other before what does not; then as the story goes."""
    rows: dict[str, tuple[Row, list[Version]]] = {}
    for version in timeline.versions:
        rows.setdefault(version.row.key, (version.row, []))[1].append(version)
    first = {key: place for place, key in enumerate(rows)}

    def rank(row: Row) -> tuple[bool, bool, int, int]:
        own = timeline.entity_id is None or timeline.entity_id in row.about
        return row.scope is not StatementScope.WORLD, not own, _KINDS.index(row.kind), first[row.key]

    return sorted(rows.values(), key=lambda one: rank(one[0]))


def _axis(versions: Sequence[Version], order: Sequence[str], zone: Zone) -> Axis:
    facts = [one.shown.fact for one in versions]
    points = [point for fact in facts for point in (fact.valid_at, fact.invalid_at) if point is not None]
    undated = any(not _says_when(one, order) for one in versions)
    return axis_of(points, order, zone, any_unknown=undated)


def _says_when(version: Version, order: Sequence[str]) -> bool:
    fact = version.shown.fact
    points = (fact.valid_at,) if version.row.kind is RowKind.EVENT else (fact.valid_at, fact.invalid_at)
    return any(_is_placed(one, order) for one in points)


def _is_placed(point: TimePoint | None, order: Sequence[str]) -> bool:
    return point is not None and (point.earliest is not None or point.latest is not None or point.chapter in order)
