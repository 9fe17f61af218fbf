"""Tests of the story order that is kept for pages of facts: the pages are those of a listing of all facts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.search.fact_listing import FactQuery, get_facts
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """A small story in memory."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def pages(view: View, query: FactQuery) -> list[str]:
    """Return the ids of all facts, read in pages of three."""
    found: list[str] = []
    cursor: str | None = None
    while True:
        page = await get_facts(view, query, cursor=cursor, limit=3)
        found += [one.uuid for one in page.facts]
        cursor = page.cursor
        if cursor is None:
            assert page.total == len(found)
            return found


@pytest.mark.parametrize("query", [FactQuery(), FactQuery(predicate="lives_in"), FactQuery(predicate="engaged_to")])
@pytest.mark.parametrize("ended", [True, False])
async def test_pages_are_those_of_a_listing_of_all_facts(graph: StoryGraph, query: FactQuery, *, ended: bool) -> None:
    view = await graph.views.view(Scope(include_ended=ended))

    assert view.fact_orders is not None
    assert await pages(view, query) == await pages(replace(view, fact_orders=None), query)


async def test_the_order_is_read_again_after_a_change(graph: StoryGraph) -> None:
    every = Scope(include_ended=True)
    before = (await graph.get_facts(scope=every)).total
    await graph.add_episode("林远住在青州。\n", name="第五章")

    assert (await graph.get_facts(scope=every)).total > before


async def test_only_the_facts_of_the_page_are_read(graph: StoryGraph) -> None:
    view = await graph.views.view(Scope())
    await get_facts(view)

    page = await get_facts(view, limit=2)

    assert len(page.facts) == 2
    assert page.total > 2
