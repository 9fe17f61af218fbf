"""Hands the vectors of a work that has outgrown exact search to the server's index, a few at a time."""

from functools import partial

from episodic.model.records import Kind
from episodic.stores.neo4j import cypher, schema
from episodic.stores.neo4j.connection import Asking, Connection
from episodic.stores.neo4j.rows import is_indexed, numbers_of
from episodic.stores.neo4j.shape import key_of, token_of
from episodic.stores.neo4j.sparse import unpacked

_BATCH = 1_000


async def index(connection: Connection, group_id: str, kind: Kind, *, dimension: int) -> None:
    """Indexes all vectors of one kind of a work. Broken off, it goes on where it stopped when it is called again.

    Commits may come in between: each step holds the work's lock, and what a commit changes is in a later step or indexed by itself.
    """
    if not is_indexed(dimension):
        return
    after: str | None = ""
    while after is not None:
        after = await connection.write(partial(_step, group_id=group_id, kind=kind, dimension=dimension, after=after))
    await connection.write(lambda ask: _finish(ask, group_id, kind, dimension=dimension))


async def _finish(ask: Asking, group_id: str, kind: Kind, *, dimension: int) -> None:
    """What came meanwhile, and the note that commits index by themselves from here on."""
    after: str | None = ""
    while after is not None:
        after = await _step(ask, group_id, kind, dimension=dimension, after=after)
    await ask(cypher.NOTE_INDEXED, work=key_of(group_id, "work", group_id), kind=kind.value)


async def _step(ask: Asking, group_id: str, kind: Kind, *, dimension: int, after: str) -> str | None:
    """Indexes the next few after an id; the last of them, None if there were none."""
    await ask(cypher.HOLD, work=key_of(group_id, "work", group_id))
    found = await ask(schema.without_numbers(kind, dimension), token=token_of(group_id), after=after, limit=_BATCH)
    rows = [
        {"key": key, "numbers": numbers}
        for key, _, vector in found
        if (numbers := numbers_of(unpacked(vector) or b"")) is not None
    ]
    if rows:
        await ask(schema.set_numbers(kind, dimension), rows=rows)
    return str(found[-1][1]) if found else None
