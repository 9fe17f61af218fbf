"""Tests of index hits up to a chapter: what only a later chapter tells cannot be found."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.search.filter_fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore

CHAPTERS = (
    Chapter("林远住在海门城。沈度见到了林远。\n", title="第一章"),
    Chapter("林远搬到云州。\n", title="第二章"),
    Chapter("林远，字子安，青州人。林远回到海门城。\n", title="第三章"),
)
FIRST, LAST = Scope(told_by=1, include_ended=True), Scope(include_ended=True)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """A person gets another name in the last chapter."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def test_a_name_that_is_told_later_finds_nobody(graph: StoryGraph) -> None:
    assert [one.name for one in (await graph.search("子安", scope=LAST)).entities] == ["林远"]
    assert not (await graph.search("子安", scope=FIRST)).hits


async def test_an_entity_is_found_with_the_names_so_far(graph: StoryGraph) -> None:
    (hit, *_) = (await graph.search("林远", scope=FIRST, kinds=[HitKind.ENTITY])).entities

    assert hit.aliases == ("林远",)
    assert "云州" not in hit.entity.summary


async def test_a_fact_that_ends_later_has_not_ended(graph: StoryGraph) -> None:
    (hit, *_) = (await graph.search("林远住在海门城", scope=FIRST, kinds=[HitKind.FACT])).facts

    assert hit.target == "海门城"
    assert not hit.validity.ended
    assert len(hit.shown.quotes) == 1


async def test_filters_apply_to_the_facts_so_far(graph: StoryGraph) -> None:
    for filters, found in (
        (SearchFilters(entity_types=("Person",)), True),
        (SearchFilters(predicates=("married_to",)), False),
    ):
        scope = Scope(told_by=2, include_ended=True, filters=filters)

        assert bool((await graph.search("林远", scope=scope)).facts) is found, filters
