"""Tests of reads during a deletion: a record that lacks properties because another client deletes the record counts as
deleted.
"""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from episodic.model.records import Kind
from episodic.stores.neo4j import Neo4jStore, cypher
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.connection import Connection, Rows, complete

WORK = ["w", 3, "then", "now", None, None, 1]
ENTITY = ["lin", 1, -(1 << 62), 1 << 62, "{}", "林", None, None, None]


class Answering(Connection):
    """A connection to a server that gives the same answer to every read."""

    rows: Sequence[Sequence[object]] = ()

    async def read(self, statement: str, /, **parameters: object) -> Rows:
        """Return the fixed answer."""
        return [list(row) for row in self.rows]

    async def auto_commit(self, statement: str, /, **parameters: object) -> Rows:
        """Return the version of the server, or nothing."""
        return [["5.26.0"]] if statement == cypher.SERVER_VERSION else []


Open = Callable[[Sequence[Sequence[object]]], Awaitable[Neo4jStore]]


@pytest.fixture
def open_store(monkeypatch: pytest.MonkeyPatch) -> Open:
    """Open a store that has seen the work "w", and whose server then gives the rows."""

    async def opened(rows: Sequence[Sequence[object]]) -> Neo4jStore:
        server = Answering(server_of("bolt://host", user=None, password=None, database=None))
        monkeypatch.setattr("episodic.stores.neo4j.store.Connection", lambda _: server)
        store = Neo4jStore(server.address)
        await store.setup()
        server.rows = [WORK]
        assert await store.work("w") is not None
        server.rows = rows
        return store

    return opened


def without(row: Sequence[object], *places: int) -> list[object]:
    """Return the row with None in the given columns."""
    return [None if place in places else value for place, value in enumerate(row)]


async def test_a_work_that_is_being_taken_away_is_not_there(open_store: Open) -> None:
    """Other works can still be read."""
    broken = [without(WORK, 0, 1, 2, 3), without(WORK, 1), without(WORK, 3)]

    assert [one.group_id for one in await (await open_store([*broken, WORK])).works()] == ["w"]
    assert all([await (await open_store([row])).work("w") is None for row in broken])
    assert await (await open_store([WORK])).work("w") is not None


async def test_records_that_are_being_taken_away_are_not_there(open_store: Open) -> None:
    broken = [without(ENTITY, *range(8)), *(without(ENTITY, place) for place in range(5))]
    page = await open_store([[[*broken, ENTITY]]])
    versions = await open_store([[2, *row, None] for row in [*broken, ENTITY]])
    commits = await open_store([[1, "c", "then", "add"], [None, None, None, None], [2, "d", None, "add"]])
    names = [["林", 1, "lin", "{}"], ["林", None, None, None], ["林", None, "wu", "{}"], ["林", 2, "he", None]]

    fetched = await page.fetch("w", Kind.ENTITY)
    history = await versions.history("w", Kind.ACT)
    named = await (await open_store([[[], names, [], []]])).named("w", ["林"])

    assert [one.uuid for one in fetched] == ["lin"]
    assert {record.uuid for record, _, _ in history} == {"lin"}
    assert named == {"林": ("lin",)}
    assert [one.revision for one in await commits.commits("w")] == [1]


def test_what_has_no_value_of_its_own_is_no_sign() -> None:
    """Zero, an empty text and False are values. Only the first values of a row are required."""
    rows: list[list[object]] = [[0, "", False, None], ["lin", None, True, 1]]

    assert complete(rows, 3) == rows[:1]
    assert complete(rows, 4) == []
