"""The command `jobs`, and the running of a job by the commands `ingest`, `reread` and `import`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.messages import jobs as say
from episodic.cli.messages.ingestion import OUTCOMES
from episodic.cli.messages.message import same
from episodic.cli.progress import ProgressBar
from episodic.cli.terminal import local_time
from episodic.errors import InputError, ModelError
from episodic.factory import OpenedGraph, require_store
from episodic.jobs.records import GONE, Job, JobState
from episodic.model.json_shapes import Object
from episodic.serialisers.jobs import job_object
from episodic.serialisers.lists import list_keys

AsJob = Annotated[
    bool, typer.Option("--job", help="Run as a durable job: `episodic jobs resume` continues it after a crash.")
]


class JobAction(StrEnum):
    """The actions of the command `jobs`."""

    LIST = "list"
    SHOW = "show"
    CANCEL = "cancel"
    RESUME = "resume"


def register(app: typer.Typer) -> None:
    command(app, "jobs", writes=True)(jobs)


async def jobs(
    call: CommandContext,
    action: Annotated[
        JobAction, typer.Argument(metavar="ACTION", help="list, show, cancel or resume.")
    ] = JobAction.LIST,
    job: Annotated[
        str | None, typer.Argument(metavar="JOB", help="An id or its beginning; resume takes all without it.")
    ] = None,
) -> None:
    """List the durable jobs of a work, show or cancel one, or resume jobs whose process has ended or that failed."""
    require_store(call.config)
    async with call.writing() as work:
        found = work.graph.jobs
        if action is JobAction.LIST:
            _show_list(call, await found.list(), list_keys(await call.revision(work.graph)))
        elif action is JobAction.RESUME:
            await _resume(call, work, job)
        elif job is None:
            raise InputError("No job is named.", hint="`episodic jobs` lists the jobs.")
        else:
            _show(call, await (found.cancel(job) if action is JobAction.CANCEL else found.get(job)))


async def _resume(call: CommandContext, work: OpenedGraph, reference: str | None) -> None:
    found = work.graph.jobs
    if reference is not None:
        await run_job(call, work, await found.requeue(reference))
        return
    runnable = await found.runnable()
    if not runnable and not call.terminal.json:
        call.terminal.line(say.NOTHING_TO_RESUME)
    if call.terminal.json:
        ended = await found.run_all()
        keys = list_keys(await call.revision(work.graph))
        call.terminal.value({"work": call.work, "jobs": [job_object(one) for one in ended], **keys})
        _exit_for_failures(ended)
        return
    for one in runnable:
        await run_job(call, work, one)


async def run_job(call: CommandContext, work: OpenedGraph, job: Job) -> None:
    """Run a job in this process and print how it ended. Raises typer.Exit if the job has failed."""
    with ProgressBar(
        call.terminal, chapters=job.total, known=job.done, spent=lambda: work.ledger.usage.total.spent.tokens
    ) as bar:
        ended = await work.graph.jobs.run(job.uuid, on_progress=bar.step)
    _show(call, ended)
    _exit_for_failures((ended,))


def _exit_for_failures(jobs: tuple[Job, ...]) -> None:
    if any(one.state is JobState.FAILED for one in jobs):
        raise typer.Exit(ModelError.exit_code)


def _show_list(call: CommandContext, found: tuple[Job, ...], keys: Object) -> None:
    if call.terminal.json:
        call.terminal.value({"work": call.work, "jobs": [job_object(one) for one in found], **keys})
        return
    if not found:
        call.terminal.line(say.NO_JOBS)
        return
    rows = [
        (one.uuid[:12], say.KINDS[one.kind], say.state_of(one), f"{one.done}/{one.total}", local_time(one.created_at))
        for one in found
    ]
    call.terminal.table(say.COLUMNS, rows, right=(3,))


def _show(call: CommandContext, job: Job) -> None:
    if call.terminal.json:
        call.terminal.value(job_object(job))
        return
    terminal = call.terminal
    terminal.line(say.described(job))
    terminal.line(say.chapters_saved(job), indent=2)
    if job.result is not None:
        for outcome, count in job.result.outcomes.items():
            known = {**{kind.value: said for kind, said in OUTCOMES.items()}, GONE: say.OUTCOME_GONE}
            label = known.get(outcome, same(outcome))
            terminal.line(label.label, str(count), indent=2)
        terminal.line(say.at_revision(job.result.revision), indent=2)
    if job.failure is not None:
        terminal.line(terminal.styled("! ", "yellow"), job.failure.message, indent=2)
        if job.failure.hint:
            terminal.line(job.failure.hint, indent=2)
