"""Runs a piece of work in one transaction: all of it or nothing, or one unmoving view of the file."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def writing(connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Everything inside is saved together at the end; an error takes it all back."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        _take_back(connection)
        raise


@contextmanager
def reading(connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Everything inside sees the file as it was at the first question."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        _take_back(connection)


def _take_back(connection: sqlite3.Connection) -> None:
    # A full disk or a damaged file may have ended the transaction already.
    if connection.in_transaction:
        connection.execute("ROLLBACK")
