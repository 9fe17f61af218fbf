"""The candidate pool of one search: the visible facts, entities and passages, each read from the store only once, and
the results of the retrievers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.records import Kind, stored_value
from episodic.search.filter_fields import Filterable, HitKind
from episodic.search.view import View
from episodic.temporal.as_of import Holding

CandidateKey = tuple[HitKind, str]
RECORD_KINDS = {HitKind.FACT: Kind.FACT, HitKind.ENTITY: Kind.ENTITY, HitKind.PASSAGE: Kind.PASSAGE}
_CLASSES: Mapping[HitKind, type[Filterable]] = {
    HitKind.FACT: Fact,
    HitKind.ENTITY: Entity,
    HitKind.PASSAGE: Passage,
}


class Retriever(StrEnum):
    """The four retrievers of hybrid search."""

    NAME = "name"
    TEXT = "text"
    VECTOR = "vector"
    GRAPH = "graph"


@dataclass(frozen=True, slots=True)
class RetrieverResult:
    """The result of one retriever for one kind of hit: the scores by record id, and the number of records that the
    retriever returned.
    """

    scores: dict[str, float]
    considered: int


ResultsByRetriever = dict[tuple[Retriever, HitKind], RetrieverResult]


class SearchCandidate(NamedTuple):
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
        new = [uuid for uuid in dict.fromkeys(ids) if not self._knows((kind, uuid))]
        if new:
            records = await self.view.store.fetch(self.view.group_id, RECORD_KINDS[kind], ids=new)
            self.take_values(kind, {one.uuid: one.value for one in records})
            self.hidden.update((kind, uuid) for uuid in new if (kind, uuid) not in self.candidates)
        return {uuid for uuid in ids if (kind, uuid) in self.candidates}

    def take_values(self, kind: HitKind, values: Mapping[str, str]) -> None:
        """Add records to the pool, given as values of the store by id."""
        candidates, hidden, of_kind = self.candidates, self.hidden, _CLASSES[kind]
        unfiltered = self.view.scope.filters.empty
        for uuid, value in values.items():
            key = (kind, uuid)
            if key in candidates or key in hidden:
                continue
            candidate = None
            if unfiltered or self.view.may_see(value):
                candidate = self._visible_candidate(stored_value(of_kind, value))
            if candidate is None:
                hidden.add(key)
            else:
                candidates[key] = candidate

    def take(self, items: Iterable[Filterable]) -> None:
        """Add records that the caller has read to the pool, as candidates if visible, otherwise as hidden records."""
        for item in items:
            key = candidate_key(item)
            if self._knows(key):
                continue
            candidate = self._visible_candidate(item)
            if candidate is None:
                self.hidden.add(key)
            else:
                self.candidates[key] = candidate

    def _knows(self, key: CandidateKey) -> bool:
        return key in self.candidates or key in self.hidden

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


def candidate_key(item: Filterable) -> CandidateKey:
    """Return the key of a record in the candidate pool, which consists of the record's kind and id."""
    match item:
        case Fact():
            return (HitKind.FACT, item.uuid)
        case Entity():
            return (HitKind.ENTITY, item.uuid)
        case _:
            return (HitKind.PASSAGE, item.uuid)
