"""Tests of the search in Neo4j's vector index: what the server returns."""

from __future__ import annotations

from typing import LiteralString, cast

import neo4j

from episodic.model.records import Kind
from episodic.ports import Bounds
from episodic.stores.neo4j import Neo4jStore, cypher
from episodic.stores.neo4j.graph_model import token_of
from episodic.stores.neo4j.rows import bounds_parameters
from episodic.testing.store_contract.builders import direction, passage, save


async def test_the_server_returns_only_hits_that_may_be_among_the_best(
    address: str, group: str, driver: neo4j.Driver
) -> None:
    """All hits with the score of the last of the best are returned, because the first ids among them are the best."""
    store = Neo4jStore(address, exact_rows=0)
    numbers = (1, 2, 2, 2, *range(3, 20))
    await save(store, group, *(passage(f"p{at:02}", "text", vector=direction(n)) for at, n in enumerate(numbers)))
    await store.close()
    driver.execute_query(cypher.AWAIT_INDEXES)
    names = driver.execute_query("SHOW VECTOR INDEXES YIELD name RETURN collect(name)").records[0][0]
    filters = any(name.endswith("_filtered") for name in names)
    vector = direction(2)
    text = cypher.search_vector(Kind.PASSAGE, vector.size, filters=filters)
    statement = cast("LiteralString", text)  # type: ignore[redundant-cast] # mypy treats LiteralString as str

    found = driver.execute_query(
        statement,
        parameters_={"vector": vector.tolist(), "token": token_of(group), "fetch": 1_000, "limit": 2}
        | bounds_parameters(Bounds()),
    ).records[0][0]

    assert sorted(uuid for uuid, _ in found) == ["p01", "p02", "p03"]
