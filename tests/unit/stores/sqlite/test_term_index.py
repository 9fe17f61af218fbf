"""The full-text index in memory: what it reads from the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.stores.sqlite.record_columns import RecordColumns
from episodic.stores.sqlite.term_index import TermIndex, prepare
from episodic.testing.store_contract.builders import passage, save


@pytest.mark.parametrize(("words", "counts_rows"), [(16, False), (17, True)])
async def test_rows_are_counted_only_for_long_queries(tmp_path: Path, words: int, counts_rows: bool) -> None:
    """The postings of the words of a shorter query are read, and tell how many rows have the word."""
    path, terms = tmp_path / "file.db", [f"word{number}" for number in range(words)]
    store = SQLiteStore(path)
    await save(store, "work", passage("first", "word0 word1"), passage("second", "word1 harbor"))
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        prepare(connection)
        (work,) = connection.execute("SELECT id FROM works").fetchone()
        index = TermIndex(connection, Kind.PASSAGE, RecordColumns(connection, work, Kind.PASSAGE))
        statements: list[str] = []
        connection.set_trace_callback(statements.append)

        found = index.row_counts(connection, terms)

    assert found == {"word0": 1, "word1": 2}
    assert any("passage_terms" in one for one in statements) is counts_rows
