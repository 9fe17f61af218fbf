"""Tests of query plans: a lookup by key never scans, even if the plan was made for an empty database."""

from collections.abc import Iterator
from typing import LiteralString, cast

import neo4j
import pytest

from episodic.model.records import Changes, Kind
from episodic.stores.neo4j import Neo4jStore, cypher
from episodic.stores.neo4j.graph_model import NODE, PARTICIPATION, TYPES, key_of
from episodic.testing.store_contract.builders import entity, fact

STATEMENTS = {
    "lock": cypher.LOCK_WORK,
    "existing": cypher.EXISTING,
    "copy to history": cypher.COPY_TO_HISTORY,
    "detach": cypher.DETACH_NODES,
    "retire": cypher.RETIRE_NODES,
    "delete participations": cypher.DELETE_RELATIONSHIPS[PARTICIPATION],
    "upsert": cypher.UPSERT_NODES,
    "create missing": cypher.CREATE_MISSING_NODES,
    "create relationships": cypher.CREATE_RELATIONSHIPS,
    "update facts": cypher.UPDATE[TYPES[Kind.FACT]],
    "update nodes": cypher.UPDATE[NODE],
    "move facts": cypher.MOVE_RELATIONSHIPS[TYPES[Kind.FACT]],
    "link episodes": cypher.LINK_EPISODES,
    "update work": cypher.UPDATE_WORK,
    "fetch facts": cypher.FETCH_BY_KEY[Kind.FACT],
    "fetch entities": cypher.FETCH_BY_KEY[Kind.ENTITY],
    "page of facts": cypher.FETCH_PAGE[Kind.FACT],
    "history": cypher.HISTORY,
    "digests": cypher.DIGESTS,
    "delete kept": cypher.DELETE_KEPT,
    "remove vectors of facts": cypher.REMOVE_VECTORS[Kind.FACT],
    "listing of facts": cypher.LISTING[Kind.FACT],
    "listing of entities": cypher.LISTING[Kind.ENTITY],
    "find": cypher.find(links=1),
    "read": cypher.READ,
}
PARAMETERS = (
    *("work", "group_id", "token", "commit_keys", "keys", "rows", "properties", "embedding", "told", "uuid"),
    *("ids", "kind", "kinds", "limit", "created", "names", "texts", "asked", "links", "revision"),
)


def operators(plan: dict[str, object]) -> Iterator[str]:
    """Yield the operators of a plan."""
    yield str(plan["operatorType"])
    for child in cast("list[dict[str, object]]", plan.get("children", [])):
        yield from operators(child)


@pytest.mark.usefixtures("store")
def test_a_lookup_by_key_uses_an_index(driver: neo4j.Driver) -> None:
    """The statistics of the server say that the database is empty. Every index hint can be used."""
    for name, statement in STATEMENTS.items():
        explained = cast("LiteralString", f"EXPLAIN {statement}")  # type: ignore[redundant-cast] # mypy takes it for any text

        with driver.session() as session:
            summary = session.run(explained, parameters=dict.fromkeys(PARAMETERS)).consume()

        plan = cast("dict[str, object]", summary.plan)
        hints = [one for one in summary.gql_status_objects if one.raw_classification == "HINT"]
        assert plan, name
        assert [one for one in operators(plan) if "Scan" in one] == [], name
        assert [one.raw_classification for one in hints] == [], name


def reads(plan: dict[str, object]) -> int:
    """Return how many times a profiled statement read the database (its db hits)."""
    children = cast("list[dict[str, object]]", plan.get("children", []))
    return int(str(plan.get("dbHits") or 0)) + sum(reads(child) for child in children)


async def test_the_facets_of_a_fact_are_read_once(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """The number of facets that a search by link asks for has no influence on what the server reads."""
    facts = [fact(f"f{told}", "lin", "mei", told=told) for told in range(10)]
    await store.commit(Changes(group, 0, "c", "2031-01-01", "test", (entity("lin"), entity("mei"), *facts)))
    statement = cast("LiteralString", f"PROFILE {cypher.find(links=1)}")  # type: ignore[redundant-cast] # mypy takes it for any text
    hits: list[int] = []

    for count in (1, 20):
        facets = [[f"none{number}" for number in range(count)]]
        asked = {"keys": [key_of(group, Kind.ENTITY, "lin")], "facets": facets, "predicates": None, "limit": 5}
        parameters = {"work": "none", "names": [], "texts": [], "links": [asked]}
        with driver.session() as session:
            plan = session.run(statement, parameters).consume().profile
        hits.append(reads(cast("dict[str, object]", plan)))

    assert hits[0] == hits[1] > 0
