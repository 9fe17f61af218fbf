"""Context managers for SQLite transactions: an atomic write, or reads from one snapshot."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def writing(connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Runs the block in a write transaction: commits at the end of the block, rolls back on an error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise


@contextmanager
def reading(connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Runs the block in a read transaction: all queries in the block see the same snapshot."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        _roll_back(connection)


def _roll_back(connection: sqlite3.Connection) -> None:
    # A full disk or a damaged file may have ended the transaction already.
    if connection.in_transaction:
        connection.execute("ROLLBACK")
