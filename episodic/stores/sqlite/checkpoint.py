"""Checkpoints of SQLite's write-ahead log, removal of unused space from the store file, and copies of the file.

All functions but `copy` require that the caller holds the writer lock.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.errors import translated

LOG_LIMIT = 8 << 20
"""The size of the write-ahead log, in bytes, above which a commit moves the log into the file."""

_FREE_SHARE = 4
_READER_TIMEOUT = 500
"""How long a checkpoint waits for connections that read an old snapshot, in milliseconds."""


def shorten_log(connection: sqlite3.Connection, log: Path | None) -> None:
    """Move the write-ahead log into the store file if it is larger than LOG_LIMIT, as far as connections that read an
    old snapshot allow.
    """
    if log is None or not log.exists() or log.stat().st_size <= LOG_LIMIT:
        return
    # A failed checkpoint of the log does no harm, because the commit is already saved in the log. A later commit tries
    # the checkpoint again.
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def empty_log(connection: sqlite3.Connection) -> bool:
    """Move the whole write-ahead log into the store file and empty the log, so that it contains no deleted text.

    Return whether the log is empty now. The log cannot be emptied while a connection reads an old snapshot.
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
    """Rewrite the store file without unused space (VACUUM). During the rewriting, the disk must have room for a second
    copy of the file.
    """
    connection.execute("PRAGMA temp_store = FILE")
    try:
        connection.execute("VACUUM")
    finally:
        connection.execute("PRAGMA temp_store = MEMORY")


def has_much_free_space(connection: sqlite3.Connection) -> bool:
    """Return whether more than a quarter of the store file is unused space."""
    (free,), (pages,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("freelist_count", "page_count"))
    return int(free) * _FREE_SHARE > int(pages)


def copy(connection: sqlite3.Connection, *, target: Path) -> None:
    """Copy the current state of *connection* into the empty file *target*, and check the integrity of the copy.

    The copy is one file, without a write-ahead log. Raise a StoreError that names *target* if it cannot be written or
    the copy is damaged.
    """
    with translated(str(target)), closing(sqlite3.connect(target, isolation_level=None)) as copied:
        # The copy is made in one step, because a copy in several steps starts again whenever another connection
        # commits.
        connection.backup(copied, pages=-1)
        copied.execute("PRAGMA journal_mode = DELETE")
        findings = [str(line) for (line,) in copied.execute("PRAGMA integrity_check(3)")]
    if findings != ["ok"]:
        raise StoreUnavailableError(
            f"The copy {target} is damaged ({findings[0]}).", hint="Check the disk and the original store."
        )
