"""The SQLite store, which saves works in one file, with full-text and vector search."""

from episodic.stores.sqlite.store import SQLiteStore

__all__ = ["SQLiteStore"]
