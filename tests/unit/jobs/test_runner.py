"""Tests of leases, takeovers, and the ends of jobs."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.errors import JobLostError, JobStateError, ModelUnavailableError
from episodic.jobs.records import Job, JobOptions, JobState
from episodic.jobs.runner import MOST_STALLED, JobRunner, JobServices, Lease
from episodic.ports import GraphStore, Reply
from episodic.prompts import Prompt
from tests.memory_stores import memory_store
from tests.unit.jobs.job_stories import CHAPTERS, QUICK, Now, WaitingModel, canonical, jobs_of


def runner(graph: StoryGraph, *, now: Now, lease: Lease = QUICK) -> JobRunner:
    return JobRunner(JobServices(graph.store, graph.session.tools, lease, now))


async def set_job(store: GraphStore, graph: StoryGraph, job: Job) -> None:
    await JobServices(store, graph.session.tools).table().change(job.uuid, lambda _: job)


async def test_a_job_is_taken_over_after_its_lease_has_expired() -> None:
    graph, now = StoryGraph(memory_store()), Now()
    jobs = jobs_of(graph, now=now)
    job = await jobs.submit_ingestion(CHAPTERS)
    dead = replace(job, state=JobState.RUNNING, owner="dead", lease_until=1010.0, attempts=1, stalled=1)
    await set_job(graph.store, graph, dead)

    with pytest.raises(JobStateError, match="Another process"):
        await runner(graph, now=now).run(job.uuid)
    now.seconds = 1011.0
    ended = await runner(graph, now=now).run(job.uuid)

    assert (ended.state, ended.attempts) == (JobState.SUCCEEDED, 2)


async def test_a_job_that_lost_its_lease_stops_without_touching_the_job() -> None:
    model = WaitingModel()
    graph, now = StoryGraph(memory_store(), model=model), Now()
    job = await jobs_of(graph, now=now).submit_ingestion(CHAPTERS)
    running = asyncio.ensure_future(runner(graph, now=now).run(job.uuid))
    await model.asked.wait()
    found = await jobs_of(graph, now=now).get(job.uuid)
    other = replace(found, owner="other")
    await set_job(graph.store, graph, other)

    with pytest.raises(JobLostError):
        await running

    assert await jobs_of(graph, now=now).get(job.uuid) == other


async def test_a_stopped_process_puts_its_job_back_into_the_queue() -> None:
    model = WaitingModel()
    graph, now = StoryGraph(memory_store(), model=model), Now()
    job = await jobs_of(graph, now=now).submit_ingestion(CHAPTERS)
    running = asyncio.ensure_future(runner(graph, now=now).run(job.uuid))
    await model.asked.wait()

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    found = await jobs_of(graph, now=now).get(job.uuid)
    assert (found.state, found.owner, found.stalled) == (JobState.QUEUED, "", 0)


async def test_the_lease_is_renewed_while_the_job_runs() -> None:
    model = WaitingModel()
    graph, now = StoryGraph(memory_store(), model=model), Now()
    jobs = jobs_of(graph, now=now)
    job = await jobs.submit_ingestion(CHAPTERS)
    running = asyncio.ensure_future(runner(graph, now=now).run(job.uuid))
    await model.asked.wait()

    now.seconds += 11.0
    found = job
    while found.lease_until != now.seconds + QUICK.seconds:
        await asyncio.sleep(0)
        found = await jobs.get(job.uuid)
    await jobs.cancel(job.uuid)

    assert (await running).state is JobState.CANCELLED


async def test_a_job_fails_after_several_attempts_without_progress_and_can_be_resumed() -> None:
    graph, now = StoryGraph(memory_store()), Now()
    jobs = jobs_of(graph, now=now)
    await graph.add_manuscript(CHAPTERS)
    job = await jobs.submit_ingestion(CHAPTERS, options=JobOptions(removing=True))
    await set_job(graph.store, graph, replace(job, attempts=MOST_STALLED, stalled=MOST_STALLED))

    ended = await runner(graph, now=now).run(job.uuid)
    resumed = await jobs.resume(job.uuid)

    assert ended.state is JobState.FAILED
    assert ended.failure is not None
    assert ended.failure.type == "JobStopped"
    assert resumed.result is not None
    assert resumed.result.outcomes == {"unchanged": 3}


async def test_a_job_without_its_texts_fails_and_removes_nothing() -> None:
    graph, now = StoryGraph(memory_store()), Now()
    jobs = jobs_of(graph, now=now)
    await graph.add_manuscript(CHAPTERS)
    job = await jobs.submit_ingestion(CHAPTERS, options=JobOptions(removing=True))
    await JobServices(graph.store, graph.session.tools).inputs(job.uuid).delete()
    before = await canonical(graph.store)

    ended = await jobs.run(job.uuid)

    assert ended.failure is not None
    assert "no longer stored" in ended.failure.message
    assert await canonical(graph.store) == before


class FailingModel:
    """A model that cannot be reached until it is repaired."""

    name = "failing"

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        raise ModelUnavailableError(prompt.name, "no route")


async def test_chapters_that_could_not_be_read_make_the_job_fail_and_it_can_be_resumed() -> None:
    graph, now = StoryGraph(memory_store(), model=FailingModel()), Now()
    jobs = jobs_of(graph, now=now)
    job = await jobs.submit_ingestion(CHAPTERS)

    ended = await jobs.run(job.uuid)
    again = await jobs.resume(job.uuid)

    for found in (ended, again):
        assert found.state is JobState.FAILED
        assert found.failure is not None
        assert found.failure.message == "3 of 3 chapters could not be read."
    assert again.attempts == 2


async def test_a_job_is_not_run_by_another_reader() -> None:
    store, now = memory_store(), Now()
    job = await jobs_of(StoryGraph(store, model=FailingModel()), now=now).submit_ingestion(CHAPTERS)
    ruled = StoryGraph(store)

    assert await jobs_of(ruled, now=now).runnable() == ()
    with pytest.raises(JobStateError, match="is read by"):
        await runner(ruled, now=now).run(job.uuid)


async def test_a_defect_fails_the_job_and_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, now = StoryGraph(memory_store()), Now()
    jobs = jobs_of(graph, now=now)
    job = await jobs.submit_ingestion(CHAPTERS)

    def broken(_: object) -> None:
        raise ZeroDivisionError("secret")

    with pytest.raises(ZeroDivisionError):
        await jobs.run(job.uuid, on_progress=broken)

    failure = (await jobs.get(job.uuid)).failure
    assert failure is not None
    assert failure.type == "ZeroDivisionError"
    assert "secret" not in failure.message


async def test_a_job_resumed_after_some_chapters_reads_only_the_others() -> None:
    graph, now = StoryGraph(memory_store()), Now()
    await graph.add_manuscript(CHAPTERS[:2])
    jobs = jobs_of(graph, now=now)
    job = await jobs.submit_ingestion(CHAPTERS)

    ended = await jobs.run(job.uuid)

    assert ended.result is not None
    assert ended.result.outcomes == {"added": 1, "unchanged": 2}
    assert await canonical(graph.store)
