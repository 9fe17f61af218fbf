"""Tests of the contents of a chapter."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownEpisodeError
from episodic.search.scope import Scope
from tests.story import CHAPTERS, memory_graph


async def told() -> StoryGraph:
    """Return the small story."""
    graph = memory_graph()
    await graph.add_manuscript(CHAPTERS)
    return graph


async def test_the_contents_of_a_chapter_are_its_entities_and_facts() -> None:
    """An entity that an earlier chapter named first is among the entities of every chapter that mentions it."""
    graph = await told()

    found = await graph.chapter_contents(3)
    everything = (await graph.session.state()).graph

    chapter = found.chapter.uuid
    assert {"赵虎", "沈度", "林远"} <= {one.name for one in found.entities}
    assert {one.uuid for one in found.entities} == {
        one.entity for one in everything.mentions.values() if one.episode == chapter
    }
    assert found.facts
    assert {one.uuid for listed in found.facts for one in (listed, *listed.effects, *listed.alike)} == {
        fact.uuid
        for fact in everything.facts.values()
        if not fact.ended_by and any(quote.episode == chapter for quote in fact.evidence)
    }


async def test_a_chapter_outside_the_scope_has_no_contents() -> None:
    graph = await told()

    with pytest.raises(UnknownEpisodeError):
        await graph.chapter_contents(3, scope=Scope(told_by=2))
