"""Upgrade of databases in which vectors are bytes: replaces them by lists of floats, batch by batch."""

from functools import partial
from struct import Struct

import numpy as np

from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import Connection, RunCypher
from episodic.stores.neo4j.rows import Properties, embedding_of, embedding_property

_BATCH = 1_000
_NUMBER_BYTES = 4
_SPARSE_HEAD = Struct("<xI")


async def replace_byte_vectors(connection: Connection) -> None:
    """Replace all vectors that are bytes in the property `vector`. A second run changes nothing."""
    for owner in cypher.BYTE_VECTORS:
        last: str | None = ""
        while last is not None:
            last = await connection.write(partial(_replace_batch, owner=owner, after=last))
    await connection.auto_commit(cypher.FORGET_INDEXED_KINDS)


async def _replace_batch(run: RunCypher, *, owner: str, after: str) -> str | None:
    """Update the records that follow the key *after*, and return the last of their keys, or None if there are none."""
    found = await run(cypher.BYTE_VECTORS[owner], after=after, limit=_BATCH)
    rows = [{"key": key, "properties": _replaced(vector)} for key, vector in found]
    if rows:
        await run(cypher.REPLACE_BYTE_VECTORS[owner], rows=rows)
    return str(found[-1][0]) if found else None


def _replaced(stored: object) -> Properties:
    vector = decoded(stored) if isinstance(stored, bytes | bytearray) else b""
    properties: Properties = {"vector": None}
    if vector:
        properties[embedding_property(len(vector) // _NUMBER_BYTES)] = embedding_of(vector)
    return properties


def decoded(stored: bytes | bytearray) -> bytes:
    """Return the float32 bytes of a vector that was stored as bytes, in full or in a sparse form.

    The sparse form of a vector consists of a zero byte, the dimension (uint32), a bitmap of the components that are not
    zero, and the values of these components. The length of a sparse form is never a multiple of four, unlike the length
    of a full vector.
    """
    if len(stored) % _NUMBER_BYTES != _SPARSE_HEAD.size % _NUMBER_BYTES:
        return bytes(stored)
    (dimension,) = _SPARSE_HEAD.unpack_from(stored)
    # The bitmap is padded so that the length of the sparse form is a multiple of four plus one.
    end = _SPARSE_HEAD.size + -(-dimension // (8 * _NUMBER_BYTES)) * _NUMBER_BYTES
    bitmap = np.frombuffer(stored, np.uint8, end - _SPARSE_HEAD.size, _SPARSE_HEAD.size)
    numbers = np.zeros(dimension, "<u4")
    numbers[np.unpackbits(bitmap, count=dimension).view(np.bool_)] = np.frombuffer(stored, "<u4", offset=end)
    return numbers.tobytes()
