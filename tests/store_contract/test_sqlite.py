"""Runs the store contract on SQLite: in memory, and in a file that several clients open."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract import OpenStore, SharedStoreContract, StoreContract


class TestMemory(StoreContract):
    """A store in memory has only one client."""

    @pytest.fixture
    def open_store(self) -> OpenStore:
        """Open the store as a user does."""
        return lambda: SQLiteStore(":memory:")


class TestFile(StoreContract, SharedStoreContract):
    """The store is a file."""

    @pytest.fixture
    def open_store(self, tmp_path: Path) -> OpenStore:
        """Open the store as a user does."""
        return lambda: SQLiteStore(tmp_path / "store.db")
