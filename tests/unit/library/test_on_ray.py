"""Ingestion on Ray: works in worker processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.errors import ConfigurationError, InputError
from episodic.library.on_ray import ProgressBoard, check_address, ingest_on_ray
from episodic.library.work_ingestion import WorkProgress, WorkResult, WorkTask, ingest_in_turn
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical
from tests.unit.library.library_folder import manuscript, tasks_for

LONG = manuscript(60, more="林晚走进了苇港的潮屋。沈三更坐在门边，什么也没有说。" * 40)
"""A manuscript whose ingestion takes several seconds, so that its process can be killed after the first chapters."""


async def canonical_lines(file: Path, work: str) -> list[str]:
    """Return the canonical export of a work of a store file."""
    async with StoryGraph(SQLiteStore(file), group_id=work) as graph:
        return await canonical(graph)


async def ingested(tasks: list[WorkTask], on_progress: list[WorkProgress], *, kill: str = "") -> list[WorkResult]:
    """Ingest the works with two workers. The first process that has saved chapters of the work *kill* is killed."""
    killed: list[int] = []

    def step(progress: WorkProgress) -> None:
        on_progress.append(progress)
        if progress.work == kill and progress.done and not killed:
            killed.append(progress.process)
            os.kill(progress.process, signal.SIGKILL)

    found = [one async for one in ingest_on_ray(tasks, step, workers=2)]
    assert bool(killed) == bool(kill)
    return sorted(found, key=lambda one: one.work)


@pytest.mark.timeout(600)  # Ray starts several processes, which takes minutes while other checks use all cores.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
async def test_a_killed_worker_costs_its_work_a_retry_and_no_other_work_anything(tmp_path: Path) -> None:
    texts = {"killed.txt": LONG, "other.txt": manuscript(20), "short.txt": manuscript(1), "broken.txt": ""}
    tasks = tasks_for(tmp_path, texts)
    here = tmp_path / "here"
    here.mkdir()
    expected = [one async for one in ingest_in_turn(tasks_for(here, texts), lambda _: None)]
    steps: list[WorkProgress] = []

    found = await ingested(tasks, steps, kill="killed")

    assert [(one.work, one.complete, one.attempts) for one in found] == [
        ("broken", False, 1),
        ("killed", True, 2),
        ("other", True, 1),
        ("short", True, 1),
    ]
    assert {one.work: one.counts for one in found} == {one.work: one.counts for one in expected}
    for work in ("killed", "other", "short"):
        assert await canonical_lines(tmp_path / "library.db", work) == await canonical_lines(here / "library.db", work)
    assert len({one.process for one in steps if one.work == "killed"}) == 2


def test_a_cluster_cannot_share_a_store_file() -> None:
    check_address("episodic.db", None)
    check_address("bolt://host:7687", "ray://host:10001")
    with pytest.raises(InputError, match="cannot share a store that is a file"):
        check_address("episodic.db", "ray://host:10001")


async def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(ConfigurationError, match="Ray is not installed") as raised:
        await anext(ingest_on_ray(tasks_for(tmp_path, {"a.txt": "x"}), lambda _: None, workers=1))

    assert "episodic-graph[ray]" in raised.value.hint


def test_the_board_keeps_the_latest_progress_and_counts_the_processes_of_a_work() -> None:
    board = ProgressBoard()
    for done, process in ((0, 7), (1, 7), (1, 8)):
        board.note(WorkProgress("潮声", done, 2, process))

    assert board.latest() == [WorkProgress("潮声", 1, 2, 8)]
    assert (board.attempts("潮声"), board.attempts("other")) == (2, 1)
