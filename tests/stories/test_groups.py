"""A member of a group is not the group, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.scenario_stories import LANGUAGES, chapter
from tests.stories.script import Says, Script

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def deaths(new_graph: NewGraph, language: str, kind: str, quote: str, *says: Says) -> list[str]:
    """Return the predicates of the facts about a group."""
    group = "骑兵" if language == "zh" else "riders"
    person = "林河" if language == "zh" else "Lin"
    script = Script({group: kind, person: "Person"}, {quote: says})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript(
        [chapter(1, f"{person} rode. {quote}.\n" if language == "en" else f"{person}骑马。{quote}。\n")]
    )
    page = await graph.get_facts(scope=Scope(include_ended=True))
    return sorted(one.predicate for one in page.facts)


async def test_one_death_is_not_the_death_of_the_group(new_graph: NewGraph, language: str) -> None:
    if language == "zh":
        found = await deaths(new_graph, language, "Person", "骑兵中有一人死了", Says("骑兵", "dead", phase="begins"))
    else:
        found = await deaths(
            new_graph, language, "Person", "one of the riders died", Says("riders", "dead", phase="begins")
        )

    assert found == (["有人死亡"] if language == "zh" else ["death among"])


async def test_whoever_kills_one_of_a_group_does_not_kill_the_group(new_graph: NewGraph, language: str) -> None:
    if language == "zh":
        found = await deaths(new_graph, language, "Person", "林河杀了骑兵中的一个人", Says("林河", "killed", "骑兵"))
    else:
        found = await deaths(
            new_graph, language, "Person", "Lin killed two of the riders", Says("Lin", "killed", "riders")
        )

    assert "dead" not in found
    assert "killed" in found


async def test_an_organization_does_not_die(new_graph: NewGraph, language: str) -> None:
    quote = "骑兵死了" if language == "zh" else "the riders died"
    who = "骑兵" if language == "zh" else "riders"

    found = await deaths(new_graph, language, "Organization", quote, Says(who, "dead", phase="begins"))

    assert "dead" not in found


async def test_the_death_of_a_whole_group_is_its_death(new_graph: NewGraph, language: str) -> None:
    quote = "骑兵死了" if language == "zh" else "the riders died"
    who = "骑兵" if language == "zh" else "riders"

    assert await deaths(new_graph, language, "Person", quote, Says(who, "dead", phase="begins")) == ["dead"]
