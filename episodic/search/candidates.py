"""The candidate pool of one search: the visible facts, entities and passages, and the results of the retrievers.

If the store returns scoring rows, candidates are ranked by these rows, and the JSON of most facts and passages is
decoded only for hits.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, TypeVar

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.holding import Holding
from episodic.model.records import Kind, from_json, stored_value, to_json
from episodic.ports import Candidates, CandidateSearch, CandidateSource, SearchSteps
from episodic.search.candidate_source import DecodedCandidates
from episodic.search.filter_fields import Filterable, HitKind
from episodic.search.view import View
from episodic.text.scoring_rows import MOST_QUOTES, ScoringRow, scoring_row

T = TypeVar("T")
CandidateKey = tuple[HitKind, str]
KINDS = tuple(HitKind)
RECORD_KINDS = {HitKind.FACT: Kind.FACT, HitKind.ENTITY: Kind.ENTITY, HitKind.PASSAGE: Kind.PASSAGE}
_CLASSES: Mapping[HitKind, type[Filterable]] = {
    HitKind.FACT: Fact,
    HitKind.ENTITY: Entity,
    HitKind.PASSAGE: Passage,
}


class Retriever(StrEnum):
    """The retrievers of a hybrid search: by name, full text, vector and graph neighbourhood."""

    NAME = "name"
    TEXT = "text"
    VECTOR = "vector"
    GRAPH = "graph"


RETRIEVERS = tuple(Retriever)


@dataclass(frozen=True, slots=True)
class RetrieverResult:
    """What one retriever found for one kind of hit: the scores of visible records by id, and the number of all records
    that it returned, visible or not.
    """

    scores: dict[str, float]
    considered: int


ResultsByRetriever = dict[tuple[Retriever, HitKind], RetrieverResult]


NO_ROWS: Mapping[str, ScoringRow] = {}


class CandidateColumns(NamedTuple):
    """Candidates of a pool as three lists of equal length: their kinds, ids and scoring rows."""

    kinds: Sequence[HitKind]
    uuids: Sequence[str]
    rows: Sequence[ScoringRow]


class SearchPool:
    """The facts, entities and passages that one search has read. `rows` contains, by kind and id, the scoring rows of
    the visible records that the search has read. A scoring row has the words and entities by which a record is ranked.

    `holdings` says for each visible fact, by id, whether it holds or possibly holds at `as_of`, the scope's moment of
    story time. If the scope has no `as_of`, `holdings` is empty. A pool belongs to one search in one work.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.rows: dict[HitKind, dict[str, ScoringRow]] = {kind: {} for kind in KINDS}
        self.holdings: dict[str, Holding] = {}
        self._hidden: dict[HitKind, set[str]] = {kind: set() for kind in KINDS}
        self._values: dict[HitKind, dict[str, str]] = {kind: {} for kind in KINDS}
        self._items: dict[HitKind, dict[str, Filterable]] = {kind: {} for kind in KINDS}
        self._names: dict[str, frozenset[str]] = {}
        self._seen: dict[tuple[str, str, bool], bool] = {}
        store = view.store
        self._source = store if view.scores_rows and isinstance(store, CandidateSource) else DecodedCandidates(store)

    async def run(self, steps: SearchSteps[T]) -> T:
        """Answer all requests of the generator *steps* from the view's store, and return the generator's result."""
        return await self._source.retrieve(self.view.group_id, steps)

    def found(self, asked: CandidateSearch) -> Generator[CandidateSearch, Candidates, Candidates]:
        """Yield a request to the store, add the records that the store found to the pool, and return what it found.

        If scoring rows do not show whether some records are visible, these records are decoded with one more request.
        """
        found = yield asked
        undecided: dict[Kind, list[str]] = {}
        for kind, record_kind in RECORD_KINDS.items():
            rows = found.rows.get(record_kind, {})
            self.take_values(kind, found.values.get(record_kind, {}), rows)
            if ids := self._take_rows(kind, rows):
                undecided[record_kind] = ids
        if undecided:
            more = yield CandidateSearch(ids=undecided)
            for kind, record_kind in RECORD_KINDS.items():
                self.take_values(kind, more.values.get(record_kind, {}))
        return found

    def item(self, kind: HitKind, uuid: str) -> Filterable:
        """Return a candidate as a fact, entity or passage, which is decoded if necessary. Raise KeyError if the
        candidate's value has not been read.
        """
        items = self._items[kind]
        if uuid not in items:
            items[uuid] = stored_value(_CLASSES[kind], self._values[kind][uuid])
        return items[uuid]

    def decoded(self, kind: HitKind, uuid: str) -> Filterable | None:
        """Return a candidate as a fact, entity or passage if it has been decoded already, and else None."""
        return self._items[kind].get(uuid)

    def columns(self, ids: Mapping[HitKind, Iterable[str]]) -> CandidateColumns:
        kinds: list[HitKind] = []
        uuids: list[str] = []
        rows: list[ScoringRow] = []
        for kind, of_kind in ids.items():
            own = self.rows[kind]
            found = [uuid for uuid in of_kind if uuid in own]
            uuids += found
            rows += [own[uuid] for uuid in found]
            kinds += [kind] * len(found)
        return CandidateColumns(kinds, uuids, rows)

    def reading(self, wanted: Mapping[HitKind, Iterable[str]]) -> SearchSteps[None]:
        """Read the JSON of the candidates (records that may become hits) *wanted*, except those whose JSON the pool has
        already. A candidate that was deleted in the meantime, or that does not pass the filters, is removed from the
        pool.
        """
        missing = {kind: ids for kind, of_kind in wanted.items() if (ids := self._without_value(kind, of_kind))}
        if not missing:
            return
        found = yield CandidateSearch(ids={RECORD_KINDS[kind]: ids for kind, ids in missing.items()})
        unfiltered = self.view.is_unfiltered
        for kind, ids in missing.items():
            values, known = found.values.get(RECORD_KINDS[kind], {}), self._values[kind]
            for uuid in ids:
                if uuid in values:
                    known[uuid] = values[uuid]
                    if unfiltered or self.view.passes_filters(self.item(kind, uuid)):
                        continue
                self._hide(kind, uuid)

    def has_values(self, wanted: Mapping[HitKind, Iterable[str]]) -> bool:
        return not any(self._without_value(kind, ids) for kind, ids in wanted.items())

    def take_values(self, kind: HitKind, values: Mapping[str, str], rows: Mapping[str, ScoringRow] = NO_ROWS) -> None:
        """Add records to the pool if they are visible in the view. *values* is the JSON of the records by id. *rows*
        are the stored scoring rows of the records, as far as they are known.
        """
        hidden, known = self._hidden[kind], self._values[kind]
        for uuid, value in values.items():
            if uuid in hidden or uuid in known:
                continue
            # An entity that the filters hide is decoded too, because a query may still call it by name.
            decodes = kind is HitKind.ENTITY or self.view.may_see(value)
            row = self._row_of_value(kind, value, rows.get(uuid)) if decodes else None
            if row is None:
                self._hide(kind, uuid)
            else:
                self.rows[kind][uuid], known[uuid] = row, value

    def bearers(self, key: str, ids: Iterable[str]) -> list[str]:
        """Return the entities among *ids* that the pool has decoded and that have a name with the name key *key* in the
        view. Entities that the filters hide are returned too.
        """
        return [uuid for uuid in ids if key in self._names.get(uuid, ())]

    def _without_value(self, kind: HitKind, ids: Iterable[str]) -> list[str]:
        rows, known = self.rows[kind], self._values[kind]
        return [uuid for uuid in ids if uuid in rows and uuid not in known]

    def _hide(self, kind: HitKind, uuid: str) -> None:
        self._hidden[kind].add(uuid)
        self.rows[kind].pop(uuid, None)

    def _take_rows(self, kind: HitKind, rows: Mapping[str, ScoringRow]) -> list[str]:
        undecided: list[str] = []
        visible, hidden, seen, view = self.rows[kind], self._hidden[kind], self._seen, self.view
        is_entity = kind is HitKind.ENTITY
        for uuid, row in rows.items():
            if uuid in visible or uuid in hidden:
                continue
            if not is_entity:
                # Visibility depends on the layer and scope of a record, and on whether the record has ended. Visibility
                # is checked once for each combination of these three, because many records have the same combination.
                state = (row.layer, row.scope, row.ended)
                if state not in seen:
                    seen[state] = view.sees_row(row)
                if not seen[state]:
                    hidden.add(uuid)
                    continue
            if view.read.issuperset(row.chapters) or view.reads_chapters(row.chapters):
                visible[uuid] = row
            else:
                undecided.append(uuid)
        return undecided

    def _row_of_value(self, kind: HitKind, value: str, row: ScoringRow | None) -> ScoringRow | None:
        item = from_json(_CLASSES[kind], value)
        match item:
            case Fact():
                visibility = self.view.visibility_of(item)
                if not visibility.seen:
                    return None
                if visibility.holding is not None:
                    self.holdings[item.uuid] = visibility.holding
                row = self._row_of_fact(item, value)
            case Entity():
                if not self.view.reads_entity(item):
                    return None
                seen = self.view.entity_as_seen(item)
                self._names[item.uuid] = frozenset(alias.key for alias in seen.aliases)
                if not self.view.sees_entity(seen):
                    return None
                if row is None or seen is not item:
                    row = scoring_row(Kind.ENTITY, value if seen is item else to_json(seen))
                item = seen
            case _:
                if not self.view.sees_passage(item):
                    return None
                row = scoring_row(Kind.PASSAGE, value)
        self._items[kind][item.uuid] = item
        return row

    def _row_of_fact(self, fact: Fact, value: str) -> ScoringRow:
        """Return the scoring row of a fact, without the words and chapters of quotes that the view may not read."""
        if self.view.reads_chapters([one.episode for one in fact.evidence[:MOST_QUOTES]]):
            return scoring_row(Kind.FACT, value)
        quotes = tuple(one for one in fact.evidence if self.view.reads_chapter(one.episode))[:MOST_QUOTES]
        row = scoring_row(Kind.FACT, to_json(replace(fact, evidence=quotes)))
        return row._replace(occurrences=len(fact.evidence))
