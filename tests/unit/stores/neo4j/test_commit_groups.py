"""Tests of commit groups: several commits in one transaction leave the same graph as one transaction each."""

from collections.abc import Sequence

import neo4j
import pytest

from episodic.stores.neo4j import Neo4jStore
from episodic.testing.store_contract.rows_of_commits import BEFORE, DISJOINT, GROWING, OVERLAPPING, Part, row_of

OWN = frozenset({"record_key", "start_key", "end_key", "group_id", "group_token", "birth"})


def graph(driver: neo4j.Driver, group: str) -> tuple[list[str], list[str]]:
    """Return all nodes and relationships of a work, without the properties that name the work."""
    nodes, _, _ = driver.execute_query(
        "MATCH (n:Stored {group_id: $group}) RETURN labels(n) AS labels, properties(n) AS fields",
        parameters_={"group": group},
    )
    edges, _, _ = driver.execute_query(
        """MATCH (a:Stored {group_id: $group})-[r]->(b:Stored)
        RETURN type(r) AS type, a.kind AS start, coalesce(a.name, a.uuid) AS of, b.kind AS end,
          coalesce(b.name, b.uuid) AS to, properties(r) AS fields""",
        parameters_={"group": group},
    )
    return sorted(map(_told, nodes)), sorted(map(_told, edges))


def _told(record: neo4j.Record) -> str:
    fields = {name: value for name, value in record["fields"].items() if name not in OWN}
    if fields.get("kind") == "work":
        del fields["uuid"]
    labels = sorted(record["labels"]) if "labels" in record.keys() else []  # noqa: SIM118 # `in` asks for a value
    return repr((labels, list(record.values())[:-1] if not labels else [], sorted(fields.items())))


@pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING, GROWING], ids=["disjoint", "overlapping", "growing"])
async def test_a_group_leaves_the_graph_of_its_commits_one_by_one(
    store: Neo4jStore, group: str, driver: neo4j.Driver, parts: Sequence[Part]
) -> None:
    """The comparison covers nodes, labels, properties, relationships and the order of episodes."""
    other = f"{group} together"
    for one in (*row_of(group, [BEFORE], base=0), *row_of(group, parts, base=1)):
        await store.commit(one)

    try:
        await store.commit(*row_of(other, [BEFORE], base=0))
        await store.commit(*row_of(other, parts, base=1))
        together = graph(driver, other)
    finally:
        await store.delete(other)

    assert together == graph(driver, group)
