"""The ingestion of the manuscripts of a library, each into a work of its own."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from episodic.config import Config
from episodic.errors import EpisodicError
from episodic.factory import opened
from episodic.library.manuscripts import WorkManuscript
from episodic.pipeline.reports import ManuscriptReport, Outcome, Progress


@dataclass(frozen=True, slots=True)
class WorkTask:
    """A manuscript to ingest, and the settings of its work. If `removing` is true, chapters that the manuscript no
    longer contains are removed from the work.
    """

    work: str
    path: Path
    config: Config
    removing: bool = True


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """The progress of a work: the number of saved chapters and of all chapters of the manuscript.

    `process` is the id of the process that ingests the work.
    """

    work: str
    done: int
    total: int
    process: int


OnWorkProgress = Callable[[WorkProgress], None]


@dataclass(frozen=True, slots=True)
class WorkResult:
    """The result of the ingestion of a work.

    `outcomes` says how many chapters had which outcome. `failed` are the titles of the chapters that could not be read,
    each with the reason. `counts` are the numbers of records of the work by kind. `error` is the reason why the work as
    a whole could not be ingested, or an empty string. `attempts` is the number of processes that have worked on the
    ingestion. `attempts` is more than 1 if a process ended before the ingestion was done.
    """

    work: str
    outcomes: Mapping[str, int] = field(default_factory=dict[str, int])
    failed: tuple[tuple[str, str], ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    tokens: int = 0
    seconds: float = 0.0
    error: str = ""
    exit_code: int = 0
    attempts: int = 1

    @property
    def complete(self) -> bool:
        """Return whether every chapter of the manuscript is in the work and could be read."""
        return not self.error and not self.failed

    @property
    def unchanged(self) -> bool:
        """Return whether the ingestion succeeded and every chapter had the outcome `unchanged`."""
        return self.complete and set(self.outcomes) <= {Outcome.UNCHANGED.value}


def task_of(found: WorkManuscript, config: Config, *, removing: bool, processes: int = 1) -> WorkTask:
    """Return the ingestion of a manuscript as a value that can be sent to another process.

    The limits on model requests and tokens per minute are divided equally among the *processes* processes.
    """
    settings = {**config.settings, "EPISODIC_WORK": replace(config.settings["EPISODIC_WORK"], value=found.work)}
    for name in ("EPISODIC_REQUESTS_PER_MINUTE", "EPISODIC_TOKENS_PER_MINUTE"):
        limit = config.number(name)
        if limit is not None:
            settings[name] = replace(settings[name], value=str(max(1, limit // processes)))
    return WorkTask(found.work, found.path, Config(settings), removing)


async def ingest_work(task: WorkTask, on_progress: Callable[[Progress], None]) -> WorkResult:
    """Ingest one manuscript into its work, and return the result. If an earlier ingestion was interrupted, the
    ingestion continues after the last saved chapter. An EpisodicError is not raised but becomes the `error` of the
    result.
    """
    started = time.monotonic()
    try:
        async with opened(task.config, reads=True) as work:
            report = await work.graph.add_manuscript(task.path, removing=task.removing, on_progress=on_progress)
            spent = work.ledger.usage.total.spent.tokens
    except EpisodicError as error:
        return WorkResult(task.work, error=str(error), exit_code=error.exit_code, seconds=time.monotonic() - started)
    return replace(_result(task.work, report), tokens=spent, seconds=time.monotonic() - started)


def ingest_work_now(task: WorkTask, on_progress: Callable[[Progress], None]) -> WorkResult:
    """Run `ingest_work` in an event loop of its own, and return its result, for a Ray process that cannot await."""
    return asyncio.run(ingest_work(task, on_progress))


def _result(work: str, report: ManuscriptReport) -> WorkResult:
    outcomes: dict[str, int] = {}
    for one in report.chapters:
        outcomes[one.outcome.value] = outcomes.get(one.outcome.value, 0) + 1
    errors = [one.error for one in report.failed if one.error is not None]
    return WorkResult(
        work,
        outcomes=outcomes,
        failed=tuple((one.title or one.key, str(one.error)) for one in report.failed),
        counts=dict(report.counts),
        exit_code=max((one.exit_code for one in errors), default=0),
    )


async def ingest_in_turn(tasks: Sequence[WorkTask], on_progress: OnWorkProgress) -> AsyncGenerator[WorkResult]:
    """Ingest the works one after another, and yield the result of each work."""
    for task in tasks:

        def said(step: Progress, work: str = task.work) -> None:
            on_progress(WorkProgress(work, step.done, step.total, os.getpid()))

        yield await ingest_work(task, said)
