"""Tests of reads that only the facade has: the contents of a chapter, the last chapters, and the hook of searches."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownEpisodeError
from episodic.search.results import SearchResults
from episodic.search.scope import Scope
from tests.story import CHAPTERS, memory_graph


async def told() -> StoryGraph:
    graph = memory_graph()
    await graph.add_manuscript(CHAPTERS)
    return graph


async def test_the_contents_of_a_chapter_are_its_entities_and_facts() -> None:
    """An entity that an earlier chapter named first is among the entities of every chapter that mentions it."""
    graph = await told()

    found = await graph.chapter_contents(3)
    everything = (await graph.get_facts(scope=Scope(include_ended=True))).facts

    chapter = found.chapter.uuid
    assert {"赵虎", "沈度", "林远"} <= {one.name for one in found.entities}
    assert found.facts
    assert {one.uuid for one in found.facts} <= {
        one.uuid for one in everything if any(quote.episode == chapter for quote in one.fact.evidence)
    }


async def test_a_chapter_outside_the_scope_has_no_contents() -> None:
    graph = await told()

    with pytest.raises(UnknownEpisodeError):
        await graph.chapter_contents(3, scope=Scope(told_by=2))


async def test_the_last_chapters_are_returned_in_narrative_order() -> None:
    graph = await told()

    assert [one.title for one in await graph.last_episodes(2)] == ["第三章 攻城", "第四章 归来"]
    assert [one.text for one in await graph.last_episodes(1, before=2)] == [CHAPTERS[0].text]
    assert len(await graph.last_episodes(99)) == 4
    assert await graph.last_episodes(0) == ()


async def test_a_hook_hears_what_a_search_found() -> None:
    """The hook cannot change the work, and no revision is made."""
    heard: list[tuple[str, SearchResults]] = []
    graph = await told()
    graph.on_retrieve = lambda query, found: heard.append((query, found))
    before = await graph.commits()

    found = await graph.search("林远")

    assert heard == [("林远", found)]
    assert await graph.commits() == before
