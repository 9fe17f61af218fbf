"""Commits that are written together leave the same graph as one after the other."""

from collections.abc import Sequence

import neo4j
import pytest

from episodic.ports import Coming
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.neo4j.connection import Connection
from tests.store_contract.rows_of_commits import BEFORE, DISJOINT, GROWING, KNOWN, OVERLAPPING, Part, row_of

OWN = frozenset({"record_key", "group_id", "group_token", "birth"})


def graph(driver: neo4j.Driver, group: str) -> tuple[list[str], list[str]]:
    """All nodes and relationships of a work, but for what names the work."""
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
@pytest.mark.parametrize("foreseen", [0, 1, 3], ids=["unforeseen", "foreseen", "foreseen bit by bit"])
async def test_a_group_leaves_the_graph_of_its_commits_one_by_one(
    store: Neo4jStore,
    group: str,
    driver: neo4j.Driver,
    monkeypatch: pytest.MonkeyPatch,
    parts: Sequence[Part],
    foreseen: int,
) -> None:
    """Nodes, labels, properties and relationships; chapters in their row, nothing loose. What was foreseen is not written anew."""

    async def anew(*_: object) -> None:
        raise AssertionError("nothing was written ahead")

    other = f"{group} together"
    for one in (*row_of(group, [BEFORE], base=0), *row_of(group, parts, base=1)):
        await store.commit(one)

    try:
        for base, part in enumerate(([BEFORE], parts)):
            coming = Coming(base, base + len(part), KNOWN if base else ())
            records = part[-1][0]
            for number in range(foreseen):
                await store.foresee(other, records[: len(records) - foreseen + 1 + number], coming=coming)
            if foreseen and parts is GROWING:
                monkeypatch.setattr(Connection, "write", anew)
            await store.commit(*row_of(other, part, base=base))
            monkeypatch.undo()
        together = graph(driver, other)
    finally:
        await store.delete(other)

    assert together == graph(driver, group)
