"""Runs async calls together and cancels all of them if one fails, and opens clients once per event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Closable(Protocol):
    """A client whose connections can be closed."""

    async def close(self) -> None:
        """Close the connections of the client."""
        ...


C = TypeVar("C", bound=Closable)


class LoopClient(Generic[C]):
    """A client that is opened anew for each event loop, because an event loop cannot use connections that belong to
    another event loop.
    """

    def __init__(self, open_client: Callable[[], C]) -> None:
        self._open_client = open_client
        self._client: C | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def get(self) -> C:
        """Return the client of the running event loop. A new client is opened if the last one was closed or belongs to
        another event loop.
        """
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._client, self._loop = self._open_client(), loop
        return self._client

    async def close(self) -> None:
        """Close the client's connections if they belong to the running event loop. A client of another event loop is
        dropped without closing its connections. A later call of `get` opens a new client.
        """
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.close()


async def run_all(calls: Iterable[Awaitable[T]]) -> list[T]:
    """Run all *calls* concurrently and return their results in the order of *calls*.

    If a call fails, all other calls are cancelled. The first exception is raised when all calls have ended; the
    exception is not wrapped in an exception group. If the caller is cancelled, all calls are cancelled, and
    CancelledError is raised when all calls have ended.
    """
    # This package does not use `except*`, because CPython before 3.11.4 wraps an exception that is raised inside
    # `except*` in an exception group.
    tasks = [asyncio.ensure_future(call) for call in calls]
    failures: list[BaseException] = []

    def note(task: asyncio.Future[T]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            failures.append(error)

    for task in tasks:
        task.add_done_callback(note)
    try:
        if tasks:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        await _cancel(tasks)
    if failures:
        raise failures[0]
    return [task.result() for task in tasks]


async def _cancel(tasks: Iterable[asyncio.Future[T]]) -> None:
    """Cancel the unfinished tasks and wait until these tasks have ended, even if the caller is cancelled during the
    wait.
    """
    running: list[asyncio.Future[T]] = [task for task in tasks if not task.done()]
    interrupted: asyncio.CancelledError | None = None
    for task in running:
        task.cancel()
    while running:
        try:
            await asyncio.wait(running)
        except asyncio.CancelledError as error:
            interrupted = error
        running = [task for task in running if not task.done()]
    if interrupted is not None:
        raise interrupted
