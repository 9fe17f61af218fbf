"""Ends of states in words, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_an_end_before_a_later_scene_of_the_chapter_is_not_before_the_scene_of_its_beginning(
    new_graph: NewGraph, language: str
) -> None:
    """Ben is left behind in Town, and when Wu comes back in the next scene, Ben is dead."""
    story = Story(
        (
            (
                ("吴海把白安留在石镇。", "Wu left Ben behind in Town."),
                ("吴海回来，白安已死了几日。", "When Wu came back, Ben had been dead for days."),
            ),
        ),
        (
            (("吴海把白安留在石镇", "Wu left Ben behind in Town"), [quoted("ben", "lives_in", "town", phase="begins")]),
            (("白安已死了几日", "Ben had been dead for days"), [quoted("ben", "dead", placing="back", phase="begins")]),
        ),
    )
    found = await read(new_graph, story, language)

    page = await found.graph.get_facts(FactQuery(predicate="lives_in"), scope=Scope(include_ended=True))
    (home,) = page.facts

    expected = ("自第1章起，最晚至第1章止", "from chapter 1, until chapter 1 at the latest")
    assert home.validity.words == expected[language == "en"]
