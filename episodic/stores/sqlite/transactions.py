"""Context managers for SQLite transactions: for a write that is saved as a whole, and for reads from one snapshot."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def writing(connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Run the `with` block in a write transaction, which is committed at its end, and rolled back if it raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise


@contextmanager
def reading(connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Run the `with` block in a read transaction, so that all its queries see the same snapshot."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        _roll_back(connection)


def _roll_back(connection: sqlite3.Connection) -> None:
    # After an error such as a full disk or a damaged file, SQLite may already have ended the transaction itself.
    if connection.in_transaction:
        connection.execute("ROLLBACK")
