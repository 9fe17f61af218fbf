"""Searches of the SQLite store by text and by vector, with the values of the found records."""

import sqlite3
from collections.abc import Sequence

from episodic.ports import IndexHits, IndexSearch, Scored
from episodic.stores.sqlite import queries
from episodic.stores.sqlite.text_search import SQLiteTextSearch
from episodic.stores.sqlite.transactions import reading
from episodic.stores.sqlite.vector_search import SQLiteVectorSearch
from episodic.stores.validation import clamped


class SQLiteIndex:
    """The full-text tables of the file and the cached vectors. An instance belongs to one connection and its thread."""

    def __init__(self) -> None:
        self._texts = SQLiteTextSearch()
        self._vectors = SQLiteVectorSearch()

    def search(
        self, connection: sqlite3.Connection, group_id: str, *, searches: Sequence[IndexSearch]
    ) -> Sequence[IndexHits]:
        """Return the hits of each search, all from one snapshot of the file."""
        self._texts.prepare(connection)
        with reading(connection):
            work = queries.state_of(connection, group_id)
            return [IndexHits() if work is None else self._hits(connection, work, one) for one in searches]

    def _hits(self, connection: sqlite3.Connection, work: queries.WorkState, search: IndexSearch) -> IndexHits:
        kind, limit, bounds = search.kind, search.limit, clamped(search.bounds)
        by_text: Sequence[Scored] = ()
        by_vector: Sequence[Scored] = ()
        if search.text is not None:
            by_text = self._texts.search(connection, work.number, kind, text=search.text, limit=limit, bounds=bounds)
        if search.vector is not None:
            by_vector = self._vectors.search(connection, work, kind, search.vector, limit=limit, bounds=bounds)
        ids = dict.fromkeys(one.uuid for one in (*by_text, *by_vector))
        return IndexHits(by_text, by_vector, queries.values(connection, work.number, kind, ids=list(ids)))
