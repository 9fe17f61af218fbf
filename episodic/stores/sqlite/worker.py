"""One thread with one connection: the event loop never waits for the disk, and SQLite never sees two threads."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.faults import translated

T = TypeVar("T")


class Worker:
    """Runs jobs one after the other on a connection that its thread opens at the first of them.

    A caller that is cancelled stops waiting; the job that runs goes on to its end, so a commit is whole or was never begun.
    """

    def __init__(self, address: str, open_connection: Callable[[], sqlite3.Connection]) -> None:
        self._address = address
        self._open = open_connection
        self._connection: sqlite3.Connection | None = None
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="episodic-sqlite")
        self._closed = False

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What *job* returns. Raises a StoreError, also once the store is closed."""
        if self._closed:
            raise StoreUnavailableError(f"The store {self._address} is closed.", hint="Open it again.")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, job)

    async def close(self, finish: Callable[[sqlite3.Connection], None] = sqlite3.Connection.close) -> None:
        """Ends the thread after its last job; *finish* closes the connection. Called again it does nothing."""
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
