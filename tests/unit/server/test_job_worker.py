"""Tests of the background worker for jobs."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from episodic.jobs.records import Job, JobState
from episodic.server.job_worker import JobWorker
from tests.unit.jobs.job_stories import CHAPTERS, WaitingModel
from tests.unit.server.http_stories import MemoryWorks, clock


async def ended(works: MemoryWorks, name: str) -> tuple[Job, ...]:
    """Wait until all jobs of a work have ended."""
    jobs = await works.graph(name).jobs.list()
    while not all(job.ended for job in jobs):
        await asyncio.sleep(0.001)
        jobs = await works.graph(name).jobs.list()
    return jobs


async def stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_jobs_of_several_works_are_run_to_their_ends() -> None:
    works = MemoryWorks()
    worker = JobWorker(works, clock=clock, at_once=1, pause=60)
    await works.graph("a").jobs.submit_ingestion(CHAPTERS)
    task = asyncio.create_task(worker.run())
    await works.graph("b").jobs.submit_ingestion(CHAPTERS)
    await works.graph("b").jobs.submit_import(["damaged"])
    worker.wake()

    states = {name: sorted(job.state for job in await ended(works, name)) for name in "ab"}

    await stop(task)
    assert states == {"a": [JobState.SUCCEEDED], "b": [JobState.FAILED, JobState.SUCCEEDED]}


async def test_a_stopped_worker_puts_its_jobs_back_into_the_queue() -> None:
    model = WaitingModel()
    works = MemoryWorks(model=model)
    job = await works.graph("a").jobs.submit_ingestion(CHAPTERS)
    task = asyncio.create_task(JobWorker(works, clock=clock).run())
    await model.asked.wait()

    await stop(task)

    assert (await works.graph("a").jobs.get(job.uuid)).state is JobState.QUEUED


async def test_a_worker_of_one_work_leaves_the_jobs_of_others() -> None:
    works = MemoryWorks()
    left = await works.graph("a").jobs.submit_ingestion(CHAPTERS)
    await works.graph("b").jobs.submit_ingestion(CHAPTERS[:1])
    task = asyncio.create_task(JobWorker(works, clock=clock, pause=0.001, only="b").run())

    (done,) = await ended(works, "b")

    await stop(task)
    assert done.result is not None
    assert done.result.chapter == (await works.graph("b").chapters())[0].chapter.uuid
    assert (await works.graph("a").jobs.get(left.uuid)).state is JobState.QUEUED
