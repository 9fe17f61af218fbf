"""The connection to a Neo4j server: sessions, transactions, retries, and the translation of errors."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import Any, LiteralString, Protocol, TypeVar, cast

import neo4j
from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncSession, AsyncTransaction
from neo4j.exceptions import DriverError, IncompleteCommit, Neo4jError
from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt, stop_after_delay, wait_random_exponential

from episodic.concurrency import LoopClient
from episodic.stores.neo4j.address import Server
from episodic.stores.neo4j.errors import translated
from episodic.stores.validation import KEY_LIMIT

T = TypeVar("T")
ResultRow = list[Any]
"""A row of a result, with the values that the driver returns: str, int, float, list or None."""
Rows = list[ResultRow]

_EQUIVALENT_INDEX_EXISTS = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
_ATTEMPTS = 8
_MOST_KEYS = 5_000


class RunCypher(Protocol):
    """A function that runs a Cypher statement, for example in one transaction, and returns the rows of its result."""

    async def __call__(self, statement: str, /, **parameters: object) -> Rows: ...


class Connection:
    """A Neo4j driver, which is created when it is first used. All sessions share their bookmarks, so that in a cluster
    a session sees the commits of earlier sessions.
    """

    def __init__(self, server: Server) -> None:
        self.address = server.address
        """The server's address without credentials."""
        self._database = server.database
        self._driver = LoopClient(partial(_open_driver, server))

    async def close(self) -> None:
        """Close the driver. A statement that is run later creates a new driver."""
        with translated(self.address):
            await self._driver.close()

    async def read(self, statement: str, /, **parameters: object) -> Rows:
        """Run a read statement in a transaction of its own, and return its rows. A transaction for several reads would
        give no common snapshot, because Neo4j reads what is committed before each statement.
        """
        return await self._in_session(neo4j.READ_ACCESS, lambda session: _runner(session)(statement, **parameters))

    async def auto_commit(self, statement: str, /, **parameters: object) -> Rows:
        """Run one statement outside of an explicit transaction, as changes of the schema and `CALL {...} IN
        TRANSACTIONS` require.
        """
        return await self._in_session(neo4j.WRITE_ACCESS, lambda session: _runner(session)(statement, **parameters))

    async def write(self, job: Callable[[RunCypher], Awaitable[T]]) -> T:
        """Return the result of *job* in one write transaction, which is rolled back if *job* raises."""

        async def in_transaction(session: AsyncSession) -> T:
            async with await session.begin_transaction() as transaction:
                answer = await job(_runner(transaction))
                await transaction.commit()
            return answer

        return await self._in_session(neo4j.WRITE_ACCESS, in_transaction)

    async def _in_session(self, mode: str, job: Callable[[AsyncSession], Awaitable[T]]) -> T:
        """Return the result of *job* in a session of its own. After a transient error (deadlock, lost connection), *job*
        is run again in a new session. Raise StoreError after eight failures or 20 seconds.

        The driver's managed transactions take one more round trip for each read, and do not repeat a commit whose
        acknowledgement was lost.
        """

        async def once() -> T:
            driver = self._driver.get()
            session = driver.session(
                default_access_mode=mode,
                database=self._database,
                bookmark_manager=driver.execute_query_bookmark_manager,
                fetch_size=-1,
            )
            try:
                async with session:
                    return await job(session)
            finally:
                # If close() is cancelled, the driver leaves its session open. After session.cancel(), session.close()
                # needs no network.
                session.cancel()
                await session.close()

        retrying = AsyncRetrying(
            retry=retry_if_exception(_is_transient),
            stop=stop_after_attempt(_ATTEMPTS) | stop_after_delay(20.0),
            wait=wait_random_exponential(multiplier=0.02, max=2.0),
            reraise=True,
        )
        with translated(self.address):
            return await retrying(once)


def _open_driver(server: Server) -> AsyncDriver:
    return AsyncGraphDatabase.driver(
        server.address,
        auth=None if server.user is None else (server.user, server.password or ""),
        user_agent="episodic",
        connection_timeout=10.0,
        telemetry_disabled=True,
        notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
    )


class _Unlogged:
    """A query parameter whose repr() does not show its contents.

    The driver formats the parameters of every statement for its debug log, even when the log is off. Formatting the
    contents would take a third of the processor time of a large commit. With the debug log on, the log would contain
    the author's text.
    """

    def __repr__(self) -> str:
        return "<not logged>"


class _UnloggedDict(_Unlogged, dict[str, object]): ...


class _UnloggedList(_Unlogged, list[object]): ...


def _unlogged(value: object) -> object:
    if isinstance(value, dict):
        return _UnloggedDict(cast("dict[str, object]", value))
    return _UnloggedList(cast("list[object]", value)) if isinstance(value, list) else value


def _runner(place: AsyncTransaction | AsyncSession) -> RunCypher:
    async def run(statement: str, /, **parameters: object) -> Rows:
        # The driver's types demand a literal string. The statements of the store are constants, but not literals.
        literal = cast("LiteralString", statement)  # type: ignore[redundant-cast] # mypy treats LiteralString as str
        result = await place.run(literal, {name: _unlogged(value) for name, value in parameters.items()})
        return await result.values()

    return run


def complete(rows: Iterable[ResultRow], required: int) -> Rows:
    """Return the rows whose first *required* values are not null. A required property can be null, because a statement
    of Neo4j does not read from a snapshot. A property that is null belongs to a record that another client is deleting.
    """
    return [row for row in rows if None not in row[:required]]


async def run_for_keys(run: RunCypher, statement: str, keys: Iterable[str], **parameters: object) -> Rows:
    """Run a Cypher statement once for each batch of different *keys*, and return the rows of all batches."""
    rows: Rows = []
    unique = list(dict.fromkeys(keys))
    for start in range(0, len(unique), _MOST_KEYS):
        rows += await run(statement, keys=unique[start : start + _MOST_KEYS], **parameters)
    return rows


async def run_in_pages(run: RunCypher, statement: str, *, limit: int, **parameters: object) -> AsyncIterator[Rows]:
    """Run a Cypher statement, which has the parameters `told`, `uuid` and `limit`, for page after page. Yield the rows
    of each page, sorted by told and uuid. The first values of a row are uuid, told, lo and hi.
    """
    told, uuid = -KEY_LIMIT, ""
    while True:
        ((found,),) = await run(statement, told=told, uuid=uuid, limit=limit, **parameters)
        page = sorted(complete(found, 4), key=lambda row: (row[1], row[0]))
        yield page
        if len(found) < limit or not page:
            return
        uuid, told, *_ = page[-1]


def _is_transient(error: BaseException) -> bool:
    """Return whether a retry may succeed.

    After a lost acknowledgement (IncompleteCommit), it is unknown whether the commit was saved. A retry is safe,
    because the store first looks up the commit's id. CREATE INDEX IF NOT EXISTS fails if another client creates the
    same index at the same time, and succeeds at the next attempt.
    """
    if isinstance(error, Neo4jError) and error.code == _EQUIVALENT_INDEX_EXISTS:
        return True
    return isinstance(error, IncompleteCommit) or (isinstance(error, Neo4jError | DriverError) and error.is_retryable())
