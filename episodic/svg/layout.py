"""The layout of a timeline picture: which rows and facts are shown, and the positions of rows and bars."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.moments import TimePoint
from episodic.model.readings import StatementScope
from episodic.search.timeline_layout import TimelineRow, TimelineRowKind
from episodic.search.timeline_sections import Version
from episodic.search.timelines import Timeline
from episodic.svg.axis import Axis, Zone, axis_of
from episodic.svg.bars import TimelineBar, bar_of, in_lanes

LANE = 31.0
MARK_LANE = 19.0
ROW_PADDING = 9.0
_KINDS = (TimelineRowKind.EXCLUSIVE, TimelineRowKind.STATE, TimelineRowKind.EVENT, TimelineRowKind.FIXED)


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """The maximum numbers of rows, of facts per row and of list entries in one picture.

    The picture shows how many items were omitted because of the limits.
    """

    rows: int = 60
    in_row: int = 40
    listed: int = 240


DEFAULT_LIMITS = PictureLimits()


@dataclass(frozen=True, slots=True)
class LayoutRow:
    """A row of facts in the picture, with its y coordinates and its bars.

    `left_out` is the number of facts of the row that are not drawn.
    """

    row: TimelineRow
    bars: tuple[TimelineBar, ...]
    top: float
    height: float
    left_out: int

    def lane_top(self, bar: TimelineBar) -> float:
        return self.top + ROW_PADDING / 2 + bar.lane * lane_height(self.row)

    def middle(self, bar: TimelineBar) -> float:
        return self.lane_top(bar) + (MARK_LANE / 2 if self.row.kind is TimelineRowKind.EVENT else 21.0)

    @property
    def bottom(self) -> float:
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a timeline picture: the axis, the rows from top to bottom, the facts that never change, and the
    numbers of omitted items.

    `fixed_left` is the number of never-changing facts that are not drawn although other facts of their rows are drawn.
    `rows_left` is the number of rows that are not drawn, and `versions_left` is the number of facts in these rows.
    `headings` maps the id of a fact to the heading of the flashback, dream, letter or tale that begins with this fact
    in the list.
    """

    axis: Axis
    rows: tuple[LayoutRow, ...]
    fixed: tuple[TimelineBar, ...]
    fixed_left: int
    rows_left: int
    versions_left: int
    headings: Mapping[str, str]

    @property
    def bars(self) -> list[TimelineBar]:
        shown = [bar for row in self.rows for bar in row.bars]
        return sorted([*shown, *self.fixed], key=lambda one: one.number)

    @property
    def height(self) -> float:
        return sum(row.height for row in self.rows)


def lane_height(row: TimelineRow) -> float:
    return MARK_LANE if row.kind is TimelineRowKind.EVENT else LANE


def layout_of(timeline: Timeline, zone: Zone, limits: PictureLimits = DEFAULT_LIMITS) -> Layout:
    """Compute the layout of a timeline picture between the left and right ends of *zone*. The first row has the y
    coordinate 0.
    """
    rows = _ordered_rows(timeline)
    kept = rows[: limits.rows]
    shown = {one.uuid for _, versions in kept for one in versions[: limits.in_row]}
    numbers = timeline.numbers
    moving = [
        one for row, versions in kept if row.kind is not TimelineRowKind.FIXED for one in versions[: limits.in_row]
    ]
    axis = _axis(moving, [one.ref.uuid for one in timeline.chapters], zone)
    placed: list[LayoutRow] = []
    fixed: list[TimelineBar] = []
    fixed_left = 0
    top = 0.0
    for row, versions in kept:
        bars = [bar_of(one, numbers[one.uuid], axis) for one in versions[: limits.in_row]]
        if row.kind is TimelineRowKind.FIXED:
            fixed.extend(bars)
            fixed_left += len(versions) - len(bars)
            continue
        bars = in_lanes(bars)
        height = max(36.0, ROW_PADDING + lane_height(row) * (1 + max(bar.lane for bar in bars)))
        placed.append(LayoutRow(row, tuple(bars), top, height, len(versions) - len(bars)))
        top += height
    return Layout(
        axis=axis,
        rows=tuple(placed),
        fixed=tuple(fixed),
        fixed_left=fixed_left,
        rows_left=len(rows) - len(kept),
        versions_left=sum(len(versions) for _, versions in rows[limits.rows :]),
        headings=_headings(timeline, shown),
    )


def _headings(timeline: Timeline, shown: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for _, versions, run, _ in timeline.sections:
        first = next((one.uuid for one in versions if one.uuid in shown), None)
        if first is not None and run is not None:
            found[first] = run.words(timeline.language)
    return found


def _ordered_rows(timeline: Timeline) -> list[tuple[TimelineRow, list[Version]]]:
    """Return the rows of a timeline with their facts. Four criteria order the rows. First, truth in the story's world
    comes before claims, plans and dreams. Second, the timeline's entity comes before other entities. The third
    criterion is the kind of the row: facts that exclude each other, states, events, unchanging facts. The fourth
    criterion is the story order.
    """
    rows: dict[str, tuple[TimelineRow, list[Version]]] = {}
    for version in timeline.one_by_one:
        rows.setdefault(version.row.key, (version.row, []))[1].append(version)
    first = {key: place for place, key in enumerate(rows)}

    def rank(row: TimelineRow) -> tuple[bool, bool, int, int]:
        own = timeline.entity_id is None or timeline.entity_id in row.about
        return row.scope is not StatementScope.WORLD, not own, _KINDS.index(row.kind), first[row.key]

    return sorted(rows.values(), key=lambda one: rank(one[0]))


def _axis(versions: Sequence[Version], order: Sequence[str], zone: Zone) -> Axis:
    facts = [one.shown.fact for one in versions]
    points = [point for fact in facts for point in (fact.valid_at, fact.invalid_at) if point is not None]
    undated = any(not _is_dated(version, order) for version in versions)
    return axis_of(points, order, zone, any_unknown=undated)


def _is_dated(version: Version, order: Sequence[str]) -> bool:
    fact = version.shown.fact
    points = (fact.valid_at,) if version.row.kind is TimelineRowKind.EVENT else (fact.valid_at, fact.invalid_at)
    return any(_has_time(point, order) for point in points)


def _has_time(point: TimePoint | None, order: Sequence[str]) -> bool:
    return point is not None and (point.earliest is not None or point.latest is not None or point.in_chapter in order)
