"""Opens all works of a store for a server, each when it is used for the first time."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from episodic.app import StoryGraph
from episodic.config import Config
from episodic.factory import Close, configured_embedder, configured_models, forget_caches, open_store
from episodic.llm.usage import Ledger
from episodic.ports import GraphStore


class OpenedWorks:
    """All works of the configured store. Each work is opened when it is used for the first time.

    The works share one store. Each work has a model and an embedder of its own, because the caches of replies and
    vectors belong to one work.
    """

    def __init__(self, config: Config, store: GraphStore, closers: list[Close]) -> None:
        self.store = store
        self.warnings: list[str] = []
        self._config = config
        self._closers = closers
        self._graphs: dict[str, StoryGraph] = {}

    def graph(self, name: str) -> StoryGraph:
        """Return the work with this name, which need not exist yet. Raises InvalidNameError, ConfigurationError."""
        if name not in self._graphs:
            config = self._config.with_default("EPISODIC_WORK", name)
            model, small = configured_models(config, Ledger(), self._closers, self.warnings)
            embedder = configured_embedder(config, self._closers, self.warnings)
            graph = StoryGraph(self.store, group_id=name, model=model, small_model=small, embedder=embedder)
            graph.overdue_after = config.number("EPISODIC_OVERDUE_AFTER") or graph.overdue_after
            self._closers.append(graph.views.close)
            self._graphs[name] = graph
        return self._graphs[name]

    async def delete(self, name: str) -> bool:
        """Delete a work, its jobs, and its cached replies and vectors, and return whether the store had the work."""
        existed = await self.graph(name).delete()
        forget_caches(self._config.with_default("EPISODIC_WORK", name))
        return existed


@asynccontextmanager
async def opened_works(config: Config) -> AsyncGenerator[OpenedWorks]:
    """Open the configured store and yield its works. After the `async with` block, close the store and everything else
    that was opened for the works, such as models.

    Raises ConfigurationError and StoreError.
    """
    closers: list[Close] = []
    try:
        store = open_store(config)
        closers.append(store.close)
        await store.setup()
        yield OpenedWorks(config, store, closers)
    finally:
        for close in reversed(closers):
            await close()
