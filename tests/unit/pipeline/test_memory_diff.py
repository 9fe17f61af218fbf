"""Tests of memory diffs: merged and split entities. An entity with only another id has not changed."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore

CHAPTERS = (
    Chapter("Marsh Weller lives in Harrow Ferry.\n", title="One", key="one"),
    Chapter("Odile Reed lives in Port Sable.\n", title="Two", key="two"),
    Chapter("Odile Reed walked home.\n", title="Three", key="three"),
)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Return a graph of three chapters read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="diffs") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def test_a_merge_unites_and_its_undo_splits(graph: StoryGraph) -> None:
    """The diff has the name of the removed entity and the name of the remaining entity."""
    merged = await graph.merge_entities("Harrow Ferry", "Port Sable")
    undone = await graph.undo()

    assert [(one.one.name, one.other.name) for one in merged.diff.united] == [("Port Sable", "Harrow Ferry")]
    assert [(one.one.name, one.other.name) for one in undone.diff.split] == [("Port Sable", "Harrow Ferry")]


async def test_an_entity_that_is_first_named_otherwise_has_not_changed(graph: StoryGraph) -> None:
    """If a chapter is moved, the first name of an entity may change, and so does its id. No entity is new or removed."""
    await graph.merge_entities("Harrow Ferry", "Port Sable")
    before = (await graph.get_entity("Port Sable")).entity.uuid

    moved = await graph.move_episode("two", before="one")

    after = (await graph.get_entity("Port Sable")).entity.uuid
    assert before != after
    assert (moved.diff.entities_new, moved.diff.entities_gone, moved.diff.united, moved.diff.split) == ((), (), (), ())
    assert (await graph.get_entity(before)).entity.uuid == after


async def test_an_entity_of_a_rewritten_chapter_keeps_its_old_id(graph: StoryGraph) -> None:
    """The new text names it otherwise first, and has none of its names at the old place."""
    before = (await graph.get_entity("Marsh Weller")).entity.uuid

    text = "Weller came home. Marsh Weller lives in Harrow Ferry. Weller has the silver key.\n"
    edited = await graph.replace_episode("one", Chapter(text, title="One"))

    after = (await graph.get_entity("Marsh Weller")).entity.uuid
    assert before != after
    assert (edited.diff.entities_new, edited.diff.entities_gone) == ((), ())
    assert (await graph.get_entity(before)).entity.uuid == after


async def test_whoever_goes_with_a_chapter_is_gone_and_not_united(graph: StoryGraph) -> None:
    """If a chapter is removed, its people are removed from the work and not merged."""
    removed = await graph.remove_episode("one")

    assert sorted(one.name for one in removed.diff.entities_gone) == ["Harrow Ferry", "Marsh Weller"]
    assert removed.diff.united == ()
