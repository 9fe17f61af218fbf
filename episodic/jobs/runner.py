"""The running of one job: its lease, its heartbeat, its progress, and its end."""

from __future__ import annotations

import asyncio
import os
import socket
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from episodic.errors import EpisodicError, JobLostError, JobStateError, UnknownJobError
from episodic.jobs.inputs import JobInputs
from episodic.jobs.records import ENDED, GONE, Job, JobFailure, JobKind, JobResult, JobState
from episodic.model.episodes import Layer
from episodic.pipeline.edits.ingestion import Ingestion, quiet
from episodic.pipeline.edits.settings_change import keep_settings
from episodic.pipeline.import_export.importing import parsed_export
from episodic.pipeline.import_export.restoring import restore
from episodic.pipeline.reports import ManuscriptReport, OnProgress, Progress
from episodic.pipeline.session.services import SessionServices
from episodic.pipeline.session.session import Session
from episodic.pipeline.sync.planning import Extent
from episodic.ports import GraphStore
from episodic.service_table import ServiceTable
from episodic.telemetry import operation

MOST_STALLED = 5
"""The number of attempts without progress after which a job fails instead of being taken over again."""


@dataclass(frozen=True, slots=True)
class Lease:
    """How long a process owns a job without renewing the lease (`seconds`), and how often it checks whether the job was
    cancelled (every `poll` seconds).

    A process renews its lease about three times in `seconds`, and whenever it saves its progress. Every `poll` seconds,
    the process saves the progress if it changed, and stops if somebody cancelled the job.
    """

    seconds: float = 30.0
    poll: float = 1.0


def process_name() -> str:
    """Return a name for this process that no other process has."""
    return f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def job_table(store: GraphStore, *, clock: Callable[[], str]) -> ServiceTable[Job]:
    return ServiceTable(store, "jobs", Job, clock=clock)


@dataclass(frozen=True, slots=True)
class JobServices:
    """What the jobs of a work need: the store, the session's services, the lease, and a clock in seconds."""

    store: GraphStore
    tools: SessionServices
    lease: Lease = Lease()
    now: Callable[[], float] = time.time

    def table(self) -> ServiceTable[Job]:
        return job_table(self.store, clock=self.tools.clock)

    def inputs(self, job: str) -> JobInputs:
        return JobInputs(self.store, job, clock=self.tools.clock)


