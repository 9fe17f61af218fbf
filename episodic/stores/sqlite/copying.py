"""A copy of a store file while it is in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.faults import translated


def copy(connection: sqlite3.Connection, *, target: Path) -> None:
    """Writes what *connection* sees now into the empty file *target*, one file without a log, and checks it.

    Raises a StoreError that names *target* where it could not be written or is not whole.
    """
    with translated(str(target)), closing(sqlite3.connect(target, isolation_level=None)) as copied:
        # In one step: a copy in several begins anew whenever somebody commits between two of them.
        connection.backup(copied, pages=-1)
        copied.execute("PRAGMA journal_mode = DELETE")
        found = [str(line) for (line,) in copied.execute("PRAGMA integrity_check(3)")]
    if found != ["ok"]:
        raise StoreUnavailableError(
            f"The copy {target} is not whole ({found[0]}).", hint="Check the disk, and the store it was made of."
        )
