"""Tests of the records of what a character knows: they equal those of a store with all of them, without such a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from episodic.app import StoryGraph
from episodic.model.facets import Facet, facet
from episodic.model.graph import Entity
from episodic.model.predicates import predicate_key
from episodic.model.records import Kind, Record, RecordKey
from episodic.pipeline.inputs import CANON_LAYERS
from episodic.pipeline.projection.values import work_language
from episodic.pipeline.session.pov import KnownWork, PovWorks, StateKey, WorkSoFar
from episodic.ports import GraphStore
from episodic.search.entity_lookup import require_entity
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.views.memory_copies import MemoryCopies
from episodic.views.told.pov import KnownRecords
from tests.story import CHAPTERS


def new_graph() -> StoryGraph:
    return StoryGraph(SQLiteStore(":memory:"), group_id="story")


async def known_work(graph: StoryGraph, made: list[int]) -> tuple[Entity, KnownWork]:
    """Return what the main character knows, and add a number to *made* whenever a store is created."""
    copies = MemoryCopies("story", graph.store, graph.embedder)

    async def stored(records: Mapping[RecordKey, Record]) -> GraphStore:
        made.append(len(records))
        return await copies.of(records)

    async def episodes(ids: frozenset[str], /) -> Iterable[Record]:
        return await graph.store.fetch("story", Kind.EPISODE, ids=sorted(ids))

    state = await graph.session.state()
    chronology = state.graph.chronology
    assert chronology is not None
    person = await require_entity(await graph.views.view(Scope()), "林远")
    so_far = WorkSoFar(
        StateKey(1, None, None, CANON_LAYERS), state.graph, chronology, work_language(state.replay.chapters), episodes
    )
    works = PovWorks(stored, kept=1)
    return person, await works.of(person, so_far, layers=CANON_LAYERS, when=None)


async def test_records_of_what_is_known_are_those_of_a_store_with_all_of_them() -> None:
    made: list[int] = []
    async with new_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        person, mind = await known_work(graph, made)
        records, store = KnownRecords(mind, graph.store), await mind.store()

        for kind in (Kind.EPISODE, Kind.PASSAGE, Kind.ENTITY, Kind.MENTION, Kind.STATEMENT, Kind.FACT, Kind.REDIRECT):
            every = await store.fetch("story", kind)
            assert list(await records.fetch("story", kind)) == list(every)
            some = [*(one.uuid for one in reversed(every[::2])), "missing"]
            assert list(await records.fetch("story", kind, ids=some)) == list(
                await store.fetch("story", kind, ids=some)
            )
        facts = await store.fetch("story", Kind.FACT)
        entities = [one.uuid for one in await store.fetch("story", Kind.ENTITY)]
        lives_in = frozenset({facet(Facet.PREDICATE, predicate_key("lives_in"))})
        assert len(facts) > 2
        for asked in ([person.uuid], entities, ["missing"]):
            for limit in (1, 2, len(facts)):
                for facets in ((), (lives_in,), (lives_in, frozenset({"none"}))):
                    expected = await store.neighbours("story", asked, limit=limit, facets=facets)
                    found = await records.neighbours("story", asked, limit=limit, facets=facets)
                    assert list(found) == list(expected)
        assert await records.neighbours("story", [person.uuid], limit=9, facets=(lives_in,))
        await mind.close()


async def test_a_store_is_created_once_and_only_for_a_read_of_an_index() -> None:
    made: list[int] = []
    async with new_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        person, mind = await known_work(graph, made)
        records = KnownRecords(mind, graph.store)
        await records.fetch("story", Kind.FACT)
        await records.neighbours("story", [person.uuid], limit=3)
        assert made == []

        assert (await records.counts("story"))[Kind.FACT] == len(await records.fetch("story", Kind.FACT))
        assert await records.named("story", ["林远"])
        assert len(made) == 1
        await mind.close()
