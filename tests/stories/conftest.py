"""Fixture that creates a new work on each store."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from pathlib import Path

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


@pytest.fixture(params=STORES)
async def new_graph(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[NewGraph]:
    """Return a function that creates graphs, each with a work of its own, on one store. The works are deleted
    afterwards.
    """
    del tmp_path
    made: list[StoryGraph] = []

    def store() -> GraphStore:
        return SQLiteStore(":memory:") if request.param == "memory" else Neo4jStore(addresses()[request.param])

    def new(model: LanguageModel | None = None, settings: WorkSettings | None = None) -> StoryGraph:
        graph = StoryGraph(store(), group_id=f"test {uuid.uuid4()}", model=model, settings=settings)
        made.append(graph)
        return graph

    yield new
    for graph in made:
        await graph.delete()
        await graph.close()
