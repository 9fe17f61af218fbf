"""States that follow from events, such as an arrival or a gift, and where they end, in Chinese and in English."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

TRAVELS = Story(
    (
        (
            ("林河到了海港。", "Lin came to Harbor."),
            ("林河到了京城。", "Lin came to Capital."),
            ("林河离开京城。", "Lin left Capital."),
        ),
    ),
    (
        (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        (("林河到了京城", "Lin came to Capital"), [quoted("lin", "arrived_at", "capital")]),
        (("林河离开京城", "Lin left Capital"), [quoted("lin", "left", "capital")]),
    ),
)
DEPARTURE = Story(
    (
        (("林河到了海港。", "Lin came to Harbor."),),
        (("林河走了。", "Lin departed."), ("林河又到了海港。", "Lin came to Harbor again.")),
    ),
    (
        (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        (("林河走了", "Lin departed"), [quoted("lin", "left")]),
        (("林河又到了海港", "Lin came to Harbor again"), [quoted("lin", "arrived_at", "harbor")]),
    ),
)
PAST = Story(
    (
        (
            ("林河望着海。", "Lin looked at the sea."),
            ("吴海从前买过断剑。", "Wu had once bought the sword."),
            ("“阿梅到了山村。”", "“Mei came to Village.”"),
            ("白安死了，是多年前的事。", "Ben had died long before."),
        ),
        (("林河见到吴海。", "Lin met Wu."),),
    ),
    (
        (("吴海从前买过断剑", "Wu had once bought the sword"), [quoted("wu", "bought", "sword", placing="back")]),
        (("阿梅到了山村", "Mei came to Village"), [quoted("mei", "arrived_at", "village")]),
        (("白安死了", "Ben had died"), [quoted("wu", "killed", "ben", placing="back")]),
        (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
    ),
    ((("“阿梅到了", "“Mei came"), "tale!"),),
)


async def test_a_place_ends_where_somebody_leaves_or_arrives_elsewhere(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, TRAVELS, language)

    harbor, capital = await story.facts("located_in")

    assert harbor.ended_by == (capital.uuid,)
    assert capital.ended_by == (capital.uuid,)
    assert await story.at("ch1", "located_in") == {}


async def test_somebody_who_leaves_is_no_longer_where_he_was(new_graph: NewGraph, language: str) -> None:
    """The text need not name the place that somebody leaves. When he returns, a new fact begins."""
    story = await read(new_graph, DEPARTURE, language)

    stay, later_stay = await story.facts("located_in")

    assert stay.ended_by == (stay.uuid,)
    assert [one.quote for one in stay.ends] == [("林河走了", "Lin departed")[language == "en"]]
    assert later_stay.ended_by == ()
    assert await story.at("ch1", "located_in") == {"lin harbor": "holds"}


@pytest.mark.parametrize("predicate", ["left", "went_to"])
async def test_a_departure_without_a_place_ends_only_the_place_where_it_began(
    new_graph: NewGraph, language: str, predicate: str
) -> None:
    """Somebody who leaves a kitchen need not leave the palace around it, and nobody else leaves."""
    told = Story(
        (
            (
                (
                    "水宫里有厨房。林河在水宫，吴海也在水宫。",
                    "Palace has a kitchen. Lin was in Palace, and Wu was in Palace.",
                ),
                ("林河进了厨房。林河走了。", "Lin entered the kitchen. Lin departed."),
            ),
        ),
        (
            (("水宫里有厨房", "Palace has a kitchen"), [quoted("palace", "contains", "kitchen")]),
            (("林河在水宫", "Lin was in Palace"), [quoted("lin", "located_in", "palace")]),
            (("吴海也在水宫", "Wu was in Palace"), [quoted("wu", "located_in", "palace")]),
            (("林河进了厨房", "Lin entered the kitchen"), [quoted("lin", "arrived_at", "kitchen")]),
            (("林河走了", "Lin departed"), [quoted("lin", predicate)]),
        ),
    )
    story = await read(new_graph, told, language)

    facts = {(one.subject_name, one.object_name): one for one in await story.facts("located_in")}

    ended = {key for key, one in facts.items() if one.ended_by}
    assert ended == {(story.words["lin"], story.words["kitchen"])}


async def test_a_departure_that_is_looked_back_to_ends_no_later_place(new_graph: NewGraph, language: str) -> None:
    told = Story(
        ((("林河到了海港。", "Lin came to Harbor."), ("林河当年走了。", "Lin had departed years before.")),),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (
                ("林河当年走了", "Lin had departed years before"),
                [quoted("lin", "left", time=("当年", "years before"), placing="back")],
            ),
        ),
    )
    story = await read(new_graph, told, language)

    (stay,) = await story.facts("located_in")

    assert stay.ended_by == ()


async def test_a_departure_from_a_place_without_a_name_ends_no_other_place(new_graph: NewGraph, language: str) -> None:
    told = Story(
        ((("林河到了海港。", "Lin came to Harbor."), ("林河走出屋子。", "Lin left the shed.")),),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("林河走出屋子", "Lin left the shed"), [quoted("lin", "left", value=("屋子", "the shed"))]),
        ),
    )
    story = await read(new_graph, told, language)

    (stay,) = await story.facts("located_in")

    assert stay.ended_by == ()


async def test_what_follows_from_a_past_event_is_only_possible_now(new_graph: NewGraph, language: str) -> None:
    """A sword that was once bought may have been lost since then, and a person may have left a place that only a tale
    mentions.
    """
    story = await read(new_graph, PAST, language)

    assert await story.at("ch2", "holds") == {"wu sword": "possible"}
    assert await story.at("ch2", "located_in") == {"mei village": "possible"}
    assert [one.may_have_ended for one in await story.facts("holds")] == [True]


async def test_a_death_in_the_past_goes_on(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, PAST, language)

    assert await story.at("ch2", "dead") == {"ben": "holds"}
