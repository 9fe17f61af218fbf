"""A thread with its own SQLite connection, which runs database jobs so that the event loop does not wait for the disk."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.errors import translated

T = TypeVar("T")


class ConnectionThread:
    """A thread that runs jobs one after the other on a SQLite connection, which it opens before the first job.

    A running job goes on to its end even if its caller is cancelled, so that a commit is never left half-done.
    """

    def __init__(self, address: str, open_connection: Callable[[], sqlite3.Connection]) -> None:
        self._address = address
        self._open = open_connection
        self._connection: sqlite3.Connection | None = None
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="episodic-sqlite")
        self._closed = False

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run *job* in the thread with its connection, and return the result. Raise a StoreError if the database fails
        in the job, or if the store is closed.
        """
        if self._closed:
            raise StoreUnavailableError(f"The store {self._address} is closed.", hint="Open it again.")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, job)

    async def run_to_end(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do the same as `run`, but if the caller is cancelled while *job* is running, wait for the end of *job* first,
        so that the job of a cancelled caller never takes effect after a later job of this process has read the file.
        """
        running = asyncio.ensure_future(self.run(job))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.gather(running, return_exceptions=True)
            raise

    async def close(self, finish: Callable[[sqlite3.Connection], None] = sqlite3.Connection.close) -> None:
        """End the thread after the jobs that were given to it, and close its connection by *finish*. A second call of
        `close` does nothing.
        """
        if self._closed:
            return
        self._closed = True
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._end, finish)
        finally:
            self._threads.shutdown(wait=False)

    def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        with translated(self._address):
            if self._connection is None:
                self._connection = self._open()
            return job(self._connection)

    def _end(self, finish: Callable[[sqlite3.Connection], None]) -> None:
        if self._connection is not None:
            with translated(self._address):
                finish(self._connection)
