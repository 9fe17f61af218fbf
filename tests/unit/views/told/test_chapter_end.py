"""Tests of reads at the end of a chapter: stored runs answer, and the work is folded only for facts without runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.model.graph import Fact
from episodic.model.holding import Holding, HoldingRun, holding_at
from episodic.model.records import Changes, Kind, from_json
from episodic.pipeline.projection.record_encoding import record_of
from episodic.ports import IndexSearch
from episodic.search.scope import Scope
from episodic.search.view import HoldingOf
from episodic.stores.sqlite import SQLiteStore
from episodic.views.told.chapter_end import ChapterEndRecords
from tests.story import CHAPTERS

AT_TWO = Scope(as_of="第二章")


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """A small story in memory."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def facts_of(graph: StoryGraph) -> list[Fact]:
    return [from_json(Fact, one.value) for one in await graph.store.fetch("story", Kind.FACT)]


async def save(graph: StoryGraph, facts: list[Fact]) -> None:
    """Store other values of facts, as if another version of the program had saved the work."""
    work = await graph.store.work("story")
    assert work is not None
    records = tuple(record_of(one) for one in facts)
    await graph.store.commit(Changes("story", work.revision, "c", "2026-01-01T00:00:00Z", "edit", records))


class Fold:
    """A fold that says the same of every fact, and counts how often it was asked for."""

    def __init__(self) -> None:
        self.calls = 0

    async def __call__(self) -> HoldingOf:
        self.calls += 1
        return lambda _fact: Holding.POSSIBLE


async def test_every_stored_fact_of_an_ordered_story_has_runs(graph: StoryGraph) -> None:
    facts = await facts_of(graph)

    assert facts
    assert all(one.holdings is not None for one in facts)


async def test_the_runs_answer_without_a_fold(graph: StoryGraph) -> None:
    fold = Fold()
    facts = await facts_of(graph)
    last = max(one.told_at.order for one in facts)

    records = ChapterEndRecords(graph.store, last, folded=fold)
    await records.fetch("story", Kind.FACT)
    await records.search("story", [IndexSearch(Kind.FACT, limit=10, text="林远")])
    await records.neighbours("story", [facts[0].subject], limit=10)

    assert fold.calls == 0
    for one in facts:
        runs = one.holdings or ()
        assert records.holding(one) is (runs[-1].holding if runs else Holding.NO)


async def test_facts_without_runs_are_folded_once(graph: StoryGraph) -> None:
    """The runs of one fact are missing. It gets its answer from the fold, and the other facts from their runs."""
    fold = Fold()
    first, *others = await facts_of(graph)
    old = replace(first, holdings=None)
    await save(graph, [old])
    order = first.told_at.order
    records = ChapterEndRecords(graph.store, order, folded=fold)

    await records.fetch("story", Kind.FACT, ids=[others[0].uuid])
    assert fold.calls == 0
    await records.fetch("story", Kind.FACT)
    await records.neighbours("story", [first.subject], limit=100)

    assert fold.calls == 1
    assert records.holding(old) is Holding.POSSIBLE
    assert [records.holding(one) for one in others] == [holding_at(one.holdings or (), order) for one in others]


async def test_a_work_without_runs_gives_the_same_answers(graph: StoryGraph) -> None:
    """A work that an older version of the program saved has no runs."""
    before = await graph.get_facts(scope=AT_TWO)
    await save(graph, [replace(one, holdings=None) for one in await facts_of(graph)])

    async with StoryGraph(graph.store, group_id="story") as again:
        after = await again.get_facts(scope=AT_TWO)

    assert before.total
    assert [(one.uuid, one.holding) for one in after.facts] == [(one.uuid, one.holding) for one in before.facts]


async def test_the_next_commit_adds_the_runs(graph: StoryGraph) -> None:
    """A work that an older version of the program saved gets the runs when a chapter is added."""
    before = {one.uuid: one.holdings for one in await facts_of(graph)}
    await save(graph, [replace(one, holdings=None) for one in await facts_of(graph)])

    async with StoryGraph(graph.store, group_id="story") as again:
        await again.add_episode("第九章\n\n次日，赵虎来到海门城。")
        after = {one.uuid: one.holdings for one in await facts_of(again)}

    assert before.items() <= after.items()


async def test_the_stored_runs_decide(graph: StoryGraph) -> None:
    """No fold is made for facts with runs, whatever a fold would give."""
    facts = await facts_of(graph)
    await save(graph, [replace(one, holdings=(HoldingRun(0, Holding.POSSIBLE),)) for one in facts])

    found = await graph.get_facts(scope=AT_TWO)

    assert {one.holding for one in found.facts} == {Holding.POSSIBLE}
