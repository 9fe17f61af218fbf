"""Runs an edit without saving it, to show what the edit would change."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from episodic.errors import StoreRefusedError
from episodic.facade.editable_work import EditableWork
from episodic.model.records import Changes, Commit, Kind, Record, RecordKey, Staged, Work
from episodic.pipeline.session.session import Session
from episodic.ports import Bounds, GraphStore, IndexHits, IndexSearch
from episodic.views.view_factory import ViewFactory

_ALL = Bounds()


class DryRunStore:
    """A store that reads from a wrapped store and saves nothing. The method `commit` saves nothing, but the method
    `work` afterwards returns the work with a higher revision.
    """

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._commits = 0

    @property
    def address(self) -> str:
        return self._store.address

    async def setup(self) -> None:
        """Do nothing, because the wrapped store has been set up already."""

    async def close(self) -> None:
        """Do nothing, because the wrapped store stays open."""

    async def works(self) -> Sequence[Work]:
        return await self._store.works()

    async def work(self, group_id: str) -> Work | None:
        found = await self._store.work(group_id)
        return None if found is None else replace(found, revision=found.revision + self._commits)

    async def commit(self, changes: Changes, *more: Changes) -> int:
        self._commits += 1 + len(more)
        return changes.base_revision + 1 + len(more)

    async def keep(self, group_id: str, *, put: Sequence[Record] = (), remove: Sequence[str] = ()) -> None:
        """Do nothing, because nothing is saved."""

    async def staged(self, group_id: str) -> Staged | None:
        return await self._store.staged(group_id)

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        """Raise StoreRefusedError, because nothing is saved."""
        raise _refused("stage", changes.group_id, part.parts + 1 + len(more))

    async def publish(self, group_id: str, *, readable_from: int = 1) -> int:
        """Raise StoreRefusedError, because nothing is saved."""
        raise _refused("publish", group_id, readable_from)

    async def commits(self, group_id: str) -> Sequence[Commit]:
        return await self._store.commits(group_id)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        return await self._store.fetch(group_id, kind, ids=ids, vectors=vectors)

    def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        return self._store.stream(group_id, kind, vectors=vectors)

    async def history(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None
    ) -> Sequence[tuple[Record, int, int | None]]:
        return await self._store.history(group_id, kind, ids=ids)

    async def history_ids(self, group_id: str, kind: Kind) -> Sequence[str]:
        return await self._store.history_ids(group_id, kind)

    async def digests(self, group_id: str, kind: Kind | None = None) -> Mapping[RecordKey, str]:
        return await self._store.digests(group_id, kind)

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        return await self._store.counts(group_id)

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = _ALL) -> Mapping[int, int]:
        return await self._store.counts_by_position(group_id, kind, bounds=bounds)

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        return await self._store.listing(group_id, kind)

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        return await self._store.named(group_id, keys)

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        return await self._store.search(group_id, searches)

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...] = ()
    ) -> Sequence[Record]:
        return await self._store.neighbours(group_id, entities, limit=limit, facets=facets)

    async def delete(self, group_id: str) -> bool:
        """Delete nothing, and return whether the store has the work."""
        return await self._store.work(group_id) is not None

    async def compact(self, group_id: str, *, keep: int) -> int:
        """Raise StoreRefusedError, because nothing is saved."""
        raise _refused("compact", group_id, keep)

    async def purge(self, group_id: str) -> int:
        """Raise StoreRefusedError, because nothing is saved."""
        raise _refused("purge", group_id)

    async def copy_to(self, path: Path) -> bool:
        """Raise StoreRefusedError, because nothing is saved."""
        raise _refused("copy", path)


class DryRun(EditableWork):
    """A work whose edits change nothing: each edit only returns what it would change. The methods `compact` and `purge`
    raise StoreRefusedError.

    What a model extracts in a dry run is used again if the real edit follows, so that the model is not called twice.
    """

    def __init__(self, work: EditableWork) -> None:
        """Create a dry run that reads from the store of *work* and uses the same models, rules and embedder as *work*."""
        self.group_id = work.group_id
        self.embedder = work.embedder
        self.store = DryRunStore(work.store)
        self.session = Session(work.group_id, store=self.store, tools=work.session.preview_tools)
        self.views = ViewFactory(work.group_id, store=self.store, embedder=work.embedder, session=lambda: self.session)


def _refused(what: str, *about: object) -> StoreRefusedError:
    return StoreRefusedError(f"A dry run cannot {what} {', '.join(map(str, about))}.")