class JobRunner:
    """Runs jobs of one work in this process."""

    def __init__(self, services: JobServices) -> None:
        self._services = services
        self._table = services.table()
        self._owner = process_name()

    async def run(self, job_id: str, *, on_progress: OnProgress = quiet) -> Job:
        """Run a job to its end, and return the ended job.

        If the process that ran the job has ended, this process takes the job over and does not read the saved chapters
        again. If this call is cancelled, the job goes back into the queue. Raises UnknownJobError, StoreError, and
        JobLostError if another process takes the job over. Raises JobStateError if the job has ended, needs another
        reader, is run by another process, or has texts that are not stored yet.
        """
        job = await self._claim(job_id)
        if job.ended:
            if job.state is not JobState.FAILED:
                await self._services.inputs(job_id).delete()
            return job
        latest: list[Progress] = []

        def note(progress: Progress) -> None:
            latest[:] = [progress]
            on_progress(progress)

        task = asyncio.ensure_future(self._work(job, note))
        try:
            cancelled = await self._supervised(task, job, latest)
        finally:
            await _stopped(task)
            if not task.cancelled() and not isinstance(task.exception(), EpisodicError | None):
                await self._end(job, JobState.FAILED, failure=_defect(task.exception()))
        if cancelled:
            return await self._end(job, JobState.CANCELLED)
        return await self._ended(job, task)

    async def _ended(self, job: Job, task: asyncio.Future[JobResult]) -> Job:
        error = task.exception()
        if isinstance(error, EpisodicError):
            return await self._end(job, JobState.FAILED, failure=JobFailure.of(error))
        result = task.result()
        failed = result.outcomes.get("failed", 0)
        if failed:
            total = sum(result.outcomes.values())
            failure = JobFailure(
                "ChaptersFailed",
                f"{failed} of {total} chapters could not be read.",
                "`episodic chapters` shows why; `episodic retry` reads them again.",
            )
            return await self._end(job, JobState.FAILED, failure=failure, result=result)
        return await self._end(job, JobState.SUCCEEDED, result=result)

    async def _claim(self, job_id: str) -> Job:
        services = self._services

        def claimed(job: Job | None) -> Job:
            now = services.now()
            if job is None:
                raise UnknownJobError(job_id)
            if not job.runnable(now):
                raise _not_runnable(job, now)
            if job.reader and job.reader != services.tools.reader.name:
                raise JobStateError(
                    "Job {job} is read by {reader!r}, not by {configured!r}.",
                    hint="Run it with the same model, or cancel it and start another one.",
                    key="job_of_another_reader",
                    job=job_id,
                    reader=job.reader,
                    configured=services.tools.reader.name,
                )
            at = services.tools.clock()
            if job.cancelling:
                return job.finished(JobState.CANCELLED, at)
            if job.stalled >= MOST_STALLED:
                failure = JobFailure(
                    "JobStopped",
                    f"The job was started {job.attempts} times, and the process ended each time without progress.",
                    "Look for a lack of memory; `episodic jobs resume` starts it again.",
                )
                return job.finished(JobState.FAILED, at, failure=failure)
            return replace(
                job,
                state=JobState.RUNNING,
                owner=self._owner,
                lease_until=now + services.lease.seconds,
                attempts=job.attempts + 1,
                stalled=job.stalled + 1,
                started_at=job.started_at or at,
            )

        found = await self._table.change(job_id, claimed)
        if found is None:
            raise UnknownJobError(job_id)
        return found

    async def _supervised(self, task: asyncio.Future[JobResult], job: Job, latest: list[Progress]) -> bool:
        lease, table = self._services.lease, self._table
        renewed, saved = self._services.now(), job
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=lease.poll)
                if task.done():
                    break
                found = await table.get(job.uuid)
                if found is None or found.owner != self._owner:
                    raise JobLostError(job.uuid)
                if found.cancelling:
                    return True
                shown = _with_progress(found, latest)
                due = self._services.now() - renewed >= lease.seconds / 3
                if due or (shown.stage, shown.done) != (saved.stage, saved.done):
                    renewed = self._services.now()
                    saved = await self._update(job, latest)
        except asyncio.CancelledError:
            await _stopped(task)
            await self._release(job, latest)
            raise
        return False

    async def _update(self, job: Job, latest: list[Progress]) -> Job:
        def renewed(found: Job | None) -> Job:
            mine = self._mine(job, found)
            shown = _with_progress(mine, latest)
            stalled = 0 if shown.done > mine.done else mine.stalled
            return replace(shown, stalled=stalled, lease_until=self._services.now() + self._services.lease.seconds)

        return self._mine(job, await self._table.change(job.uuid, renewed))

    async def _release(self, job: Job, latest: list[Progress]) -> None:

        def released(found: Job | None) -> Job | None:
            if found is None or found.owner != self._owner:
                return found
            return replace(
                _with_progress(found, latest),
                state=JobState.QUEUED,
                owner="",
                lease_until=0.0,
                stalled=found.stalled - 1,
            )

        await self._table.change(job.uuid, released)

    async def _end(
        self, job: Job, state: JobState, *, failure: JobFailure | None = None, result: JobResult | None = None
    ) -> Job:
        """Store the end of a job. Delete the texts of the job unless it failed, because a failed job can be resumed."""

        def ended(found: Job | None) -> Job:
            mine = self._mine(job, found)
            gone = 0 if result is None else result.outcomes.get(GONE, 0)
            done = mine.total - gone if state is JobState.SUCCEEDED else mine.done
            return replace(mine, done=done).finished(
                state, self._services.tools.clock(), failure=failure, result=result
            )

        found = await self._table.change(job.uuid, ended)
        if state is not JobState.FAILED:
            await self._services.inputs(job.uuid).delete()
        return job if found is None else found

    def _mine(self, job: Job, found: Job | None) -> Job:
        if found is None or found.owner != self._owner:
            raise JobLostError(job.uuid)
        return found

    async def _work(self, job: Job, on_progress: OnProgress) -> JobResult:
        with operation("job", work=job.group_id, kind=job.kind.value):
            return await self._done(job, on_progress)

    async def _done(self, job: Job, on_progress: OnProgress) -> JobResult:
        services = self._services
        if job.kind is JobKind.IMPORT:
            found = await parsed_export(services.inputs(job.uuid).lines(job.inputs), group_id=job.group_id)
            restored = await restore(
                services.store, found, embedder=services.tools.embedder, vectors_of=services.tools.vectors_of
            )
            return JobResult(restored.revision, {"imported" if restored.changed else "unchanged": 1})
        session = Session(job.group_id, store=services.store, tools=services.tools, settings=job.options.settings)
        if job.kind is JobKind.REREAD:
            return _result(
                await Ingestion(session, on_progress=on_progress).reread(job.options.chapters, every=job.options.every)
            )
        if job.kind is JobKind.READ:
            wanted = job.options.chapters or ()
            return _result(await Ingestion(session, on_progress=on_progress).reread_waiting(wanted), of=len(wanted))
        report = await self._ingested(session, job, on_progress)
        reset = await keep_settings(session, services.store)
        return _result(report if reset is None else replace(report, revision=reset.revision))

    async def _ingested(self, session: Session, job: Job, on_progress: OnProgress) -> ManuscriptReport:
        chapters = await self._services.inputs(job.uuid).chapters(job.inputs)
        options = job.options
        extent = Extent.of(options.manuscript, removing=options.removing)
        layer = Layer(options.layer)
        return await Ingestion(session, on_progress=on_progress).run(
            chapters, layer=layer, replacing=options.replacing, extent=extent
        )


