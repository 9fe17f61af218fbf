"""Tests of reads during a deletion: a record that lacks properties because another client deletes the record counts as
deleted.
"""

from collections.abc import Sequence

from episodic.model.records import Kind
from episodic.ports import CandidateSearch
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.connection import Connection, Rows, complete
from episodic.stores.neo4j.reading import Neo4jReader
from episodic.stores.neo4j.schema import Schema
from episodic.stores.neo4j.search import Neo4jIndex
from episodic.stores.neo4j.vector_search import VectorSearch

WORK = ["w", 3, "then", "now", None, None, 1]
SCHEMA = Schema(Connection(server_of("bolt://host", user=None, password=None, database=None)))
ENTITY = ["lin", 1, -(1 << 62), 1 << 62, "{}", "林", None, None, None]


class Answering:
    """A server that gives the same answer to every query."""

    def __init__(self, rows: Sequence[Sequence[object]]) -> None:
        self.rows = [list(row) for row in rows]

    async def __call__(self, statement: str, /, **parameters: object) -> Rows:
        """Return the fixed answer."""
        return self.rows


async def reader(rows: Sequence[Sequence[object]]) -> Neo4jReader:
    """Return a reader that has seen the work, and whose server now gives these rows."""
    server = Answering([WORK])
    made = Neo4jReader(server)
    assert await made.work("w") is not None
    server.rows = [list(row) for row in rows]
    return made


def without(row: Sequence[object], *places: int) -> list[object]:
    """Return the row with None in the given columns."""
    return [None if place in places else value for place, value in enumerate(row)]


async def test_a_work_that_is_being_taken_away_is_not_there() -> None:
    """Other works can still be read."""
    broken = [without(WORK, 0, 1, 2, 3), without(WORK, 1), without(WORK, 3)]

    assert [one.group_id for one in await Neo4jReader(Answering([*broken, WORK])).works()] == ["w"]
    assert all([await Neo4jReader(Answering([row])).work("w") is None for row in broken])
    assert await Neo4jReader(Answering([WORK])).work("w") is not None


async def test_records_that_are_being_taken_away_are_not_there() -> None:
    broken = [without(ENTITY, *range(8)), *(without(ENTITY, place) for place in range(5))]
    page = await reader([[[*broken, ENTITY]]])
    versions = await reader([[2, *row, None] for row in [*broken, ENTITY]])
    commits = await reader([[1, "c", "then", "add"], [None, None, None, None], [2, "d", None, "add"]])
    names = [["林", "lin", 1, "{}"], ["林", None, None, None], ["林", "wu", None, "{}"], ["林", "he", 2, None]]

    fetched = await page.fetch("w", Kind.ENTITY)
    history = await versions.history("w", Kind.ACT)
    server = Answering([[[["names", 0, names]]]])
    index = Neo4jIndex(server, VectorSearch(server, SCHEMA, exact_rows=None))
    _, named = await index.find("w", CandidateSearch(names=["林"]))

    assert [one.uuid for one in fetched] == ["lin"]
    assert {record.uuid for record, _, _ in history} == {"lin"}
    assert named.names == {"林": ("lin",)}
    assert [one.revision for one in await commits.commits("w")] == [1]


def test_what_has_no_value_of_its_own_is_no_sign() -> None:
    """Zero, an empty text and False are values. Only the first values of a row are required."""
    rows: list[list[object]] = [[0, "", False, None], ["lin", None, True, 1]]

    assert complete(rows, 3) == rows[:1]
    assert complete(rows, 4) == []
