"""Searches of the SQLite store by text, by vector and by entity, with the found records."""

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from episodic.model.records import Kind, Record
from episodic.ports import IndexHits, IndexSearch, Scored
from episodic.stores.sqlite import queries, sql
from episodic.stores.sqlite.facets import FacetSets
from episodic.stores.sqlite.link_index import LinkIndex
from episodic.stores.sqlite.record_cache import RecordCache
from episodic.stores.sqlite.text_search import SQLiteTextSearch
from episodic.stores.sqlite.transactions import reading
from episodic.stores.sqlite.vector_search import SQLiteVectorSearch
from episodic.stores.validation import clamped

_Version = tuple[int, int]
"""A number that changes if another connection changes the file, and the number of changes of the own connection."""


class SQLiteIndex:
    """The full-text tables of the file, and the vectors and records in memory. An instance belongs to one connection and
    its thread.
    """

    def __init__(self) -> None:
        self._texts = SQLiteTextSearch()
        self._vectors = SQLiteVectorSearch()
        self._records = RecordCache()
        self._links = LinkIndex()
        self._version: _Version | None = None

    def search(
        self, connection: sqlite3.Connection, group_id: str, *, searches: Sequence[IndexSearch]
    ) -> Sequence[IndexHits]:
        """Return the hits of each search, all from one snapshot of the file."""
        self._texts.prepare(connection)
        with self._reading(connection, group_id) as work:
            return [IndexHits() if work is None else self._hits(connection, work, one) for one in searches]

    def neighbours(
        self, connection: sqlite3.Connection, group_id: str, *, entities: Sequence[str], limit: int, facets: FacetSets
    ) -> Sequence[Record]:
        """Return, for each entity, the *limit* facts that come last in narrative order and have a facet of each set.

        The facts of all entities together are ordered by narrative position and id.
        """
        with self._reading(connection, group_id) as work:
            if work is None:
                return []
            ids = self._links.latest(connection, work.number, entities, limit=limit, facets=facets)
            return sorted(self._records.fetch(connection, work.number, Kind.FACT, ids).values(), key=queries.place_of)

    def fetch(
        self, connection: sqlite3.Connection, group_id: str, *, kind: Kind, ids: Sequence[str]
    ) -> Sequence[Record]:
        """Return the existing records of a searched kind with these *ids*, ordered by narrative position and id."""
        with self._reading(connection, group_id) as work:
            if work is None:
                return []
            return sorted(self._records.fetch(connection, work.number, kind, ids).values(), key=queries.place_of)

    @contextmanager
    def _reading(self, connection: sqlite3.Connection, group_id: str) -> Generator[queries.WorkState | None]:
        """Yield the state of a work in a read transaction. What was read before is forgotten if the file has changed."""
        with reading(connection):
            # The first query of a transaction determines its snapshot, to which the version then belongs.
            work = queries.state_of(connection, group_id)
            (changes,) = connection.execute(sql.DATA_VERSION).fetchone()
            version = (changes, connection.total_changes)
            if version != self._version:
                self._version = version
                self._texts.clear()
                self._records.clear()
                self._links.clear()
            yield work

    def _hits(self, connection: sqlite3.Connection, work: queries.WorkState, search: IndexSearch) -> IndexHits:
        kind, limit, bounds = search.kind, search.limit, clamped(search.bounds)
        by_text: Sequence[Scored] = ()
        by_vector: Sequence[Scored] = ()
        if search.text is not None:
            by_text = self._texts.search(connection, work.number, kind, text=search.text, limit=limit, bounds=bounds)
        if search.vector is not None:
            by_vector = self._vectors.search(connection, work, kind, search.vector, limit=limit, bounds=bounds)
        records = self._records.fetch(connection, work.number, kind, [one.uuid for one in (*by_text, *by_vector)])
        return IndexHits(by_text, by_vector, {uuid: one.value for uuid, one in records.items()})
