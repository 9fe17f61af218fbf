"""What a character knows of a work up to a given chapter, derived without a replay."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.lazy_entries import LazyEntries
from episodic.model.paused_collector import paused_collector
from episodic.model.records import SEARCHED, Kind, Record, RecordKey, Work, from_json
from episodic.pipeline.projection.record_encoding import Derived, record_of
from episodic.pipeline.session.pov import EpisodeRecords
from episodic.pipeline.session.store_cache import StoreCache
from episodic.ports import Bounds, Embedder, GraphStore, IndexHits, IndexSearch, RecordSource
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.temporal.as_of import When
from episodic.temporal.knowledge.scenes import FoundScenes
from episodic.views.known_view import known_view
from episodic.views.memory_copies import MemoryCopies
from episodic.views.told.chapters import PlacedChapter, entities_agree
from episodic.views.told.known_graph import LocalGraph, LocalGraphs
from episodic.views.told.records import DerivedRecords, place_of
from episodic.views.told.row_facets import FacetSets
from episodic.views.told.work import ToldWork

_ANYWHERE = Bounds()
_Key = tuple[int, int | None]
_Words = LazyEntries[str, Passage]
"""The passages of a work with their text, by id."""


@dataclass(frozen=True, slots=True)
class _Episodes:
    records: RecordSource
    group_id: str

    async def __call__(self, ids: frozenset[str], /) -> Sequence[Record]:
        return await self.records.fetch(self.group_id, Kind.EPISODE, ids=sorted(ids))


class KnownWork(DerivedRecords):
    """What a character knows of a work up to a given chapter, as facts, as records, and as a store for searches. A
    record is derived when a read asks for it, and the function *stored* creates the store when a read asks for the
    store.
    """

    def __init__(
        self,
        local: LocalGraph,
        episodes: EpisodeRecords,
        *,
        stored: Callable[[Mapping[RecordKey, Record]], Awaitable[GraphStore]],
    ) -> None:
        super().__init__(local.latest_unnamed)
        self.known, self.episodes = local.known, episodes
        graph = local.known.graph
        self._values: Mapping[Kind, Mapping[str, Derived]] = {
            Kind.PASSAGE: graph.passages,
            Kind.ENTITY: graph.entities,
            Kind.MENTION: graph.mentions,
            Kind.STATEMENT: graph.statements,
            Kind.FACT: graph.facts,
        }
        self._stored = stored
        self._store: GraphStore | None = None
        self._creating = asyncio.Lock()

    @paused_collector()
    def records(self, kind: Kind, ids: Iterable[str] | None) -> list[Record]:
        """Return the passages, entities, mentions, statements or facts with the ids *ids*, or all if *ids* is None.
        Unknown ids are ignored.
        """
        values = self._values.get(kind, {})
        known = (one for one in (values if ids is None else set(ids)) if one in values)
        return [self._record(kind, one, values[one]) for one in known]

    def named(self, fact: Fact) -> Fact:
        """Return a fact that `latest` returned, with the names that the character has heard."""
        return self.known.graph.facts[fact.uuid]

    async def store(self) -> GraphStore:
        """Return the store. Raise StoreError or EmbeddingError if the store cannot be created."""
        async with self._creating:
            if self._store is None:
                records = (one for kind in SEARCHED for one in self.records(kind, None))
                self._store = await self._stored({(one.kind, one.uuid): one for one in records})
            return self._store

    async def close(self) -> None:
        """Close the store, if a read has created it."""
        async with self._creating:
            if self._store is not None:
                await self._store.close()


class KnownViews:
    """Builds the views of what characters know of the work *group_id* up to a given chapter. What was derived for a
    character is cached in memory, for at most *kept* combinations of character, chapters and moment.
    """

    def __init__(self, group_id: str, store: GraphStore, embedder: Embedder, *, kept: int) -> None:
        self._group_id = group_id
        self._stored = MemoryCopies(group_id, store, embedder).of
        self._made = StoreCache[tuple[_Key, str, When | None], KnownWork](kept=kept)
        self._scenes: tuple[Sequence[PlacedChapter], FoundScenes] = ((), FoundScenes())
        """The longest sequence of chapters that was read so far, and the scenes that were found in these chapters. The
        sequence begins with the first chapter of the work.
        """
        self._last: tuple[LocalGraphs, _Words] | None = None
        """What was derived from the last version of the whole work, and the passages of this version."""

    async def close(self) -> None:
        await self._made.close()

    async def graphs(self, told: ToldWork, records: RecordSource, *, whole: bool) -> LocalGraphs:
        """Return the object that derives, as graphs, what characters know of the work *told*, which ends with a given
        chapter. *whole* is true if *told* is the whole work. If *told* is the whole work and continues the last version
        of the whole work, what was derived from the last version is used again. Raises StoreError.
        """
        earlier, words = (None, None) if self._last is None else self._last
        if not whole or earlier is None or not told.continues(earlier.told):
            earlier = words = None
        words = await _words(told, records, () if earlier is None else earlier.told.chapters, words)
        chapters, scenes = self._scenes
        # The passages of a chapter keep their scenes if other chapters change, as long as entities keep their ids.
        if not entities_agree(chapters, told.chapters):
            chapters, scenes = (), FoundScenes()
        self._scenes = (max(chapters, told.chapters, key=len), scenes)
        graphs = LocalGraphs(told, words, scenes, earlier)
        if whole:
            self._last = (graphs, words)
        return graphs

    async def view(
        self, view: View, scope: Scope, person: Entity, graphs: LocalGraphs, *, when: When | None, key: _Key
    ) -> View:
        """Return the part of *view* that *person* knows or believes at the moment *when*. *view* is a view of the
        chapters up to a given one. If *when* is None, the moment is the end of these chapters. The returned view has
        the scope *scope*. *key* is the revision of the work and the order key of the last chapter (None: all chapters).
        """
        told = graphs.told
        asked = (key, person.uuid, when)
        mind = self._made.get(asked)
        if mind is None:
            mind = await self._made.put(asked, self._known_work(person, graphs, view.store, when))
        records = KnownRecords(mind, view.store)
        known = known_view(view, mind.known, told.chronology, scope=scope, when=when, store=records)

        def orders_unknown(facts: Collection[str]) -> Sequence[Issue]:
            return list(mind.known.issues(told.unknown_orders(facts)))

        given = None if view.orders_unknown is None else orders_unknown
        known = replace(known, issues_near=None, entities_named=None, facts_of_predicate=None, fact_reader=mind)
        return replace(known, index_names=True, work=None, orders_unknown=given)

    def _known_work(self, person: Entity, graphs: LocalGraphs, records: RecordSource, when: When | None) -> KnownWork:
        with paused_collector():
            local = graphs.of(person.uuid, when)
        return KnownWork(local, _Episodes(records, self._group_id), stored=self._stored)


async def _words(told: ToldWork, records: RecordSource, known: Sequence[PlacedChapter], words: _Words | None) -> _Words:
    """Return the passages of the work *told* by id. *words* are the passages of the first chapters *known* of the work,
    if they were read before.
    """
    if words is None:
        values = {one.uuid: one.value for one in await records.fetch(told.group_id, Kind.PASSAGE)}
        return LazyEntries(values, lambda uuid: from_json(Passage, values[uuid]))
    ids = [one.uuid for chapter in told.chapters[len(known) :] for one in chapter.told.passages]
    read = await records.fetch(told.group_id, Kind.PASSAGE, ids=ids)
    return words.replaced({one.uuid: from_json(Passage, one.value) for one in read}, ())


class KnownRecords:
    """The records of what a character knows. Only a read of an index, of vectors, or of counts creates a store with the
    records that searches find. The issues that a character knows are derived from the issues in *records*.
    """

    def __init__(self, mind: KnownWork, records: RecordSource) -> None:
        self._mind, self._records = mind, records

    async def work(self, group_id: str) -> Work | None:
        return await (await self._mind.store()).work(group_id)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        if kind is Kind.ISSUE:
            rows = await self._records.fetch(group_id, kind, ids=ids)
            known = self._mind.known.issues(from_json(Issue, one.value) for one in rows)
            return sorted(map(record_of, known), key=place_of)
        if kind is Kind.EPISODE:
            chapters = self._mind.known.chapters
            return list(await self._mind.episodes(chapters if ids is None else chapters.intersection(ids)))
        if vectors:
            return await (await self._mind.store()).fetch(group_id, kind, ids=ids, vectors=True)
        return sorted(self._mind.records(kind, ids), key=place_of)

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        return await (await self._mind.store()).counts(group_id)

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = _ANYWHERE) -> Mapping[int, int]:
        return await (await self._mind.store()).counts_by_position(group_id, kind, bounds=bounds)

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        return await (await self._mind.store()).listing(group_id, kind)

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        return await (await self._mind.store()).named(group_id, keys)

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        return await (await self._mind.store()).search(group_id, searches)

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: FacetSets = ()
    ) -> Sequence[Record]:
        del group_id
        rows = (one for entity in entities for one in self._mind.latest_facts_of(entity, limit, facets))
        return sorted({one.uuid: one for one in rows}.values(), key=place_of)
