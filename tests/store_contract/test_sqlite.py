"""The contract, passed by SQLite: in memory, and in a file that several clients open."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract import OpenStore, SharedStoreContract, StoreContract


class TestMemory(StoreContract):
    """A store in memory, which one client has for itself."""

    @pytest.fixture
    def open_store(self) -> OpenStore:
        """As a user opens it."""
        return lambda: SQLiteStore(":memory:")


class TestFile(StoreContract, SharedStoreContract):
    """A store in a file."""

    @pytest.fixture
    def open_store(self, tmp_path: Path) -> OpenStore:
        """As a user opens it."""
        return lambda: SQLiteStore(tmp_path / "store.db")
