"""SQLite stores that test builders open. Every test closes the stores that were opened during the test.

Also makes new stores in memory copies of one empty store, and stores with one story copies of one ingestion.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Generator, Hashable
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from episodic.stores.sqlite import SQLiteStore, open_file
from episodic.stores.sqlite.open_file import StoreLocation

_opened: list[SQLiteStore] = []
_images: dict[Hashable, bytes] = {}
"""The content of the stores that `filled_store` copies."""


@contextmanager
def copied_memory_stores() -> Generator[None]:
    """Create new stores in memory as copies of one empty store, until the block ends.

    The tests open thousands of stores in memory. A copy takes a tenth of the processor time of creating the tables.
    Stores in files create their tables as ever.
    """
    set_up = open_file.set_up
    copying = threading.Lock()

    def copied(location: StoreLocation) -> sqlite3.Connection:
        if location.path is not None or location.max_pages is not None:
            return set_up(location)
        connection = open_file.connect(location)
        with copying:
            empty.backup(connection)
        return connection

    image = set_up(StoreLocation(path=None, max_pages=None, patience=0.0))
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as empty:
        with closing(image):
            image.backup(empty)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(open_file, "set_up", copied)
            yield


def memory_store() -> SQLiteStore:
    """Return a new store, which is closed at the end of the test."""
    return file_store(":memory:")


def file_store(path: Path | str) -> SQLiteStore:
    """Return the store in a file, which is closed at the end of the test."""
    store = SQLiteStore(path)
    _opened.append(store)
    return store


async def filled_store(key: Hashable, fill: Callable[[SQLiteStore], Awaitable[object]]) -> SQLiteStore:
    """Return a new store in memory with what *fill* writes. The store is closed at the end of the test.

    *fill* is called once in each test process for each key. Later stores with the same key are copies.
    """
    if key not in _images:
        original = SQLiteStore(":memory:")
        await fill(original)
        _images[key] = await original._writer.run(sqlite3.Connection.serialize)
        await original.close()
    store, image = memory_store(), _images[key]
    await store._writer.run(lambda connection: connection.deserialize(image))
    return store


def close_memory_stores() -> None:
    """Close all stores of `memory_store` and `file_store`. They may have been used in an event loop that has ended."""
    if not _opened:
        return
    # A runner with a loop factory leaves the thread's current event loop alone.
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        while _opened:
            runner.run(_opened.pop().close())