def _result(report: ManuscriptReport, *, of: int = 0) -> JobResult:
    """Return the result of a job that had the report *report*. Of the *of* chapters that the job was to read, those
    without a report were gone.
    """
    counted = Counter(one.outcome.value for one in report.chapters)
    counted[GONE] = max(0, of - len(report.chapters))
    outcomes = {outcome: count for outcome, count in sorted(counted.items()) if count}
    chapter = report.chapters[0].episode if len(report.chapters) == 1 else None
    return JobResult(report.revision, outcomes, chapter or "")


def _with_progress(job: Job, latest: list[Progress]) -> Job:
    if not latest:
        return job
    return replace(job, stage=latest[0].stage.value, done=latest[0].done, total=latest[0].total)


def job_has_ended(job: Job) -> JobStateError:
    """Return the error to raise for an action that is not allowed because the job has ended."""
    return JobStateError(
        "Job {job} has already ended: {state}.",
        hint="Start another job.",
        key="job_has_ended",
        job=job.uuid,
        state=job.state,
    )


def _not_runnable(job: Job, now: float) -> JobStateError:
    if job.state in ENDED:
        return job_has_ended(job)
    if job.state is JobState.RECEIVING:
        return JobStateError(
            "The texts of job {job} are still being stored.",
            hint="Try again later.",
            key="job_is_received",
            job=job.uuid,
        )
    return JobStateError(
        "Another process runs job {job} ({owner}).",
        hint="If that process has ended, the job can be taken over in {seconds:.0f} s.",
        key="job_runs_elsewhere",
        job=job.uuid,
        owner=job.owner,
        seconds=max(0.0, job.lease_until - now),
    )


def _defect(error: BaseException | None) -> JobFailure:
    """Return the failure for an unexpected error, without the error's message, which may contain secrets."""
    return JobFailure(type(error).__name__, "The program failed.", "The log of the process has the details.")


async def _stopped(task: asyncio.Future[JobResult]) -> None:
    if not task.done():
        task.cancel()
    await asyncio.wait({task})
