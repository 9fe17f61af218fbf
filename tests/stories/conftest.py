"""Fixtures that create new works, in memory or on each store."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from episodic.app import StoryGraph
from episodic.model.settings import WorkSettings
from episodic.ports import GraphStore, LanguageModel
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.neo4j_servers import CURRENT, LTS, addresses

STORES = (
    pytest.param("memory", id="memory"),
    pytest.param(LTS, id=f"neo4j-{LTS}", marks=pytest.mark.neo4j),
    pytest.param(CURRENT, id=f"neo4j-{CURRENT}", marks=pytest.mark.neo4j),
)

NewGraph = Callable[[LanguageModel | None, WorkSettings | None], StoryGraph]


@asynccontextmanager
async def graphs_in(store: str) -> AsyncIterator[NewGraph]:
    """Yield a function that creates graphs, each with a work of its own, in memory or on the Neo4j server of a version.
    The works are deleted afterwards.
    """
    made: list[StoryGraph] = []

    def opened() -> GraphStore:
        return SQLiteStore(":memory:") if store == "memory" else Neo4jStore(addresses()[store])

    def new(model: LanguageModel | None = None, settings: WorkSettings | None = None) -> StoryGraph:
        graph = StoryGraph(opened(), group_id=f"test {uuid.uuid4()}", model=model, settings=settings)
        made.append(graph)
        return graph

    yield new
    for graph in made:
        await graph.delete()
        await graph.close()


@pytest.fixture
async def new_graph() -> AsyncIterator[NewGraph]:
    """Return a function that creates graphs in memory. The store contract and `test_every_store.py` show that the other
    stores give the same graph.
    """
    async with graphs_in("memory") as new:
        yield new


@pytest.fixture(params=STORES)
async def new_graph_anywhere(request: pytest.FixtureRequest) -> AsyncIterator[NewGraph]:
    """Return a function that creates graphs on one store, for each store."""
    async with graphs_in(request.param) as new:
        yield new
