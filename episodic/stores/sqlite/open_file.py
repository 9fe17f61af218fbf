"""Opens a SQLite store file: creates it if it is missing, checks that it is a store, and runs migrations."""

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from episodic.errors import StoreUnavailableError, StoreVersionError
from episodic.model.records import Kind
from episodic.stores.derived_columns import derived_columns
from episodic.stores.migrations import DERIVED_VERSION, has_other_words, missing
from episodic.stores.sqlite import migrations, sql
from episodic.stores.sqlite.checkpoint import LOG_LIMIT
from episodic.stores.sqlite.full_text import rebuild
from episodic.stores.sqlite.transactions import writing
from episodic.stores.sqlite.writer_lock import WriterLock

OLDEST_SQLITE = (3, 35, 0)
_PAGE_SIZE = 8192
_CACHE_KIB = 64 << 10
STREAM_CACHE_KIB = 4 << 10
"""The size of SQLite's page cache, in KiB, for a connection that reads each record once, in order."""
_DERIVED = "derived"
_BATCH = 1_000


@dataclass(frozen=True, slots=True)
class StoreLocation:
    """The path of a SQLite store (None: in memory), and how the store is opened.

    `max_pages` is the largest size of the file, in pages of 8 KiB, or None for no limit. `patience` is the longest time
    to wait for another writer, in seconds.
    """

    path: Path | None
    max_pages: int | None
    patience: float

    @property
    def lock(self) -> WriterLock:
        """The lock of the store file, which lets one writer in at a time."""
        return WriterLock(self._beside("-lock"), patience=self.patience)

    @property
    def log(self) -> Path | None:
        """The path of SQLite's write-ahead log, or None for a store in memory."""
        return self._beside("-wal")

    def _beside(self, ending: str) -> Path | None:
        if self.path is None:
            return None
        # The path is resolved, because SQLite too treats a symbolic link and its target as one database.
        real = self.path.resolve()
        return real.with_name(real.name + ending)


def set_up(location: StoreLocation) -> sqlite3.Connection:
    """Open a store, create it if it is missing, and return a connection to it with up-to-date tables.

    Raise a StoreError, sqlite3.Error or OSError if the store cannot be opened or migrated.
    """
    _check_sqlite()
    _check_folder(location)
    with location.lock.held():
        _create(location)
        connection = connect(location)
        try:
            _check_kind(connection, location)
            connection.execute("PRAGMA journal_mode = WAL")
            _migrate(connection, location)
        except BaseException:
            connection.close()
            raise
    return connection


def connect(location: StoreLocation, *, cache_kib: int = _CACHE_KIB) -> sqlite3.Connection:
    """Return a connection to a store, whose tables are neither checked nor changed. A connection to a file may be used
    only in the calling thread. A connection to a store in memory may be used in any thread, but only in one at a time.
    """
    connection = sqlite3.connect(
        location.path or ":memory:",
        timeout=location.patience,
        isolation_level=None,
        check_same_thread=location.path is not None,
        cached_statements=256,
    )
    try:
        _configure(connection, location, cache_kib)
    except BaseException:
        connection.close()
        raise
    return connection


def _configure(connection: sqlite3.Connection, location: StoreLocation, cache_kib: int) -> None:
    for pragma in (
        f"page_size = {_PAGE_SIZE}",
        "synchronous = FULL",
        "secure_delete = ON",
        "wal_autocheckpoint = 0",
        f"journal_size_limit = {LOG_LIMIT}",
        f"cache_size = -{cache_kib}",
        "temp_store = MEMORY",
    ):
        connection.execute(f"PRAGMA {pragma}")
    if location.max_pages is not None:
        connection.execute(f"PRAGMA max_page_count = {location.max_pages}")


def _check_sqlite() -> None:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        wanted = ".".join(map(str, OLDEST_SQLITE))
        raise StoreUnavailableError(
            f"Python's SQLite is {sqlite3.sqlite_version}; {wanted} or later is needed.", hint="Use a newer Python."
        )
    probe = sqlite3.connect(":memory:")
    try:
        probe.execute("CREATE VIRTUAL TABLE probe USING fts5 (words)")
    except sqlite3.OperationalError as error:
        raise StoreUnavailableError(
            "Python's SQLite lacks full-text search (FTS5).", hint="Use a Python built with FTS5."
        ) from error
    finally:
        probe.close()


def _check_folder(location: StoreLocation) -> None:
    if location.path is None:
        return
    if "\x00" in str(location.path):
        raise StoreUnavailableError(f"{str(location.path)!r} is not a valid file name.", hint="Give another name.")
    if location.path.is_dir():
        raise StoreUnavailableError(f"{location.path} is a folder.", hint="Give the path of a file.")
    if not location.path.parent.is_dir():
        raise StoreUnavailableError(
            f"The folder {location.path.parent} does not exist.", hint="Create it first, or give another path."
        )


def _create(location: StoreLocation) -> None:
    """If the store file is missing, create it as a file that only its owner can read and write. SQLite gives the
    write-ahead log the permissions of the file.
    """
    if location.path is not None:
        os.close(os.open(location.path, os.O_RDWR | os.O_CREAT, 0o600))


def _check_kind(connection: sqlite3.Connection, location: StoreLocation) -> None:
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark == migrations.APPLICATION_ID:
        return
    if tables or mark:
        raise StoreVersionError(
            f"{location.path} belongs to another program.", hint="Give another path; the file was not changed."
        )


def _migrate(connection: sqlite3.Connection, location: StoreLocation) -> None:
    with writing(connection):
        connection.execute(migrations.LEDGER)
        applied = {name for (name,) in connection.execute(migrations.APPLIED)}
        if not applied:
            connection.execute(f"PRAGMA application_id = {migrations.APPLICATION_ID}")
        for step in missing(migrations.MIGRATIONS, applied, place=str(location.path)):
            for statement in step.statements:
                connection.execute(statement)
            connection.execute(migrations.REMEMBER, (step.name,))
        (derived,) = connection.execute(migrations.META, (_DERIVED,)).fetchone() or (None,)
        if derived != DERIVED_VERSION:
            if has_other_words(derived):
                rebuild(connection)
            _derive(connection)
            connection.execute(migrations.SET_META, (_DERIVED, DERIVED_VERSION))


def _derive(connection: sqlite3.Connection) -> None:
    """Compute the columns that are derived from the values of facts, entities and passages. The derived columns are the
    facets (tokens by which searches filter), the listing rows (what a list reads) and the scoring rows (what a search
    reads first).
    """
    connection.execute(sql.CLEAR_SCORING_ROWS)
    last = 0
    while found := connection.execute(sql.VALUES_AFTER, (last, _BATCH)).fetchall():
        rows = [(number, derived_columns(Kind(kind), value)) for number, kind, value in found]
        connection.executemany(sql.SET_DERIVED, ((made.facets, made.listing, number) for number, made in rows))
        scoring = ((number, made.scoring) for number, made in rows if made.scoring is not None)
        connection.executemany(sql.SET_SCORING_ROW, scoring)
        last = rows[-1][0]
