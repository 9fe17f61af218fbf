"""The lock that admits one writer at a time."""

from pathlib import Path

import pytest

from episodic.errors import StoreUnavailableError
from episodic.stores.sqlite.writer_lock import WriterLock


def test_one_at_a_time(tmp_path: Path) -> None:
    """A second writer does not get it while the first one has it, also within one process."""
    first, second = WriterLock(tmp_path / "lock", patience=9), WriterLock(tmp_path / "lock", patience=0)

    with first.held(), pytest.raises(StoreUnavailableError, match="locked"), second.held():
        pass


def test_it_is_free_again_after_an_error(tmp_path: Path) -> None:
    """What goes wrong inside lets go of it."""
    lock = WriterLock(tmp_path / "lock", patience=0)

    with pytest.raises(ZeroDivisionError), lock.held():
        raise ZeroDivisionError

    with lock.held():
        pass


def test_memory_has_nobody_to_keep_out() -> None:
    """Without a file there is no waiting."""
    lock = WriterLock(None, patience=0)

    with lock.held(), lock.held():
        pass
