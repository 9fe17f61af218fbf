"""Tests of the records of what a character knows: they equal those of a store with all of them, without such a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import cast

from episodic.app import StoryGraph
from episodic.model.episodes import Passage
from episodic.model.facets import Facet, facet
from episodic.model.graph import Entity, Fact
from episodic.model.predicates import predicate_key
from episodic.model.records import Kind, Record, RecordKey, from_json, to_json
from episodic.model.settings import WorkSettings
from episodic.ports import GraphStore, RecordSource
from episodic.search.entity_lookup import require_entity
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.knowledge.scenes import FoundScenes
from episodic.views.memory_copies import MemoryCopies
from episodic.views.told.chapters import PlacedChapter, ToldChapters
from episodic.views.told.known_graph import LocalGraphs
from episodic.views.told.pov import KnownRecords, KnownViews, KnownWork
from episodic.views.told.work import ToldWork
from tests.story import CHAPTERS


def new_graph() -> StoryGraph:
    return StoryGraph(SQLiteStore(":memory:"), group_id="story")


def value_of(fact: Fact, name: str) -> object:
    return object.__getattribute__(fact, name)


def is_set(fact: Fact, name: str) -> bool:
    """Return whether a fact has a field, without building the fact."""
    try:
        value_of(fact, name)
    except AttributeError:
        return False
    return True


async def known_work(graph: StoryGraph, made: list[int]) -> tuple[Entity, KnownWork, GraphStore]:
    """Return the main character, what he knows, and a store with all of it. Add a number to *made* whenever what he
    knows creates a store.
    """
    scope = Scope(pov="林远")
    expected = await graph.views.replayed_view(scope)
    copies = MemoryCopies("story", graph.store, graph.embedder)

    async def stored(records: Mapping[RecordKey, Record]) -> GraphStore:
        made.append(len(records))
        return await copies.of(records)

    async def episodes(ids: frozenset[str], /) -> Iterable[Record]:
        return await graph.store.fetch("story", Kind.EPISODE, ids=sorted(ids))

    person = await require_entity(await graph.views.view(Scope()), "林远")
    ids = [one.uuid for one in (await graph.session.state()).inputs.episodes]
    chapters = await ToldChapters(graph.store, "story").of(ids)
    assert chapters is not None
    told = ToldWork("story", chapters, settings=WorkSettings(), acts={})
    passages = {one.uuid: from_json(Passage, one.value) for one in await graph.store.fetch("story", Kind.PASSAGE)}
    mind = KnownWork(LocalGraphs(told, passages).of(person.uuid, None), episodes, stored=stored)
    assert isinstance(expected.store, SQLiteStore)
    return person, mind, expected.store


async def test_records_of_what_is_known_are_those_of_a_store_with_all_of_them() -> None:
    made: list[int] = []
    async with new_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        person, mind, store = await known_work(graph, made)
        records = KnownRecords(mind, graph.store)

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


async def test_the_latest_facts_without_names_are_those_of_the_records() -> None:
    async with new_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        person, mind, _ = await known_work(graph, [])
        records = KnownRecords(mind, graph.store)
        entities = [one.uuid for one in await records.fetch("story", Kind.ENTITY)]
        lives_in = frozenset({facet(Facet.PREDICATE, predicate_key("lives_in"))})
        for asked in ([person.uuid], [*entities, person.uuid], ["missing"]):
            for limit in (1, 2, 1000):
                for facets in ((), (lives_in,), (lives_in, frozenset({"none"}))):
                    expected = await records.neighbours("story", asked, limit=limit, facets=facets)
                    found = mind.latest(asked, limit=limit, facets=facets)
                    named = {one.uuid: to_json(mind.named(one)) for one in found}
                    assert named == {one.uuid: one.value for one in expected}

        assert {one.subject_name for one in mind.latest([person.uuid], limit=9, facets=())} == {""}
        await mind.close()


async def test_the_latest_facts_are_built_only_when_a_field_is_read_that_their_statements_do_not_have() -> None:
    async with new_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        person, mind, _ = await known_work(graph, [])
        latest = mind.latest([person.uuid], limit=1000, facets=())
        names = [one.name for one in fields(Fact)]

        known = [{name: value_of(one, name) for name in names if is_set(one, name)} for one in latest]

        built = {one.uuid: replace(one) for one in latest}
        assert any("ended_by" in one for one in known)
        assert all("evidence" not in one and "holdings" not in one for one in known)
        assert known == [{name: value_of(built[str(one["uuid"])], name) for name in one} for one in known]
        await mind.close()


async def test_scenes_are_kept_for_a_further_chapter_but_not_if_a_chapter_has_changed() -> None:
    """The passages of an edited chapter can have the same text and other statements."""
    async with new_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        views = KnownViews("story", graph.store, graph.embedder, kept=1)
        ids = [one.uuid for one in (await graph.session.state()).inputs.episodes]
        every = await ToldChapters(graph.store, "story").of(ids)
        assert every is not None

        async def scenes(chapters: Sequence[PlacedChapter]) -> FoundScenes:
            return (
                await views.graphs(
                    ToldWork("story", chapters, settings=WorkSettings(), acts={}), graph.store, whole=True
                )
            ).scenes

        first = await scenes(every[:2])
        assert await scenes(every) is first
        assert await scenes(every[:1]) is first
        changed = every[2]._replace(told=replace(every[2].told, statements=every[1].told.statements))
        assert await scenes([*every[:2], changed]) is not first


async def test_after_a_further_chapter_only_its_passages_are_read() -> None:
    async with new_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        asked: list[Sequence[str] | None] = []

        class CountedReads:
            async def fetch(self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None) -> Sequence[Record]:
                asked.append(ids)
                return await graph.store.fetch(group_id, kind, ids=ids)

        views, reads = KnownViews("story", graph.store, graph.embedder, kept=1), cast("RecordSource", CountedReads())
        every = await ToldChapters(graph.store, "story").of(
            [one.uuid for one in (await graph.session.state()).inputs.episodes]
        )
        assert every is not None

        async def read(chapters: Sequence[PlacedChapter], *, whole: bool = True) -> None:
            await views.graphs(ToldWork("story", chapters, settings=WorkSettings(), acts={}), reads, whole=whole)

        await read(every[:2])
        await read(every[:1], whole=False)
        await read(every[:3])
        await read(every[:2])
        assert asked == [None, None, [one.uuid for one in every[2].told.passages], None]


async def test_a_store_is_created_once_and_only_for_a_read_of_an_index() -> None:
    made: list[int] = []
    async with new_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        person, mind, _ = await known_work(graph, made)
        records = KnownRecords(mind, graph.store)
        await records.fetch("story", Kind.FACT)
        await records.neighbours("story", [person.uuid], limit=3)
        assert made == []

        assert (await records.counts("story"))[Kind.FACT] == len(await records.fetch("story", Kind.FACT))
        assert await records.named("story", ["林远"])
        assert len(made) == 1
        await mind.close()
