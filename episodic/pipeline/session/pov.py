"""A cache of what characters know of a work: one store for each character and moment, with nothing that is unknown to
the character.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import NamedTuple, Protocol

from episodic.model.episodes import Language, Layer
from episodic.model.facets import facets_of
from episodic.model.graph import Entity
from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind, Record, RecordKey
from episodic.pipeline.projection.pov_graph import KnownGraph, knowledge_of, known_graph
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.record_encoding import Derived, parties_of, record_of
from episodic.pipeline.session.store_cache import StoreCache
from episodic.ports import GraphStore
from episodic.temporal.as_of import When
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.knowledge.knowledge import Knowledge

StoreRecords = Callable[[Mapping[RecordKey, Record]], Awaitable[GraphStore]]
"""A function that writes records to a new store and returns the store."""


class StateKey(NamedTuple):
    """What identifies a state of a work, so that values derived from the state can be cached. Two states of one work
    with equal keys are equal.

    `revision` is the current revision of the work. `at_revision` is the earlier revision of the state, and is None for
    the current revision. `last_order` is the order key of the last chapter of the state, and is None if the state has
    all chapters.
    """

    revision: int
    at_revision: int | None
    last_order: int | None
    layers: frozenset[Layer]


class EpisodeRecords(Protocol):
    """A function that returns the records of the chapters with the given ids."""

    async def __call__(self, ids: frozenset[str], /) -> Iterable[Record]: ...


@dataclass(frozen=True, slots=True)
class WorkSoFar:
    """A work up to some chapter or revision. What its characters know is derived from this state of the work, which
    *key* identifies. *episodes* returns the records of its chapters.
    """

    key: StateKey
    graph: Graph
    chronology: Chronology
    language: Language
    episodes: EpisodeRecords


class KnownWork:
    """What a character knows of a work, its records, and a store that contains only these records. A record is encoded
    when a read asks for it, and the function *stored* creates the store when a read asks for the store. *episodes*
    returns the records of the work's chapters.
    """

    def __init__(
        self, known: KnownGraph, episodes: EpisodeRecords, *, stored: Callable[[], Awaitable[GraphStore]]
    ) -> None:
        self.known, self.episodes = known, episodes
        self._values: Mapping[Kind, Mapping[str, Derived]] = {
            Kind.PASSAGE: known.graph.passages,
            Kind.ENTITY: known.graph.entities,
            Kind.MENTION: known.graph.mentions,
            Kind.STATEMENT: known.graph.statements,
            Kind.FACT: known.graph.facts,
        }
        self._encoded: dict[tuple[Kind, str], Record] = {}
        self._facets: dict[str, frozenset[str]] = {}
        self._stored = stored
        self._store: GraphStore | None = None
        self._creating = asyncio.Lock()

    @paused_collector()
    def records(self, kind: Kind, ids: Iterable[str] | None) -> list[Record]:
        """Return the passages, entities, mentions, statements or facts with the ids *ids*, or all if *ids* is None.
        Unknown ids are ignored.
        """
        values = self._values.get(kind, {})
        return [self._record(kind, one) for one in (values if ids is None else set(ids)) if one in values]

    @paused_collector()
    def latest_facts_of(self, entity: str, limit: int, facets: tuple[frozenset[str], ...]) -> list[Record]:
        """Return the last *limit* facts of an entity that have at least one facet of every set in *facets*: those of
        the last chapter first, and by descending id within a chapter.
        """
        facts = self._facts_of.get(entity, ())
        found = (uuid for uuid in facts if not facets or not any(self._lacks(uuid, one) for one in facets))
        return [self._record(Kind.FACT, one) for one in islice(found, limit)]

    @cached_property
    def _facts_of(self) -> Mapping[str, Sequence[str]]:
        """The ids of the facts of each entity, in the order of `latest_facts_of`."""
        found: dict[str, list[str]] = defaultdict(list)
        facts = (one.core for one in self.known.pov.facts.values())
        for fact in sorted(facts, key=lambda one: (one.told_at.order, one.uuid), reverse=True):
            for who in parties_of(fact):
                found[who].append(fact.uuid)
        return found

    def _lacks(self, fact: str, facets: frozenset[str]) -> bool:
        known = self._facets.get(fact)
        if known is None:
            known = self._facets[fact] = frozenset(facets_of(self._record(Kind.FACT, fact)))
        return known.isdisjoint(facets)

    def _record(self, kind: Kind, uuid: str) -> Record:
        known = self._encoded.get((kind, uuid))
        if known is None:
            known = self._encoded[kind, uuid] = record_of(self._values[kind][uuid])
        return known

    async def store(self) -> GraphStore:
        """Return the store. Raise StoreError or EmbeddingError if it cannot be created."""
        async with self._creating:
            if self._store is None:
                self._store = await self._stored()
            return self._store

    async def close(self) -> None:
        """Close the store, if it was created."""
        async with self._creating:
            if self._store is not None:
                await self._store.close()


class PovWorks:
    """The parts of a work that characters know, derived on demand and cached by state, character, moment and layers."""

    def __init__(self, stored: StoreRecords, *, kept: int) -> None:
        self._stored = stored
        self._made = StoreCache[tuple[StateKey, str, When | None, frozenset[Layer]], KnownWork](_work, kept=kept)
        self._knowledge: tuple[StateKey, frozenset[Layer], Knowledge] | None = None

    async def close(self) -> None:
        await self._made.close()

    async def of(self, person: Entity, work: WorkSoFar, *, layers: frozenset[Layer], when: When | None) -> KnownWork:
        """Return what *person* knows of a work at the moment *when*, or at the end of the chapters so far if *when* is
        None.
        """
        key = (work.key, person.uuid, when, layers)
        found = self._made.get(key)
        if found is None:
            with paused_collector():
                knowledge = self._known_in(work, layers=layers)
                known = known_graph(work.graph, person, knowledge, language=work.language, when=when)
            made = KnownWork(known, work.episodes, stored=partial(self._store_of, known, work))
            found = await self._made.put(key, made)
        return found

    async def _store_of(self, known: KnownGraph, work: WorkSoFar) -> GraphStore:
        return await self._stored(await _records_of(known, work))

    def _known_in(self, work: WorkSoFar, *, layers: frozenset[Layer]) -> Knowledge:
        last = self._knowledge
        if last is None or last[:2] != (work.key, layers):
            made = knowledge_of(work.graph, work.chronology, layers)
            last = self._knowledge = (work.key, layers, made)
        return last[2]


def _work(work: KnownWork) -> KnownWork:
    return work


async def _records_of(known: KnownGraph, work: WorkSoFar) -> dict[RecordKey, Record]:
    made = [*await work.episodes(known.chapters), *map(record_of, known.graph.values())]
    return {(one.kind, one.uuid): one for one in made}
