"""Timeline pictures: tracks, links, bars, marks, and the drawing of uncertain and unknown times."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.graph import Issue, IssueKind
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from tests.unit.search.story_builder import Tale, day, harbor, lotm
from tests.unit.svg.parsed_pictures import SVG, drawn, inside, remembering


async def test_a_flashback_has_its_own_link_style() -> None:
    tale = remembering()

    picture = await drawn(tale)

    (back,) = picture.classed("told", "back")
    assert back.get("data-versions") == tale.facts[2].uuid
    assert inside(back, "link", "back")
    assert inside(back, "place", "back")
    assert len(picture.classed("told", "on")) == 2


async def test_the_link_of_a_flashback_runs_to_the_left() -> None:
    """The link of a flashback starts further right and ends further left than other links."""
    picture = await drawn(remembering())

    def ends(turn: str) -> list[tuple[float, float]]:
        paths = [path.get("d") or "" for one in picture.classed("told", turn) for path in inside(one, "link")]
        return [(float(path.split()[0][1:]), float(path.split()[-2])) for path in paths]

    ((start, goal),) = ends("back")
    assert all(start > other for other, _ in ends("on"))
    assert all(goal < other for _, other in ends("on"))


async def test_chapter_numbers_are_drawn_above_all_blocks() -> None:
    """A number wider than its block is not hidden by neighbouring blocks."""
    picture = await drawn(remembering())

    order = list(picture.root.iter())
    blocks = [order.index(one) for one in picture.classed("block")]
    numbers = [order.index(word) for one in picture.classed("chapter") for word in one.iter(f"{SVG}text")]
    assert max(blocks) < min(numbers)


async def test_a_connector_leads_to_what_ended_a_version() -> None:
    """The list below the picture names the version that ended another version, with its quote."""
    tale = remembering()

    picture = await drawn(tale)

    assert len(picture.classed("ended-by")) == 1 + len(picture.classed("legend"))
    assert inside(picture.of(tale.facts[0].uuid), "stop")
    assert any("ended by →3 Lin moved to the Capital." in one for one in picture.words("entry"))


async def test_an_end_by_a_version_in_another_row_shows_its_number() -> None:
    """A death ends a home in another row; a line across the rows between would cover their content."""
    tale = remembering()
    dead = tale.fact("Lin", "dead", quote="Long ago Lin had lived in a village.", since=day(90))
    tale.ends(tale.facts[1], dead)

    picture = await drawn(tale)

    assert [one.text for one in picture.classed("ended-by-number")] == ["→4"]
    assert len(picture.classed("ended-by")) == 2, "one in the row, one in the legend"


async def test_open_bars_have_an_arrow_and_ended_bars_a_stop() -> None:
    """No bar has both an arrow and a stop."""
    tale = remembering()

    picture = await drawn(tale)

    home, city = (picture.of(one.uuid) for one in tale.facts[:2])
    assert (len(inside(home, "onward")), len(inside(home, "stop"))) == (0, 1)
    assert (len(inside(city, "onward")), len(inside(city, "stop"))) == (1, 0)


async def test_an_uncertain_start_is_hatched() -> None:
    """The hatching covers the range from the earliest to the latest possible start."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(earliest=12, latest=18))

    picture = await drawn(tale)

    (maybe,) = inside(picture.of(tale.facts[1].uuid), "maybe")
    assert float(maybe.get("width") or 0) > 3
    assert inside(picture.of(tale.facts[1].uuid), "sure")
    assert not inside(picture.of(tale.facts[2].uuid), "maybe")


async def test_a_start_of_which_only_the_latest_day_is_known_is_open_to_the_left() -> None:
    """The bar of a start with only a latest day begins with a short stub."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(latest=20))

    picture = await drawn(tale)

    (maybe,) = inside(picture.of(tale.facts[1].uuid), "maybe", "open")
    assert float(maybe.get("width") or 0) < 40


async def test_a_start_with_only_an_earliest_day_is_nowhere_certain() -> None:
    """A bar with only an earliest start is hatched to its right end."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(earliest=20))

    picture = await drawn(tale)

    assert not inside(picture.of(tale.facts[1].uuid), "sure")
    assert inside(picture.of(tale.facts[1].uuid), "maybe")


async def test_undated_versions_are_in_the_unknown_zone() -> None:
    """Both versions of the sword's holder are in the zone for unknown time, with a mark for their unknown order."""
    tale = Tale("sword")
    tale.chapter("One", "In one tale Lin held the sword.", "In another Wu held the sword.")
    for name in ("Lin", "Wu", "sword"):
        tale.who(name)
    lin = tale.fact("Lin", "holds", "sword", quote="Lin held the sword.")
    wu = tale.fact("Wu", "holds", "sword", quote="Wu held the sword.")
    words, facts = (*lin.evidence, *wu.evidence), (lin.uuid, wu.uuid)
    tale.issues.append(Issue("i", "sword", IssueKind.ORDER_UNKNOWN, "Who held it first?", 9, words, facts))

    picture = await drawn(tale, "sword")

    assert {one.get("data-version") for one in picture.classed("version", "undated")} == {lin.uuid, wu.uuid}
    assert len(picture.classed("zone", "unknown")) == 1
    assert len(picture.classed("unordered")) == 2, "one in the row, one in the legend"
    assert "when is not known" in picture.words("story")


async def test_a_work_without_dates_has_a_chapter_axis() -> None:
    """The axis has chapter columns, no days, and no unknown zone."""
    picture = await drawn(lotm(), "克莱恩")

    assert len(picture.classed("zone", "chapters")) == 1
    assert picture.classed("zone", "unknown") == []
    assert {"第2章", "第3章", "第4章", "第5章"} <= set(picture.words("story"))


async def test_a_gap_is_a_dotted_line() -> None:
    """The gap is between a home that ended on day 5 and a home that started on day 10."""
    picture = await drawn(remembering())

    assert len(picture.classed("gap")) == 2, "one in the row, one in the legend"


async def test_an_event_is_a_mark_and_a_vague_event_a_hollow_mark() -> None:
    tale = harbor()
    tale.fact(
        "Wu O'Brien",
        "mended",
        quote="Wu O'Brien mended nets beside her.",
        value="nets",
        since=TimePoint(earliest=3, latest=14),
        kind=PredicateKind.EVENT,
    )

    picture = await drawn(tale)

    gift, nets = picture.of(tale.facts[2].uuid), picture.of(tale.facts[-1].uuid)
    assert (len(inside(gift, "mark", "hollow")), len(inside(gift, "whisker"))) == (0, 0)
    assert (len(inside(nets, "mark", "hollow")), len(inside(nets, "whisker"))) == (1, 3)


async def test_claims_are_below_world_rows_and_name_their_holder() -> None:
    """The bars of claims are not filled."""
    tale = harbor()

    picture = await drawn(tale)

    (belief,) = picture.classed("version", "claim")
    assert belief.get("data-version") == tale.facts[3].uuid
    assert (picture.classed("row")[-1].get("data-row") or "").startswith("Mei (belief): Chen")


async def test_unchanging_facts_are_listed_below_the_rows_without_bars() -> None:
    """Unchanging facts have no links, because an unchanging fact has no place in time."""
    tale = remembering()
    tale.fact("Lin", "born_in", "village", quote="Lin lived in Harbor.", kind=PredicateKind.FIXED)

    picture = await drawn(tale)

    assert picture.words("version", "fixed") == ["4 Lin · born in: village"]
    assert len(picture.classed("told")) == 3
