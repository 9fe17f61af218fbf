"""Tests of servers that are missing, refuse the password, or are killed during a commit."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from episodic.app import StoryGraph
from episodic.errors import (
    EpisodicError,
    StaleRevisionError,
    StoreError,
    StoreRefusedError,
    StoreUnavailableError,
    StoreVersionError,
)
from episodic.model.records import Kind
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.neo4j.schema import MIGRATIONS
from episodic.testing.store_contract.builders import (
    changes,
    direction,
    entity,
    episode,
    fact,
    passage,
    save,
    search_text,
    search_vector,
)
from tests.faults import ingesting
from tests.neo4j_servers import LTS, Server
from tests.story import CHAPTERS

PASSWORD = "a-secret-of-ours"
PARTS = 20
BEFORE_KILL = 3
"""The number of chapters that an ingestion has saved before the server is killed."""


@pytest.fixture(scope="module", params=[pytest.param(LTS, marks=pytest.mark.neo4j)])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A separate server with a password. One version must do, because each life of a server takes half a minute of
    processor time; the older version takes a fifth less.
    """
    own = Server(request.param, tmp_path_factory.mktemp("neo4j") / "home", password=PASSWORD)
    with own.running():
        yield own


async def write(store: Neo4jStore, acknowledged: list[str], *, name: str, enough: asyncio.Event) -> None:
    """Commit chapters until the server is killed, record the acknowledged revisions, and set an event after three."""
    before = len(acknowledged)
    while True:
        work = await store.work("work")
        base = work.revision if work else 0
        uuid = f"{name} {base}"
        try:
            await store.commit(
                changes(
                    "work",
                    episode(uuid, "长" * 2_000, told=base),
                    *(entity(f"{uuid} e{n}", f"{uuid}人物{n}", vector=direction(n)) for n in range(PARTS)),
                    *(fact(f"{uuid} f{n}", f"{uuid} e{n}", text="值夜者", vector=direction(n)) for n in range(PARTS)),
                    *(passage(f"{uuid} p{n}", "港口", episode_id=uuid) for n in range(PARTS)),
                    base=base,
                )
            )
        except StaleRevisionError:
            continue
        acknowledged.append(uuid)
        if len(acknowledged) == before + 3:
            enough.set()


async def check_whole(store: Neo4jStore, acknowledged: list[str]) -> None:
    """Check that every acknowledged chapter is in the store with all its records."""
    work = await store.work("work")
    assert work is not None
    chapters = {record.uuid for record in await store.fetch("work", Kind.EPISODE)}
    counts = await store.counts("work")
    assert set(acknowledged) <= chapters
    assert [one.revision for one in await store.commits("work")] == list(range(1, work.revision + 1))
    assert len(chapters) == work.revision
    assert {counts[kind] for kind in (Kind.ENTITY, Kind.FACT, Kind.PASSAGE)} == {work.revision * PARTS}
    assert len(await search_text(store, "work", Kind.FACT, "值夜者", limit=100_000)) == counts[Kind.FACT]
    assert len(await search_vector(store, "work", Kind.FACT, direction(1), limit=100_000)) == counts[Kind.FACT]


@pytest.mark.timeout(600)
async def test_a_server_killed_while_it_writes_loses_nothing(server: Server, tmp_path: Path) -> None:
    """The server is killed during commits of two writers and of an ingestion, and restarted at the same address. No
    chapter is lost or partly saved, and the clients continue. At the end, the ingestion's graph is that of an
    undisturbed ingestion.
    """
    wanted = await ingesting.undisturbed(tmp_path / "calm.db", ingesting.CHAPTERS)
    ingestion = ingesting.Ingestion(server.address.replace("//", f"//neo4j:{PASSWORD}@"))
    address = server.address
    acknowledged: list[str] = []
    enough = asyncio.Event()
    stores = [Neo4jStore(server.address, user="neo4j", password=PASSWORD) for _ in range(2)]

    async with ingestion.graph() as graph:
        await graph.add_manuscript(ingesting.chapters()[:BEFORE_KILL])
        writers = [
            asyncio.ensure_future(write(store, acknowledged, name=f"writer {n}", enough=enough))
            for n, store in enumerate(stores)
        ]
        await enough.wait()
        with pytest.raises(StoreUnavailableError) as lost:
            await kill_during(graph, server)
    was_up = server.is_up()
    ended = await asyncio.gather(*writers, return_exceptions=True)
    again = await asyncio.to_thread(server.start)
    await asyncio.to_thread(ingesting.run, ingestion)

    assert not was_up
    assert again == address
    assert [type(one) for one in ended] == [StoreUnavailableError] * 2
    assert lost.value.exit_code == 3
    assert lost.value.hint
    await check_whole(stores[0], acknowledged)
    await save(stores[1], "again", episode("one"))
    assert [record.uuid for record in await stores[0].fetch("again", Kind.EPISODE)] == ["one"]
    assert await ingestion.outcome() == wanted
    for store in stores:
        await store.close()


