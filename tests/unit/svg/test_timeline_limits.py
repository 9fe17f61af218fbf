"""Limits of timeline pictures: counts of what is left out, and no overlaps or elements outside the page."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.search.timeline_layout import TimelineRowKind
from episodic.search.timeline_sections import Version
from episodic.search.timelines import Timeline, timeline
from episodic.svg.layout import PictureLimits
from episodic.svg.shapes import width_of
from episodic.svg.timelines import timeline_svg
from tests.unit.search.story_builder import Tale, day
from tests.unit.svg.parsed_pictures import SVG, Drawn, drawn, remembering


def crowd(people: int, each: int) -> Tale:
    """A work with this many people, each with this many successive homes."""
    tale = Tale("crowd")
    tale.chapter("One", *(f"P{person} lived." for person in range(people)))
    for person in range(people):
        tale.who(f"P{person}")
        for home in range(each):
            tale.fact(
                f"P{person}",
                "lives_in",
                quote=f"P{person} lived.",
                text=f"P{person} lived in house {home}.",
                value=f"house {home}",
                since=day(home * 10),
                until=day(home * 10 + 10),
            )
    return tale


async def test_what_exceeds_the_limits_is_counted_in_the_picture() -> None:
    """The picture counts the rows, versions and list entries that are left out."""
    line = await timeline(await crowd(6, 5).view())

    picture = Drawn(timeline_svg(line, limits=PictureLimits(rows=4, in_row=3, listed=10)))

    assert len(picture.classed("row")) == 4
    assert len(picture.classed("version")) == 12
    assert len(picture.classed("entry")) == 10
    assert picture.words("row").count("2 more") == 4
    said = [one.text or "" for one in picture.classed("left-out")]
    assert said == [
        "2 versions are not listed here: `episodic timeline` lists all",
        "2 more rows (10 versions) are left out",
    ]


async def test_unchanging_facts_that_exceed_the_limits_are_counted_beside_the_others() -> None:
    tale = crowd(3, 1)
    for place in range(5):
        tale.fact("P0", "has_mark", quote="P0 lived.", value=f"mark {place}", kind=PredicateKind.FIXED)

    line = await timeline(await tale.view())
    whole = Drawn(timeline_svg(line, limits=PictureLimits(in_row=3)))
    cut = Drawn(timeline_svg(line, limits=PictureLimits(rows=1, in_row=3)))

    assert [one.text for one in whole.classed("left-out")] == ["2 more"]
    assert len(whole.classed("fixed")) == 3
    assert [one.text for one in cut.classed("left-out")] == ["3 more rows (7 versions) are left out"]


async def test_five_hundred_versions_make_a_bounded_picture() -> None:
    """The height of the picture depends on the limits, and no element is outside the page."""
    line = await timeline(await crowd(25, 20).view())

    small = Drawn(timeline_svg(replace(line, versions=line.versions[:5])))
    large = Drawn(timeline_svg(line))

    assert len(line.versions) == 500
    assert small.height < large.height < 20_000
    for one in large.root.iter(f"{SVG}rect", f"{SVG}text"):
        assert 0 <= float(one.get("y") or 0) <= large.height
        assert 0 <= float(one.get("x") or 0) <= 1240


async def test_bars_of_a_row_do_not_overlap() -> None:
    """Overlapping bars are in different lanes."""
    tale = crowd(1, 1)
    for place in range(6):
        tale.fact("P0", "holds", quote="P0 lived.", value=f"ring {place}", since=day(place))

    picture = await drawn(tale, "P0")

    labels = [
        (float(word.get("y") or 0), float(word.get("x") or 0))
        for one in picture.classed("version")
        for word in one.iter(f"{SVG}text")
    ]
    assert len(set(labels)) == len(labels) == 7
    assert len({y for y, _ in labels}) == 7


async def test_labels_in_the_unknown_zone_stay_on_the_page() -> None:
    tale = remembering()
    tale.fact("Lin", "met", quote="Lin lived in Harbor.", text="Lin met a man. " * 20, kind=PredicateKind.EVENT)

    picture = await drawn(tale)

    (word,) = (one for one in picture.of(tale.facts[-1].uuid).iter(f"{SVG}text"))
    assert float(word.get("x") or 0) + width_of(word.text or "", 11.5) <= 1216


@pytest.fixture(scope="module")
def three() -> Timeline:
    """A timeline of three homes."""

    async def read() -> Timeline:
        return await timeline(await remembering().view(), "Lin")

    return asyncio.run(read())


BOUNDS = st.one_of(st.none(), st.integers(-1000, 1000))


@st.composite
def time_points(draw: st.DrawFn, chapters: tuple[str, ...]) -> TimePoint | None:
    """Draw any point in story time: both days, one day or no day, with a chapter, with text only, or unknown."""
    days = sorted(day for day in (draw(BOUNDS), draw(BOUNDS)) if day is not None)
    since, until = (days[0], days[1]) if len(days) == 2 else (days[0], None) if days else (None, None)
    if draw(st.booleans()) and len(days) == 1:
        since, until = None, days[0]
    chapter = draw(st.sampled_from((None, *chapters)))
    return draw(st.sampled_from((None, TimePoint("once", since, until, "a day", chapter))))


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_validity_is_drawn_inside_the_page(three: Timeline, data: st.DataObject) -> None:
    """A start after the end, an end without a start, and an unknown chapter are drawn, too."""
    chapters = (*(one.ref.uuid for one in three.chapters), "another")
    versions: list[Version] = []
    for one in three.versions:
        start, end = data.draw(time_points(chapters)), data.draw(time_points(chapters))
        kind = data.draw(st.sampled_from((PredicateKind.STATE, PredicateKind.EVENT)))
        row = replace(
            one.row, kind=TimelineRowKind.EVENT if kind is PredicateKind.EVENT else one.row.kind, key=kind.value
        )
        fact = replace(one.shown.fact, valid_at=start, invalid_at=end, kind=kind)
        validity = replace(one.shown.validity, ended=data.draw(st.booleans()))
        versions.append(replace(one, row=row, shown=replace(one.shown, fact=fact, validity=validity)))

    picture = Drawn(timeline_svg(replace(three, versions=tuple(versions))))

    assert len(picture.classed("version")) == 3
    for box in picture.root.iter(f"{SVG}rect"):
        assert float(str(box.get("width") or "0").rstrip("%")) >= 0
        assert 0 <= float(box.get("x") or 0) <= 1240
