"""One writer at a time: a lock on a file beside the store, held while a commit or a checkpoint runs.

SQLite up to 3.51.2 can damage a file when a checkpoint and the first write after it fall together in two processes;
who holds this lock does both alone. The system lets go of the lock when the process ends, however it ends.
"""

import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from episodic.stores.sqlite.faults import locked

_PAUSE = 0.002
"""Seconds between two attempts."""

if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _release(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


class WriterLock:
    """The lock of one store; without a path (a store in memory) there is nobody to keep out."""

    def __init__(self, path: Path | None, *, patience: float) -> None:
        self._path = path
        self._patience = patience

    @contextmanager
    def held(self) -> Generator[None, None, None]:
        """Waits its turn. Raises StoreUnavailableError after `patience` seconds, OSError where the file cannot be made."""
        if self._path is None:
            yield
            return
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            self._wait(file)
            try:
                yield
            finally:
                _release(file)
        finally:
            os.close(file)

    def _wait(self, file: int) -> None:
        until = time.monotonic() + self._patience
        while True:
            try:
                _take(file)
            except (BlockingIOError, PermissionError) as error:
                if time.monotonic() >= until:
                    raise locked(str(self._path)) from error
                time.sleep(_PAUSE)
            else:
                return
