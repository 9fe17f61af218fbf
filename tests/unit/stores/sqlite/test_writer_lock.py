"""The lock that admits one writer at a time."""

from pathlib import Path

import pytest

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.writer_lock import WriterLock


def test_one_at_a_time(tmp_path: Path) -> None:
    """A second writer waits for the first writer, even in the same process."""
    first, second = WriterLock(tmp_path / "lock", patience=9), WriterLock(tmp_path / "lock", patience=0)

    with first.held(), pytest.raises(StoreUnavailableError, match="locked"), second.held():
        pass


def test_it_is_free_again_after_an_error(tmp_path: Path) -> None:
    """An error inside the locked block releases the lock."""
    lock = WriterLock(tmp_path / "lock", patience=0)

    with pytest.raises(ZeroDivisionError), lock.held():
        raise ZeroDivisionError

    with lock.held():
        pass


def test_memory_has_nobody_to_keep_out() -> None:
    """If the store has no file, writers do not wait for each other."""
    lock = WriterLock(None, patience=0)

    with lock.held(), lock.held():
        pass
