"""SQLite stores that test builders open. Every test closes the stores that were opened during the test."""

from __future__ import annotations

import asyncio
from pathlib import Path

from episodic.stores.sqlite import SQLiteStore

_opened: list[SQLiteStore] = []


def memory_store() -> SQLiteStore:
    """Return a new store, which is closed at the end of the test."""
    return file_store(":memory:")


def file_store(path: Path | str) -> SQLiteStore:
    """Return the store in a file, which is closed at the end of the test."""
    store = SQLiteStore(path)
    _opened.append(store)
    return store


def close_memory_stores() -> None:
    """Close all stores of `memory_store` and `file_store`. They may have been used in an event loop that has ended."""
    if not _opened:
        return
    # A runner with a loop factory leaves the thread's current event loop alone.
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        while _opened:
            runner.run(_opened.pop().close())
