"""Translation of errors of the Neo4j driver and server into the errors of this package."""

from collections.abc import Generator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConstraintError,
    DatabaseUnavailable,
    DriverError,
    Forbidden,
    ForbiddenOnReadOnlyDatabase,
    Neo4jError,
    TransientError,
    UnsupportedServerProduct,
)

from episodic.errors import (
    StoreError,
    StoreFullError,
    StoreRefusedError,
    StoreUnavailableError,
    StoreVersionError,
    TransactionTooLargeError,
)

Reason = tuple[type[StoreError], str, str]
"""The class of a StoreError, what its message says of the server, and its hint."""


class IncompleteWriteError(DriverError):
    """A Cypher statement wrote fewer rows than the store sent. The transaction is rolled back and tried again."""

    def is_retryable(self) -> bool:
        """Return True."""
        return True


@contextmanager
def translated(address: str) -> Generator[None, None, None]:
    """Raise a StoreError whose message names *address* if the driver, the server or the network fails in the block."""
    try:
        yield
    except (Neo4jError, DriverError, OSError) as error:
        kind, said, hint = _server_reason(error) if isinstance(error, Neo4jError) else _driver_reason(error)
        raise kind(f"The server {address} {said}.", hint=hint) from error


def _server_reason(error: Neo4jError) -> Reason:
    code, said = error.code or "", (error.message or "").lower()
    match error:
        case AuthError():
            hint = "Check NEO4J_USERNAME and NEO4J_PASSWORD."
            return StoreRefusedError, "does not accept this user or password", hint
        case Forbidden() | ForbiddenOnReadOnlyDatabase():
            return StoreRefusedError, "does not allow this", "Check the rights of the user and of the database."
        case _ if "OutOfMemory" in code:
            hint = "Give it a larger heap (server.memory.heap.max_size) and repeat."
            return TransactionTooLargeError, "ran out of memory", hint
        case _ if "no space left" in said or "disk full" in said:
            return StoreFullError, "has no room on its disk", "Make room on its disk and run the same command again."
        case DatabaseUnavailable() | TransientError():
            return StoreUnavailableError, f"is busy ({code})", "Run the same command again in a while."
        case ConstraintError():
            return StoreUnavailableError, f"reports a violated constraint ({code})", "Read again and repeat."
        case _ if code.startswith("Neo.ClientError"):
            return StoreRefusedError, f"refused ({code})", "Check the name of the database, and that it may be written."
        case _:
            return StoreUnavailableError, f"failed ({code})", "Its log says more."


def _driver_reason(error: DriverError | OSError) -> Reason:
    """Return the error class, reason and hint for a failure of the driver, or of the network (an OSError)."""
    match error:
        case IncompleteWriteError():
            said = f"wrote fewer records than it was sent ({error}); nothing was saved"
            return StoreUnavailableError, said, "Run the same command again; the server's log may say more."
        case UnsupportedServerProduct():
            return StoreVersionError, "is not a Neo4j server", "Check the address."
        case ConfigurationError():
            hint = "Check the address, the certificates, NEO4J_USERNAME and NEO4J_PASSWORD."
            return StoreRefusedError, "cannot be reached with these settings", hint
        case _:
            reason = (isinstance(error, OSError) and error.strerror) or type(error).__name__
            hint = "Check that it runs and that the address is right."
            return StoreUnavailableError, f"cannot be reached ({reason})", hint
