"""Pytest fixtures of the store tests: clients of the tested store, and unused group names."""

from collections.abc import AsyncIterator, Callable
from uuid import uuid4

import pytest
import pytest_asyncio

from episodic.ports import GraphStore

OpenStore = Callable[[], GraphStore]
"""A function that creates a client of the tested store without calling `setup`.

Every call of an OpenStore function creates another client of the same store.
"""


def new_name() -> str:
    """Return a group name that no other test uses."""
    return f"contract {uuid4()}"


class Contract:
    """The base class of tests with one client of a store. Subclasses override the fixture `open_store`."""

    pytestmark = pytest.mark.asyncio

    @pytest.fixture
    def open_store(self) -> OpenStore:
        """Return a function that creates a client of the tested store."""
        raise NotImplementedError("a subclass of the contract overrides the fixture open_store")

    @pytest_asyncio.fixture
    async def store(self, open_store: OpenStore) -> AsyncIterator[GraphStore]:
        """Yield a client of the tested store on which `setup` has been called."""
        opened = open_store()
        await opened.setup()
        yield opened
        await opened.close()

    @pytest_asyncio.fixture
    async def group(self, store: GraphStore) -> AsyncIterator[str]:
        """Yield an unused group name. The work with the yielded name is deleted after the test."""
        name = new_name()
        yield name
        await store.delete(name)

    @pytest_asyncio.fixture
    async def other_group(self, store: GraphStore) -> AsyncIterator[str]:
        """Yield a second unused group name, whose work is deleted after the test."""
        name = new_name()
        yield name
        await store.delete(name)


class SharedContract:
    """The base class of tests with two clients of one store. Subclasses override the fixture `open_store`."""

    pytestmark = pytest.mark.asyncio

    @pytest.fixture
    def open_store(self) -> OpenStore:
        raise NotImplementedError("a subclass of the contract overrides the fixture open_store")

    @pytest_asyncio.fixture
    async def pair(self, open_store: OpenStore) -> AsyncIterator[tuple[GraphStore, GraphStore]]:
        """Yield two clients of the tested store on which `setup` has been called."""
        one, other = open_store(), open_store()
        await one.setup()
        await other.setup()
        yield one, other
        await one.close()
        await other.close()

    @pytest_asyncio.fixture
    async def shared_group(self, pair: tuple[GraphStore, GraphStore]) -> AsyncIterator[str]:
        """Yield an unused group name for a test with two clients. The work with the yielded name is deleted after the
        test.
        """
        name = new_name()
        yield name
        await pair[0].delete(name)
