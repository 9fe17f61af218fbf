"""One work of a store: set up, looked at through its views, let go of."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from episodic.ports import Embedder, GraphStore
from episodic.search.scope import Scope
from episodic.views import Views

WHOLE = Scope()
"""Everything told so far, ended facts left out."""


class StoredWork:
    """A work of a store. Use it as an async context manager, or call `setup` and `close`."""

    group_id: str
    store: GraphStore
    embedder: Embedder
    views: Views

    async def __aenter__(self) -> Self:
        """Sets up."""
        await self.setup()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes."""
        await self.close()

    async def setup(self) -> None:
        """Make what the store needs (tables, indexes, constraints). Raises StoreError."""
        await self.store.setup()

    async def close(self) -> None:
        """Let go of the store."""
        await self.views.close()
        await self.store.close()
