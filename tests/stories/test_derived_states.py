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
