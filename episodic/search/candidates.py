"""The candidate pool of one search: the visible facts, entities and passages, and the results of the retrievers.

Most candidates are known only by their scoring rows. Only those that become hits are decoded.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.records import Kind, from_json, to_json
from episodic.ports import Candidates, CandidateSearch, CandidateSource, SearchSteps
from episodic.search.candidate_source import DecodedCandidates
from episodic.search.filter_fields import Filterable, HitKind, kind_of
from episodic.search.view import View
from episodic.temporal.as_of import Holding
from episodic.text.scoring_rows import MOST_QUOTES, ScoringRow, scoring_row

T = TypeVar("T")
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


@dataclass(slots=True)
class SearchCandidate:
    """A fact, entity or passage that is visible in the scope of the search, with its scoring row.

    For a fact, `holding` is the answer whether the fact is true at `as_of`, the moment of story time in the scope.
    `value` is the JSON of the record, if it has been read. It is decoded when `item` is asked for.
    """

    kind: HitKind
    uuid: str
    row: ScoringRow
    holding: Holding | None = None
    value: str | None = None
    decoded: Filterable | None = None

    @property
    def item(self) -> Filterable:
        """Return the fact, entity or passage. Raise ValueError if its value has not been read."""
        if self.decoded is None:
            if self.value is None:
                raise ValueError(f"the {self.kind} {self.uuid} has not been read")
            self.decoded = from_json(_CLASSES[self.kind], self.value)
        return self.decoded


class SearchPool:
    """The records that one search has read: `candidates` are visible in the scope, and `hidden` are not visible.

    A candidate pool belongs to one search and is never shared between searches.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.candidates: dict[CandidateKey, SearchCandidate] = {}
        self.hidden: set[CandidateKey] = set()
        self._names: dict[str, frozenset[str]] = {}
        self._readable: set[str] = set()
        self._seen: dict[tuple[str, str, bool], bool] = {}
        store = view.store
        self._source = store if view.scores_rows and isinstance(store, CandidateSource) else DecodedCandidates(store)

    async def run(self, steps: SearchSteps[T]) -> T:
        """Answer the steps of a search from the view's store, and return the result of the search."""
        return await self._source.retrieve(self.view.group_id, steps)

    def found(self, asked: CandidateSearch) -> Generator[CandidateSearch, Candidates, Candidates]:
        """Take one step of a search, add the found records to the pool, and return what was found.

        Records that a row does not suffice to show as the view shows them are decoded in one more step.
        """
        found = yield asked
        for kind, record_kind in RECORD_KINDS.items():
            self.take_values(kind, found.values.get(record_kind, {}))
        undecided = {
            record_kind: ids
            for kind, record_kind in RECORD_KINDS.items()
            if (ids := self._take_rows(kind, found.rows.get(record_kind, {})))
        }
        if undecided:
            more = yield CandidateSearch(ids=undecided)
            for kind, record_kind in RECORD_KINDS.items():
                self.take_values(kind, more.values.get(record_kind, {}))
        return found

    def visible(self, kind: HitKind, ids: Iterable[str]) -> set[str]:
        """Return those of *ids* that are candidates."""
        return {uuid for uuid in ids if (kind, uuid) in self.candidates}

    def reading(self, keys: Iterable[CandidateKey]) -> SearchSteps[None]:
        """Read the values of the candidates with these keys. A candidate that has been deleted meanwhile, or that does
        not fulfil the filters, becomes hidden.
        """
        wanted: dict[HitKind, list[str]] = {}
        for key in keys:
            candidate = self.candidates.get(key)
            if candidate is not None and candidate.value is None:
                wanted.setdefault(key[0], []).append(key[1])
        if not wanted:
            return
        found = yield CandidateSearch(ids={RECORD_KINDS[kind]: ids for kind, ids in wanted.items()})
        unfiltered = self.view.scope.filters.empty
        for kind, ids in wanted.items():
            values = found.values.get(RECORD_KINDS[kind], {})
            for uuid in ids:
                candidate = self.candidates[kind, uuid]
                candidate.value = values.get(uuid)
                if candidate.value is None or not (unfiltered or self.view.passes_filters(candidate.item)):
                    self.hidden.add((kind, uuid))
                    del self.candidates[kind, uuid]

    def take_values(self, kind: HitKind, values: Mapping[str, str]) -> None:
        """Add records to the pool, given as values of the store by id."""
        for uuid, value in values.items():
            key = (kind, uuid)
            known = self.candidates.get(key)
            if key in self.hidden or (known is not None and known.value is not None):
                continue
            # The names of an entity that does not fulfil the filters are still names of the query.
            decodes = kind is HitKind.ENTITY or self.view.may_see(value)
            candidate = self._decoded_candidate(kind, value) if decodes else None
            if candidate is None:
                self.hidden.add(key)
                self.candidates.pop(key, None)
            else:
                self.candidates[key] = candidate

    def bearers(self, key: str, ids: Iterable[str]) -> list[str]:
        """Return those of the decoded entities *ids* that have the name key in the view, whatever the filters are."""
        return [uuid for uuid in ids if key in self._names.get(uuid, ())]

    def _take_rows(self, kind: HitKind, rows: Mapping[str, ScoringRow]) -> list[str]:
        """Add records to the pool, given as scoring rows by id. Return the ids of those that must be decoded."""
        undecided: list[str] = []
        candidates, hidden, seen, readable = self.candidates, self.hidden, self._seen, self._readable
        is_entity = kind is HitKind.ENTITY
        for uuid, row in rows.items():
            key = (kind, uuid)
            if key in candidates or key in hidden:
                continue
            # Rows have few different layers and scopes.
            state = (row.layer, row.scope, row.ended)
            if not is_entity and state not in seen:
                seen[state] = self.view.sees_row(row)
            if not (is_entity or seen[state]):
                hidden.add(key)
            elif readable.issuperset(row.chapters) or all(map(self._reads, row.chapters)):
                candidates[key] = SearchCandidate(kind, uuid, row)
            else:
                undecided.append(uuid)
        return undecided

    def _reads(self, chapter: str) -> bool:
        if chapter not in self._readable and self.view.reads_chapter(chapter):
            self._readable.add(chapter)
        return chapter in self._readable

    def _decoded_candidate(self, kind: HitKind, value: str) -> SearchCandidate | None:
        item = from_json(_CLASSES[kind], value)
        match item:
            case Fact():
                visibility = self.view.visibility_of(item)
                if not visibility.seen:
                    return None
                return SearchCandidate(kind, item.uuid, self._row_of_fact(item, value), visibility.holding, value, item)
            case Entity():
                if not self.view.reads_entity(item):
                    return None
                seen = self.view.entity_as_seen(item)
                self._names[item.uuid] = frozenset(alias.key for alias in seen.aliases)
                if not self.view.sees_entity(seen):
                    return None
                row = scoring_row(Kind.ENTITY, value if seen is item else to_json(seen))
                return SearchCandidate(kind, item.uuid, row, None, value, seen)
            case _:
                if not self.view.sees_passage(item):
                    return None
                return SearchCandidate(kind, item.uuid, scoring_row(Kind.PASSAGE, value), None, value, item)

    def _row_of_fact(self, fact: Fact, value: str) -> ScoringRow:
        """Return the scoring row of a fact with only its quotes from chapters of the view."""
        if all(self._reads(one.episode) for one in fact.evidence[:MOST_QUOTES]):
            return scoring_row(Kind.FACT, value)
        quotes = tuple(one for one in fact.evidence if self._reads(one.episode))[:MOST_QUOTES]
        row = scoring_row(Kind.FACT, to_json(replace(fact, evidence=quotes)))
        return row._replace(occurrences=len(fact.evidence))


def candidate_key(item: Filterable) -> CandidateKey:
    """Return the key of a record in the candidate pool, which consists of the record's kind and id."""
    return (kind_of(item), item.uuid)
