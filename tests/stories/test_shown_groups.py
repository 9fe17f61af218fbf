"""Lists show the states that follow from an event with the event, in Chinese and in English."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.search.fact_groups import fact_groups
from episodic.search.fact_listing import FactQuery
from episodic.search.results import FactHit
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

GIFT = Story(
    (
        (
            ("林河把断剑给了吴海。", "Lin gave Wu the sword."),
            ("阿梅和白安到了京城。", "Mei and Ben came to Capital."),
            ("吴海有老宅。", "Wu had a house."),
        ),
    ),
    (
        (("林河把断剑给了吴海", "Lin gave Wu the sword"), [quoted("lin", "gave", "sword", recipients=("wu",))]),
        (
            ("阿梅和白安到了京城", "Mei and Ben came to Capital"),
            [quoted("mei", "arrived_at", "capital"), quoted("ben", "arrived_at", "capital")],
        ),
        (("吴海有老宅", "Wu had a house"), [quoted("wu", "holds", "house")]),
    ),
)


async def test_states_that_follow_from_an_event_are_shown_with_it(new_graph: NewGraph, language: str) -> None:
    """A state of its own, and a state without its event in the list, stand for themselves. Every fact is counted."""
    story = await read(new_graph, GIFT, language)
    scope = Scope(include_ended=True)

    page = await story.graph.get_facts(scope=scope)
    holds = await story.graph.get_facts(FactQuery(predicate="holds"), scope=scope)

    groups = fact_groups(page.facts)
    shown = {one.first.predicate: [state.predicate for state in one.states] for one in groups}
    assert shown == {"gave": ["holds"], "arrived_at": ["located_in"], "holds": []}
    assert sum(len(one.views) for one in groups) == page.total == (await story.graph.stats()).facts
    assert [one.first.predicate for one in fact_groups(holds.facts)] == ["holds", "holds"]


async def test_a_prompt_of_hits_tells_a_state_below_its_event(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, GIFT, language)

    found = await story.graph.search(("断剑", "sword")[language == "en"])

    (told,) = (one for one in found.told if one.states)
    assert isinstance(told.hit, FactHit)
    assert told.hit.shown.predicate == "gave"
    assert len(found.told) == len(found.hits) - 1
    assert found.to_prompt(100_000).count(told.hit.shown.quotes[0].text) >= 1
    assert found.to_prompt(100_000).count(told.states[0].text) == 1


async def test_facts_of_one_sentence_are_shown_together(new_graph: NewGraph, language: str) -> None:
    """A sentence such as "Mei and Ben came to Capital" gives a fact for each of its people."""
    story = await read(new_graph, GIFT, language)
    (mei, ben) = (await story.graph.get_facts(FactQuery(predicate="arrived_at"))).facts

    alike = replace(ben, fact=replace(ben.fact, text=mei.text))

    assert [one.others for one in fact_groups([mei, alike])] == [(alike,)]
    assert [one.others for one in fact_groups([mei, ben])] == [(), ()]
