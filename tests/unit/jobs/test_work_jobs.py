"""Tests of submitting, listing, cancelling and deleting jobs."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.errors import EmptyTextError, InvalidNameError, JobStateError, UnknownJobError
from episodic.jobs.records import JobKind, JobOptions, JobState
from episodic.jobs.runner import JobServices
from episodic.model.episodes import Chapter
from episodic.model.records import SERVICE_PREFIX, Kind
from tests.memory_stores import memory_store
from tests.unit.jobs.job_stories import CHAPTERS, Now, WaitingModel, canonical, jobs_of


async def test_a_job_ingests_what_add_manuscript_ingests() -> None:
    graph, direct = StoryGraph(memory_store()), StoryGraph(memory_store())
    await direct.add_manuscript(CHAPTERS, named="潮")

    job = await graph.jobs.submit_ingestion(CHAPTERS, options=JobOptions(manuscript="潮"))
    ended = await graph.jobs.run(job.uuid)

    assert job.state is JobState.QUEUED
    assert ended.state is JobState.SUCCEEDED
    assert (ended.done, ended.total) == (3, 3)
    assert ended.result is not None
    assert ended.result.outcomes == {"added": 3}
    assert await canonical(graph.store) == await canonical(direct.store)


async def test_jobs_change_neither_the_revision_nor_the_export_of_the_work() -> None:
    graph = StoryGraph(memory_store())
    await graph.add_manuscript(CHAPTERS)
    before = [line async for line in graph.export()]

    await graph.jobs.submit_reread()
    await graph.jobs.run_all()

    assert [line async for line in graph.export()] == before
    assert [work.group_id for work in await graph.works()] == ["story"]
    assert Kind.SERVICE not in await graph.store.counts("story")


async def test_a_job_imports_an_export() -> None:
    told, graph = StoryGraph(memory_store()), StoryGraph(memory_store())
    await told.add_manuscript(CHAPTERS)

    job = await graph.jobs.submit_import([line async for line in told.export()])
    ended = await graph.jobs.run(job.uuid)

    assert ended.state is JobState.SUCCEEDED
    assert await canonical(graph.store) == await canonical(told.store)


async def test_a_damaged_import_fails_with_its_reason() -> None:
    graph = StoryGraph(memory_store())

    job = await graph.jobs.submit_import(["{}"])
    ended = await graph.jobs.run(job.uuid)

    assert ended.state is JobState.FAILED
    assert ended.failure is not None
    assert ended.failure.type == "ImportFormatError"
    assert ended.failure.hint


async def test_the_same_id_submits_one_job() -> None:
    graph = StoryGraph(memory_store())

    first = await graph.jobs.submit_ingestion(CHAPTERS, job_id="a")
    again = await graph.jobs.submit_ingestion(CHAPTERS[:1], job_id="a")

    assert again == first
    assert len(await graph.jobs.list()) == 1


async def test_a_job_of_another_work_is_unknown() -> None:
    store = memory_store()
    job = await StoryGraph(store).jobs.submit_ingestion(CHAPTERS)

    other = StoryGraph(store, group_id="other").jobs

    assert await other.list() == ()
    with pytest.raises(UnknownJobError):
        await other.get(job.uuid)


async def test_a_job_is_found_by_the_beginning_of_its_id() -> None:
    jobs = StoryGraph(memory_store()).jobs
    job = await jobs.submit_ingestion(CHAPTERS, job_id="abcd")
    await jobs.submit_ingestion(CHAPTERS, job_id="abef")

    assert await jobs.get("abc") == job
    for reference in ("ab", "", "x"):
        with pytest.raises(UnknownJobError):
            await jobs.get(reference)


async def test_texts_that_cannot_be_read_are_refused_at_once() -> None:
    jobs = StoryGraph(memory_store()).jobs

    for chapters in ([], [Chapter("……")]):
        with pytest.raises(EmptyTextError):
            await jobs.submit_ingestion(chapters)
    assert await jobs.list() == ()


async def test_a_job_that_may_not_replace_chapters_removes_none() -> None:
    graph = StoryGraph(memory_store())
    await graph.add_manuscript(CHAPTERS, named="潮")
    options = JobOptions(manuscript="潮", removing=True, replacing=False)

    missing = await graph.jobs.run((await graph.jobs.submit_ingestion(CHAPTERS[:2], options=options)).uuid)
    joined = [replace(CHAPTERS[0], text=CHAPTERS[0].text + CHAPTERS[1].text), CHAPTERS[2]]
    joining = await graph.jobs.run((await graph.jobs.submit_ingestion(joined, options=options)).uuid)

    assert missing.result is not None
    assert missing.result.outcomes == {"unchanged": 2}
    assert joining.failure is not None
    assert joining.failure.type == "DuplicateEpisodeError"
    assert len(await graph.chapters()) == 3


async def test_a_queued_job_is_cancelled_at_once_and_its_texts_are_deleted() -> None:
    graph = StoryGraph(memory_store())
    job = await graph.jobs.submit_ingestion(CHAPTERS)

    cancelled = await graph.jobs.cancel(job.uuid)

    assert cancelled.state is JobState.CANCELLED
    assert await graph.store.work(f"{SERVICE_PREFIX}job:{job.uuid}") is None
    assert await graph.jobs.run(job.uuid) == cancelled
    with pytest.raises(JobStateError):
        await graph.jobs.resume(job.uuid)


async def test_a_running_job_stops_when_it_is_cancelled() -> None:
    model = WaitingModel()
    graph = StoryGraph(memory_store(), model=model)
    jobs = jobs_of(graph)
    job = await jobs.submit_ingestion(CHAPTERS)
    running = asyncio.ensure_future(jobs.run(job.uuid))
    await model.asked.wait()

    asked = await jobs.cancel(job.uuid)
    ended = await running

    assert (asked.state, asked.cancelling) == (JobState.RUNNING, True)
    assert ended.state is JobState.CANCELLED


async def test_deleting_the_work_stops_and_deletes_its_jobs() -> None:
    model = WaitingModel()
    graph = StoryGraph(memory_store(), model=model)
    other = StoryGraph(graph.store, group_id="other")
    kept = await other.jobs.submit_ingestion(CHAPTERS)
    job = await graph.jobs.submit_ingestion(CHAPTERS)
    running = asyncio.ensure_future(jobs_of(graph, now=time.time).run(job.uuid))
    await model.asked.wait()

    await graph.delete()

    assert (await running).state is JobState.CANCELLED
    assert await graph.jobs.list() == ()
    assert await other.jobs.list() == (kept,)


async def test_an_interrupted_submission_fails_visibly() -> None:
    graph, now = StoryGraph(memory_store()), Now()
    jobs = jobs_of(graph, now=now)
    job = await jobs.submit_ingestion(CHAPTERS)
    table = JobServices(graph.store, graph.session.tools).table()
    await table.change(
        job.uuid,
        lambda found: (
            None if found is None else replace(found, state=JobState.RECEIVING, owner="x", lease_until=2000.0)
        ),
    )

    early = await jobs.runnable()
    now.seconds = 2001.0
    late = await jobs.runnable()

    assert (early, late) == ((), ())
    failure = (await jobs.get(job.uuid)).failure
    assert failure is not None
    assert failure.type == "JobStopped"


async def test_an_interrupted_submission_can_be_repeated() -> None:
    graph, now = StoryGraph(memory_store()), Now()
    jobs = jobs_of(graph, now=now)
    job = await jobs.submit_ingestion(CHAPTERS[:1], job_id="a")
    receiving = replace(job, state=JobState.RECEIVING, owner="x", lease_until=2000.0)
    await JobServices(graph.store, graph.session.tools).table().change("a", lambda _: receiving)

    again = asyncio.ensure_future(jobs.submit_ingestion(CHAPTERS, job_id="a"))
    done, _ = await asyncio.wait({again}, timeout=0.05)
    now.seconds = 2001.0

    assert not done
    assert ((await again).state, (await again).inputs) == (JobState.QUEUED, 3)


async def test_an_interrupted_submission_that_is_run_fails_visibly() -> None:
    graph, now = StoryGraph(memory_store()), Now()
    jobs = jobs_of(graph, now=now)
    job = await jobs.submit_ingestion(CHAPTERS[:1], job_id="a")
    receiving = replace(job, state=JobState.RECEIVING, owner="x", lease_until=900.0)
    await JobServices(graph.store, graph.session.tools).table().change("a", lambda _: receiving)

    assert (await jobs.run("a")).state is JobState.FAILED


async def test_purging_the_work_deletes_the_texts_of_failed_jobs() -> None:
    graph = StoryGraph(memory_store())
    await graph.add_manuscript(CHAPTERS)
    job = await graph.jobs.submit_import(["{}"])
    await graph.jobs.run(job.uuid)

    await graph.purge()

    assert await graph.store.work(f"{SERVICE_PREFIX}job:{job.uuid}") is None
    with pytest.raises(JobStateError):
        await graph.jobs.resume(job.uuid)


async def test_old_ended_jobs_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("episodic.jobs.work_jobs.KEPT", 2)
    jobs = StoryGraph(memory_store()).jobs
    for number in range(4):
        await jobs.submit_reread(job_id=f"{number}")
        await jobs.run(f"{number}")

    await jobs.submit_reread(job_id="last")

    assert {job.uuid for job in await jobs.list()} == {"last", "2", "3"}
    assert {job.kind for job in await jobs.list()} == {JobKind.REREAD}


def test_a_work_may_not_have_the_name_of_a_group_of_the_program() -> None:
    with pytest.raises(InvalidNameError):
        StoryGraph(memory_store(), group_id=f"{SERVICE_PREFIX}jobs")
