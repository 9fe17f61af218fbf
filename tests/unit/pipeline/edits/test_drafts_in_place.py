"""Tests of the position of a draft: a draft has the position of the canon chapter with its key, also after a move."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, Layer
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

TEXTS = {
    "one": "Marsh Weller lives in Harrow Ferry.",
    "two": "Odile Reed lives in Port Sable.",
    "three": "The next day Marsh Weller moved to Port Sable.",
    "draft": "Odile Reed moved to Winter Keep.",
    "plan": "Marsh Weller hates Odile Reed.",
}
TOGETHER = Scope(layers=frozenset({Layer.CANON, Layer.DRAFT}))
EVERYTHING = Scope(layers=frozenset(Layer))


def chapter(key: str, text: str | None = None) -> Chapter:
    """Return one of the chapters with its key."""
    return Chapter(TEXTS[text or key], title=key, key=key)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Return a graph of three chapters that are read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="drafts") as made:
        await made.add_manuscript([chapter("one"), chapter("two"), chapter("three")])
        yield made


async def exported(graph: StoryGraph, scope: Scope) -> list[str]:
    """Return the canonical export of a part of the work."""
    return [line async for line in graph.export(canonical=True, scope=scope)]


async def test_a_draft_moves_with_its_chapter(graph: StoryGraph) -> None:
    """The graph of canon and drafts equals that of a work in which the chapter always had this position."""
    await graph.add_manuscript([chapter("one", "draft")], layer=Layer.DRAFT)

    await graph.move_episode("one", after="three")

    async with StoryGraph(SQLiteStore(":memory:"), group_id="drafts") as other:
        await other.add_manuscript([chapter("two"), chapter("three"), chapter("one")])
        await other.add_manuscript([chapter("one", "draft")], layer=Layer.DRAFT)
        assert await canonical(graph) == await canonical(other)
        assert await exported(graph, TOGETHER) == await exported(other, TOGETHER)


async def test_a_draft_keeps_the_position_of_its_moved_chapter_after_its_removal(graph: StoryGraph) -> None:
    """The draft does not return to its position before the move."""
    await graph.add_manuscript([chapter("one", "draft")], layer=Layer.DRAFT)
    await graph.move_episode("one", after="two")

    await graph.remove_episode("one")
    await graph.promote("one")

    assert [one.chapter.key for one in await graph.chapters()] == ["two", "one", "three"]


async def test_a_draft_moves_to_a_new_chapter_with_its_key(graph: StoryGraph) -> None:
    """After the new chapter is added, the draft replaces it."""
    await graph.add_manuscript([chapter("draft")], layer=Layer.DRAFT)

    await graph.insert_episode(chapter("draft", "plan"), before="one")
    await graph.remove_episode((await graph.find_episode("draft", layer=Layer.CANON)).uuid)
    await graph.promote("draft")

    assert [one.chapter.key for one in await graph.chapters()] == ["draft", "one", "two", "three"]


async def test_a_promoted_draft_keeps_its_position_among_canon_and_drafts(graph: StoryGraph) -> None:
    """The order of canon and drafts together does not change."""
    await graph.add_manuscript([chapter("draft")], layer=Layer.DRAFT)
    await graph.add_episode(chapter("plan"))
    before = await graph.chapters(scope=TOGETHER)

    await graph.promote("draft")

    assert [one.chapter.key for one in await graph.chapters()] == ["one", "two", "three", "draft", "plan"]
    assert {one.chapter.key for one in before} == {one.chapter.key for one in await graph.chapters()}


async def test_a_promoted_draft_takes_the_position_of_its_removed_chapter(graph: StoryGraph) -> None:
    """After the removal of its chapter, the draft has a separate position."""
    await graph.add_manuscript([chapter("two", "draft")], layer=Layer.DRAFT)
    await graph.remove_episode((await graph.find_episode("two", layer=Layer.CANON)).uuid)

    await graph.promote("two")

    assert [one.chapter.key for one in await graph.chapters()] == ["one", "two", "three"]


async def test_a_promoted_plan_follows_all_drafts(graph: StoryGraph) -> None:
    """Two chapters with the same position would be ordered by their ids."""
    await graph.add_manuscript([chapter("draft")], layer=Layer.DRAFT)
    await graph.add_manuscript([chapter("plan")], layer=Layer.PLAN)

    await graph.promote("plan", layer=Layer.PLAN)
    await graph.promote("draft")

    assert [one.chapter.key for one in await graph.chapters()] == ["one", "two", "three", "draft", "plan"]


async def test_plans_follow_all_chapters(graph: StoryGraph) -> None:
    """A chapter that is added later precedes the plan."""
    await graph.add_manuscript([chapter("plan")], layer=Layer.PLAN)
    await graph.add_episode(chapter("draft"))

    async with StoryGraph(SQLiteStore(":memory:"), group_id="drafts") as other:
        await other.add_manuscript([chapter(key) for key in ("one", "two", "three", "draft")])
        await other.add_manuscript([chapter("plan")], layer=Layer.PLAN)
        assert await canonical(graph) == await canonical(other)
        assert await exported(graph, EVERYTHING) == await exported(other, EVERYTHING)


async def test_an_export_of_canon_and_drafts_has_the_graph_of_both(graph: StoryGraph) -> None:
    """The chapter that the draft replaces is not part of the exported graph."""
    await graph.add_manuscript([chapter("two", "draft")], layer=Layer.DRAFT)

    lines = await exported(graph, TOGETHER)

    assert any('"kind":"fact"' in one and "Winter Keep" in one for one in lines)
    assert not any(TEXTS["two"] in one for one in lines)
