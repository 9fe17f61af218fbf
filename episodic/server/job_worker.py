"""Runs the queued jobs of all works in the background, and takes over jobs whose process has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from episodic.app import StoryGraph
from episodic.errors import EpisodicError
from episodic.jobs.runner import job_table
from episodic.ports import GraphStore

_LOG = logging.getLogger("episodic.server")


class Works(Protocol):
    """What servers and job workers need: a store, access to its works by name, and a way to delete a work."""

    @property
    def store(self) -> GraphStore: ...

    def graph(self, name: str) -> StoryGraph:
        """Return the work *name*, which need not exist yet."""
        ...

    async def delete(self, name: str) -> bool:
        """Delete a work with its history, its jobs and its caches, and return whether the store had the work."""
        ...


class JobWorker:
    """Runs the queued jobs of a store's works in the background. The jobs of one work run one after another, while jobs
    of different works run at the same time.
    """

    def __init__(
        self, works: Works, *, clock: Callable[[], str], at_once: int = 2, pause: float = 5.0, only: str | None = None
    ) -> None:
        """Prepare a worker that runs at most *at_once* jobs at the same time and looks for new jobs every *pause*
        seconds. With *only*, the worker runs only the jobs of the work with this name.
        """
        self._works = works
        self._only = only
        self._table = job_table(works.store, clock=clock)
        self._at_once = at_once
        self._pause = pause
        self._running: dict[str, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Make the worker look for jobs at once instead of after its pause."""
        self._woken.set()

    async def run(self) -> None:
        """Run jobs until the task that awaits this method is cancelled. Jobs that run when the worker's task is
        cancelled go back into the queue.
        """
        try:
            while True:
                self._woken.clear()
                with suppress(EpisodicError):
                    await self._start()
                with suppress(TimeoutError):
                    # `asyncio.timeout` is used because `asyncio.wait_for` can lose a cancellation in Python 3.11.
                    async with asyncio.timeout(self._pause):
                        await self._woken.wait()
        finally:
            tasks = list(self._running.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _start(self) -> None:
        waiting = {job.group_id for job in await self._table.all() if not job.ended}
        if self._only is not None:
            waiting &= {self._only}
        for name in sorted(waiting - self._running.keys()):
            if len(self._running) >= self._at_once:
                return
            jobs = await self._works.graph(name).jobs.runnable()
            if jobs:
                task = asyncio.create_task(self._run_one(name, jobs[0].uuid))
                self._running[name] = task

    async def _run_one(self, name: str, job: str) -> None:
        try:
            await self._works.graph(name).jobs.run(job)
        except EpisodicError as error:
            _LOG.warning("job %s of work %r: %s", job, name, error)
        finally:
            self._running.pop(name, None)
            self.wake()