async def kill_during(graph: StoryGraph, server: Server) -> None:
    """Kill the server while the chapters that follow the first are added."""
    told = ingesting.chapters()
    killing = asyncio.create_task(asyncio.to_thread(server.kill))
    try:
        for count in range(BEFORE_KILL + 1, ingesting.CHAPTERS + 1):
            await graph.add_manuscript(told[:count])
        await killing
        await graph.add_manuscript(told)
        await graph.chapters()
    finally:
        await killing


@pytest.mark.parametrize(("user", "password"), [("neo4j", "wrong-secret"), ("nobody", PASSWORD), (None, None)])
async def test_a_wrong_password_is_named(server: Server, user: str | None, password: str | None) -> None:
    store = Neo4jStore(server.address, user=user, password=password)

    with pytest.raises(StoreRefusedError) as refused:
        await store.setup()
    await store.close()

    assert "NEO4J_PASSWORD" in refused.value.hint
    assert not [secret for secret in ("wrong-secret", PASSWORD) if secret in str(refused.value)]


async def test_a_wrong_password_is_shown_nowhere_by_who_reads_chapters(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """The first read raises an error. Neither the error nor any log line contains the password."""
    caplog.set_level("DEBUG")
    graph = StoryGraph(Neo4jStore(server.address, user="neo4j", password="wrong-secret"), group_id="story")

    with pytest.raises(StoreRefusedError) as refused:
        await graph.add_manuscript(CHAPTERS)
    await graph.close()

    assert refused.value.exit_code == 3
    assert "NEO4J_PASSWORD" in refused.value.hint
    assert "wrong-secret" not in f"{refused.value} {graph.store!r} {caplog.text}"


async def test_a_database_that_is_not_there_is_named(server: Server) -> None:
    """Neo4j Community edition has only one database."""
    store = Neo4jStore(server.address, user="neo4j", password=PASSWORD, database="elsewhere")

    with pytest.raises(StoreError) as refused:
        await store.setup()
    await store.close()

    assert refused.value.hint


async def test_an_unreachable_server_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"bolt://127.0.0.1:{taken.getsockname()[1]}"
        store = Neo4jStore(address, user="neo4j", password=PASSWORD)

        with pytest.raises(StoreUnavailableError) as refused:
            await store.works()
        await store.close()

    assert address in refused.value.message
    assert PASSWORD not in str(refused.value)


async def test_an_address_of_something_else_is_named(tmp_path: Path) -> None:
    """A server that uses another protocol causes a StoreError."""

    async def babble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    other = await asyncio.start_server(babble, "127.0.0.1", 0)
    store = Neo4jStore(f"bolt://127.0.0.1:{other.sockets[0].getsockname()[1]}")

    with pytest.raises(EpisodicError):
        await store.setup()
    await store.close()
    other.close()


async def test_a_database_of_a_version_that_cannot_be_read_is_refused(server: Server) -> None:
    """The database of a newer version, and of one before 0.1 whose vectors were bytes, is not changed."""
    store = Neo4jStore(server.address, user="neo4j", password=PASSWORD)
    await store.setup()
    await store.close()
    known = [one.name for one in MIGRATIONS]
    refused = {"newer version .9999 later": [*known, "9999 later"], "before 0.1": known[:5]}
    with neo4j.GraphDatabase.driver(server.address, auth=("neo4j", PASSWORD)) as driver:
        for reason, names in refused.items():
            driver.execute_query("MATCH (s:EpisodicSchema) SET s.migrations = $names", parameters_={"names": names})
            other = Neo4jStore(server.address, user="neo4j", password=PASSWORD)
            with pytest.raises(StoreVersionError, match=reason):
                await other.works()
            await other.close()
            left = driver.execute_query("MATCH (s:EpisodicSchema) RETURN s.migrations").records[0][0]
            assert left == names
        driver.execute_query("MATCH (s:EpisodicSchema) SET s.migrations = $names", parameters_={"names": known})
