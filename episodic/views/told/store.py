"""The records of a work's first chapters. They are found in the indexes of the work's own store, and their values are
derived from the replayed chapters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from episodic.model.facets import facets_of
from episodic.model.graph import Entity
from episodic.model.records import Kind, Record, Work, from_json
from episodic.pipeline.projection.record_encoding import Derived, record_of
from episodic.ports import Bounds, Embedder, GraphStore, IndexHits, IndexSearch, RecordSource, Scored
from episodic.views.told.work import ToldWork

_NARRATED = frozenset({Kind.EPISODE, Kind.PASSAGE, Kind.READING})
"""The kinds of records that are the same whatever the last chapter is."""
_UNCHANGED = frozenset({Kind.SETTING})
_ANYWHERE = Bounds()


class ToldStore:
    """The records of the chapters of *told*, which end at the order key *last*, as a source of records for reads.

    Full-text scores are those of the whole work: a word is as rare as it is in all chapters. *whole* returns a store with
    all records of the chapters; it is called only for issues, moments and statements.
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
        self._records: dict[tuple[Kind, str], Record] = {}

    async def work(self, group_id: str) -> Work | None:
        """Return the work of this group."""
        return await self._store.work(group_id)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        """Return the records of *kind* in the chapters, ordered by narrative position and uuid."""
        if kind in _UNCHANGED:
            return await self._store.fetch(group_id, kind, ids=ids, vectors=vectors)
        if kind in _NARRATED:
            return await self._narrated(group_id, kind, ids=ids, vectors=vectors)
        match kind:
            case Kind.FACT | Kind.ENTITY:
                found = self._every(kind) if ids is None else self._some(kind, ids)
                return await self._with_vectors(group_id, found) if vectors else found
            case Kind.MENTION:
                return self._mentions(ids)
            case Kind.REDIRECT:
                # A redirect from an id of a later chapter would reveal the later chapter.
                return ()
            case _:
                return await (await self._whole()).fetch(group_id, kind, ids=ids, vectors=vectors)

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        """Return the numbers of passages, entities and facts in the chapters."""
        passages = await self.counts_by_position(group_id, Kind.PASSAGE)
        found = {
            Kind.PASSAGE: sum(passages.values()),
            Kind.ENTITY: len(self._told.entities),
            Kind.FACT: len(self._told.facts()),
        }
        return {kind: number for kind, number in found.items() if number}

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = _ANYWHERE) -> Mapping[int, int]:
        """Return the number of records of a searched kind within *bounds* at each narrative position."""
        if kind is Kind.PASSAGE:
            return await self._store.counts_by_position(group_id, kind, bounds=self._bounds(bounds))
        return Counter(one.told for one in self._every(kind) if _within(one, bounds))

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Return a mapping from each of these exact name keys to the ids of the entities that have the key."""
        found = {key: tuple(self._told.entities.named(key)) for key in dict.fromkeys(keys)}
        return {key: ids for key, ids in found.items() if ids}

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        """Run several searches in the store, and return the hits that belong to the chapters.

        A hit of the store is replaced by the facts or entities that its statements or mentions belong to.
        """
        asked = [replace(one, bounds=self._bounds(one.bounds)) for one in searches]
        hits = await self._store.search(group_id, asked)
        return [
            one if search.kind is Kind.PASSAGE else await self._hits(group_id, search.kind, one)
            for search, one in zip(searches, hits, strict=True)
        ]

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...] = ()
    ) -> Sequence[Record]:
        """Return, for each entity, the *limit* facts that come last in narrative order and have a facet of each set."""
        del group_id
        found: dict[str, Record] = {}
        for entity in entities:
            found.update((one.uuid, one) for one in self._latest(entity, limit, facets))
        return sorted(found.values(), key=_place)

    def _latest(self, entity: str, limit: int, facets: tuple[frozenset[str], ...]) -> list[Record]:
        asked = limit
        while True:
            facts = self._told.latest_facts_of(entity, asked)
            rows = [self._record(Kind.FACT, one.uuid, one) for one in facts]
            rows = sorted((row for row in rows if _has_facets(row, facets)), key=_place, reverse=True)
            if len(rows) >= limit or len(facts) < asked:
                return rows[:limit]
            asked *= 4

    def _bounds(self, bounds: Bounds) -> Bounds:
        """Return the bounds with which the store is searched. Later chapters may have narrowed the range of a fact."""
        last = self._last if bounds.told_by is None else min(bounds.told_by, self._last)
        return Bounds(told_by=last, facets=bounds.facets)

    async def _hits(self, group_id: str, kind: Kind, hits: IndexHits) -> IndexHits:
        found: dict[str, list[str]] = {}
        like: dict[str, list[str]] = {}
        for uuid, value in hits.values.items():
            found[uuid], others = self._belonging(kind, uuid, value)
            like[uuid] = [one for one in others if one not in hits.values]
        # A record that the store has itself is found by its own text. The others are parts of later facts and entities.
        stored = await self._store.fetch(group_id, kind, ids=sorted({one for row in like.values() for one in row}))
        own = {one.uuid for one in stored if one.told <= self._last}
        ids = {uuid: [*row, *(one for one in like[uuid] if one not in own)] for uuid, row in found.items()}
        by_text, by_vector = _mapped(hits.by_text, ids), _mapped(hits.by_vector, ids)
        values = {one.uuid: one.value for one in self._some(kind, [one.uuid for one in (*by_text, *by_vector)])}
        return IndexHits(by_text, by_vector, values)

    def _belonging(self, kind: Kind, uuid: str, value: str) -> tuple[list[str], list[str]]:
        """Return the ids of the facts or entities of the chapters to which a record of the store belongs, and the ids of
        those that are like it.
        """
        if kind is Kind.FACT:
            fact, like = self._told.facts_like(uuid)
            return ([] if fact is None else [fact]), like
        entities, aliases = self._told.entities, from_json(Entity, value).aliases
        places = (entities.at(one.first.episode, one.first.start) for one in aliases)
        found = list(dict.fromkeys(one for one in places if one is not None))
        named = dict.fromkeys(one for alias in aliases for one in entities.named(alias.key))
        return found, [one for one in named if one not in found]

    def _record(self, kind: Kind, uuid: str, value: Derived) -> Record:
        known = self._records.get((kind, uuid))
        if known is None:
            known = self._records[kind, uuid] = record_of(value)
        return known

    def _every(self, kind: Kind) -> list[Record]:
        if kind is Kind.FACT:
            return sorted((self._record(kind, one.uuid, one) for one in self._told.facts()), key=_place)
        return self._some(kind, list(self._told.entities))

    def _some(self, kind: Kind, ids: Iterable[str]) -> list[Record]:
        found: list[Record] = []
        for uuid in dict.fromkeys(ids):
            known = self._records.get((kind, uuid))
            if known is None:
                value = self._told.fact(uuid) if kind is Kind.FACT else self._told.entity(uuid)
                known = None if value is None else self._record(kind, uuid, value)
            if known is not None:
                found.append(known)
        return sorted(found, key=_place)

    def _mentions(self, ids: Sequence[str] | None) -> list[Record]:
        entities = self._told.entities
        found = entities.all_mentions() if ids is None else map(entities.mentions, ids)
        return sorted((record_of(one) for one in found if one is not None), key=_place)

    async def _narrated(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None, vectors: bool
    ) -> Sequence[Record]:
        if kind is Kind.PASSAGE:
            rows = await self._store.fetch(group_id, kind, ids=ids, vectors=vectors)
            return [one for one in rows if one.told <= self._last]
        wanted = self._episodes if ids is None else self._episodes.intersection(ids)
        return await self._store.fetch(group_id, kind, ids=sorted(wanted), vectors=vectors)

    async def _with_vectors(self, group_id: str, records: Sequence[Record]) -> list[Record]:
        """Return the records with vectors. The vector of a record with another text in the store is computed."""
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


def _mapped(hits: Sequence[Scored], ids: Mapping[str, Sequence[str]]) -> list[Scored]:
    """Return the hits with the ids of the chapters' records, best first."""
    best: dict[str, float] = {}
    for hit in hits:
        for uuid in ids.get(hit.uuid, ()):
            best[uuid] = max(hit.score, best.get(uuid, hit.score))
    return [Scored(uuid, score) for uuid, score in sorted(best.items(), key=lambda one: (-one[1], one[0]))]


def _within(record: Record, bounds: Bounds) -> bool:
    after = bounds.told_by is not None and record.told > bounds.told_by
    early = bounds.at is not None and record.lo is not None and record.lo > bounds.at
    late = bounds.at is not None and record.hi is not None and record.hi <= bounds.at
    return not (after or early or late) and _has_facets(record, bounds.facets)


def _has_facets(record: Record, facets: tuple[frozenset[str], ...]) -> bool:
    own = set(facets_of(record)) if facets else set[str]()
    return all(not one.isdisjoint(own) for one in facets)


def _place(record: Record) -> tuple[int, str]:
    return record.told, record.uuid
