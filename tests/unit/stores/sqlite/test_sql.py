"""Tests of query plans: a look-up by id, name or link uses an index, also in an empty file."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from episodic.stores.sqlite import SQLiteStore, sql

LOOK_UPS = {
    "records by id": (sql.FETCH_SOME, "uuid=?"),
    "records by id with vectors": (sql.FETCH_SOME_WITH_VECTORS, "uuid=?"),
    "page of records": (sql.FETCH_PAGE, "(told,uuid)>(?,?)"),
    "values by id": (sql.VALUES, "uuid=?"),
    "history by id": (sql.LIVE_HISTORY_OF_SOME, "uuid=?"),
    "retired history by id": (sql.RETIRED_HISTORY_OF_SOME, "uuid=?"),
    "entities by name": (sql.NAMED, "key=?"),
    "entities by one name": (sql.NAMED_ONE, "key=?"),
    "facts of an entity": (sql.LINKED, "target=?"),
    "facets of the facts of an entity": (sql.LINKED_FACETS, "target=?"),
    "records that a commit changes": (sql.STORED, "uuid=?"),
}
"""Statements, each with the condition that must be looked up in an index, because many records of a work fulfil the
others.
"""


def number_of_parameters(statement: str) -> int:
    """Return the number of values that a statement takes."""
    marks = re.findall(r"\?(\d*)", statement)
    return max((int(one) for one in marks if one), default=len(marks))


async def test_a_look_up_uses_an_index(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "empty.db")
    await store.setup()
    await store.close()
    with closing(sqlite3.connect(tmp_path / "empty.db")) as connection:
        for name, (statement, condition) in LOOK_UPS.items():
            values = [None] * number_of_parameters(statement)
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]

            assert any(step.startswith("SEARCH") and condition in step for step in plan), (name, plan)
            assert [step for step in plan if step.startswith("SCAN") and "VIRTUAL TABLE" not in step] == [], (
                name,
                plan,
            )
