"""Vectors that earlier versions stored as bytes become lists of floats."""

from collections.abc import Sequence
from struct import pack

import neo4j
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.records import Kind
from episodic.stores.neo4j import Neo4jStore, schema
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.byte_vectors import decoded
from episodic.stores.neo4j.connection import Connection
from episodic.stores.neo4j.graph_model import key_of
from episodic.stores.neo4j.schema import upgrade_records
from episodic.testing.store_contract.builders import direction, entity, fact, raw, save, search_vector

bits = st.sampled_from((0, 0, 0, 0, 0, 1 << 31, 0x7FC00001)) | st.integers(0, (1 << 32) - 1)
"""Float32 numbers as bits: most are zero; a negative zero and a NaN are among the others."""


def sparse(numbers: Sequence[int]) -> bytes:
    """Return a vector in the sparse form: a zero byte, the dimension, a bitmap of the non-zero positions, and the
    non-zero numbers.
    """
    bitmap = bytearray(4 * -(-len(numbers) // 32))
    for place, number in enumerate(numbers):
        if number:
            bitmap[place // 8] |= 128 >> place % 8
    return pack("<xI", len(numbers)) + bytes(bitmap) + b"".join(pack("<I", one) for one in numbers if one)


@given(st.lists(bits, max_size=70))
def test_both_old_forms_of_a_vector_can_be_read(numbers: list[int]) -> None:
    """The sparse form leaves out zeros, and the dense form does not."""
    vector = np.array(numbers, "<u4").tobytes()

    assert decoded(sparse(numbers)) == vector
    assert decoded(vector) == vector
    assert decoded(bytearray(vector)) == vector


def make_old(driver: neo4j.Driver, group: str, key: tuple[Kind, str], vector: bytes) -> None:
    """Store a vector as version 0005 did, in place of its list of floats."""
    driver.execute_query(
        """OPTIONAL MATCH (n:Stored {record_key: $key}) SET n.vector = $vector REMOVE n.embedding_16
        WITH n OPTIONAL MATCH ()-[r:RELATES_TO {record_key: $key}]->() SET r.vector = $vector REMOVE r.embedding_16""",
        parameters_={"key": key_of(group, *key), "vector": vector},
    )


async def test_vectors_of_earlier_versions_are_migrated(
    address: str, store: Neo4jStore, group: str, driver: neo4j.Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Vectors of nodes and relationships are migrated in several batches. Records without a vector stay unchanged."""
    monkeypatch.setattr(schema, "_BATCH", 2)
    people = [entity(f"e{n}", f"人物{n}", vector=direction(n)) for n in range(5)]
    facts = [fact(f"f{n}", "e1", text=f"事{n}", vector=direction(10 + n)) for n in range(3)]
    await save(store, group, *people, *facts, entity("bare", "无"))
    for n, one in enumerate((*people, *facts)):
        vector = one.vector or b""
        old = vector if n % 2 else sparse(np.frombuffer(vector, "<u4").tolist())
        make_old(driver, group, (one.kind, one.uuid), old)
    before = await store.fetch(group, Kind.ENTITY, vectors=True)
    connection = Connection(server_of(address, user=None, password=None, database=None))

    for _ in range(2):
        await upgrade_records(connection)
    await connection.close()

    assert {one.vector for one in before} == {None}
    assert list(await store.fetch(group, Kind.ENTITY, vectors=True)) == [entity("bare", "无"), *people]
    assert list(await store.fetch(group, Kind.FACT, vectors=True)) == facts
    left = driver.execute_query(
        "MATCH (n:Stored {group_id: $group}) OPTIONAL MATCH (n)-[r]->() RETURN count(n.vector) + count(r.vector)",
        parameters_={"group": group},
    ).records
    assert left[0][0] == 0
    (nearest,) = await search_vector(store, group, Kind.FACT, direction(11), limit=1)
    assert nearest.uuid == "f1"


async def test_a_database_without_the_migration_is_migrated_when_it_is_opened(
    address: str, store: Neo4jStore, group: str, driver: neo4j.Driver
) -> None:
    """The first operation of a new client migrates the database."""
    person = entity("lin", "林", vector=direction(1))
    await save(store, group, person)
    make_old(driver, group, (Kind.ENTITY, "lin"), raw(direction(1)))
    driver.execute_query(
        "MATCH (s:EpisodicSchema) SET s.migrations = [one IN s.migrations WHERE NOT one STARTS WITH '0006']"
    )
    newer = Neo4jStore(address)

    found = await newer.fetch(group, Kind.ENTITY, vectors=True)
    await newer.close()

    assert list(found) == [person]
