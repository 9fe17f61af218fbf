"""Translates errors of SQLite and of the file system into StoreErrors."""

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from episodic.errors import (
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreRefusedError,
    StoreUnavailableError,
    StoreVersionError,
)

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_UNDECODABLE = "Could not decode to UTF-8"
"""The beginning of the message of the error that Python's sqlite3 raises for a text that is not valid UTF-8. This error
has no error code of SQLite.
"""
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


@contextmanager
def translated(address: str) -> Generator[None, None, None]:
    """Raise a StoreError whose message names *address* if SQLite or the file system fails inside the `with` block."""
    try:
        yield
    except sqlite3.ProgrammingError:
        # A ProgrammingError is raised as it is, because it is a bug of this package that no user can fix.
        raise
    except sqlite3.Error as error:
        raise _of_sqlite(error, address) from error
    except OSError as error:
        raise _of_system(error, address) from error


def _of_sqlite(error: sqlite3.Error, address: str) -> StoreError:
    if str(error).startswith(_UNDECODABLE):
        return _damaged(address, "a text is not valid UTF-8")
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return _full(address)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return _forbidden(address)
        case sqlite3.SQLITE_NOTADB:
            return StoreVersionError(
                f"{address} is not a store of this program.", hint="Check the path; the file was not changed."
            )
        case sqlite3.SQLITE_CORRUPT:
            return _damaged(address, str(error))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return locked(address)
        case sqlite3.SQLITE_CANTOPEN:
            return StoreUnavailableError(
                f"The store {address} cannot be opened.", hint="Check that its folder exists and is writable."
            )
        case sqlite3.SQLITE_TOOBIG:
            return StoreRefusedError(f"A text is too long for the store {address}.", hint="Split the chapter.")
        case _:
            return StoreUnavailableError(f"The store {address} failed: {error}.", hint="Check its disk.")


def _of_system(error: OSError, address: str) -> StoreError:
    if error.errno in _NO_ROOM:
        return _full(address)
    if error.errno in _FORBIDDEN:
        return _forbidden(address)
    return StoreUnavailableError(
        f"The store {address} cannot be opened: {error.strerror or error}.",
        hint="Check that its folder exists and is writable.",
    )


def locked(address: str) -> StoreUnavailableError:
    """Return the error for a store that another program has kept locked for too long."""
    return StoreUnavailableError(
        f"The store {address} is locked by another program.", hint="Wait for that program or end it, then try again."
    )


def held_by_a_reader(address: str) -> StoreUnavailableError:
    """Return the error for a write-ahead log that cannot be emptied because another program reads an old snapshot."""
    return StoreUnavailableError(
        f"The history was deleted, but another program still reads an old state of {address}, which the log must keep.",
        hint="Wait for that program or end it, then purge again.",
    )


def _damaged(address: str, reason: str) -> StoreDamagedError:
    return StoreDamagedError(
        f"The store {address} is damaged ({reason}).", hint="Restore a backup, or ingest the text again."
    )


def _full(address: str) -> StoreFullError:
    return StoreFullError(
        f"There is no space left for the store {address}.",
        hint="Free space on its disk and run the same command again.",
    )


def _forbidden(address: str) -> StoreRefusedError:
    return StoreRefusedError(
        f"The store {address} is not writable.", hint="Check the permissions of the file and its folder."
    )
