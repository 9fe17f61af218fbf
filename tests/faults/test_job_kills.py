"""Tests of jobs whose process is killed with SIGKILL at random times."""

from __future__ import annotations

from pathlib import Path

from tests.faults.running_jobs import check_kills, undisturbed

KILLS = 4


async def test_another_process_finishes_a_killed_job_and_reads_no_chapter_twice(tmp_path: Path) -> None:
    seconds, wanted = await undisturbed(tmp_path)

    kills = await check_kills(tmp_path, seed=7, kills=KILLS, longest=seconds, wanted=wanted)

    assert len(kills) == KILLS
