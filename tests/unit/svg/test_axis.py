"""The story-time axis: scale within segments, axis breaks, and zones for undated chapters and unknown time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from episodic.model.moments import TimePoint
from episodic.svg.axis import Axis, Zone, axis_of, shared_ends

PAPER = Zone(100, 1100)


def at(number: int) -> TimePoint:
    """Return an exactly known day."""
    return TimePoint(earliest=number, latest=number, label=f"day {number}")


def axis(*points: TimePoint, chapters: tuple[str, ...] = (), any_unknown: bool = False) -> Axis:
    """Return the axis for these points."""
    return axis_of(points, chapters, PAPER, any_unknown=any_unknown)


def test_days_of_one_segment_are_to_scale() -> None:
    """Ten days are drawn ten times as long as one day."""
    line = axis(at(0), at(1), at(11), at(16))

    assert len(line.segments) == 1
    assert round(line.x(11) - line.x(1), 6) == round(10 * (line.x(1) - line.x(0)), 6)


def test_the_axis_is_broken_at_a_gap_longer_than_all_the_rest() -> None:
    line = axis(at(-4000), at(-3990), at(0), at(10), at(15))

    assert [(one.first, one.last) for one in line.segments] == [(-4000, -3990), (0, 15)]
    assert line.segments[0].right < line.x(-2000) < line.segments[1].left


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=30))
def test_a_later_day_is_never_further_left(days: list[int]) -> None:
    """A later day is further right across axis breaks, too. All days are within the zone."""
    line = axis(*map(at, days))

    places = [line.x(day) for day in sorted(days)]
    assert places == sorted(places)
    assert PAPER.left <= places[0] <= places[-1] <= PAPER.right


def test_of_ranges_that_begin_together_the_shortest_is_named_and_inferred_ranges_are_not() -> None:
    year = TimePoint("that year", 0, 364, "year 1")
    decade = TimePoint("those years", 0, 3649, "years 1 to 10")
    inferred = TimePoint(None, 50, 9000, "years 1 to 25")

    assert axis(year, decade, inferred).ranges == {0: "year 1"}
    assert axis(inferred).ranges == {50: "years 1 to 25"}


def test_undated_chapters_are_columns_in_narrative_order() -> None:
    """The order of the points does not matter."""
    line = axis(TimePoint(chapter="c"), TimePoint(chapter="a"), chapters=("a", "b", "c"))

    assert list(line.columns) == ["a", "c"]
    assert line.columns["a"] < line.columns["c"]
    assert line.days is None


def test_zones_are_ordered_days_then_chapters_then_unknown() -> None:
    """The three zones do not overlap."""
    line = axis(at(1), TimePoint(earliest=1, chapter="a"), chapters=("a",), any_unknown=True)

    assert line.days is not None
    assert line.chapters is not None
    assert line.unknown is not None
    assert line.days.right < line.chapters.left < line.chapters.right < line.unknown.left


def test_a_point_between_two_days_is_placed_halfway() -> None:
    """A point with only a chapter is at the chapter's column; a point without day and chapter has no coordinate."""
    line = axis(at(0), at(10), TimePoint(chapter="a"), chapters=("a",))

    assert line.spot(TimePoint(earliest=0, latest=10)) == (line.x(0) + line.x(10)) / 2
    assert line.spot(TimePoint(chapter="a")) == line.columns["a"]
    assert line.spot(TimePoint(text="once")) is None
    assert line.spot(None) is None


def test_without_known_points_the_unknown_zone_fills_the_axis() -> None:
    """There are no segments and no columns."""
    line = axis(any_unknown=True)

    assert line.segments == ()
    assert line.unknown == PAPER


def test_common_parts_of_dates_are_found_in_both_languages() -> None:
    """A common part of Chinese dates is the year before the month. A common part of English dates is the year after the
    comma.
    """
    chinese = shared_ends(["潮历349年青苔月1日", "潮历349年青苔月12日"])
    english = shared_ends(["9 Larkrise, year 212", "19 Larkrise, year 212"])

    assert chinese == ("潮历349年", "")
    assert english == ("", ", year 212")
    assert shared_ends(["day 1", "day 10"]) == ("", "")
