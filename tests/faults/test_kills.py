"""Tests of ingestions that are killed with SIGKILL at random times and run again."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.ingesting import Ingestion, Moments, kill_all, moments, run, undisturbed
from tests.neo4j_servers import CURRENT, LTS, addresses

SQLITE_KILLS = 6
NEO4J_KILLS = 3


@pytest.mark.parametrize("prompted", [False, True], ids=["rules", "model"])
async def test_a_killed_ingestion_run_again_gives_the_undisturbed_graph_on_sqlite(
    tmp_path: Path, prompted: bool
) -> None:
    """After six kills with each reader, the repeated ingestion gives the graph of an undisturbed run."""
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


async def test_a_killed_ingestion_leaves_only_complete_chapters(tmp_path: Path) -> None:
    """After a kill, the work can be read and equals the graph of the chapters that were committed before the kill."""
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


async def test_replies_cached_before_a_kill_are_not_requested_again(tmp_path: Path) -> None:
    """The next process uses the reply cache of the killed process, so that no cached reply is requested again."""
    killed = Ingestion(str(tmp_path / "killed.db"), cache=tmp_path / "cache")
    calm = Ingestion(str(tmp_path / "calm.db"), cache=tmp_path / "calm")
    seconds = run(calm)
    kill_all(killed, [seconds * 0.6])
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.json")}

    run(killed)

    assert {path: path.stat().st_mtime_ns for path in written} == written


@pytest.fixture(params=[(LTS, False), (CURRENT, True)], ids=["5.26-rules", "current-model"])
async def neo4j_work(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ingestion]:
    """Yield an ingestion into a new work on a Neo4j server. The work is deleted after the test.

    The delay of the model makes it likely that the store is writing while the last answers are awaited.
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
    """After three kills, the server has rolled back unfinished transactions, and the repeated ingestion completes the
    graph.
    """
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
