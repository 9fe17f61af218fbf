"""Copies the write-ahead log into the file. Whoever calls holds the writer lock."""

import sqlite3
from contextlib import suppress
from pathlib import Path

LOG_LIMIT = 8 << 20
"""Bytes that the log may grow to before a commit copies it."""

_LOOSE = 4
_BRIEFLY = 500
"""Milliseconds to wait for readers of an old view."""


def shorten_log(connection: sqlite3.Connection, log: Path | None) -> None:
    """Copies a log that has grown past its limit, as far as no reader is in the way."""
    if log is None or not log.exists() or log.stat().st_size <= LOG_LIMIT:
        return
    # The commit is saved already; what could not be copied now stays in the log, and the next commit tries again.
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def empty_log(connection: sqlite3.Connection) -> bool:
    """Copies the whole log and cuts it to nothing, so that no deleted text stays in it; whether that went well.

    It does not where a reader holds an old view.
    """
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {_BRIEFLY}")
    try:
        with suppress(sqlite3.OperationalError):
            ((busy, _, _),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return not busy
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}")


def rewrite(connection: sqlite3.Connection) -> None:
    """Writes the file anew without the room that deleted rows left. Beside it the disk needs room for one more."""
    connection.execute("PRAGMA temp_store = FILE")
    try:
        connection.execute("VACUUM")
    finally:
        connection.execute("PRAGMA temp_store = MEMORY")


def is_loose(connection: sqlite3.Connection) -> bool:
    """Whether more than a quarter of the file is room that deleted rows left."""
    (free,), (pages,) = (connection.execute(f"PRAGMA {of}").fetchone() for of in ("freelist_count", "page_count"))
    return int(free) * _LOOSE > int(pages)
