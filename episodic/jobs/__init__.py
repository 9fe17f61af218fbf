"""Durable jobs: ingestions, readings, rereads and imports that another process continues if their process ended."""

from __future__ import annotations

TYPE_CHECKING = False
"""A substitute for `typing.TYPE_CHECKING`, because importing `typing` takes longer than loading this module."""

if TYPE_CHECKING:
    from episodic.jobs.records import (
        Job as Job,
        JobFailure as JobFailure,
        JobKind as JobKind,
        JobOptions as JobOptions,
        JobResult as JobResult,
        JobState as JobState,
    )
    from episodic.jobs.work_jobs import WorkJobs as WorkJobs
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.jobs.records": "Job JobFailure JobKind JobOptions JobResult JobState",
            "episodic.jobs.work_jobs": "WorkJobs",
        },
    )
