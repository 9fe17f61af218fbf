"""Searches the SQLite store by text, by vector and by entity, and reads what was found."""

import sqlite3
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from episodic.model.records import Kind, Record
from episodic.ports import Candidates, CandidateSearch, IndexHits, IndexSearch, LinkSearch, Scored, SearchSteps
from episodic.stores.found_ids import found_ids, hit_ids
from episodic.stores.sqlite import queries, sql
from episodic.stores.sqlite.link_index import LinkIndex
from episodic.stores.sqlite.parameters import FacetSets, json_list
from episodic.stores.sqlite.record_columns import ColumnCache, RecordColumns
from episodic.stores.sqlite.scoring import ScoringRows
from episodic.stores.sqlite.text_search import SQLiteTextSearch
from episodic.stores.sqlite.transactions import reading
from episodic.stores.sqlite.vector_search import SQLiteVectorSearch
from episodic.text.scoring_rows import ScoringRow

T = TypeVar("T")

_Version = tuple[int, int]
"""The version of the data that a connection sees, as two numbers. The first grows with the changes of other
connections. The second is the number of the connection's own changes.
"""


class SQLiteIndex:
    """The search indexes of a store. The indexes are full-text tables in the file, and data that searches have read
    into memory. The data in memory consists of words, vectors, links from entities to facts, and scoring rows (what a
    search reads of a record first). A SQLiteIndex belongs to one connection and its thread.
    """

    def __init__(self) -> None:
        self._texts = SQLiteTextSearch()
        self._vectors = SQLiteVectorSearch()
        self._rows = ScoringRows()
        self._links = LinkIndex()
        self._columns = ColumnCache()
        self._counts: dict[str, Mapping[Kind, int]] = {}
        self._version: _Version | None = None

    def search(
        self, connection: sqlite3.Connection, group_id: str, *, searches: Sequence[IndexSearch]
    ) -> Sequence[IndexHits]:
        """Return the hits of each index search with the values of the records, all from one snapshot of the file."""
        self._texts.prepare(connection)
        with self._reading(connection, group_id) as work:
            if work is not None:
                self._columns.note_search(work.number)
            return [IndexHits() if work is None else self._with_values(connection, work, one) for one in searches]

    def retrieve(self, connection: sqlite3.Connection, group_id: str, *, steps: SearchSteps[T]) -> T:
        """Run all steps of a search on one snapshot of the file, and return the result of the search."""
        self._texts.prepare(connection)
        with self._reading(connection, group_id) as work:
            if work is not None:
                self._columns.note_search(work.number)
            try:
                asked = next(steps)
                while True:
                    asked = steps.send(_nothing(asked) if work is None else self._answer(connection, work, asked))
            except StopIteration as end:
                result: T = end.value
                return result

    def neighbours(
        self, connection: sqlite3.Connection, group_id: str, *, entities: Sequence[str], limit: int, facets: FacetSets
    ) -> Sequence[Record]:
        """Return facts of the given entities, each once, in the order of narrative position and id.

        For each entity, `neighbours` finds the *limit* facts that are told last, among the entity's facts that match
        the filter *facets*. A fact matches if it has at least one facet (a token for a property such as its predicate)
        of each set in *facets*.
        """
        with self._reading(connection, group_id) as work:
            if work is None:
                return []
            asked = LinkSearch(entities, limit, tuple(facets))
            columns = self._columns.of(connection, work.number, Kind.FACT)
            ids = self._links.latest(connection, work, asked=asked, columns=columns)
            return queries.records_of(connection, work.number, Kind.FACT, ids=ids)

    def counts(self, connection: sqlite3.Connection, group_id: str) -> Mapping[Kind, int]:
        """Return the number of live (not retired) records of each kind. A kind without records is left out. The
        returned numbers are cached until the file changes, because every search without hits reports how many records
        are stored.
        """
        with self._reading(connection, group_id) as work:
            known = self._counts.get(group_id)
            if known is None:
                empty: Mapping[Kind, int] = {}
                known = empty if work is None else queries.counts(connection, work.number)
                self._counts[group_id] = known
            return known

    @contextmanager
    def _reading(self, connection: sqlite3.Connection, group_id: str) -> Generator[queries.WorkState | None]:
        """Yield the state of a work inside a read transaction, or None if there is no such work. If the file has
        changed since the last read, all search data in memory but the vectors and links are dropped first.
        """
        with reading(connection):
            # The first query of a transaction fixes its snapshot, and the version read afterwards belongs to this
            # snapshot.
            work = queries.state_of(connection, group_id)
            (changes,) = connection.execute(sql.DATA_VERSION).fetchone()
            version = (changes, connection.total_changes)
            if version != self._version:
                self._version = version
                self._texts.clear()
                self._rows.clear()
                self._columns.clear()
                self._counts.clear()
            yield work

    def _hits(self, connection: sqlite3.Connection, work: queries.WorkState, search: IndexSearch) -> IndexHits:
        by_text: Sequence[Scored] = ()
        by_vector: Sequence[Scored] = ()
        if search.text is not None:
            columns = self._columns.of(connection, work.number, search.kind)
            by_text = self._texts.search(connection, work.number, search, text=search.text, columns=columns)
        if search.vector is not None:
            by_vector = self._vectors.search(connection, work, search, search.vector, columns=self._columns)
        return IndexHits(by_text, by_vector)

    def _with_values(self, connection: sqlite3.Connection, work: queries.WorkState, search: IndexSearch) -> IndexHits:
        hits = self._hits(connection, work, search)
        columns = self._columns.of(connection, work.number, search.kind)
        values = _values(connection, work.number, search.kind, hit_ids(hits), columns)
        return replace(hits, values=values)

    def _answer(self, connection: sqlite3.Connection, work: queries.WorkState, asked: CandidateSearch) -> Candidates:
        number = work.number
        names = queries.ids_of_names(connection, number, asked.names)
        hits = [self._hits(connection, work, one) for one in asked.searches]
        links = [
            self._links.latest(connection, work, asked=one, columns=self._columns.of(connection, number, Kind.FACT))
            for one in asked.links
        ]
        ids = found_ids(asked, hits, links)
        named = dict.fromkeys(chain.from_iterable(names.values()))
        ids.setdefault(Kind.ENTITY, {}).update(named)
        rows: dict[Kind, dict[str, ScoringRow]] = {}
        wanted: dict[Kind, list[str]] = {kind: list(uuids) for kind, uuids in asked.ids.items()}
        for kind, distinct in ids.items():
            columns = self._columns.of(connection, number, kind)
            rows[kind] = self._rows.of(connection, number, kind, ids=distinct, columns=columns)
            if len(rows[kind]) < len(distinct):
                wanted.setdefault(kind, []).extend(uuid for uuid in distinct if uuid not in rows[kind])
        wanted.setdefault(Kind.ENTITY, []).extend(named)
        values = {
            kind: _values(connection, number, kind, uuids, self._columns.of(connection, number, kind))
            for kind, uuids in wanted.items()
            if uuids
        }
        return Candidates(names, hits, links, rows, values)


def _nothing(asked: CandidateSearch) -> Candidates:
    return Candidates({}, [IndexHits() for _ in asked.searches], [[] for _ in asked.links], {}, {})


def _values(
    connection: sqlite3.Connection, work: int, kind: Kind, ids: Iterable[str], columns: RecordColumns | None
) -> dict[str, str]:
    """Return the values of those records of *kind* that have one of these ids, by id."""
    if columns is not None:
        return columns.values(connection, ids)
    return dict(connection.execute(sql.VALUES, (work, kind, json_list(ids))))
