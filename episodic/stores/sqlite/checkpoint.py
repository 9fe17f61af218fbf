"""Checkpoints and compacts a SQLite store: moves the write-ahead log into the file, frees unused space.

The caller must hold the writer lock.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path

LOG_LIMIT = 8 << 20
"""The size of the write-ahead log in bytes above which a commit runs a checkpoint."""

_FREE_SHARE = 4
_READER_TIMEOUT = 500
"""The time in milliseconds that a checkpoint waits for readers of an old snapshot."""


def shorten_log(connection: sqlite3.Connection, log: Path | None) -> None:
    """Checkpoints a write-ahead log that is larger than LOG_LIMIT, as far as open readers allow."""
    if log is None or not log.exists() or log.stat().st_size <= LOG_LIMIT:
        return
    # The commit is saved already. If the checkpoint fails, the log stays, and the next commit tries again.
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def empty_log(connection: sqlite3.Connection) -> bool:
    """Checkpoints the whole write-ahead log and truncates the log, so that the log contains no deleted text.

    Returns whether the log was truncated. The log cannot be truncated while a reader uses an old snapshot.
    """
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {_READER_TIMEOUT}")
    try:
        with suppress(sqlite3.OperationalError):
            ((busy, _, _),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return not busy
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}")


def rewrite(connection: sqlite3.Connection) -> None:
    """Rewrites the file without the space of deleted rows (VACUUM); needs disk space for a second copy of the file."""
    connection.execute("PRAGMA temp_store = FILE")
    try:
        connection.execute("VACUUM")
    finally:
        connection.execute("PRAGMA temp_store = MEMORY")


def has_much_free_space(connection: sqlite3.Connection) -> bool:
    """Whether more than a quarter of the file is unused space of deleted rows."""
    (free,), (pages,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("freelist_count", "page_count"))
    return int(free) * _FREE_SHARE > int(pages)
