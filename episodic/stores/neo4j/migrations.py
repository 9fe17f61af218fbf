"""Migrations of the Neo4j database, by name. The database stores the names of the migrations that have been run."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from struct import Struct
from types import MappingProxyType

import numpy as np

from episodic.model.records import SEARCHED, Kind
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import Connection, Run
from episodic.stores.neo4j.graph_model import TYPES, key_of
from episodic.stores.neo4j.rows import derived_properties, embedding_of, embedding_property

Migration = Callable[[Connection], Awaitable[None]]
"""A function that changes the database.

A second run of a migration must change nothing, because several clients may run a migration at the same time.
"""

_BATCH = 1_000
_NUMBER_BYTES = 4
_SPARSE_HEAD = Struct("<xI")


def _statements(*statements: str) -> Migration:
    async def migrate(connection: Connection) -> None:
        for statement in statements:
            await connection.auto_commit(statement)

    return migrate


async def _embeddings(connection: Connection) -> None:
    """Replace vectors that were stored as bytes in the property `vector` by lists of floats, batch by batch."""
    for owner in cypher.BYTE_VECTORS:
        await _in_batches(connection, partial(_replace_batch, owner=owner))
    await connection.auto_commit(cypher.FORGET_INDEXED_KINDS)


async def _derived_properties(connection: Connection) -> None:
    """Give every searched record its facets and its scoring row, batch by batch."""
    for kind in sorted(SEARCHED):
        await _in_batches(connection, partial(_derive, kind=kind))


async def _facets(connection: Connection) -> None:
    """Give every searched record its facets, and index the facets together with the text."""
    await _derived_properties(connection)
    await _in_batches(connection, _copy_facets)
    for statement in (*cypher.DROP_TEXT_INDEXES_WITHOUT_FACETS, *cypher.TEXT_INDEXES):
        await connection.auto_commit(statement)


async def _in_batches(connection: Connection, step: Callable[..., Awaitable[str | None]]) -> None:
    """Call *step* with the last key of each batch, until it returns None because all records have been processed."""
    last: str | None = ""
    while last is not None:
        last = await connection.write(partial(step, after=last))


async def _derive(run: Run, *, kind: Kind, after: str) -> str | None:
    """Store the properties that follow from the values of the next records in the order of their keys."""
    found = await run(cypher.WITHOUT_ROW[kind], after=after, limit=_BATCH)
    rows = [{"key": key, "properties": derived_properties(kind, str(value))} for key, value in found]
    if rows:
        await run(cypher.UPDATE_RELATIONSHIPS[kind] if kind in TYPES else cypher.UPDATE_NODES, rows=rows)
    return str(found[-1][0]) if found else None


async def _copy_facets(run: Run, *, after: str) -> str | None:
    """Copy the facets of facts to the relationships of their further participants."""
    found = await run(cypher.PARTICIPATIONS, after=after, limit=_BATCH)
    rows = [{"key": key, "fact": key_of(str(group_id), Kind.FACT, str(uuid))} for key, group_id, uuid in found]
    if rows:
        await run(cypher.COPY_FACETS, rows=rows)
    return str(found[-1][0]) if found else None


async def _replace_batch(run: Run, *, owner: str, after: str) -> str | None:
    """Replace the vectors of the next records in the order of their keys.

    Return the last key of the batch, or None if all records have been processed.
    """
    found = await run(cypher.BYTE_VECTORS[owner], after=after, limit=_BATCH)
    rows = [{"key": key, "properties": _replaced(vector)} for key, vector in found]
    if rows:
        await run(cypher.REPLACE_BYTE_VECTORS[owner], rows=rows)
    return str(found[-1][0]) if found else None


def _replaced(stored: object) -> dict[str, object]:
    vector = decoded(stored) if isinstance(stored, bytes | bytearray) else b""
    properties: dict[str, object] = {"vector": None}
    if vector:
        properties[embedding_property(len(vector) // _NUMBER_BYTES)] = embedding_of(vector)
    return properties


def decoded(stored: bytes | bytearray) -> bytes:
    """Return the float32 bytes of a vector that a version before migration 0006 stored, in full or in a sparse form.

    The sparse form of a vector consists of a zero byte, the dimension (uint32), a bitmap of the components that are not
    zero, and the values of these components. The length of a sparse form is never a multiple of four, unlike the length
    of a full vector.
    """
    if len(stored) % _NUMBER_BYTES != _SPARSE_HEAD.size % _NUMBER_BYTES:
        return bytes(stored)
    (dimension,) = _SPARSE_HEAD.unpack_from(stored)
    end = _SPARSE_HEAD.size + _bitmap_size(dimension)
    bitmap = np.frombuffer(stored, np.uint8, end - _SPARSE_HEAD.size, _SPARSE_HEAD.size)
    numbers = np.zeros(dimension, "<u4")
    numbers[np.unpackbits(bitmap, count=dimension).view(np.bool_)] = np.frombuffer(stored, "<u4", offset=end)
    return numbers.tobytes()


def _bitmap_size(dimension: int) -> int:
    """Return the number of bytes of the bitmap in the sparse form of a vector of this dimension.

    The bitmap is padded so that the length of the sparse form is a multiple of four plus one.
    """
    return -(-dimension // (8 * _NUMBER_BYTES)) * _NUMBER_BYTES


MIGRATIONS: Mapping[str, Migration] = MappingProxyType(
    {
        "0001 keys": _statements(*cypher.KEY_CONSTRAINTS),
        "0002 places": _statements(*cypher.RANGE_INDEXES),
        "0003 full text": _statements(),
        "0004 full text that commits do not wait for": _statements(
            *cypher.DROP_CONSISTENT_TEXT_INDEXES, *cypher.TEXT_INDEXES
        ),
        "0005 sparse vectors": _statements(),
        "0006 embeddings as lists of floats": _embeddings,
        "0007 facets": _facets,
        # A program without this migration does not know all kinds of records, so that it must not open the database.
        "0008 staged works": _statements(),
        "0009 scoring rows": _derived_properties,
    }
)
"""All migrations in the order in which they run. The database stores the names, so a name must never change."""
