"""Tests that a story has the same graph on every store, after edits, and after export and import."""

from __future__ import annotations

from dataclasses import replace

from episodic.app import StoryGraph
from episodic.stores.sqlite import SQLiteStore
from tests.stories.conftest import NewGraph
from tests.stories.scenario_stories import moving
from tests.story import CHAPTERS, VARIANTS, canonical


async def in_memory(group_id: str, lines: list[str] | None = None) -> list[str]:
    """Return the canonical export of the small story in memory, or of an import of *lines* in memory."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id=group_id) as graph:
        if lines is None:
            await graph.add_manuscript(CHAPTERS)
        else:
            await graph.import_(lines)
        return await canonical(graph)


async def test_a_manuscript_gives_the_graph_that_it_gives_in_memory(new_graph: NewGraph) -> None:
    """The canonical export does not depend on the store."""
    graph = new_graph(None, None)

    await graph.add_manuscript(CHAPTERS)

    assert await canonical(graph) == await in_memory(graph.group_id)


async def test_edits_leave_no_residue(new_graph: NewGraph) -> None:
    """Chapters that are replaced, removed and restored give the graph of a run without edits."""
    graph = new_graph(None, None)
    await graph.add_manuscript(CHAPTERS[:2])

    await graph.replace_episode(1, replace(CHAPTERS[0], text=VARIANTS[0]))
    await graph.remove_episode(2)
    await graph.add_manuscript(CHAPTERS)

    assert await canonical(graph) == await in_memory(graph.group_id)


async def test_an_export_imports_elsewhere_and_exports_the_same(new_graph: NewGraph) -> None:
    """An export includes vectors, history and revisions."""
    graph = new_graph(None, None)
    await graph.add_manuscript(CHAPTERS)
    await graph.replace_episode(1, replace(CHAPTERS[0], text=VARIANTS[0]))
    lines = [line async for line in graph.export()]

    async with StoryGraph(SQLiteStore(":memory:"), group_id=graph.group_id) as other:
        await other.import_(lines)
        again = [line async for line in other.export()]
        same = await canonical(other) == await canonical(graph)
    await graph.delete()
    await graph.import_(lines)
    back = [line async for line in graph.export()]

    assert same
    assert again == lines
    assert back == lines


async def test_a_merge_makes_two_entities_one_and_outlives_an_edit(new_graph: NewGraph) -> None:
    """The merge is anchored to mentions, not to ids."""
    tale = moving("en")
    graph = new_graph(tale.script.model(), None)
    await graph.add_manuscript(tale.chapters[:2])

    edited = await graph.merge_entities("Harbor", "Capital", reason="two names of one town")
    await graph.replace_episode("ch2", tale.chapters[1].text + "\nNobody spoke.\n")

    merged = await graph.get_entity("Capital")
    assert merged.entity.uuid == (await graph.get_entity("Harbor")).entity.uuid
    assert [one.name for one in edited.diff.entities_gone] == ["Capital"]
    assert (await graph.get_entity(edited.diff.entities_gone[0].uuid)).entity.uuid == merged.entity.uuid
