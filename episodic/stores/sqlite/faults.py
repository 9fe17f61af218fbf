"""Turns what SQLite and the file system complain about into the product's own errors."""

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from episodic.errors import StoreError, StoreFullError, StoreRefusedError, StoreUnavailableError, StoreVersionError

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


@contextmanager
def translated(address: str) -> Generator[None, None, None]:
    """Lets the product's errors pass; raises a StoreError that names *address* for SQLite's and the file system's."""
    try:
        yield
    except sqlite3.ProgrammingError:
        # A mistake of ours, which no user can mend.
        raise
    except sqlite3.Error as error:
        raise _of_sqlite(error, address) from error
    except OSError as error:
        raise _of_system(error, address) from error


def _of_sqlite(error: sqlite3.Error, address: str) -> StoreError:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return _full(address)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return _forbidden(address)
        case sqlite3.SQLITE_NOTADB:
            return StoreVersionError(
                f"{address} is not a store of this program.", hint="Check the path; the file was left as it is."
            )
        case sqlite3.SQLITE_CORRUPT:
            return StoreUnavailableError(
                f"The store {address} is damaged ({error}).", hint="Put a copy of it back, or read the text again."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return locked(address)
        case sqlite3.SQLITE_CANTOPEN:
            return StoreUnavailableError(
                f"The store {address} cannot be opened.", hint="Check that its folder exists and may be written."
            )
        case sqlite3.SQLITE_TOOBIG:
            return StoreRefusedError(f"A text is too long for the store {address}.", hint="Split the chapter.")
        case _:
            return StoreUnavailableError(f"The store {address} failed: {error}.", hint="Check the disk it lies on.")


def _of_system(error: OSError, address: str) -> StoreError:
    if error.errno in _NO_ROOM:
        return _full(address)
    if error.errno in _FORBIDDEN:
        return _forbidden(address)
    return StoreUnavailableError(
        f"The store {address} cannot be opened: {error.strerror or error}.",
        hint="Check that its folder exists and may be written.",
    )


def locked(address: str) -> StoreUnavailableError:
    """Somebody else has been writing for longer than we wait."""
    return StoreUnavailableError(
        f"The store {address} is locked by another program.", hint="Wait for it, or end it, and repeat."
    )


def held_by_a_reader(address: str) -> StoreUnavailableError:
    """Somebody reads an old view, which keeps the log from being emptied."""
    return StoreUnavailableError(
        f"The history is gone, but another program still reads an old view of {address}: its log keeps what that needs.",
        hint="Wait for it, or end it, and purge again.",
    )


def _full(address: str) -> StoreFullError:
    return StoreFullError(
        f"There is no room left for the store {address}.", hint="Make room on its disk and run the same command again."
    )


def _forbidden(address: str) -> StoreRefusedError:
    return StoreRefusedError(
        f"The store {address} may not be written.", hint="Check the rights of the file and of its folder."
    )
