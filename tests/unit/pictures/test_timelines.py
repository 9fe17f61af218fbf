"""Timelines as pictures: two tracks, lines between them, and nothing that is not known drawn as if it were."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.graph import Issue, IssueKind
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from tests.unit.pictures.drawn import SVG, drawn, inside, remembering
from tests.unit.search.telling import Tale, day, harbor, lotm


async def test_a_flashback_has_a_line_of_its_own_kind() -> None:
    """A mark, and a line that runs back to where the story has it."""
    tale = remembering()

    picture = await drawn(tale)

    (back,) = picture.classed("told", "back")
    assert back.get("data-versions") == tale.facts[2].uuid
    assert inside(back, "link", "back")
    assert inside(back, "place", "back")
    assert len(picture.classed("told", "on")) == 2


async def test_a_line_back_runs_to_the_left_of_one_that_goes_on() -> None:
    """It starts further right and ends further left."""
    picture = await drawn(remembering())

    def ends(turn: str) -> list[tuple[float, float]]:
        paths = [path.get("d") or "" for one in picture.classed("told", turn) for path in inside(one, "link")]
        return [(float(path.split()[0][1:]), float(path.split()[-2])) for path in paths]

    ((start, goal),) = ends("back")
    assert all(start > other for other, _ in ends("on"))
    assert all(goal < other for _, other in ends("on"))


async def test_no_block_hides_the_number_of_another_chapter() -> None:
    """A number wider than its block is written over its neighbours, not under them."""
    picture = await drawn(remembering())

    order = list(picture.root.iter())
    blocks = [order.index(one) for one in picture.classed("block")]
    numbers = [order.index(word) for one in picture.classed("chapter") for word in one.iter(f"{SVG}text")]
    assert max(blocks) < min(numbers)


async def test_what_ended_a_version_is_connected_with_it() -> None:
    """And the list says it in words, with the words of the text."""
    tale = remembering()

    picture = await drawn(tale)

    assert len(picture.classed("ended-by")) == 1 + len(picture.classed("legend"))
    assert inside(picture.of(tale.facts[0].uuid), "stop")
    assert any("ended by →3 Lin moved to the Capital." in one for one in picture.words("entry"))


async def test_an_end_by_something_of_another_row_names_its_number() -> None:
    """A death ends a home; a line through all rows between them would hide more than it shows."""
    tale = remembering()
    dead = tale.fact("Lin", "dead", quote="Long ago Lin had lived in a village.", since=day(90))
    tale.ends(tale.facts[1], dead)

    picture = await drawn(tale)

    assert [one.text for one in picture.classed("ended-by-number")] == ["→4"]
    assert len(picture.classed("ended-by")) == 2, "one in the row, one in the legend"


async def test_what_goes_on_has_an_arrow_and_what_has_ended_a_stop() -> None:
    """Never both."""
    tale = remembering()

    picture = await drawn(tale)

    home, city = (picture.of(one.uuid) for one in tale.facts[:2])
    assert (len(inside(home, "onward")), len(inside(home, "stop"))) == (0, 1)
    assert (len(inside(city, "onward")), len(inside(city, "stop"))) == (1, 0)


async def test_an_uncertain_start_is_hatched() -> None:
    """From the first day on which it may begin to the last; a certain one has no hatching."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(earliest=12, latest=18))

    picture = await drawn(tale)

    (maybe,) = inside(picture.of(tale.facts[1].uuid), "maybe")
    assert float(maybe.get("width") or 0) > 3
    assert inside(picture.of(tale.facts[1].uuid), "sure")
    assert not inside(picture.of(tale.facts[2].uuid), "maybe")


async def test_a_start_of_which_only_the_latest_day_is_known_is_open_to_the_left() -> None:
    """A short stub, not a bar from the beginning of time."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(latest=20))

    picture = await drawn(tale)

    (maybe,) = inside(picture.of(tale.facts[1].uuid), "maybe", "open")
    assert float(maybe.get("width") or 0) < 40


async def test_what_may_begin_on_any_day_from_one_on_is_nowhere_certain() -> None:
    """Hatched to the edge."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(earliest=20))

    picture = await drawn(tale)

    assert not inside(picture.of(tale.facts[1].uuid), "sure")
    assert inside(picture.of(tale.facts[1].uuid), "maybe")


async def test_what_nobody_dates_stands_in_a_zone_of_its_own() -> None:
    """Both tales of the sword, with a sign that their order is not known."""
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


async def test_chapters_without_days_are_an_axis_of_their_own() -> None:
    """A work without one date has columns, no days, and no zone of unknown time."""
    picture = await drawn(lotm(), "克莱恩")

    assert len(picture.classed("zone", "chapters")) == 1
    assert picture.classed("zone", "unknown") == []
    assert {"第2章", "第3章", "第4章", "第5章"} <= set(picture.words("story"))


async def test_a_gap_is_dotted() -> None:
    """Between the village, left on day 5, and Harbor on day 10."""
    picture = await drawn(remembering())

    assert len(picture.classed("gap")) == 2, "one in the row, one in the legend"


async def test_an_event_is_a_mark_and_a_vague_one_hollow() -> None:
    """With whiskers that show between which days."""
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


async def test_a_claim_stands_below_the_world_and_names_its_holder() -> None:
    """Drawn empty, not filled."""
    tale = harbor()

    picture = await drawn(tale)

    (belief,) = picture.classed("version", "claim")
    assert belief.get("data-version") == tale.facts[3].uuid
    assert (picture.classed("row")[-1].get("data-row") or "").startswith("Mei (belief): Chen")


async def test_what_never_changes_stands_below_the_rows_without_a_bar() -> None:
    """And without a line: it has no place in time."""
    tale = remembering()
    tale.fact("Lin", "born_in", "village", quote="Lin lived in Harbor.", kind=PredicateKind.FIXED)

    picture = await drawn(tale)

    assert picture.words("version", "fixed") == ["4 Lin · born in: village"]
    assert len(picture.classed("told")) == 3
