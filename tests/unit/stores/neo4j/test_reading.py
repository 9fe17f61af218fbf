"""Tests of reads during a deletion: a record that lacks properties because another client deletes the record counts as
deleted.
"""

from collections.abc import Sequence

from episodic.model.records import Kind
from episodic.stores.neo4j import reading
from episodic.stores.neo4j.connection import Rows
from episodic.stores.neo4j.values import is_complete

WORK = ["w", 3, None, None, "then", "now", 1]
ENTITY = ["lin", 1, -(1 << 62), 1 << 62, "{}", "林", None, None, None]


class Answering:
    """A server that gives the same answer to every query."""

    def __init__(self, rows: Sequence[Sequence[object]]) -> None:
        self._rows = [list(row) for row in rows]

    async def __call__(self, statement: str, /, **parameters: object) -> Rows:
        """Return the fixed answer."""
        return self._rows


def without(row: Sequence[object], *places: int) -> list[object]:
    """Return the row with None in the given columns."""
    return [None if place in places else value for place, value in enumerate(row)]


async def test_a_work_that_is_being_taken_away_is_not_there() -> None:
    """Other works can still be read."""
    broken = [without(WORK, 0, 1, 4, 5), without(WORK, 1), without(WORK, 5)]

    assert [one.group_id for one in await reading.works(Answering([*broken, WORK]))] == ["w"]
    assert all([await reading.work(Answering([row]), "w") is None for row in broken])
    assert await reading.work(Answering([WORK]), "w") is not None


async def test_records_that_are_being_taken_away_are_not_there() -> None:
    broken = [without(ENTITY, *range(8)), *(without(ENTITY, place) for place in range(5))]
    page = Answering([[[*broken, ENTITY]]])
    versions = Answering([[*row, 2, None] for row in [*broken, ENTITY]])

    fetched = await reading.fetch_page(page, "w", Kind.ENTITY, vectors=False, after=None, limit=9)
    history = await reading.history(versions, "w", Kind.ACT)
    names = [["林", "lin", 1, "{}"], ["林", None, None, None], ["林", "wu", None, "{}"], ["林", "he", 2, None]]
    named = await reading.named(Answering([[[["names", 0, [], names]]]]), "w", ["林"])
    commits = await reading.commits(
        Answering([[1, "c", "then", "add"], [None, None, None, None], [2, "d", None, "add"]]), "w"
    )

    assert await reading.counts(Answering([["entity", 2], [None, 1]]), "w") == {Kind.ENTITY: 2}
    assert [one.uuid for one in fetched] == ["lin"]
    assert {record.uuid for record, _, _ in history} == {"lin"}
    assert named == {"林": ("lin",)}
    assert [one.revision for one in commits] == [1]


def test_what_has_no_value_of_its_own_is_no_sign() -> None:
    """Zero, an empty text and False are values."""
    assert is_complete(0, "", False)
    assert not is_complete("lin", None)
