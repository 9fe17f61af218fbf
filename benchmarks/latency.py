"""With a model that answers in 300 ms: what does the product add of its own, and what does reading a manuscript at once save?

python -m benchmarks.latency            # SQLite; with servers started (make neo4j-start) also Neo4j
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
import uuid
from pathlib import Path

from benchmarks.novel import Novel
from benchmarks.report import Figure, publish
from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.ports import GraphStore, Reply
from episodic.prompts import Prompt
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.neo4j_servers import addresses

DELAY = 0.3
CHAPTERS = 20
LENGTH = 3_000


class Rounds:
    """A model that measures how long it is being waited for: from the first open question to the last answer."""

    def __init__(self, model: ScriptedModel) -> None:
        self._model = model
        self._open = 0
        self._since = 0.0
        self.waited = 0.0

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        if self._open == 0:
            self._since = time.perf_counter()
        self._open += 1
        try:
            return await self._model.ask(prompt)
        finally:
            self._open -= 1
            if self._open == 0:
                self.waited += time.perf_counter() - self._since


def chapters() -> list[Chapter]:
    """The same twenty chapters for every way of reading."""
    novel = Novel("zh", LENGTH, people=12, facts=10)
    return [novel.chapter(number) for number in range(1, CHAPTERS + 1)]


def watched() -> tuple[Novel, Rounds]:
    """A model that knows the novel's people, watched."""
    novel = Novel("zh", LENGTH, people=12, facts=10)
    for number in range(1, CHAPTERS + 1):
        novel.chapter(number)
    return novel, Rounds(novel.model(delay=DELAY))


async def sequential(store: GraphStore) -> tuple[float, float]:
    """Seconds in all, and seconds in which the model was being waited for."""
    _, model = watched()
    graph = StoryGraph(store, group_id=f"bench {uuid.uuid4()}", model=model)
    await graph.setup()
    start = time.perf_counter()
    for chapter in chapters():
        await graph.add_episode(chapter)
    spent = time.perf_counter() - start
    await graph.delete()
    await graph.close()
    return spent, model.waited


async def at_once(store: GraphStore) -> tuple[float, float]:
    """The same, as one manuscript."""
    _, model = watched()
    graph = StoryGraph(store, group_id=f"bench {uuid.uuid4()}", model=model)
    await graph.setup()
    start = time.perf_counter()
    await graph.add_manuscript(chapters())
    spent = time.perf_counter() - start
    await graph.delete()
    await graph.close()
    return spent, model.waited


async def figures() -> list[Figure]:
    """Everything beside its limit."""
    found: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, limit in (("SQLite", 0.10), *((version, 0.30) for version in addresses())):

            def store(file: str, name: str = name) -> GraphStore:
                return SQLiteStore(Path(folder) / file) if name == "SQLite" else Neo4jStore(addresses()[name])

            spent, waited = await sequential(store("sequential.db"))
            found.append(
                Figure(f"{name}: own time of a sequential ingestion", (spent - waited) / spent, "of all", limit)
            )
            spent, waited = await at_once(store("at-once.db"))
            found.append(
                Figure(f"{name}: {CHAPTERS} chapters at once, beside the rounds waited", spent / waited, "x", 1.3)
            )
            found.append(Figure(f"{name}: rounds of {DELAY} s at once", waited / DELAY, "rounds"))
    return found


if __name__ == "__main__":
    sys.exit(publish("Latency: what does the product add to a model that answers in 300 ms?", asyncio.run(figures())))
