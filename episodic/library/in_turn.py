"""The ingestion of a library in this process, one work after another."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Sequence

from episodic.library.work_ingestion import OnWorkProgress, WorkProgress, WorkResult, WorkTask, ingest_work
from episodic.pipeline.reports import Progress


async def ingest_in_turn(tasks: Sequence[WorkTask], on_progress: OnWorkProgress) -> AsyncGenerator[WorkResult]:
    """Ingest the works one after another, and yield the result of each work."""
    for task in tasks:

        def said(step: Progress, work: str = task.work) -> None:
            on_progress(WorkProgress(work, step.done, step.total, os.getpid()))

        yield await ingest_work(task, said)
