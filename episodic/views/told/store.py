"""A read-only store of a work up to a chapter. The store finds records in the indexes of the whole work and derives
their values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from episodic.model.records import Kind, Record, Work
from episodic.ports import Bounds, Embedder, GraphStore, IndexHits, IndexSearch, RecordSource
from episodic.text.listing_rows import LISTED, listing_rows
from episodic.views.told.hits import ToldHits
from episodic.views.told.records import ToldRecords, place_of
from episodic.views.told.work import ToldWork

_NARRATED = frozenset({Kind.EPISODE, Kind.PASSAGE, Kind.READING})
"""The kinds of records that belong to one chapter each, and that later chapters do not change."""
_UNCHANGED = frozenset({Kind.SETTING})
_ANYWHERE = Bounds()


class ToldStore:
    """The source of records for a read of the work *told*. *told* contains the chapters up to and including the one
    with the order key *last*.

    Full-text scores count how rare a word is in all chapters of the work, including later ones. The function *whole*
    returns a store with all records of the work up to the last chapter that the read sees. *whole* needs a replay to
    create this store. The function *whole* is called only for records that are not derived one by one, such as issues,
    moments and statements.
    """

    def __init__(
        self,
        store: RecordSource,
        told: ToldWork,
        last: int,
        *,
        episodes: Iterable[str],
        embedder: Embedder,
        whole: Callable[[], Awaitable[GraphStore]],
    ) -> None:
        self._store, self._told, self._last = store, told, last
        self._episodes, self._embedder, self._whole = frozenset(episodes), embedder, whole
        self._records = ToldRecords(told)
        self._hits = ToldHits(store, told, self._records, last=last, embedder=embedder)

    async def work(self, group_id: str) -> Work | None:
        return await self._store.work(group_id)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        if kind in _UNCHANGED:
            return await self._store.fetch(group_id, kind, ids=ids, vectors=vectors)
        if kind in _NARRATED:
            return await self._narrated(group_id, kind, ids=ids, vectors=vectors)
        match kind:
            case Kind.FACT | Kind.ENTITY:
                found = self._records.every(kind) if ids is None else self._records.some(kind, ids)
                return await self._with_vectors(group_id, found) if vectors else found
            case Kind.MENTION:
                return self._records.mentions(ids)
            case Kind.ACT:
                rows = await self._store.fetch(group_id, kind, ids=ids)
                return [one for one in rows if one.uuid in self._told.acts]
            case Kind.REDIRECT:
                # Redirects are hidden, because a redirect from an id of a later chapter would reveal something of this
                # chapter.
                return ()
            case _:
                return await (await self._whole()).fetch(group_id, kind, ids=ids, vectors=vectors)

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        passages = await self.counts_by_position(group_id, Kind.PASSAGE)
        found = {
            Kind.PASSAGE: sum(passages.values()),
            Kind.ENTITY: len(self._told.entities),
            Kind.FACT: len(self._told.facts()),
        }
        return {kind: number for kind, number in found.items() if number}

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = _ANYWHERE) -> Mapping[int, int]:
        if kind is Kind.PASSAGE:
            return await self._store.counts_by_position(group_id, kind, bounds=self._bounds(bounds))
        return Counter(one.told for one in self._records.every(kind) if self._records.within(one, bounds))

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        return sorted(listing_rows(await self.fetch(group_id, kind))) if kind in LISTED else []

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        del group_id
        found = {key: tuple(self._told.entities.named(key)) for key in dict.fromkeys(keys)}
        return {key: ids for key, ids in found.items() if ids}

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        asked = [replace(one, bounds=self._bounds(one.bounds)) for one in searches]
        hits = await self._store.search(group_id, asked)
        return [
            one if search.kind is Kind.PASSAGE else await self._hits.of(group_id, search, one)
            for search, one in zip(asked, hits, strict=True)
        ]

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...] = ()
    ) -> Sequence[Record]:
        del group_id
        rows = (one for entity in entities for one in self._records.latest_facts_of(entity, limit, facets))
        return sorted({one.uuid: one for one in rows}.values(), key=place_of)

    def _bounds(self, bounds: Bounds) -> Bounds:
        """Return the bounds with which the index of the whole work is searched: up to the last chapter, and without the
        moment of story time. The moment of story time is left out because later chapters may have narrowed the range of
        chapters in which an indexed fact may hold.
        """
        last = self._last if bounds.told_by is None else min(bounds.told_by, self._last)
        return Bounds(told_by=last, facets=bounds.facets)

    async def _narrated(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None, vectors: bool
    ) -> Sequence[Record]:
        if kind is Kind.PASSAGE:
            rows = await self._store.fetch(group_id, kind, ids=ids, vectors=vectors)
            return [one for one in rows if one.told <= self._last]
        wanted = self._episodes if ids is None else self._episodes.intersection(ids)
        return await self._store.fetch(group_id, kind, ids=sorted(wanted), vectors=vectors)

    async def _with_vectors(self, group_id: str, records: Sequence[Record]) -> list[Record]:
        if not records:
            return []
        ids = [one.uuid for one in records]
        stored = {one.uuid: one for one in await self._store.fetch(group_id, records[0].kind, ids=ids, vectors=True)}
        made = {
            one.uuid: known.vector
            for one in records
            if (known := stored.get(one.uuid)) is not None and known.text == one.text
        }
        fresh = [one for one in records if one.uuid not in made and one.text]
        rows = await self._embedder.embed([one.text or "" for one in fresh]) if fresh else ()
        made.update((one.uuid, row.astype("<f4").tobytes()) for one, row in zip(fresh, rows, strict=True))
        return [one.with_vector(made.get(one.uuid)) for one in records]
