"""The base class of an opened work, with methods for set-up and closing."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self

from episodic.ports import Embedder, GraphStore, LanguageModel
from episodic.search.scope import Scope
from episodic.telemetry import traced_calls
from episodic.views.view_factory import ViewFactory

DEFAULT_SCOPE = Scope()
"""The default scope of a read: the canon, without facts that have ended."""


OnRetrieve = Callable[[str, tuple[str, ...]], None]
"""A function that is called after each call of the method `search`, with the query and the ids of the hits."""


class StoredWork:
    """A work in a store. Use an instance as an async context manager, or call `setup` before the first use and `close`
    after the last use. Logs and traces record each call of a public coroutine method or asynchronous generator that a
    subclass defines.
    """

    group_id: str
    store: GraphStore
    embedder: Embedder
    views: ViewFactory
    model: LanguageModel | None = None
    on_retrieve: OnRetrieve | None = None
    """If set, `on_retrieve` is called after each call of the method `search`, for example to count how often records
    are found.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        traced_calls(work="group_id")(cls)

    async def __aenter__(self) -> Self:
        await self.setup()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def setup(self) -> None:
        """Create the tables, indexes and constraints that the store needs. Raises StoreError."""
        await self.store.setup()

    async def close(self) -> None:
        """Close the store and the views, the objects through which the work is read."""
        await self.views.close()
        await self.store.close()
