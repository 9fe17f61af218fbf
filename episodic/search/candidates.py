"""The candidate pool of one search: the visible facts, entities and passages, each read from the store only once."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.concurrency import run_all
from episodic.model.graph import Entity, Fact
from episodic.model.records import Kind
from episodic.ports import Scored
from episodic.search.filter_fields import Filterable, HitKind
from episodic.search.view import View
from episodic.temporal.as_of import Holding

CandidateKey = tuple[HitKind, str]
RECORD_KINDS = {HitKind.FACT: Kind.FACT, HitKind.ENTITY: Kind.ENTITY, HitKind.PASSAGE: Kind.PASSAGE}
_FACTOR = 4

RetrieverQuery = Callable[[int], Coroutine[None, None, Sequence[Scored]]]
"""A retriever's query as a function: takes a limit and returns at most that many records with scores, best first."""


@dataclass(frozen=True, slots=True)
class SearchCandidate:
    """A fact, entity or passage that is visible in the scope of the search.

    For a fact, `holding` is the answer whether the fact is true at `as_of`, the moment of story time in the scope.
    """

    item: Filterable
    holding: Holding | None = None


@dataclass(slots=True)
class SearchPool:
    """The records that one search has read: `candidates` are visible in the scope, and `hidden` are not visible.

    A candidate pool belongs to one search and is never shared between searches.
    """

    view: View
    candidates: dict[CandidateKey, SearchCandidate] = field(default_factory=dict[CandidateKey, SearchCandidate])
    hidden: set[CandidateKey] = field(default_factory=set[CandidateKey])

    async def visible(self, kind: HitKind, ids: Sequence[str]) -> set[str]:
        """Return those of *ids* that exist and are visible in the scope. Records that are not in the pool yet are read
        from the store.
        """
        new = [
            uuid
            for uuid in dict.fromkeys(ids)
            if (kind, uuid) not in self.candidates and (kind, uuid) not in self.hidden
        ]
        if new:
            self.take(await self._read(kind, new))
            self.hidden.update((kind, uuid) for uuid in new if (kind, uuid) not in self.candidates)
        return {uuid for uuid in ids if (kind, uuid) in self.candidates}

    def take(self, items: Iterable[Filterable]) -> None:
        """Add records that the caller has read to the pool, as candidates if visible, otherwise as hidden records."""
        for item in items:
            key = candidate_key(item)
            if key in self.candidates or key in self.hidden:
                continue
            candidate = self._visible_candidate(item)
            if candidate is None:
                self.hidden.add(key)
            else:
                self.candidates[key] = candidate

    async def _read(self, kind: HitKind, ids: Sequence[str]) -> Sequence[Filterable]:
        match kind:
            case HitKind.FACT:
                return await self.view.facts(ids)
            case HitKind.ENTITY:
                return await self.view.entities(ids)
            case HitKind.PASSAGE:
                return await self.view.passages(ids)

    def _visible_candidate(self, item: Filterable) -> SearchCandidate | None:
        match item:
            case Fact():
                visibility = self.view.visibility_of(item)
                return SearchCandidate(item, visibility.holding) if visibility.seen else None
            case Entity():
                return self._visible_entity(item)
            case _:
                return SearchCandidate(item) if self.view.sees_passage(item) else None

    def _visible_entity(self, entity: Entity) -> SearchCandidate | None:
        if not self.view.reads_entity(entity):
            return None
        seen = self.view.entity_as_seen(entity)
        return SearchCandidate(seen) if self.view.sees_entity(seen) else None


@dataclass(frozen=True, slots=True)
class RetrieverResult:
    """The result of one retriever for one kind of hit: the scores by record id, and the number of records that the
    retriever returned.
    """

    scores: dict[str, float]
    considered: int


async def gather_visible(
    pool: SearchPool, kind: HitKind, retrievers: Mapping[str, RetrieverQuery], *, first: int, need: int
) -> dict[str, RetrieverResult]:
    """Run the queries of some retrievers. Return, for each retriever, the records of its result that are visible in the
    scope.

    All retrievers run concurrently with the limit *first*. A retriever is run again with a larger limit until the
    retriever has returned *need* visible records or has no more records.
    """
    gathered: dict[str, RetrieverResult] = {}
    limit, pending = first, dict(retrievers)
    while pending:
        answers = dict(zip(pending, await run_all(query(limit) for query in pending.values()), strict=True))
        visible = await pool.visible(kind, [record.uuid for scored in answers.values() for record in scored])
        for retriever, scored in answers.items():
            kept = {record.uuid: record.score for record in scored if record.uuid in visible}
            if len(kept) >= need or len(scored) < limit:
                gathered[retriever] = RetrieverResult(kept, len(scored))
                del pending[retriever]
        limit *= _FACTOR
    return gathered


def candidate_key(item: Filterable) -> CandidateKey:
    """Return the key of a record in the candidate pool, which consists of the record's kind and id."""
    match item:
        case Fact():
            return (HitKind.FACT, item.uuid)
        case Entity():
            return (HitKind.ENTITY, item.uuid)
        case _:
            return (HitKind.PASSAGE, item.uuid)
