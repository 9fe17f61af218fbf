"""Tests that a story has the same graph on every store, after edits, and after export and import."""

from __future__ import annotations

from dataclasses import replace

from episodic.app import StoryGraph
from episodic.model.settings import WorkSettings
from episodic.ports import LanguageModel
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories import knowledge_stories, scenario_stories
from tests.stories.conftest import NewGraph
from tests.stories.scenario_stories import Tale, moving
from tests.story import CHAPTERS, VARIANTS, canonical

QUERIES = ("林远住在哪里", "铁剑", "云州的军师")


def in_memory_graph(group_id: str, model: LanguageModel, settings: WorkSettings | None) -> StoryGraph:
    """Return a new work in memory."""
    return StoryGraph(SQLiteStore(":memory:"), group_id=group_id, model=model, settings=settings)


async def in_memory(group_id: str, lines: list[str] | None = None) -> list[str]:
    """Return the canonical export of the small story in memory, or of an import of *lines* in memory."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id=group_id) as graph:
        if lines is None:
            await graph.add_manuscript(CHAPTERS)
        else:
            await graph.import_(lines)
        return await canonical(graph)


async def test_a_manuscript_gives_the_graph_that_it_gives_in_memory(new_graph_anywhere: NewGraph) -> None:
    """The canonical export does not depend on the store."""
    graph = new_graph_anywhere(None, None)

    await graph.add_manuscript(CHAPTERS)

    assert await canonical(graph) == await in_memory(graph.group_id)


async def test_edits_leave_no_residue(new_graph_anywhere: NewGraph) -> None:
    """Chapters that are replaced, removed and restored give the graph of a run without edits."""
    graph = new_graph_anywhere(None, None)
    await graph.add_manuscript(CHAPTERS[:2])

    await graph.replace_episode(1, replace(CHAPTERS[0], text=VARIANTS[0]))
    await graph.remove_episode(2)
    await graph.add_manuscript(CHAPTERS)

    assert await canonical(graph) == await in_memory(graph.group_id)


async def test_the_text_of_a_chapter_is_found_before_a_job_reads_it(new_graph_anywhere: NewGraph) -> None:
    """After the job, the graph is the same as if all chapters had been read at once."""
    graph = new_graph_anywhere(None, None)
    reports = [await graph.add_episode(one, wait=False) for one in CHAPTERS]

    passages = (await graph.search("铁剑")).passages
    facts = (await graph.stats()).facts
    for report in reversed(reports):
        await graph.jobs.run(report.job or "")

    assert "铁剑" in passages[0].text
    assert facts == 0
    assert await canonical(graph) == await in_memory(graph.group_id)


async def test_an_export_imports_elsewhere_and_exports_the_same(new_graph_anywhere: NewGraph) -> None:
    """An export includes vectors, history and revisions. Searches find the same afterwards, in the same order."""
    graph = new_graph_anywhere(None, None)
    await graph.add_manuscript(CHAPTERS)
    await graph.replace_episode(1, replace(CHAPTERS[0], text=VARIANTS[0]))
    lines = [line async for line in graph.export()]
    found = [[hit.uuid for hit in (await graph.search(query)).hits] for query in QUERIES]

    async with StoryGraph(SQLiteStore(":memory:"), group_id=graph.group_id) as other:
        await other.import_(lines)
        again = [line async for line in other.export()]
        same = await canonical(other) == await canonical(graph)
    await graph.delete()
    await graph.import_(lines)
    back = [line async for line in graph.export()]
    found_again = [[hit.uuid for hit in (await graph.search(query)).hits] for query in QUERIES]

    assert found_again == found
    assert all(found)
    assert same
    assert again == lines
    assert back == lines


async def test_a_merge_makes_two_entities_one_and_outlives_an_edit(new_graph_anywhere: NewGraph) -> None:
    """The merge is anchored to mentions, not to ids."""
    tale = moving("en")
    graph = new_graph_anywhere(tale.script.model(), None)
    await graph.add_manuscript(tale.chapters[:2])

    edited = await graph.merge_entities("Harbor", "Capital", reason="two names of one town")
    await graph.replace_episode("ch2", tale.chapters[1].text + "\nNobody spoke.\n")

    merged = await graph.get_entity("Capital")
    assert merged.entity.uuid == (await graph.get_entity("Harbor")).entity.uuid
    assert [one.name for one in edited.diff.entities_gone] == ["Capital"]
    assert (await graph.get_entity(edited.diff.entities_gone[0].uuid)).entity.uuid == merged.entity.uuid


def tales() -> list[Tale]:
    """Return a story of each scenario, in one language each."""
    return [
        moving("zh"),
        scenario_stories.fire("en"),
        scenario_stories.eyes("zh"),
        scenario_stories.sword("en"),
        scenario_stories.invented("zh"),
        scenario_stories.revived("en"),
        knowledge_stories.death("zh", learned=True),
        knowledge_stories.secret("en"),
    ]


async def answers(graph: StoryGraph, tale: Tale) -> list[object]:
    """Return what is read from a work: within each part of a scope, and searched. Scores depend on the store."""
    who = next(iter(tale.script.people))
    moment = tale.words["day"].format(15) if "day" in tale.words else None
    scopes = (
        Scope(include_ended=True),
        Scope(told_by=1),
        Scope(as_of=moment),
        Scope(pov=who),
        Scope(at_revision=1),
    )
    pages = [await graph.get_facts(scope=scope) for scope in scopes]
    found = await graph.search(f"{who} {tale.chapters[-1].text}")
    issues = [(one.issue.kind, one.issue.text) for one in await graph.issues()]
    return [pages, sorted(hit.text for hit in found.hits), issues, await graph.timeline(who), await graph.stats()]


async def test_every_scenario_has_the_graph_and_the_answers_that_it_has_in_memory(new_graph_anywhere: NewGraph) -> None:
    """The other tests of stories run in memory only, because the graph does not depend on the store."""
    for tale in tales():
        graph = new_graph_anywhere(tale.script.model(), tale.settings)
        memory = in_memory_graph(graph.group_id, tale.script.model(), tale.settings)
        async with memory:
            for one in (graph, memory):
                report = await one.add_manuscript(tale.chapters)
                assert [failed.error for failed in report.failed] == []

            assert await canonical(graph) == await canonical(memory), tale.chapters
            assert await answers(graph, tale) == await answers(memory, tale), tale.chapters
