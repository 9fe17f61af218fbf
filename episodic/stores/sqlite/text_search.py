"""Decides whether a search in the texts of the SQLite store reads the file or an index in memory.

At first, searches read the full-text tables of the file (`full_text`). Once a work has been searched often, they use an
index in memory (`term_index`).
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

from episodic.model.records import Kind
from episodic.ports import IndexSearch, Scored
from episodic.stores.sqlite import full_text
from episodic.stores.sqlite.record_columns import RecordColumns
from episodic.stores.sqlite.term_index import TermIndex, prepare
from episodic.stores.validation import clamped

_MOST_INDEXES = 12
"""The maximum number of full-text indexes in memory, which suffices for four works. The least recently used index is
removed first.
"""


class SQLiteTextSearch:
    """Full-text search in the SQLite store, either in the file or in an index in memory for one work and kind of
    record. A SQLiteTextSearch belongs to one connection and its thread.

    Until the record data of a work (ids, positions and the like, see `ColumnCache`) is in memory, its texts are
    searched in the file. With the record data of a work in memory, the lengths of the work's texts are read into
    memory, too. The first search for records of one kind reads the lengths of their texts. With the text lengths in
    memory, a search reads the file only for those words of the query whose occurrences no earlier search has read.
    """

    def __init__(self) -> None:
        self._indexes: OrderedDict[tuple[int, Kind], TermIndex] = OrderedDict()
        self._is_prepared = False

    def clear(self) -> None:
        """Remove all full-text indexes from memory. `clear` must be called whenever the store file has changed."""
        self._indexes.clear()

    def prepare(self, connection: sqlite3.Connection) -> None:
        """Create the temporary tables that the indexes read, once for the connection. The method `prepare` must be
        called outside of a transaction, and before the first search.
        """
        if not self._is_prepared:
            prepare(connection)
            self._is_prepared = True

    def search(
        self,
        connection: sqlite3.Connection,
        work: int,
        asked: IndexSearch,
        *,
        text: str,
        columns: RecordColumns | None,
    ) -> Sequence[Scored]:
        """Return at most `asked.limit` records of `asked.kind` in the work number *work*, by falling BM25 score. The
        records lie within the restrictions `asked.bounds` and share terms with the query *text*. *columns* are the ids,
        row numbers and chapter bounds of the searched records, or None if they are not in memory.

        Records with equal scores are in the order of their ids.
        """
        kind, limit, bounds = asked.kind, asked.limit, clamped(asked.bounds)
        if columns is not None:
            index = self._index(connection, work, kind, columns)
            counts = partial(index.row_counts, connection)
            query = full_text.searched_tokens(connection, work, kind, text, counts=counts)
            return index.search(connection, query, limit=limit, bounds=bounds)
        query = full_text.searched_tokens(connection, work, kind, text)
        return full_text.search(connection, work, kind, query=query, limit=limit, bounds=bounds)

    def _index(self, connection: sqlite3.Connection, work: int, kind: Kind, columns: RecordColumns) -> TermIndex:
        key = (work, kind)
        index = self._indexes.pop(key, None)
        self._indexes[key] = index = TermIndex(connection, kind, columns) if index is None else index
        while len(self._indexes) > _MOST_INDEXES:
            self._indexes.popitem(last=False)
        return index
