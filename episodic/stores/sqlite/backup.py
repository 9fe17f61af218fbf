"""Backup of a SQLite store file while the store is in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.errors import translated


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
