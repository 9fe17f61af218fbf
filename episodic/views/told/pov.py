"""What a character knows of a work's first chapters, derived without a replay."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Issue
from episodic.model.lazy_entries import LazyEntries
from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind, Record, Work, from_json
from episodic.pipeline.inputs import CANON_LAYERS
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.record_encoding import record_of
from episodic.pipeline.projection.values import statement_of
from episodic.pipeline.session.pov import KnownWork, PovWorks, StateKey, WorkSoFar
from episodic.ports import Bounds, Embedder, GraphStore, IndexHits, IndexSearch, RecordSource
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.temporal.as_of import When
from episodic.views.known_view import known_view
from episodic.views.memory_copies import MemoryCopies
from episodic.views.told.records import place_of
from episodic.views.told.row_facets import FacetSets
from episodic.views.told.work import ToldWork

_ANYWHERE = Bounds()


@dataclass(frozen=True, slots=True)
class _Episodes:
    records: RecordSource
    group_id: str

    async def __call__(self, ids: frozenset[str], /) -> Sequence[Record]:
        return await self.records.fetch(self.group_id, Kind.EPISODE, ids=sorted(ids))


class KnownViews:
    """Builds the views of what characters know of the first chapters of the work *group_id*. The last *kept* parts of a
    work that were derived for a character are kept in memory.
    """

    def __init__(self, group_id: str, store: GraphStore, embedder: Embedder, *, kept: int) -> None:
        self._works = PovWorks(MemoryCopies(group_id, store, embedder).of, kept=kept)

    async def close(self) -> None:
        await self._works.close()

    async def so_far(self, told: ToldWork, records: RecordSource, *, revision: int, last: int | None) -> WorkSoFar:
        """Return the data of a work's first chapters from which the knowledge of its characters is derived. Raises
        StoreError.
        """
        return await work_so_far(told, records, StateKey(revision, None, last, CANON_LAYERS))

    async def view(
        self, view: View, scope: Scope, person: Entity, so_far: WorkSoFar, *, told: ToldWork, when: When | None
    ) -> View:
        """Return the part of *view*, a view of the chapters *told*, that *person* knows or believes at the moment
        *when*, or at the end of these chapters if *when* is None. The returned view has the scope *scope*.
        """
        mind = await self._works.of(person, so_far, layers=CANON_LAYERS, when=when)
        records = KnownRecords(mind, view.store)
        known = known_view(view, mind, told.chronology, scope=scope, when=when, store=records)

        def orders_unknown(facts: Collection[str]) -> Sequence[Issue]:
            return list(mind.known.issues(told.unknown_orders(facts)))

        given = None if view.orders_unknown is None else orders_unknown
        known = replace(known, issues_near=None, entities_named=None)
        return replace(known, index_names=True, work=None, orders_unknown=given)


async def work_so_far(told: ToldWork, records: RecordSource, key: StateKey) -> WorkSoFar:
    """Return the data of a work's first chapters from which the knowledge of its characters is derived. Raises
    StoreError.
    """
    passages = {one.uuid: one for one in await records.fetch(told.group_id, Kind.PASSAGE)}
    with paused_collector():
        # The graph has no issues, because few reads show them; `KnownRecords` adds the issues. The graph has no
        # moments, because no read shows them.
        graph = Graph(
            passages=LazyEntries(passages, lambda uuid: from_json(Passage, passages[uuid].value)),
            entities=LazyEntries(told.entities, lambda uuid: told.entities.entity(uuid, "")),
            mentions={one.uuid: one for one in told.entities.all_mentions()},
            statements=LazyEntries(
                told.statements, lambda uuid: statement_of(told.group_id, told.statements[uuid], None)
            ),
            chronology=told.chronology,
            placed_passages=told.passages,
            placed_statements=told.statements,
            exclusions=told.exclusions,
        )
    return WorkSoFar(key, graph, told.chronology, told.language, _Episodes(records, told.group_id))


class KnownRecords:
    """The records of what a character knows. Only a read of an index, of vectors, or of counts creates a store with all
    of them. The issues that a character knows are derived from the issues in *records*.
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
