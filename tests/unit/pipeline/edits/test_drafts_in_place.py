"""A draft has the place of the canon chapter of its key, also after that chapter is moved."""

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
    """One of the chapters, under its key."""
    return Chapter(TEXTS[text or key], title=key, key=key)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Three chapters read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="drafts") as made:
        await made.add_manuscript([chapter("one"), chapter("two"), chapter("three")])
        yield made


async def exported(graph: StoryGraph, scope: Scope) -> list[str]:
    """The canonical export of a part of the work."""
    return [line async for line in graph.export(canonical=True, scope=scope)]


async def test_a_draft_moves_with_its_chapter(graph: StoryGraph) -> None:
    """So that both together are what they would be, had the chapter stood there from the start."""
    await graph.add_manuscript([chapter("one", "draft")], layer=Layer.DRAFT)

    await graph.move_episode("one", after="three")

    async with StoryGraph(SQLiteStore(":memory:"), group_id="drafts") as other:
        await other.add_manuscript([chapter("two"), chapter("three"), chapter("one")])
        await other.add_manuscript([chapter("one", "draft")], layer=Layer.DRAFT)
        assert await canonical(graph) == await canonical(other)
        assert await exported(graph, TOGETHER) == await exported(other, TOGETHER)


async def test_a_draft_stays_where_its_chapter_was_moved_when_that_is_removed(graph: StoryGraph) -> None:
    """It does not go back to where the chapter was when the draft was written."""
    await graph.add_manuscript([chapter("one", "draft")], layer=Layer.DRAFT)
    await graph.move_episode("one", after="two")

    await graph.remove_episode("one")
    await graph.promote("one")

    assert [one.chapter.key for one in await graph.chapters()] == ["two", "one", "three"]


async def test_a_draft_of_its_own_key_goes_along_when_a_chapter_of_that_key_comes(graph: StoryGraph) -> None:
    """From then on the draft replaces that chapter."""
    await graph.add_manuscript([chapter("draft")], layer=Layer.DRAFT)

    await graph.insert_episode(chapter("draft", "plan"), before="one")
    await graph.remove_episode((await graph.find_episode("draft", layer=Layer.CANON)).uuid)
    await graph.promote("draft")

    assert [one.chapter.key for one in await graph.chapters()] == ["draft", "one", "two", "three"]


async def test_a_draft_is_promoted_where_it_stands_among_canon_and_drafts(graph: StoryGraph) -> None:
    """What was told of both layers together stays in its order."""
    await graph.add_manuscript([chapter("draft")], layer=Layer.DRAFT)
    await graph.add_episode(chapter("plan"))
    before = await graph.chapters(scope=TOGETHER)

    await graph.promote("draft")

    assert [one.chapter.key for one in await graph.chapters()] == ["one", "two", "three", "draft", "plan"]
    assert {one.chapter.key for one in before} == {one.chapter.key for one in await graph.chapters()}


async def test_a_draft_of_a_removed_chapter_is_promoted_to_where_that_stood(graph: StoryGraph) -> None:
    """The place is its own by then."""
    await graph.add_manuscript([chapter("two", "draft")], layer=Layer.DRAFT)
    await graph.remove_episode((await graph.find_episode("two", layer=Layer.CANON)).uuid)

    await graph.promote("two")

    assert [one.chapter.key for one in await graph.chapters()] == ["one", "two", "three"]


async def test_a_promoted_plan_comes_after_drafts_too(graph: StoryGraph) -> None:
    """Two chapters at one place would be told in an order that hangs on their ids."""
    await graph.add_manuscript([chapter("draft")], layer=Layer.DRAFT)
    await graph.add_manuscript([chapter("plan")], layer=Layer.PLAN)

    await graph.promote("plan", layer=Layer.PLAN)
    await graph.promote("draft")

    assert [one.chapter.key for one in await graph.chapters()] == ["one", "two", "three", "draft", "plan"]


async def test_a_plan_is_read_after_the_telling_whenever_it_was_written(graph: StoryGraph) -> None:
    """A chapter that is added later is told before it all the same."""
    await graph.add_manuscript([chapter("plan")], layer=Layer.PLAN)
    await graph.add_episode(chapter("draft"))

    async with StoryGraph(SQLiteStore(":memory:"), group_id="drafts") as other:
        await other.add_manuscript([chapter(key) for key in ("one", "two", "three", "draft")])
        await other.add_manuscript([chapter("plan")], layer=Layer.PLAN)
        assert await canonical(graph) == await canonical(other)
        assert await exported(graph, EVERYTHING) == await exported(other, EVERYTHING)


async def test_an_export_of_canon_with_drafts_holds_the_graph_of_both(graph: StoryGraph) -> None:
    """The export is the graph of both layers, without the chapter that the draft replaces."""
    await graph.add_manuscript([chapter("two", "draft")], layer=Layer.DRAFT)

    lines = await exported(graph, TOGETHER)

    assert any('"kind":"fact"' in one and "Winter Keep" in one for one in lines)
    assert not any(TEXTS["two"] in one for one in lines)
