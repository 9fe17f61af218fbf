"""Checkpoints of SQLite's write-ahead log, removal of unused space from the store file, and copies of the file.

The caller must hold the writer lock, except for a copy.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.errors import translated

LOG_LIMIT = 8 << 20
"""The size of the write-ahead log in bytes above which a commit runs a checkpoint."""

_FREE_SHARE = 4
_READER_TIMEOUT = 500
"""The time in milliseconds that a checkpoint waits for readers of an old snapshot."""


def shorten_log(connection: sqlite3.Connection, log: Path | None) -> None:
    """Move a write-ahead log that is larger than LOG_LIMIT into the store file, as far as open readers allow."""
    if log is None or not log.exists() or log.stat().st_size <= LOG_LIMIT:
        return
    # A failed checkpoint does no harm, because the commit is already saved in the log. The next commit tries the
    # checkpoint again.
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def empty_log(connection: sqlite3.Connection) -> bool:
    """Move the whole write-ahead log into the store file and truncate the log, so that the log contains no deleted
    text.

    Return whether the log was truncated. The log cannot be truncated while a reader uses an old snapshot.
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
    """Rewrite the file without unused space (VACUUM). Rewriting needs disk space for a second copy of the file."""
    connection.execute("PRAGMA temp_store = FILE")
    try:
        connection.execute("VACUUM")
    finally:
        connection.execute("PRAGMA temp_store = MEMORY")


def has_much_free_space(connection: sqlite3.Connection) -> bool:
    """Return whether more than a quarter of the file is unused space."""
    (free,), (pages,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("freelist_count", "page_count"))
    return int(free) * _FREE_SHARE > int(pages)


def copy(connection: sqlite3.Connection, *, target: Path) -> None:
    """Copy the current state of *connection* into the empty file *target*, and check the integrity of the copy.

    The copy is a single file without a write-ahead log. Raise a StoreError that names *target* if the file cannot be
    written or the check fails.
    """
    with translated(str(target)), closing(sqlite3.connect(target, isolation_level=None)) as copied:
        # All pages are copied in one step, because a copy in several steps restarts whenever another connection
        # commits.
        connection.backup(copied, pages=-1)
        copied.execute("PRAGMA journal_mode = DELETE")
        findings = [str(line) for (line,) in copied.execute("PRAGMA integrity_check(3)")]
    if findings != ["ok"]:
        raise StoreUnavailableError(
            f"The copy {target} is damaged ({findings[0]}).", hint="Check the disk and the original store."
        )
