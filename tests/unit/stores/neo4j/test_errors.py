"""Tests of error translation: every error of the driver or the server becomes a StoreError without secrets in its
message.
"""

import inspect

import pytest
from neo4j import exceptions
from neo4j.exceptions import DriverError, Neo4jError

from episodic.errors import (
    StoreError,
    StoreFullError,
    StoreRefusedError,
    StoreUnavailableError,
    TransactionTooLargeError,
)
from episodic.stores.neo4j.errors import translated

ADDRESS = "bolt://host:7687"

KINDS = sorted(
    (
        kind
        for _, kind in inspect.getmembers(exceptions, inspect.isclass)
        if issubclass(kind, DriverError | Neo4jError) and kind.__module__ == exceptions.__name__
    ),
    key=lambda kind: kind.__name__,
)


def raised(error: Exception) -> StoreError:
    with pytest.raises(StoreError) as caught, translated(ADDRESS):
        raise error
    return caught.value


def of_server(code: str, message: str = "said") -> StoreError:
    return raised(Neo4jError._hydrate_neo4j(code=code, message=message))


def test_every_error_of_the_driver_has_a_name() -> None:
    """Each class of neo4j.exceptions becomes a StoreError that names the address and a remedy."""
    for kind in KINDS:
        try:
            error = kind("raw words")
        except TypeError:
            error = kind(None, "raw words")

        translated_error = raised(error)

        assert ADDRESS in translated_error.message, kind
        assert translated_error.hint, kind
        assert "raw words" not in str(translated_error), kind


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("Neo.ClientError.Security.Unauthorized", StoreRefusedError),
        ("Neo.ClientError.Security.AuthenticationRateLimit", StoreRefusedError),
        ("Neo.ClientError.Security.Forbidden", StoreRefusedError),
        ("Neo.ClientError.Database.DatabaseNotFound", StoreRefusedError),
        ("Neo.ClientError.General.ForbiddenOnReadOnlyDatabase", StoreRefusedError),
        ("Neo.TransientError.General.MemoryPoolOutOfMemoryError", TransactionTooLargeError),
        ("Neo.TransientError.General.OutOfMemoryError", TransactionTooLargeError),
        ("Neo.TransientError.Transaction.DeadlockDetected", StoreUnavailableError),
        ("Neo.TransientError.General.DatabaseUnavailable", StoreUnavailableError),
        ("Neo.DatabaseError.General.UnknownError", StoreUnavailableError),
        ("Neo.DatabaseError.Transaction.TransactionStartFailed", StoreUnavailableError),
    ],
)
def test_codes_of_the_server_have_their_meaning(code: str, expected: type[StoreError]) -> None:
    assert type(of_server(code)) is expected


def test_a_full_disk_is_told_apart() -> None:
    """The server reports a full disk only in the text of a general error."""
    error = of_server("Neo.DatabaseError.Transaction.TransactionCommitFailed", "No space left on device")

    assert type(error) is StoreFullError


def test_a_broken_connection_is_an_unreachable_server() -> None:
    """The operating system, not the driver, may report the broken connection."""
    assert type(raised(ConnectionResetError(104, "Connection reset by peer"))) is StoreUnavailableError
