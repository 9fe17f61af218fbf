"""Tests of connections: sessions and transactions are closed however a job ends, and the driver's log has no manuscript
text.
"""

import asyncio
import gc
import logging
import time
import warnings
from collections.abc import AsyncIterator
from contextlib import suppress

import neo4j
import pytest

from episodic.stores.neo4j import Neo4jStore
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.connection import Connection, RunCypher
from episodic.testing.store_contract.builders import direction, entity, save

OPEN = "SHOW TRANSACTIONS YIELD transactionId, currentQuery WHERE currentQuery = '' RETURN transactionId"
"""Cypher statement that lists the transactions that are open and run no statement."""
PATIENCE = 20.0
"""The time in seconds after which open transactions of other tests have ended."""


@pytest.fixture
async def connection(address: str) -> AsyncIterator[Connection]:
    """A connection of one client, which has run a query."""
    opened = Connection(server_of(address, user=None, password=None, database=None))
    await opened.read("RETURN 1")
    yield opened
    await opened.close()


async def _one(run: RunCypher) -> object:
    ((answer,),) = await run("RETURN 1")
    return answer


async def stays_open(driver: neo4j.Driver) -> set[str]:
    """Return the open transactions that stay open. Other tests use the same server."""
    left = {str(one[0]) for one in driver.execute_query(OPEN).records}
    deadline = time.monotonic() + PATIENCE
    while left and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
        left &= {str(one[0]) for one in driver.execute_query(OPEN).records}
    return left


async def test_a_job_that_fails_before_it_asks_says_so(connection: Connection, driver: neo4j.Driver) -> None:
    """The caller gets the error of the job itself, and the transaction is closed."""

    async def job(_: RunCypher) -> object:
        raise ValueError("wrong from the start")

    with pytest.raises(ValueError, match="wrong from the start"):
        await connection.write(job)

    assert await connection.write(_one) == 1
    assert not await stays_open(driver)


@pytest.mark.parametrize("steps", [0, 1, 2, 5, 20])
async def test_a_job_may_be_broken_off_at_any_time(connection: Connection, driver: neo4j.Driver, steps: int) -> None:
    """A job may be cancelled while its transaction is being opened. The next job is not affected."""

    async def job(run: RunCypher) -> object:
        await _one(run)
        return await asyncio.Event().wait()

    writing = asyncio.create_task(connection.write(job))
    for _ in range(steps):
        await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing

    assert await connection.write(_one) == 1
    assert not await stays_open(driver)


async def test_a_session_whose_closing_is_broken_off_is_closed_all_the_same(connection: Connection) -> None:
    """A job fails, and its caller is cancelled while the transaction is being rolled back."""
    begun = asyncio.Event()

    async def job(run: RunCypher) -> object:
        await _one(run)
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


async def test_the_driver_s_log_has_no_word_of_the_author(
    store: Neo4jStore, group: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The driver logs parameters without their contents, even at debug level."""
    with caplog.at_level(logging.DEBUG, logger="neo4j"):
        await save(store, group, entity("lin", "林黛玉", vector=direction(1)))
        await store.named(group, ["林黛玉"])

    assert "RUN" in caplog.text
    assert "林黛玉" not in caplog.text
