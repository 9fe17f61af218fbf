"""Runs jobs in separate processes that are killed at random times, and checks what these processes leave behind."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from episodic.app import StoryGraph
from episodic.jobs.records import Job, JobOptions
from episodic.jobs.runner import JobServices, Lease
from episodic.jobs.work_jobs import WorkJobs
from episodic.llm.chain import ChainSettings, build_chain
from episodic.model.records import SERVICE_PREFIX
from episodic.stores.sqlite import SQLiteStore
from tests.faults.ingesting import LONGEST, PROCESSES, Moments, chapters, novel

GROUP = "killed"
JOB = "job"
SHORT = Lease(seconds=0.5, poll=0.05)


@dataclass(frozen=True)
class JobRun:
    """A process that submits one ingestion as a job and runs it to its end, in a folder with a store and a cache."""

    folder: Path
    delay: float = 0.02

    def graph(self) -> StoryGraph:
        """Return a graph of the work that has not been opened yet."""
        model = build_chain(novel().model(delay=self.delay), ChainSettings(GROUP, cache=self.folder / "cache"))
        return StoryGraph(SQLiteStore(self.folder / "store.db"), group_id=GROUP, model=model)

    async def jobs_run(self) -> Job:
        """Submit the job, unless the store has it, and run it to its end."""
        async with self.graph() as graph:
            jobs = WorkJobs(GROUP, JobServices(graph.store, graph.session.tools, SHORT))
            options = JobOptions(manuscript="novel")
            await jobs.submit_ingestion(chapters(), options=options, job_id=JOB)
            return await jobs.run(JOB)

    async def outcome(self) -> list[str]:
        """Return the canonical export of the work."""
        async with self.graph() as graph:
            return [line async for line in graph.export(canonical=True)]

    async def job(self) -> Job | None:
        """Return the job, or None if it was never submitted."""
        async with self.graph() as graph:
            return next((job for job in await graph.jobs.list() if job.uuid == JOB), None)

    async def read_twice(self) -> list[str]:
        """Return the actions of all commits that occur more than once."""
        async with self.graph() as graph:
            actions = Counter(commit.action for commit in await graph.commits())
        return [action for action, count in actions.items() if count > 1]

    async def leftovers(self) -> bool:
        """Return whether the texts of the job are still stored."""
        async with self.graph() as graph:
            return await graph.store.work(f"{SERVICE_PREFIX}job:{JOB}") is not None

    def replies(self) -> dict[Path, int]:
        """Return the cached replies of the model, with the time at which each was written."""
        return {path: path.stat().st_mtime_ns for path in (self.folder / "cache").rglob("*.json")}

    def run(self, *, kill_after: float | None = None) -> bool:
        """Run the job in a separate process. Return whether the process was killed before its end."""
        process = PROCESSES.Process(target=_run, args=(self,))
        process.start()
        process.join(LONGEST if kill_after is None else kill_after)
        killed = process.is_alive()
        process.kill()
        process.join(LONGEST)
        assert killed or process.exitcode == 0, f"the job's process ended with {process.exitcode}"
        return killed


async def undisturbed(folder: Path) -> tuple[float, list[str]]:
    """Return the seconds of a job that is not killed, and the outcome of the job."""
    # The first process also waits for the start of the fork server.
    for name in ("first", "second"):
        calm = JobRun(folder / name)
        calm.folder.mkdir()
        begun = time.monotonic()
        calm.run()
        seconds = time.monotonic() - begun
    return seconds, await calm.outcome()


def _run(run: JobRun) -> None:
    asyncio.run(run.jobs_run())


async def check_kills(folder: Path, *, seed: int, kills: int, longest: float, wanted: list[str]) -> list[str]:
    """Kill *kills* processes that run a job, let another process finish each job, and check the result.

    Return for each kill its time and how far the job was. Raises AssertionError with the time of the kill.
    """
    drawn = Moments(seed, longest=longest)
    found: list[str] = []
    while len(found) < kills:
        run = JobRun(folder / uuid.uuid4().hex)
        run.folder.mkdir()
        after = drawn.next()
        if not run.run(kill_after=after):
            drawn.too_late()
            continue
        left, written = await run.job(), run.replies()
        found.append(f"{after:.2f} s: {'not stored' if left is None else f'{left.state}, {left.done} of {left.total}'}")
        run.run()
        job, now = await run.job(), run.replies()
        where = f"killed after {after:.3f} s"
        assert job is not None, where
        assert job.state == "succeeded", (where, job)
        assert await run.outcome() == wanted, where
        assert await run.read_twice() == [], where
        assert {path: now.get(path) for path in written} == written, where
        assert not await run.leftovers(), where
    return found
