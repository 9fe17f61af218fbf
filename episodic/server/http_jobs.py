"""The routes for durable jobs: submitting, listing, showing, cancelling and resuming them, and following their
progress.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from starlette.responses import JSONResponse, Response, StreamingResponse

from episodic.agents.schemas import response_schema
from episodic.jobs.records import Job, JobKind, JobOptions
from episodic.model.access import Access
from episodic.model.episodes import Chapter, Layer
from episodic.model.ids import identify
from episodic.model.json_shapes import Object
from episodic.serialisers.jobs import job_object
from episodic.server.http_calls import EVENT, EVENT_STREAM, Call, Route
from episodic.server.http_reads import Budgeted, Page
from episodic.server.http_schemas import body_schema, query_parameters
from episodic.server.queued_chapters import submit_chapter
from episodic.server.refusals import Refusal
from episodic.server.repeats import KeptRequest

MOST_CHAPTERS = 10_000


class JobChapter(BaseModel):
    """A chapter in the body of a request that submits an ingestion."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str = Field(min_length=1)
    title: str = ""
    key: str | None = None
    number: int | None = None
    reference_time: str | None = None
    source_description: str = ""


class IngestRequest(BaseModel):
    """The body of a request that ingests chapters.

    Without `manuscript` and `removing`, the chapters are added to the work; stored chapters are replaced only if the
    key has the tier `full`. With `manuscript`, the chapters are the complete manuscript of this name. `removing` says
    whether chapters that are missing from the complete manuscript are removed from the work.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["ingest"]
    chapters: list[JobChapter] = Field(min_length=1, max_length=MOST_CHAPTERS)
    layer: Layer = Layer.CANON
    manuscript: str = ""
    removing: bool | None = None


class RereadRequest(BaseModel):
    """The body of a request that reads chapters again: all chapters, or those with the given keys, numbers or titles."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["reread"]
    chapters: list[str | int] | None = None
    every: bool = False


