"""Talks to the server: one driver, short transactions that are repeated when the server asks for it, errors with names."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import LiteralString, Protocol, TypeVar, cast

import neo4j
from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncSession, AsyncTransaction
from neo4j.api import AsyncBookmarkManager
from neo4j.exceptions import DriverError, IncompleteCommit, Neo4jError
from tenacity import (
    AsyncRetrying,
    retry_if_exception,
    stop_after_attempt,
    stop_after_delay,
    stop_any,
    wait_random_exponential,
)

from episodic.stores.neo4j.address import Server
from episodic.stores.neo4j.faults import translated

T = TypeVar("T")
Rows = list[list[object]]
Parameters = Mapping[str, object]

_MADE_MEANWHILE = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
_ATTEMPTS = 8
_FIRST_WAIT = 0.02
_LONGEST_WAIT = 2.0
_MOST_SECONDS = 20.0
_CONNECT_SECONDS = 10.0


class Asking(Protocol):
    """Somewhere to put a statement."""

    async def __call__(self, text: str, **parameters: object) -> Rows:
        """The rows that it answers, as lists of values."""
        ...


class Connection:
    """A driver that is made when it is first needed. Belongs to one event loop.

    What was written by it is seen by all that is read after, on whichever server of a cluster: each question carries the
    bookmarks of the answers before it.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._driver: AsyncDriver | None = None
        self._bookmarks: AsyncBookmarkManager | None = None

    @property
    def address(self) -> str:
        """Without user or password."""
        return self._server.address

    async def close(self) -> None:
        """Ends all connections; the next question makes new ones."""
        driver, self._driver = self._driver, None
        self._bookmarks = None
        if driver is not None:
            with translated(self.address):
                await driver.close()

    async def read(self, job: Callable[[Asking], Awaitable[T]]) -> T:
        """What *job* answers.

        Each of its statements is a transaction of its own, which saves two journeys to the server: one around all of them would
        not keep what they see together either, as each statement sees what is committed when it reads.
        """

        async def once() -> T:
            async with self._session(neo4j.READ_ACCESS) as session:
                return await job(_asking(session))

        with translated(self.address):
            return await _insist(once)

    async def write(self, job: Callable[[Asking], Awaitable[T]]) -> T:
        """What *job* answers, all of its changes saved together, or none if it raises. It may run more than once.

        It begins while the transaction is being opened: what it works out before it first asks takes no time of its own.
        """

        async def once() -> T:
            return await self._written(job)

        with translated(self.address):
            return await _insist(once)

    async def attempt(self, job: Callable[[Asking], Awaitable[T]], *, seconds: float) -> T:
        """As `write`, but once only: whatever goes wrong is raised. The server ends what takes longer than so many *seconds*."""
        with translated(self.address):
            return await self._written(job, seconds)

    async def _written(self, job: Callable[[Asking], Awaitable[T]], seconds: float | None = None) -> T:
        async with self._session(neo4j.WRITE_ACCESS) as session, _opened(session, seconds) as opening:

            async def ask(text: str, **parameters: object) -> Rows:
                return await _asking(await opening)(text, **parameters)

            answer = await job(ask)
            await (await opening).commit()
        return answer

    async def rehearse(self, job: Callable[[Asking], Awaitable[None]]) -> None:
        """Run *job* once, and take all of it back."""
        with translated(self.address):
            async with self._session(neo4j.WRITE_ACCESS) as session, await session.begin_transaction() as transaction:
                await job(_asking(transaction))
                await transaction.rollback()

    async def run_alone(self, text: str, **parameters: object) -> Rows:
        """Runs a statement that makes its own transactions, or changes the schema."""

        async def once() -> Rows:
            async with self._session(neo4j.WRITE_ACCESS) as session:
                return await _asking(session)(text, **parameters)

        with translated(self.address):
            return await _insist(once)

    @asynccontextmanager
    async def _session(self, mode: str) -> AsyncGenerator[AsyncSession]:
        """A session that is closed when the block ends, also where its closing is broken off: the driver leaves it open then."""
        if self._driver is None:
            self._driver = _driver(self._server)
            self._bookmarks = AsyncGraphDatabase.bookmark_manager()
        session = self._driver.session(
            default_access_mode=mode,
            database=self._server.database,
            bookmark_manager=self._bookmarks,
            fetch_size=-1,
        )
        try:
            async with session:
                yield session
        finally:
            session.cancel()
            # What was cancelled waits for nothing any more.
            await session.close()


@asynccontextmanager
async def _opened(session: AsyncSession, seconds: float | None) -> AsyncGenerator[asyncio.Task[AsyncTransaction]]:
    """A transaction on its way to be open; what it has not saved when the session ends is taken back."""
    opening = asyncio.create_task(session.begin_transaction(timeout=seconds))
    try:
        # So that the server is asked before whoever waits for it does anything else.
        await asyncio.sleep(0)
        yield opening
    finally:
        if not opening.done():
            opening.cancel()
        await asyncio.wait((opening,))
        if not opening.cancelled():
            # What went wrong is said by whoever asks for it, and nobody may: it counts as seen.
            opening.exception()


def _driver(server: Server) -> AsyncDriver:
    auth = None if server.user is None else (server.user, server.password or "")
    return AsyncGraphDatabase.driver(
        server.address,
        auth=auth,
        user_agent="episodic",
        connection_timeout=_CONNECT_SECONDS,
        telemetry_disabled=True,
        notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
    )


class _UnwrittenMap(dict[str, object]):
    """A parameter that is not written out.

    The driver writes out every parameter for its log, be that kept or not: a third of the processor time of a large commit, and
    the author's words in a log.
    """

    def __repr__(self) -> str:
        return f"<{len(self)} entries>"


class _UnwrittenList(list[object]):
    """As `_UnwrittenMap`."""

    def __repr__(self) -> str:
        return f"<{len(self)} items>"


def _unwritten(value: object) -> object:
    if isinstance(value, dict):
        return _UnwrittenMap(cast("dict[str, object]", value))
    return _UnwrittenList(cast("list[object]", value)) if isinstance(value, list) else value


def _asking(place: AsyncTransaction | AsyncSession) -> Asking:
    async def ask(text: str, **parameters: object) -> Rows:
        result = await place.run(_literal(text), {name: _unwritten(value) for name, value in parameters.items()})
        return await result.values()

    return ask


async def _insist(once: Callable[[], Awaitable[T]]) -> T:
    """Repeats what the server asks to have repeated (deadlocks, lost connections), a few times and not at once."""
    retrying = AsyncRetrying(
        retry=retry_if_exception(_is_transient),
        stop=stop_any(stop_after_attempt(_ATTEMPTS), stop_after_delay(_MOST_SECONDS)),
        wait=wait_random_exponential(multiplier=_FIRST_WAIT, max=_LONGEST_WAIT),
        reraise=True,
    )
    return await retrying(once)


def _is_transient(error: BaseException) -> bool:
    """Whether the same again may go well: what the server says may, and these."""
    # A commit whose answer was lost is recognised when it comes again.
    if isinstance(error, IncompleteCommit):
        return True
    # Somebody else made the same index at the same time; it is there when it is asked for again.
    if isinstance(error, Neo4jError) and error.code == _MADE_MEANWHILE:
        return True
    return isinstance(error, Neo4jError | DriverError) and error.is_retryable()


def _literal(text: str) -> LiteralString:
    """Statements are named text of this package, put together from fixed lists only; the driver asks to have that said."""
    return cast("LiteralString", text)  # type: ignore[redundant-cast] # mypy takes it for any text
