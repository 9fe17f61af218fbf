"""Fixtures for tests with a Neo4j server."""

from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import neo4j
import pytest

from episodic.stores.neo4j import Neo4jStore
from tests.neo4j_servers import CURRENT, LTS, ServerError, addresses


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "neo4j: needs the Neo4j servers (`make neo4j-start`)")


@pytest.fixture(params=[pytest.param(one, marks=pytest.mark.neo4j) for one in (LTS, CURRENT)])
def address(request: pytest.FixtureRequest) -> str:
    """The address of a server that all tests share."""
    try:
        return addresses()[request.param]
    except ServerError as error:
        pytest.fail(str(error))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Neo4jStore]:
    """A store on the shared server."""
    opened = Neo4jStore(address)
    await opened.setup()
    yield opened
    await opened.close()


@pytest.fixture
async def group(store: Neo4jStore) -> AsyncIterator[str]:
    """The name of a work for one test. The work is deleted after the test."""
    name = f"neo4j {uuid4()}"
    yield name
    await store.delete(name)


@pytest.fixture
def driver(address: str) -> Iterator[neo4j.Driver]:
    """A plain Neo4j driver, as another program uses it."""
    with neo4j.GraphDatabase.driver(address) as opened:
        yield opened
