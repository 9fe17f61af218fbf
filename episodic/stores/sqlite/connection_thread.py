"""SQLite connections that run database jobs (functions that get the connection). The jobs of a store in a file run in a
separate thread, because the event loop must not wait for the disk. The jobs of a store in memory run in the caller's
thread.
"""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TypeVar

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.errors import translated

T = TypeVar("T")


class JobConnection(ABC):
    """A SQLite connection that runs jobs one after the other. The connection is opened before the first job.

    A running job goes on to its end even if its caller is cancelled, so that a commit is never left half-done.
    """

    def __init__(self, address: str, open_connection: Callable[[], sqlite3.Connection]) -> None:
        self._address = address
        self._open = open_connection
        self._connection: sqlite3.Connection | None = None
        self._closed = False

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run *job* with the connection, and return the result. Raise a StoreError if the database fails in the job, or
        if the store is closed.
        """
        if self._closed:
            raise StoreUnavailableError(f"The store {self._address} is closed.", hint="Open it again.")
        return await self._call(partial(self._do, job))

    async def run_to_end(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do the same as `run`, but if the caller is cancelled while *job* is running, wait for the end of *job* first.
        Because a cancelled caller waits, a job that this process starts after the cancelled call, perhaps on another
        connection, already reads what *job* has written.
        """
        running = asyncio.ensure_future(self.run(job))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.gather(running, return_exceptions=True)
            raise

    async def close(self, finish: Callable[[sqlite3.Connection], None] = sqlite3.Connection.close) -> None:
        """Close the connection by calling *finish*, after all jobs that were given to it earlier. A second call of
        `close` does nothing.
        """
        if not self._closed:
            self._closed = True
            await self._call(partial(self._end, finish))

    @abstractmethod
    async def _call(self, function: Callable[[], T]) -> T:
        """Call *function* when all earlier calls have returned, and return the result."""

    def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        with translated(self._address):
            if self._connection is None:
                self._connection = self._open()
            return job(self._connection)

    def _end(self, finish: Callable[[sqlite3.Connection], None]) -> None:
        if self._connection is not None:
            with translated(self._address):
                finish(self._connection)


class ConnectionThread(JobConnection):
    """A connection with a thread of its own, which ends when the connection is closed."""

    def __init__(self, address: str, open_connection: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(address, open_connection)
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="episodic-sqlite")

    async def close(self, finish: Callable[[sqlite3.Connection], None] = sqlite3.Connection.close) -> None:
        try:
            await super().close(finish)
        finally:
            self._threads.shutdown(wait=False)

    async def _call(self, function: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function)


class CallerConnection(JobConnection):
    """A connection that runs each job in the thread of its caller, for a store in memory. Giving a job of a store in
    memory to another thread would take about as long as the job itself.
    """

    def __init__(self, address: str, open_connection: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(address, open_connection)
        self._one_at_a_time = Lock()

    async def _call(self, function: Callable[[], T]) -> T:
        with self._one_at_a_time:
            result = function()
        # Other tasks of the event loop get their turn between two jobs.
        await asyncio.sleep(0)
        return result
