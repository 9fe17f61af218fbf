"""The embedded store: works in one SQLite file, with full text and vectors."""

from episodic.stores.sqlite.store import SQLiteStore

__all__ = ["SQLiteStore"]
