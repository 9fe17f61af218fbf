"""The ingestion of a library by the processes of a Ray cluster, one task for each work.

Ray (https://docs.ray.io) schedules the tasks, and restarts a task whose worker process ended. Without Ray,
`ingest_in_turn` ingests the works one after another.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import episodic
from episodic.errors import ConfigurationError, InputError
from episodic.factory import store_address
from episodic.library.work_ingestion import OnWorkProgress, WorkProgress, WorkResult, WorkTask, ingest_work_now
from episodic.pipeline.reports import Progress

RETRIES = 2
"""The maximum number of times that the ingestion of a work is restarted after its worker process ended."""
_POLL_SECONDS = 0.2


class _Remote(Protocol):
    """A function or method that Ray runs in another process; `remote` returns a reference to the result."""

    def remote(self, *given: object) -> object: ...


class _Board(Protocol):
    note: _Remote
    latest: _Remote
    attempts: _Remote


class _Ray(Protocol):
    """The types of the functions of Ray that this module calls, because Ray's own types do not describe objects of
    other processes.
    """

    def init(self, **options: object) -> object: ...
    def shutdown(self) -> None: ...
    def remote(self, **options: object) -> Callable[[object], _Remote]: ...
    def wait(
        self, references: list[object], *, num_returns: int, timeout: float
    ) -> tuple[list[object], list[object]]: ...
    def get(self, reference: object) -> object: ...


class ProgressBoard:
    """The latest progress of each work, and the ids of the processes that have worked on it. The processes of the Ray
    cluster report their progress to this object, and the process that started them reads the progress from it.
    """

    def __init__(self) -> None:
        self._latest: dict[str, WorkProgress] = {}
        self._processes: defaultdict[str, dict[int, None]] = defaultdict(dict)

    def note(self, progress: WorkProgress) -> None:
        self._latest[progress.work] = progress
        self._processes[progress.work][progress.process] = None

    def latest(self) -> list[WorkProgress]:
        return list(self._latest.values())

    def attempts(self, work: str) -> int:
        """Return how many different process ids have reported progress on the work so far, but at least 1."""
        return max(1, len(self._processes[work]))


def check_address(store: str, address: str | None) -> None:
    """Raise InputError if *address* is given and the store is a file, which the machines of a cluster cannot share."""
    if address is not None and store_address(store).path is not None:
        raise InputError(
            "The machines of a Ray cluster cannot share a store that is a file.",
            hint="Give a Neo4j server with --store, or leave out --address to use this machine only.",
        )


async def ingest_on_ray(
    tasks: Sequence[WorkTask], on_progress: OnWorkProgress, *, workers: int, address: str | None = None
) -> AsyncGenerator[WorkResult]:
    """Ingest the works in the processes of a Ray cluster, and yield the result of each work when it is done.

    Without *address*, a cluster of *workers* processes is started on this machine and stopped afterwards. With
    *address*, an existing cluster is used for at most *workers* works at a time. The machines of this cluster must have
    the same folders as this machine. If a worker process ends, its work is continued in another process, and other
    works are not affected. Raises ConfigurationError if the extra `ray` is missing or the cluster cannot be reached.
    """
    with _cluster(workers, address) as ray:
        board = cast("_Board", ray.remote(num_cpus=0)(ProgressBoard).remote())
        read = ray.remote(num_cpus=1, max_retries=RETRIES)(_ingest)
        waiting, running = list(tasks), dict[object, str]()
        while waiting or running:
            while waiting and len(running) < workers:
                task = waiting.pop(0)
                running[read.remote(task, board)] = task.work
            done, _ = await asyncio.to_thread(ray.wait, list(running), num_returns=1, timeout=_POLL_SECONDS)
            for progress in cast("list[WorkProgress]", await asyncio.to_thread(ray.get, board.latest.remote())):
                on_progress(progress)
            for reference in done:
                work = running.pop(reference)
                found = await asyncio.to_thread(_result, ray, reference, work)
                attempts = await asyncio.to_thread(ray.get, board.attempts.remote(work))
                yield replace(found, attempts=cast("int", attempts))


def _ingest(task: WorkTask, board: _Board) -> WorkResult:
    board.note.remote(WorkProgress(task.work, 0, 0, os.getpid()))

    def said(step: Progress) -> None:
        board.note.remote(WorkProgress(task.work, step.done, step.total, os.getpid()))

    return ingest_work_now(task, said)


def _result(ray: _Ray, reference: object, work: str) -> WorkResult:
    errors = import_module("ray.exceptions")
    task_error: type[Exception] = errors.RayTaskError
    any_error: type[Exception] = errors.RayError
    try:
        return cast("WorkResult", ray.get(reference))
    except task_error as error:
        return WorkResult(work, error=f"The worker raised {type(error.__cause__ or error).__name__}.", exit_code=1)
    except any_error as error:
        said = f"The worker process ended {RETRIES + 1} times ({type(error).__name__}). Run the same command again."
        return WorkResult(work, error=said, exit_code=1)


@contextmanager
def _cluster(workers: int, address: str | None) -> Generator[_Ray]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray = cast("_Ray", import_module("ray"))
    except ImportError as error:
        raise ConfigurationError(
            "Ray is not installed.", hint="Install the extra: pip install 'episodic-graph[ray]', or leave out --on ray."
        ) from error
    try:
        ray.init(**_options(workers, address))
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ConfigurationError(f"Ray cannot be started or reached ({error}).", hint="Check --address.") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _options(workers: int, address: str | None) -> dict[str, object]:
    quiet: dict[str, object] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address is not None:
        return {**quiet, "address": address}
    # PYTHONPATH makes the worker processes import the same code as this process, from whichever folder this process was
    # started.
    source = str(Path(episodic.__file__).parent.parent)
    return {
        **quiet,
        "num_cpus": workers,
        "include_dashboard": False,
        "runtime_env": {"env_vars": {"PYTHONPATH": source}},
        "_node_ip_address": "127.0.0.1",
    }
