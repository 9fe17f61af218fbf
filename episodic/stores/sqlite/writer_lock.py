"""A lock file that lets one process at a time run a commit or an SQLite checkpoint.

An SQLite checkpoint copies the write-ahead log into the store file. SQLite up to 3.51.2 can damage a file if one
process runs a checkpoint while another one makes its first write. With the lock, no two processes write or run a
checkpoint at the same time. The operating system releases the lock when its process ends, even by a crash.
"""

import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from episodic.file_locks import release_lock, take_lock
from episodic.stores.sqlite.errors import locked

_PAUSE = 0.002
"""How long to wait between two attempts to take the lock, in seconds."""


class WriterLock:
    """The lock on one store file, which a process holds while it commits or runs an SQLite checkpoint. For a store in
    memory (no path), the lock does nothing.
    """

    def __init__(self, path: Path | None, *, patience: float) -> None:
        self._path = path
        self._patience = patience

    @contextmanager
    def held(self) -> Generator[None, None, None]:
        """Hold the lock while the `with` block runs.

        Raise StoreUnavailableError if the lock is not free within `patience` seconds, and OSError if there can be no
        lock file.
        """
        if self._path is None:
            yield
            return
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            self._wait(file)
            try:
                yield
            finally:
                release_lock(file)
        finally:
            os.close(file)

    def _wait(self, file: int) -> None:
        until = time.monotonic() + self._patience
        while True:
            try:
                take_lock(file)
            except (BlockingIOError, PermissionError) as error:
                if time.monotonic() >= until:
                    raise locked(str(self._path)) from error
                time.sleep(_PAUSE)
            else:
                return
