"""Translation of errors of the Neo4j driver and server into the errors of this package."""

from collections.abc import Generator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    CertificateConfigurationError,
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
)

_NO_MEMORY = ("MemoryPoolOutOfMemory", "OutOfMemory", "TransactionOutOfMemory")
_NO_ROOM = ("No space left", "no space left", "Disk full")
_REFUSED_TITLES = frozenset({"ReadOnly", "AccessMode", "DatabaseNotFound"})

_CREDENTIALS = "Check NEO4J_USERNAME and NEO4J_PASSWORD."
_ADDRESS_AND_CREDENTIALS = "Check the address, NEO4J_USERNAME and NEO4J_PASSWORD."
_CERTIFICATE = "Check the address: bolt+s:// needs a valid one."
_DATABASE = "Check the name of the database, and that it may be written."
_MORE_MEMORY = "Give it a larger heap (server.memory.heap.max_size) and run the same command again."
_MORE_ROOM = "Make room on its disk and run the same command again."
_REACHABLE = "Check that it runs and that the address is right."
_REPEAT = "Read again and repeat."
_RIGHTS = "Check the rights of the user and of the database."
_RUN_AGAIN = "Run the same command again; the server's log may say more."


class IncompleteWriteError(DriverError):
    """A Cypher statement wrote fewer rows than the store sent. After an IncompleteWriteError, the transaction is rolled
    back and tried again, as often as after other transient errors.
    """

    def is_retryable(self) -> bool:
        """Return True: a transaction in which too few rows were written is tried again."""
        return True


@contextmanager
def translated(address: str) -> Generator[None, None, None]:
    """Raise a StoreError whose message names *address* if the driver, the server or the network fails inside the `with`
    block.
    """
    try:
        yield
    except Neo4jError as error:
        raise of_server(error, address) from error
    except DriverError as error:
        raise of_driver(error, address) from error
    except OSError as error:
        raise _unreachable(address, error.strerror or type(error).__name__) from error


def of_server(error: Neo4jError, address: str) -> StoreError:
    """Return the StoreError for an error that the Neo4j server reported."""
    code, said, server = error.code or "", error.message or "", f"The server {address}"
    match error:
        case AuthError():
            return StoreRefusedError(f"{server} does not accept this user or password.", hint=_CREDENTIALS)
        case Forbidden() | ForbiddenOnReadOnlyDatabase():
            return StoreRefusedError(f"{server} does not allow this.", hint=_RIGHTS)
        case _ if any(name in code for name in _NO_MEMORY):
            return StoreFullError(f"{server} ran out of memory.", hint=_MORE_MEMORY)
        case _ if any(words in said for words in _NO_ROOM):
            return StoreFullError(f"The disk of the server {address} is full.", hint=_MORE_ROOM)
        case DatabaseUnavailable() | TransientError():
            return StoreUnavailableError(f"{server} is busy ({code}).", hint="Run the same command again in a while.")
        case ConstraintError():
            return StoreUnavailableError(f"{server} reports a violated constraint ({code}).", hint=_REPEAT)
        case _ if code.rpartition(".")[2] in _REFUSED_TITLES:
            return StoreRefusedError(f"{server} refused ({code}).", hint=_DATABASE)
        case _ if code.startswith("Neo.ClientError"):
            return StoreRefusedError(f"{server} refused ({code}).", hint="Its log says more.")
        case _:
            return StoreUnavailableError(f"{server} failed ({code}).", hint="Its log says more.")


def of_driver(error: DriverError, address: str) -> StoreError:
    """Return the StoreError for an error that the Neo4j driver raised by itself."""
    match error:
        case IncompleteWriteError():
            said = f"The server {address} wrote fewer records than it was sent ({error}); nothing was saved."
            return StoreUnavailableError(said, hint=_RUN_AGAIN)
        case UnsupportedServerProduct():
            return StoreVersionError(f"{address} is not a Neo4j server.", hint="Check the address.")
        case CertificateConfigurationError():
            return StoreRefusedError(f"The certificates for {address} cannot be used.", hint=_CERTIFICATE)
        case ConfigurationError():
            said = f"The driver cannot connect to {address} with these settings."
            return StoreRefusedError(said, hint=_ADDRESS_AND_CREDENTIALS)
        case _:
            return _unreachable(address, type(error).__name__)


def _unreachable(address: str, reason: str) -> StoreUnavailableError:
    return StoreUnavailableError(f"The server {address} cannot be reached ({reason}).", hint=_REACHABLE)