class ImportRequest(BaseModel):
    """The body of a request that imports a work: the lines of an export of this work."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["import"]
    lines: list[str] = Field(min_length=1)


JobRequest = Annotated[IngestRequest | RereadRequest | ImportRequest, Field(discriminator="kind")]
_REQUEST: TypeAdapter[IngestRequest | RereadRequest | ImportRequest] = TypeAdapter(JobRequest)
_JOB: Object = {"type": "object", "properties": {"id": {"type": "string"}, "state": {"type": "string"}}}


async def list_jobs(call: Call) -> Response:
    asked = Budgeted.model_validate(call.query())
    found = [job_object(one) for one in await call.graph.jobs.list()]
    at = Page(asked, (await call.tag()).revision, call.language)
    return JSONResponse(at.of("jobs", found, head={"work": call.work}))


async def show_job(call: Call) -> Response:
    """Return one job."""
    return JSONResponse(job_object(await call.graph.jobs.get(call.path("job"))))


async def submit_job(call: Call) -> Response:
    """Store a job, and return it at once, usually before it has begun. The server runs the stored job in the
    background.
    """
    asked = _REQUEST.validate_python(await call.body())
    _check_tier(call, adds=isinstance(asked, IngestRequest) and not asked.manuscript and not asked.removing)
    (await call.tag()).check(call.header("if-match"))
    key = call.header("idempotency-key")
    # The job's id is computed from the Idempotency-Key, so that a repeated request finds the job that an interrupted
    # request stored.
    job_id = None if key is None else identify("job", call.caller.name, call.work, key)
    job = await _submitted(call, asked, job_id)
    call.server.worker.wake()
    return _accepted(call, job)


async def replayed_job(call: Call, kept: KeptRequest) -> Response:
    """Return the job that the first request with this Idempotency-Key stored."""
    return _accepted(call, await call.graph.jobs.get(kept.result))


def _accepted(call: Call, job: Job) -> Response:
    where = f"{str(call.request.url.path).rstrip('/')}/{job.uuid}"
    return JSONResponse(job_object(job), 202, headers={"Location": where})


def _check_tier(call: Call, *, adds: bool) -> None:
    if not adds and not call.caller.may(Access.FULL):
        raise Refusal(403, "TierTooLow", "tier_of_job")


async def _submitted(call: Call, asked: IngestRequest | RereadRequest | ImportRequest, job_id: str | None) -> Job:
    jobs = call.graph.jobs
    match asked:
        case IngestRequest():
            chapters = [
                Chapter(
                    one.text,
                    title=one.title,
                    key=one.key,
                    number=one.number,
                    reference_time=one.reference_time,
                    source_description=one.source_description,
                )
                for one in asked.chapters
            ]
            options = JobOptions(asked.layer, asked.manuscript, asked.removing, replacing=call.caller.may(Access.FULL))
            if len(chapters) == 1 and not asked.manuscript and not asked.removing:
                return await submit_chapter(call.graph, chapters[0], options=options, job_id=job_id)
            return await jobs.submit_ingestion(chapters, options=options, job_id=job_id)
        case RereadRequest():
            graph = await call.existing()
            found = None
            if asked.chapters is not None:
                found = tuple([(await graph.find_episode(one)).uuid for one in asked.chapters])
            return await jobs.submit_reread(options=JobOptions(chapters=found, every=asked.every), job_id=job_id)
        case ImportRequest():
            return await jobs.submit_import(asked.lines, job_id=job_id)


async def cancel_job(call: Call) -> Response:
    """Cancel a job. Chapters that the cancelled job has already saved stay in the work."""
    return JSONResponse(job_object(await call.graph.jobs.cancel(call.path("job"))))


async def resume_job(call: Call) -> Response:
    """Put a failed job back into the queue. A job that may replace or remove chapters needs the tier `full` again. The
    reason is that the work may have got other chapters since the job was submitted.
    """
    job = await call.graph.jobs.get(call.path("job"))
    adds = job.kind is JobKind.READ or (job.kind is JobKind.INGEST and not job.options.replacing)
    _check_tier(call, adds=adds)
    job = await call.graph.jobs.requeue(job.uuid)
    call.server.worker.wake()
    return JSONResponse(job_object(job), 202)


async def job_events(call: Call) -> Response:
    """Return the progress of a job as a stream of server-sent events, which ends when the job has ended or the server
    stops.
    """
    job = await call.graph.jobs.get(call.path("job"))
    return StreamingResponse(_events(call, job), media_type=EVENT_STREAM, headers={"Cache-Control": "no-store"})


async def _events(call: Call, job: Job) -> AsyncIterator[str]:
    shown: Object | None = None
    silent = 0.0
    while not call.server.stopping():
        found = job_object(job)
        if found != shown:
            shown, silent = found, 0.0
            yield event("ended" if job.ended else "progress", found)
        if job.ended:
            return
        await asyncio.sleep(call.server.limits.poll)
        silent += call.server.limits.poll
        if silent >= call.server.limits.keep_alive:
            silent = 0.0
            yield ": still running\n\n"
        job = await call.graph.jobs.get(job.uuid)


def event(name: str, value: Object) -> str:
    return f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


JOB_ROUTES = (
    Route(
        "GET",
        "/v1/works/{work}/jobs",
        Access.APPEND,
        "List the jobs of a work.",
        list_jobs,
        parameters=query_parameters(Budgeted),
        response=response_schema("jobs"),
    ),
    Route(
        "POST",
        "/v1/works/{work}/jobs",
        Access.APPEND,
        "Submit an ingestion, a reread or an import as a durable job.",
        submit_job,
        body=body_schema(_REQUEST),
        response=_JOB,
        status=202,
        replay=replayed_job,
        repeatable=True,
    ),
    Route("GET", "/v1/works/{work}/jobs/{job}", Access.APPEND, "Show a job.", show_job, response=_JOB),
    Route("DELETE", "/v1/works/{work}/jobs/{job}", Access.APPEND, "Cancel a job.", cancel_job, response=_JOB),
    Route(
        "POST",
        "/v1/works/{work}/jobs/{job}/resume",
        Access.APPEND,
        "Put a failed job back into the queue.",
        resume_job,
        response=_JOB,
        status=202,
    ),
    Route(
        "GET",
        "/v1/works/{work}/jobs/{job}/events",
        Access.APPEND,
        "Follow the progress of a job.",
        job_events,
        media_type=EVENT_STREAM,
        response=EVENT,
    ),
)
