"""Tests of purging: replaced text is removed from the database."""

from pathlib import Path

import neo4j

from episodic.model.records import Kind
from episodic.stores.neo4j import Neo4jStore
from episodic.testing.store_contract.builders import direction, entity, episode, fact, mention, passage, save, statement

SECRETS = ("qzxjkvw", "魑魅魍魉")
SECRET = " ".join(SECRETS)


def holders(driver: neo4j.Driver) -> int:
    """Return the number of nodes and relationships with any of the secret words in any property."""
    inside = (
        "any(key IN keys(one) WHERE any(word IN $words WHERE one[key] IS :: STRING AND one[key] CONTAINS word "
        "OR one[key] IS :: LIST<STRING NOT NULL> AND any(part IN one[key] WHERE part CONTAINS word)))"
    )
    found = 0
    for pattern in ("(one)", "()-[one]->()"):
        rows = driver.execute_query(f"MATCH {pattern} WHERE {inside} RETURN count(one)", words=list(SECRETS)).records
        found += rows[0][0]
    return found


async def test_no_node_holds_what_was_replaced(store: Neo4jStore, driver: neo4j.Driver, group: str) -> None:
    """After a purge, no chapter, passage, name or fact contains replaced text."""
    await save(
        store,
        group,
        episode("one", SECRET),
        episode("two", SECRET),
        passage("p", SECRET, episode_id="one", vector=direction(3)),
        entity("e", SECRET, vector=direction(1)),
        fact("f", "e", text=SECRET, vector=direction(2)),
        mention("m", episode_id="two", entity_id="e"),
        statement("s", passage_id="p", fact_id="f"),
    )
    before = holders(driver)
    await save(
        store,
        group,
        episode("one", "nothing"),
        entity("e", "Klein"),
        retire=[(Kind.EPISODE, "two"), (Kind.PASSAGE, "p"), (Kind.FACT, "f"), (Kind.STATEMENT, "s")],
    )

    await store.purge(group)

    assert before >= 5
    assert holders(driver) == 0
    assert [one.uuid for one in await store.fetch(group, Kind.EPISODE)] == ["one"]


async def test_a_server_is_no_file_to_copy(store: Neo4jStore) -> None:
    """The error for a backup of a server suggests an export of the works."""
    assert not await store.copy_to(Path(__file__))
