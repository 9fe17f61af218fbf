"""Opens a store file: checks that it is one, makes it where it is missing, brings it up to date."""

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from episodic.errors import StoreUnavailableError, StoreVersionError
from episodic.stores.sqlite import migrations
from episodic.stores.sqlite.checkpoint import LOG_LIMIT
from episodic.stores.sqlite.full_text import rebuild
from episodic.stores.sqlite.transactions import writing
from episodic.stores.sqlite.writer_lock import WriterLock
from episodic.text.words import TOKENS_VERSION

OLDEST_SQLITE = (3, 35, 0)
_PAGE_SIZE = 8192
_CACHE_KIB = 64 << 10
_TOKENISER = "tokeniser"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a store lies and how it is opened; `path` None is memory, `max_pages` limits the file to so many 8 KiB pages.

    `patience` is how many seconds anything waits for another writer.
    """

    path: Path | None
    max_pages: int | None
    patience: float

    @property
    def lock(self) -> WriterLock:
        """Keeps other writers of the same file out."""
        return WriterLock(self._beside("-lock"), patience=self.patience)

    @property
    def log(self) -> Path | None:
        """SQLite's write-ahead log."""
        return self._beside("-wal")

    def _beside(self, ending: str) -> Path | None:
        if self.path is None:
            return None
        # As SQLite does it: a link and the file it leads to are one store.
        real = self.path.resolve()
        return real.with_name(real.name + ending)


def set_up(place: Place) -> sqlite3.Connection:
    """A connection to a store that has all its tables. Raises a StoreError, sqlite3.Error or OSError."""
    _check_sqlite()
    _check_folder(place)
    with place.lock.held():
        _create(place)
        connection = connect(place)
        try:
            _check_kind(connection, place)
            connection.execute("PRAGMA journal_mode = WAL")
            _migrate(connection, place)
        except BaseException:
            connection.close()
            raise
    return connection


def connect(place: Place) -> sqlite3.Connection:
    """One more connection to a store that is set up; for the thread that calls."""
    connection = sqlite3.connect(
        place.path or ":memory:", timeout=place.patience, isolation_level=None, cached_statements=256
    )
    for pragma in (
        f"page_size = {_PAGE_SIZE}",
        "synchronous = FULL",
        "secure_delete = ON",
        "wal_autocheckpoint = 0",
        f"journal_size_limit = {LOG_LIMIT}",
        f"cache_size = -{_CACHE_KIB}",
        "temp_store = MEMORY",
    ):
        connection.execute(f"PRAGMA {pragma}")
    if place.max_pages is not None:
        connection.execute(f"PRAGMA max_page_count = {place.max_pages}")
    return connection


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
            "Python's SQLite lacks full text (FTS5).", hint="Use a Python built with it."
        ) from error
    finally:
        probe.close()


def _check_folder(place: Place) -> None:
    if place.path is None:
        return
    if "\x00" in str(place.path):
        raise StoreUnavailableError(f"No file can be named {str(place.path)!r}.", hint="Name another.")
    if place.path.is_dir():
        raise StoreUnavailableError(f"{place.path} is a folder.", hint="Name a file in it.")
    if not place.path.parent.is_dir():
        raise StoreUnavailableError(
            f"The folder {place.path.parent} does not exist.", hint="Make it first, or name another."
        )


def _create(place: Place) -> None:
    """Makes the file readable by its owner alone; SQLite gives its log the same rights."""
    if place.path is not None:
        os.close(os.open(place.path, os.O_RDWR | os.O_CREAT, 0o600))


def _check_kind(connection: sqlite3.Connection, place: Place) -> None:
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark == migrations.APPLICATION_ID:
        return
    if tables or mark:
        raise StoreVersionError(
            f"{place.path} belongs to another program.", hint="Name another file; this one was left as it is."
        )


def _migrate(connection: sqlite3.Connection, place: Place) -> None:
    known = [step.name for step in migrations.MIGRATIONS]
    with writing(connection):
        connection.execute(migrations.LEDGER)
        applied = {name for (name,) in connection.execute(migrations.APPLIED)}
        if not applied:
            connection.execute(f"PRAGMA application_id = {migrations.APPLICATION_ID}")
        if not applied <= set(known):
            newer = ", ".join(sorted(applied - set(known)))
            raise StoreVersionError(
                f"{place.path} was written by a newer version ({newer}).", hint="Update this program."
            )
        for step in migrations.MIGRATIONS:
            if step.name not in applied:
                for statement in step.steps:
                    connection.execute(statement)
                connection.execute(migrations.REMEMBER, (step.name,))
        _match_tokeniser(connection)


def _match_tokeniser(connection: sqlite3.Connection) -> None:
    version = str(TOKENS_VERSION)
    row = connection.execute(migrations.META, (_TOKENISER,)).fetchone()
    if row == (version,):
        return
    if row is not None:
        rebuild(connection)
    connection.execute(migrations.SET_META, (_TOKENISER, version))
