"""kill -9 at seeded moments, then the same command again: the graph is that of an undisturbed run."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.errors import StoreUnavailableError
from tests.faults.ingesting import CHAPTERS, Ingestion, Moments, chapters, kill_all, moments, run
from tests.neo4j_servers import CURRENT, LTS, Server, addresses

SQLITE_KILLS = 10
NEO4J_KILLS = 5
SERVER_KILLS = 3


@pytest.mark.parametrize("prompted", [False, True], ids=["rules", "model"])
async def test_a_killed_ingestion_run_again_gives_the_undisturbed_graph_on_sqlite(
    tmp_path: Path, prompted: bool
) -> None:
    """Ten kills of an ingestion at work with each reader: whatever the moment, the same command afterwards comes to the same graph."""
    calm = Ingestion(str(tmp_path / "calm.db"), cache=tmp_path / "calm" if prompted else None)
    drawn = Moments(11 + prompted, longest=run(calm))
    wanted = await calm.outcome()
    kills = 0

    while kills < SQLITE_KILLS:
        name, after = uuid.uuid4().hex, drawn.next()
        killed = Ingestion(str(tmp_path / f"{name}.db"), cache=tmp_path / name if prompted else None)
        if not kill_all(killed, [after]):
            drawn.too_late()
            continue
        kills += 1
        run(killed)

        assert await killed.outcome() == wanted, f"killed after {after:.3f} s"


async def test_what_a_killed_ingestion_left_holds_only_whole_chapters(tmp_path: Path) -> None:
    """Between kills the work is readable, and is the graph of the chapters that were committed before."""
    killed = Ingestion(str(tmp_path / "killed.db"), one_by_one=True)
    seconds = run(Ingestion(str(tmp_path / "calm.db"), one_by_one=True))
    seen: set[int] = set()

    for after in sorted(moments(5, 4, longest=seconds * 0.6)):
        kill_all(killed, [after])
        found = await killed.outcome()
        whole = sum('"kind":"episode"' in line for line in found)
        seen.add(whole)

        assert found == await undisturbed(tmp_path / f"first {whole}.db", whole)
    assert seen


async def undisturbed(path: Path, count: int) -> list[str]:
    """The graph of the first *count* chapters."""
    ingestion = Ingestion(str(path), chapters=tuple(range(count)))
    async with ingestion.graph() as graph:
        if count:
            await graph.add_manuscript(chapters()[:count])
    return await ingestion.outcome()


async def test_answers_paid_for_before_a_kill_are_not_asked_for_again(tmp_path: Path) -> None:
    """The cache of a killed process serves the next one: no reply that was written is asked for twice."""
    killed = Ingestion(str(tmp_path / "killed.db"), cache=tmp_path / "cache")
    calm = Ingestion(str(tmp_path / "calm.db"), cache=tmp_path / "calm")
    seconds = run(calm)
    kill_all(killed, [seconds * 0.6])
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.json")}

    run(killed)

    assert {path: path.stat().st_mtime_ns for path in written} == written


@pytest.fixture(params=[(LTS, False), (CURRENT, True)], ids=["5.26-rules", "current-model"])
async def neo4j_work(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ingestion]:
    """The command on one of the servers, with a work of its own that is taken away afterwards.

    The model takes so long that what will likely be saved is being written while its last answers are waited for.
    """
    version, prompted = request.param
    cache = tmp_path / "calm" if prompted else None
    ingestion = Ingestion(addresses()[version], group_id=f"killed {uuid.uuid4()}", cache=cache, delay=0.1)
    yield ingestion
    await ingestion.forget()


@pytest.mark.neo4j
async def test_a_killed_ingestion_run_again_gives_the_undisturbed_graph_on_neo4j(
    neo4j_work: Ingestion, tmp_path: Path
) -> None:
    """Five kills: the server takes back what was under way, and the same command goes on."""
    drawn = Moments(23, longest=run(neo4j_work))
    wanted = await neo4j_work.outcome()
    kills = 0

    while kills < NEO4J_KILLS:
        await neo4j_work.forget()
        after = drawn.next()
        killed = replace(neo4j_work, cache=neo4j_work.cache and tmp_path / uuid.uuid4().hex)
        if not kill_all(killed, [after]):
            drawn.too_late()
            continue
        kills += 1
        run(killed)

        assert await killed.outcome() == wanted, f"killed after {after:.3f} s"


@pytest.mark.neo4j
@pytest.mark.timeout(600)
async def test_a_killed_server_started_again_gives_the_undisturbed_graph(tmp_path: Path) -> None:
    """Three kills of a server of the test's own: the ingestion says so by name, and goes on once it is back."""
    server = Server(LTS, tmp_path / "neo4j")
    wanted = await undisturbed(tmp_path / "calm.db", CHAPTERS)
    try:
        address = await asyncio.to_thread(server.start)
        for _ in range(SERVER_KILLS):
            async with Ingestion(address).graph() as graph:
                with pytest.raises(StoreUnavailableError) as lost:
                    await kill_during(graph, server)
            assert lost.value.exit_code == 3
            assert lost.value.hint
            address = await asyncio.to_thread(server.start)
        await asyncio.to_thread(run, Ingestion(address))

        assert await Ingestion(address).outcome() == wanted
    finally:
        await asyncio.to_thread(server.kill)


async def kill_during(graph: StoryGraph, server: Server) -> None:
    """Run the command again, and kill the server as soon as three more chapters are saved and the next is on its way."""
    told = chapters()
    there = len((await graph.session.state()).inputs.chapters)
    await graph.add_manuscript(told[: there + 3])
    killing = asyncio.create_task(asyncio.to_thread(server.kill))
    try:
        for count in range(there + 4, CHAPTERS + 1):
            await graph.add_manuscript(told[:count])
        await killing
        await graph.add_manuscript(told)
        await graph.chapters()
    finally:
        await killing
