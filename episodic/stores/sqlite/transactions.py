"""Context managers for SQLite transactions: an atomic write, or reads from one snapshot."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def writing(connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Run the `with` block in a write transaction, which is committed at the end of the block or rolled back after an
    error.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise


@contextmanager
def reading(connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Run the `with` block in a read transaction, so that all queries in the block see the same snapshot."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        _roll_back(connection)


def _roll_back(connection: sqlite3.Connection) -> None:
    # After an error such as a full disk or a damaged file, SQLite may have ended the transaction already.
    if connection.in_transaction:
        connection.execute("ROLLBACK")
