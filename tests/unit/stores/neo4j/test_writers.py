"""Tests of concurrent writers: writers on several connections lose no update, and the caller sees no deadlock."""

import asyncio

import neo4j

from episodic.errors import StaleRevisionError
from episodic.model.records import Kind
from episodic.stores.neo4j import Neo4jStore
from episodic.testing.store_contract.builders import changes, entity, episode, fact

KEYS = "schema_key stored_key stored_relates_to_key stored_mentions_key stored_takes_part_key".split()
PLACES = "stored_place stored_relates_to_place stored_mentions_place".split()
TEXTS = [f"stored_{kind}_words_and_facets" for kind in ("passage", "entity", "fact")]
LINKS = "stored_relates_to_start_key stored_relates_to_end_key stored_takes_part_start_key".split()
INDEXES = (*KEYS, *PLACES, *TEXTS, *LINKS)


async def write(store: Neo4jStore, group: str, *, name: str, count: int) -> None:
    """Commit *count* chapters that all change the same people, and read again after a conflict."""
    for number in range(count):
        uuid = f"{name} {number}"
        while True:
            work = await store.work(group)
            base = work.revision if work else 0
            shared = [fact(f"{uuid} {n}", f"e{n}", f"e{n + 1}", told=base) for n in range(5)]
            people = [entity(f"e{n}", f"name {n}", told=base) for n in range(6)]
            try:
                await store.commit(changes(group, episode(uuid, told=base), *people, *shared, base=base))
            except StaleRevisionError:
                continue
            break


async def test_forty_commits_of_four_writers_make_forty_revisions(address: str, store: Neo4jStore, group: str) -> None:
    """Two clients have two concurrent writers each."""
    other = Neo4jStore(address)

    await asyncio.gather(
        *(write(one, group, name=f"writer {n}", count=10) for n, one in enumerate((store, store, other, other)))
    )
    await other.close()

    work = await store.work(group)
    assert work is not None
    assert work.revision == 40
    assert await store.counts(group) == {Kind.EPISODE: 40, Kind.FACT: 200, Kind.ENTITY: 6}
    assert [commit.revision for commit in await store.commits(group)] == list(range(1, 41))


async def test_setting_up_from_several_clients_at_once(address: str, driver: neo4j.Driver) -> None:
    """No client fails because another client creates the same index, and every index is online afterwards."""
    stores = [Neo4jStore(address) for _ in range(4)]

    await asyncio.gather(*(one.setup() for one in stores))

    for one in stores:
        await one.close()
    found, _, _ = driver.execute_query("SHOW INDEXES YIELD name, state")
    states = {one["name"]: one["state"] for one in found}
    assert {name: states.get(name) for name in INDEXES} == dict.fromkeys(INDEXES, "ONLINE")
