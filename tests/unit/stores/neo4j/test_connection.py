"""A transaction is opened while what it is for is worked out: whatever becomes of that, nothing of it stays."""

import asyncio
import gc
import time
import warnings
from collections.abc import AsyncIterator
from contextlib import suppress

import neo4j
import pytest

from episodic.errors import StoreUnavailableError
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.connection import Asking, Connection

OPEN = "SHOW TRANSACTIONS YIELD transactionId, currentQuery WHERE currentQuery = '' RETURN transactionId"
"""Transactions that are open, and run nothing."""
PATIENCE = 20.0
"""Seconds in which those of other tests have come to an end."""


@pytest.fixture
async def connection(address: str) -> AsyncIterator[Connection]:
    """A connection of a client's own, that has been used."""
    opened = Connection(server_of(address, user=None, password=None, database=None))
    await opened.read(_one)
    yield opened
    await opened.close()


async def _one(ask: Asking) -> object:
    ((answer,),) = await ask("RETURN 1")
    return answer


async def stays_open(driver: neo4j.Driver) -> set[str]:
    """The transactions that are open now and do not end: others use the server, too."""
    left = {str(one[0]) for one in driver.execute_query(OPEN).records}
    deadline = time.monotonic() + PATIENCE
    while left and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
        left &= {str(one[0]) for one in driver.execute_query(OPEN).records}
    return left


async def test_a_job_that_fails_before_it_asks_says_so(connection: Connection, driver: neo4j.Driver) -> None:
    """Its own error is the one that comes, and the transaction does not stay open."""

    async def job(_: Asking) -> object:
        raise ValueError("wrong from the start")

    with pytest.raises(ValueError, match="wrong from the start"):
        await connection.write(job)

    assert await connection.write(_one) == 1
    assert not await stays_open(driver)


@pytest.mark.parametrize("steps", [0, 1, 2, 5, 20])
async def test_a_job_may_be_broken_off_at_any_time(connection: Connection, driver: neo4j.Driver, steps: int) -> None:
    """While its transaction is opened, too; the next one is as ever."""

    async def job(ask: Asking) -> object:
        await _one(ask)
        return await asyncio.Event().wait()

    writing = asyncio.create_task(connection.write(job))
    for _ in range(steps):
        await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing

    assert await connection.write(_one) == 1
    assert not await stays_open(driver)


async def test_a_job_begins_before_its_transaction_is_open() -> None:
    """Even of a server that is not there, which is named once the job asks."""
    nowhere = Connection(server_of("bolt://127.0.0.1:9", user=None, password=None, database=None))
    done: list[str] = []

    async def job(ask: Asking) -> object:
        done.append("worked")
        answer = await _one(ask)
        done.append("answered")
        return answer

    with pytest.raises(StoreUnavailableError):
        await nowhere.write(job)

    assert set(done) == {"worked"}
    await nowhere.close()


async def test_a_session_whose_closing_is_broken_off_is_closed_all_the_same(connection: Connection) -> None:
    """A job fails, and whoever wants its answer gives up while what it did is being taken back."""
    begun = asyncio.Event()

    async def job(ask: Asking) -> object:
        await _one(ask)
        begun.set()
        raise ValueError("wrong in the end")

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for steps in range(20):
            begun.clear()
            writing = asyncio.create_task(connection.write(job))
            await begun.wait()
            for _ in range(steps):
                await asyncio.sleep(0)
            writing.cancel()
            with suppress(asyncio.CancelledError, ValueError):
                await writing
        gc.collect()

    assert not [one for one in seen if "AsyncSession" in str(one.message)]
