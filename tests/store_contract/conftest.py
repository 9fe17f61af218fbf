"""The stores that the contract is asked of: each test runs on every one of them."""

import importlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest

from episodic.ports import GraphStore
from episodic.stores.sqlite import SQLiteStore

NEO4J_ADDRESSES = Path(__file__).resolve().parents[2] / ".neo4j" / "servers.json"

MEMORY = "memory"
SQLITE = "sqlite"
NEO4J_LTS = "neo4j-5.26"
NEO4J_CURRENT = "neo4j-current"

SHARED = (
    SQLITE,
    pytest.param(NEO4J_LTS, marks=pytest.mark.neo4j),
    pytest.param(NEO4J_CURRENT, marks=pytest.mark.neo4j),
)
"""Stores that several clients may open at once."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "neo4j: needs the Neo4j servers (`make neo4j-start`)")


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to open a store, any number of times."""

    name: str
    open: Callable[[], GraphStore]


@pytest.fixture(params=[MEMORY, *SHARED])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[GraphStore]:
    """A store that is set up."""
    opened = _place(request.param, tmp_path).open()
    await opened.setup()
    yield opened
    await opened.close()


@pytest.fixture(params=SHARED)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Somewhere that several clients share."""
    return _place(request.param, tmp_path)


@pytest.fixture
async def pair(place: Place) -> AsyncIterator[tuple[GraphStore, GraphStore]]:
    """Two clients of one store."""
    one, other = place.open(), place.open()
    await one.setup()
    await other.setup()
    yield one, other
    await one.close()
    await other.close()


@pytest.fixture
async def group(store: GraphStore) -> AsyncIterator[str]:
    """The name of a work that nobody else uses; it is taken away afterwards."""
    name = new_name()
    yield name
    await store.delete(name)


@pytest.fixture
async def other_group(store: GraphStore) -> AsyncIterator[str]:
    """The name of one more such work."""
    name = new_name()
    yield name
    await store.delete(name)


@pytest.fixture
async def shared_group(pair: tuple[GraphStore, GraphStore]) -> AsyncIterator[str]:
    """The name of such a work in the store of two clients."""
    name = new_name()
    yield name
    await pair[0].delete(name)


def new_name() -> str:
    """A group name that no other test has."""
    return f"contract {uuid4()}"


def _place(name: str, folder: Path) -> Place:
    match name:
        case "memory":
            return Place(name, lambda: SQLiteStore(":memory:"))
        case "sqlite":
            return Place(name, lambda: SQLiteStore(folder / "store.db"))
        case _:
            make, address = _neo4j(), _neo4j_address(lts=name == NEO4J_LTS)
            return Place(name, lambda: make(address))


def _neo4j() -> Callable[[str], GraphStore]:
    try:
        make: Callable[[str], GraphStore] = importlib.import_module("episodic.stores.neo4j").Neo4jStore
    except ModuleNotFoundError as error:
        pytest.fail(f"There is no Neo4j store to test: {error}")
    return make


def _neo4j_address(*, lts: bool) -> str:
    try:
        addresses: dict[str, str] = json.loads(NEO4J_ADDRESSES.read_text(encoding="utf-8"))
    except FileNotFoundError:
        pytest.fail("The Neo4j servers do not run: start them with `make neo4j-start`.")
    found = [address for version, address in addresses.items() if version.startswith("5.26") is lts]
    if not found:
        pytest.fail(f"{NEO4J_ADDRESSES.name} names no server of this version: {', '.join(addresses) or 'it is empty'}.")
    return found[0]
