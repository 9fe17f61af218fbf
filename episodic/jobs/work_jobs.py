"""The jobs of one work: submitting, listing, running, cancelling and deleting them."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from episodic.errors import JobLostError, JobStateError, UnknownJobError
from episodic.jobs.inputs import Part, line_parts
from episodic.jobs.records import Job, JobFailure, JobKind, JobOptions, JobState
from episodic.jobs.runner import JobRunner, JobServices, job_has_ended
from episodic.model.episodes import Chapter, Layer
from episodic.pipeline.edits.ingestion import check_chapters, quiet
from episodic.pipeline.reports import OnProgress

KEPT = 100
"""The number of ended jobs of a work that are kept. When a job is submitted, all ended jobs but the last KEPT submitted
ones are deleted.
"""

AS_STORED = JobOptions()
"""The default options of a job, with which the work keeps its settings."""

_DELETED = JobFailure("WorkDeleted", "The work was deleted.", "")


class WorkJobs:
    """The durable jobs of one work.

    A submitted job is stored with its texts, and any process with the same store and reader can run it. If the process
    that runs a job ends, another process can take the job over when the lease has expired. The records of jobs are not
    part of the work: storing them creates no revision of the work, and no export contains them.
    """

    def __init__(self, group_id: str, services: JobServices) -> None:
        self._group = group_id
        self._services = services
        self._table = services.table()

    async def submit_ingestion(
        self, chapters: Sequence[Chapter], *, options: JobOptions = AS_STORED, job_id: str | None = None
    ) -> Job:
        """Store a job that ingests chapters, as `StoryGraph.add_manuscript` does, and return the job.

        If a job with *job_id* was submitted before, that job is returned and nothing is stored. If another call is
        storing the texts of the job *job_id*, this call waits until the other call has ended. If another call with the
        same *job_id* was interrupted before it had stored all texts, this call stores them. Raises EmptyTextError
        without chapters and for a chapter without letters or digits, InvalidNameError, UnreadableFileError, and
        InputError if two chapters have the same key. Raises JobStateError if *job_id* is a job of another work,
        JobLostError, and StoreError.
        """
        check_chapters(chapters)
        return await self._submit(JobKind.INGEST, options, chapters, job_id, total=len(chapters))

    async def submit_reading(
        self, chapters: Sequence[str], *, layer: Layer = Layer.CANON, job_id: str | None = None
    ) -> Job:
        """Store a job that reads the stored chapters with the ids *chapters*, which are in *layer* and have no reading
        yet, and return the job. A chapter that is removed before the job reads it is left out, and a chapter that is
        read before is not read again.

        If a job with *job_id* was submitted before, that job is returned. Without *job_id*, a job that has not ended
        and will read these chapters is returned, if there is one. Raises JobStateError if *job_id* is a job of another
        work, JobLostError, and StoreError.
        """
        reader = self._services.tools.reader.name
        for job in await self.list() if job_id is None else ():
            wanted = job.options.chapters or ()
            if job.kind is JobKind.READ and not job.ended and job.reader == reader and {*chapters} <= {*wanted}:
                return job
        options = JobOptions(layer, chapters=tuple(chapters))
        return await self._submit(JobKind.READ, options, (), job_id, total=len(chapters))

    async def submit_reread(self, *, options: JobOptions = AS_STORED, job_id: str | None = None) -> Job:
        """Store a job that reads chapters again, as `StoryGraph.reread` does, and return the job. Raises JobStateError
        if *job_id* is a job of another work, JobLostError, and StoreError.
        """
        return await self._submit(JobKind.REREAD, options, (), job_id)

    async def submit_import(self, lines: Iterable[str], *, job_id: str | None = None) -> Job:
        """Store a job that imports the lines of an export of this work, and return the job.

        The lines of the export are checked when the job runs, not when it is submitted. Raises JobStateError if
        *job_id* is a job of another work, JobLostError, and StoreError.
        """
        return await self._submit(JobKind.IMPORT, JobOptions(), line_parts(lines), job_id)

    async def _submit(
        self, kind: JobKind, options: JobOptions, parts: Iterable[Part], job_id: str | None, *, total: int = 0
    ) -> Job:
        services, key = self._services, job_id or uuid.uuid4().hex
        reader = "" if kind is JobKind.IMPORT else services.tools.reader.name
        fresh = Job(key, self._group, kind, services.tools.clock(), options, reader, total=total)
        owner = uuid.uuid4().hex

        def received(found: Job | None) -> Job:
            now = services.now()
            if found is not None and found.group_id != self._group:
                raise JobStateError(
                    "The id {id!r} belongs to a job of another work.",
                    hint="Give another id.",
                    key="job_of_another_work",
                    id=key,
                )
            if found is not None and (found.state is not JobState.RECEIVING or found.held(now)):
                return found
            return replace(fresh, owner=owner, lease_until=now + services.lease.seconds)

        def renewed(found: Job) -> Job:
            if found.owner != owner:
                raise JobLostError(key)
            return replace(found, lease_until=services.now() + services.lease.seconds)

        def queued(found: Job) -> Job:
            if renewed(found).cancelling:
                return found.finished(JobState.CANCELLED, services.tools.clock())
            return replace(found, state=JobState.QUEUED, inputs=inputs, owner="", lease_until=0.0)

        stored = fresh
        while stored.owner != owner:
            changed = await self._table.change(key, received)
            stored = await self._received(fresh if changed is None else changed, mine=owner)
            if stored.state is not JobState.RECEIVING:
                return stored
        await self._prune()
        inputs = await services.inputs(key).save(parts, saved=lambda: self._edited(key, renewed))
        job = await self._edited(key, queued)
        if job.ended:
            await services.inputs(key).delete()
        return job

    async def _received(self, job: Job, *, mine: str) -> Job:
        if job.state is JobState.RECEIVING and job.owner != mine:
            return await self._released(job, JobState.RECEIVING)
        return job

    async def list(self) -> tuple[Job, ...]:
        """Return all jobs of the work, the last submitted one first. Raises StoreError."""
        found = [job for job in await self._table.all() if job.group_id == self._group]
        return tuple(sorted(found, key=lambda job: (job.created_at, job.uuid), reverse=True))

    async def get(self, reference: str) -> Job:
        """Return the job with the id *reference*, or the only job whose id begins with *reference*. Raises
        UnknownJobError if no id or several ids begin with *reference*, and StoreError.
        """
        found = await self._table.get(reference)
        if found is not None and found.group_id == self._group:
            return found
        begins = [job for job in await self.list() if reference and job.uuid.startswith(reference)]
        if len(begins) != 1:
            raise UnknownJobError(reference)
        return begins[0]

    async def run(self, reference: str, *, on_progress: OnProgress = quiet) -> Job:
        """Run a job in this process to its end, and return the ended job. A job that has ended before is returned
        unchanged.

        If another process runs the job, this call waits until the job ends or its lease expires. If the lease expires,
        this call takes the job over. If this call is cancelled, the job goes back into the queue. Raises
        UnknownJobError, JobStateError if the job needs another reader, JobLostError, StoreError.
        """
        while True:
            job = await self._released(await self.get(reference))
            if job.state is JobState.RECEIVING:
                return await self._end_abandoned(job)
            if job.ended:
                return job
            try:
                return await JobRunner(self._services).run(job.uuid, on_progress=on_progress)
            except JobStateError:
                # If another process has taken the job over meanwhile, this call goes on waiting for the job.
                if not (await self.get(job.uuid)).held(self._services.now()):
                    raise

    async def resume(self, reference: str, *, on_progress: OnProgress = quiet) -> Job:
        """Resume a job that has failed or was stopped, and run it in this process to its end. Raises the same errors as
        `run`, and JobStateError if the job has succeeded, was cancelled or has lost its texts.
        """
        await self.requeue(reference)
        return await self.run(reference, on_progress=on_progress)

    async def requeue(self, reference: str) -> Job:
        """Put a failed job back into the queue. A job that has not ended is returned unchanged.

        Raises UnknownJobError, StoreError, and JobStateError if the job has succeeded, was cancelled, or has lost its
        texts.
        """

        def again(job: Job) -> Job:
            if not job.ended:
                return job
            if job.state is not JobState.FAILED or (job.kind.has_texts and not job.inputs):
                raise job_has_ended(job)
            return replace(job, state=JobState.QUEUED, stalled=0, failure=None, result=None, finished_at=None)

        return await self._edited((await self.get(reference)).uuid, again)

    async def cancel(self, reference: str) -> Job:
        """Cancel a job, and return the job. Chapters that the job has already saved stay in the work.

        A job that no process owns is cancelled at once. The process that runs a job stops it within about `Lease.poll`
        seconds. A job that has ended is returned unchanged. Raises UnknownJobError, StoreError.
        """
        services = self._services

        def cancelled(job: Job) -> Job:
            if job.ended:
                return job
            if job.held(services.now()):
                return replace(job, cancelling=True)
            return job.finished(JobState.CANCELLED, services.tools.clock())

        job = await self._edited((await self.get(reference)).uuid, cancelled)
        if job.state is JobState.CANCELLED:
            await services.inputs(job.uuid).delete()
        return job

    async def runnable(self) -> tuple[Job, ...]:
        """Return the jobs that this process may start now, the oldest first: queued jobs, and running jobs whose lease
        has expired. Jobs that need another reader than this process has are left out.

        A job whose texts were stored only in part, because the storing process ended, becomes a failed job. Raises
        StoreError.
        """
        now = self._services.now()
        found = await self.list()
        for job in found:
            if job.state is JobState.RECEIVING and not job.held(now):
                await self._end_abandoned(job)
        mine = self._services.tools.reader.name
        return tuple(job for job in reversed(found) if job.runnable(now) and job.reader in {"", mine})

    async def run_all(self, *, on_progress: OnProgress = quiet) -> tuple[Job, ...]:
        """Run all jobs that this process can start or take over, one after another, and return the ended jobs.

        Raises JobLostError if another process takes over a job that this call runs, UnknownJobError, JobStateError and
        StoreError.
        """
        return tuple([await self.run(job.uuid, on_progress=on_progress) for job in await self.runnable()])

    async def check_idle(self) -> None:
        """Raise JobStateError if some process runs a job of the work, or stores the texts of such a job. Raises
        StoreError.
        """
        for job in await self.list():
            if not job.ended and job.held(self._services.now()):
                raise JobStateError(
                    "Job {job} of this work is running.",
                    hint="Wait for its end, or cancel it.",
                    key="job_is_running",
                    job=job.uuid,
                )

    async def rename_work(self, name: str, ids: Mapping[str, str]) -> None:
        """Change the name of the work in all jobs of the work. *ids* maps the ids of the chapters to the new ids.
        Raises StoreError.
        """

        def renamed(job: Job) -> Job:
            chapters = job.options.chapters
            options = replace(
                job.options, chapters=None if chapters is None else tuple(ids.get(one, one) for one in chapters)
            )
            result = None if job.result is None else replace(job.result, chapter=ids.get(job.result.chapter, ""))
            return replace(job, group_id=name, options=options, result=result)

        for job in await self.list():
            await self._edited(job.uuid, renamed)

    async def delete(self) -> None:
        """Cancel all jobs of the work, wait until they have stopped, and delete them. Raises StoreError."""
        for job in await self.list():
            stopped = await self._released(await self.cancel(job.uuid))
            await self._services.inputs(stopped.uuid).delete()
            await self._table.change(stopped.uuid, lambda _: None)

    async def forget_texts(self) -> None:
        """Delete the texts of jobs that have ended. After the deletion, a failed ingestion or import can no longer be
        resumed.

        Raises StoreError.
        """
        for job in await self.list():
            if not job.ended:
                continue
            # The job's number of stored text parts is set to 0 before the texts are deleted. If the number stayed, the
            # job could be resumed while its texts are being deleted.
            found = await self._edited(job.uuid, lambda one: replace(one, inputs=0) if one.ended else one)
            if found.ended:
                await self._services.inputs(job.uuid).delete()

    async def _released(self, job: Job, *states: JobState) -> Job:
        """Wait until no process holds the job's lease. If *states* are given, stop waiting as soon as the job has a
        state that is not among *states*. Return the job. If the job was deleted during the wait, return a copy of the
        job in the state "cancelled".
        """
        while (not states or job.state in states) and job.held(self._services.now()):
            await asyncio.sleep(min(self._services.lease.poll, 0.2))
            found = await self._table.get(job.uuid)
            if found is None:
                return job.finished(JobState.CANCELLED, self._services.tools.clock(), failure=_DELETED)
            job = found
        return job

    async def _end_abandoned(self, job: Job) -> Job:

        def abandoned(found: Job) -> Job:
            if found.state is not JobState.RECEIVING or found.held(self._services.now()):
                return found
            failure = JobFailure(
                "JobStopped", "The process ended before the texts were stored.", "Submit the job again."
            )
            return found.finished(JobState.FAILED, self._services.tools.clock(), failure=failure)

        ended = await self._edited(job.uuid, abandoned)
        if ended.ended:
            await self._services.inputs(job.uuid).delete()
        return ended

    async def _edited(self, key: str, edit: Callable[[Job], Job]) -> Job:
        def edited(found: Job | None) -> Job:
            if found is None:
                raise UnknownJobError(key)
            return edit(found)

        found = await self._table.change(key, edited)
        if found is None:
            raise UnknownJobError(key)
        return found

    async def _prune(self) -> None:
        for job in [one for one in await self.list() if one.ended][KEPT:]:
            await self._services.inputs(job.uuid).delete()
            await self._table.change(job.uuid, lambda _: None)
