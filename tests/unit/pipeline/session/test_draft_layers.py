"""Drafts, plans and notes are read with canon on request, and are never part of canon."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, Layer
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

CANON = (
    Chapter("Marsh Weller lives in Harrow Ferry.\n", title="One", key="one"),
    Chapter("Marsh Weller walked along the quay. Odile Reed lives in Port Sable.\n", title="Two", key="two"),
)
DRAFTED = "Marsh Weller lives in Winter Keep.\n"
WITH_DRAFTS = Scope(layers=frozenset({Layer.CANON, Layer.DRAFT}))
WITH_PLANS = Scope(layers=frozenset({Layer.CANON, Layer.PLAN}))


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Return a graph of a small work read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="layers") as made:
        await made.add_manuscript(CANON)
        yield made


async def homes(graph: StoryGraph, scope: Scope) -> set[str | None]:
    """Return the homes of people in the scope."""
    page = await graph.get_facts(FactQuery(predicate="lives_in"), scope=scope)
    return {one.fact.object_name for one in page.facts}


async def test_a_draft_stands_in_for_the_canon_chapter_of_its_key(graph: StoryGraph) -> None:
    """A read with drafts does not see the replaced chapter, and canon is unchanged."""
    before = await homes(graph, Scope())

    await graph.add_episode(DRAFTED, name="One", uuid="one", layer=Layer.DRAFT)

    assert await homes(graph, WITH_DRAFTS) == {"Winter Keep", "Port Sable"}
    assert await homes(graph, Scope()) == before == {"Harrow Ferry", "Port Sable"}


async def test_a_plan_ends_nothing_and_is_seen_only_where_it_is_asked_for(graph: StoryGraph) -> None:
    """A planned move does not end the current home."""
    await graph.add_episode(DRAFTED, name="Outline", layer=Layer.PLAN)

    assert await homes(graph, WITH_PLANS) == {"Harrow Ferry", "Winter Keep", "Port Sable"}
    assert await homes(graph, Scope()) == {"Harrow Ferry", "Port Sable"}


async def test_nothing_of_a_plan_is_in_canon(graph: StoryGraph) -> None:
    """Canon has no name, alias or count of a plan."""
    before = await graph.stats()

    await graph.add_episode("Marsh Weller met the Silent Queen in Winter Keep.\n", name="Outline", layer=Layer.PLAN)

    after = await graph.stats()
    found = await graph.search("Silent Queen")
    assert after == before
    assert "Silent Queen" not in repr(found.hits)


async def test_what_a_draft_brings_in_is_reported(graph: StoryGraph) -> None:
    """The report has the new facts and the new entities of the draft."""
    report = await graph.add_episode(DRAFTED, name="One", uuid="one", layer=Layer.DRAFT)

    assert [one.object_name for one in report.diff.added] == ["Winter Keep"]
    assert [one.name for one in report.diff.entities_new] == ["Marsh Weller", "Winter Keep"]


async def test_a_draft_of_its_own_key_is_told_after_canon(graph: StoryGraph) -> None:
    """A draft without a canon chapter comes after canon."""
    await graph.add_episode(DRAFTED, name="Three", layer=Layer.DRAFT)

    titles = [one.chapter.title for one in await graph.chapters(scope=WITH_DRAFTS)]
    assert titles == ["One", "Two", "Three"]
    assert await homes(graph, WITH_DRAFTS) == {"Winter Keep", "Port Sable"}


async def test_told_by_a_chapter_leaves_plans_out(graph: StoryGraph) -> None:
    """A plan is not a part of the text that readers know."""
    await graph.add_episode("Marsh Weller met Ada Quill.\n", name="Outline", layer=Layer.PLAN)

    scope = Scope(told_by="two", layers=frozenset({Layer.CANON, Layer.PLAN}))

    assert "Quill" not in repr((await graph.search("Ada Quill", scope=scope)).hits)


async def test_removing_a_draft_gives_the_work_without_it(graph: StoryGraph) -> None:
    """No record of the draft is left in any layer."""
    before = await canonical(graph)

    report = await graph.add_episode(DRAFTED, name="One", uuid="one", layer=Layer.DRAFT)
    assert report.episode is not None
    await graph.remove_episode(report.episode)

    assert await canonical(graph) == before
