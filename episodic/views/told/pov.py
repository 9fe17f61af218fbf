"""What a character knows of a work's first chapters, derived without a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from episodic.model.episodes import Passage
from episodic.model.graph import Issue
from episodic.model.records import Kind, Record, Work, from_json
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.record_encoding import record_of
from episodic.pipeline.projection.values import statement_of
from episodic.pipeline.session.pov import KnownWork, StateKey, WorkSoFar
from episodic.ports import Bounds, IndexHits, IndexSearch, RecordSource
from episodic.views.told.records import place_of
from episodic.views.told.work import ToldWork

_ANYWHERE = Bounds()


@dataclass(frozen=True, slots=True)
class _Episodes:
    records: RecordSource
    group_id: str

    async def __call__(self, ids: frozenset[str], /) -> Sequence[Record]:
        return await self.records.fetch(self.group_id, Kind.EPISODE, ids=sorted(ids))


async def work_so_far(told: ToldWork, records: RecordSource, key: StateKey) -> WorkSoFar:
    """Return the data of a work's first chapters from which the knowledge of its characters is derived. Raises
    StoreError.
    """
    rows = await records.fetch(told.group_id, Kind.PASSAGE)
    chronology = told.chronology
    entities = {uuid: told.entities.entity(uuid, "") for uuid in told.entities}
    # The graph has no issues, because few reads show them; `KnownRecords` adds the issues. The graph has no moments,
    # because no read shows them.
    graph = Graph(
        passages={one.uuid: from_json(Passage, one.value) for one in rows},
        entities=entities,
        mentions={one.uuid: one for one in told.entities.all_mentions()},
        statements={uuid: statement_of(told.group_id, one, None) for uuid, one in told.statements.items()},
        chronology=chronology,
        placed_passages=told.passages,
        placed_statements=told.statements,
        exclusions=told.exclusions,
    )
    return WorkSoFar(key, graph, chronology, told.language, _Episodes(records, told.group_id))


class KnownRecords:
    """The records of what a character knows. The issues that a character knows are derived from the issues in *records*
    when a read asks for them.
    """

    def __init__(self, mind: KnownWork, records: RecordSource) -> None:
        self._mind, self._records = mind, records

    async def work(self, group_id: str) -> Work | None:
        return await self._mind.store.work(group_id)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        if kind is not Kind.ISSUE:
            return await self._mind.store.fetch(group_id, kind, ids=ids, vectors=vectors)
        rows = await self._records.fetch(group_id, kind, ids=ids)
        known = self._mind.known.issues(from_json(Issue, one.value) for one in rows)
        return sorted(map(record_of, known), key=place_of)

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        return await self._mind.store.counts(group_id)

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = _ANYWHERE) -> Mapping[int, int]:
        return await self._mind.store.counts_by_position(group_id, kind, bounds=bounds)

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        return await self._mind.store.listing(group_id, kind)

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        return await self._mind.store.named(group_id, keys)

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        return await self._mind.store.search(group_id, searches)

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...] = ()
    ) -> Sequence[Record]:
        return await self._mind.store.neighbours(group_id, entities, limit=limit, facets=facets)
