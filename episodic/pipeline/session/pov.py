"""A cache of what characters know of a work: one store for each character and moment, with nothing that is unknown to
the character.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from episodic.model.episodes import Language, Layer
from episodic.model.graph import Entity
from episodic.model.paused_collector import paused_collector
from episodic.model.records import Record, RecordKey
from episodic.pipeline.projection.pov_graph import KnownGraph, knowledge_of, known_graph
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.record_encoding import record_of
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
    """A work up to some chapter or revision. What the work's characters know is derived from this state of the work,
    which *key* identifies. *episodes* is a function that returns the records of chapters.
    """

    key: StateKey
    graph: Graph
    chronology: Chronology
    language: Language
    episodes: EpisodeRecords


class StoredKnowledge(NamedTuple):
    """What a character knows of a work, and a store that contains only this."""

    known: KnownGraph
    store: GraphStore

    async def close(self) -> None:
        await self.store.close()


class PovWorks:
    """The parts of a work that characters know, derived on demand and cached by state, character, moment and layers."""

    def __init__(self, stored: StoreRecords, *, kept: int) -> None:
        self._stored = stored
        self._made = StoreCache[tuple[StateKey, str, When | None, frozenset[Layer]], StoredKnowledge](kept=kept)
        self._knowledge: tuple[StateKey, frozenset[Layer], Knowledge] | None = None

    async def close(self) -> None:
        await self._made.close()

    async def of(
        self, person: Entity, work: WorkSoFar, *, layers: frozenset[Layer], when: When | None
    ) -> StoredKnowledge:
        """Return what *person* knows of a work at the moment *when*, or at the end of the chapters so far if *when* is
        None.
        """
        key = (work.key, person.uuid, when, layers)
        found = self._made.get(key)
        if found is None:
            with paused_collector():
                knowledge = self._known_in(work, layers=layers)
                known = known_graph(work.graph, person, knowledge, language=work.language, when=when)
            made = StoredKnowledge(known, await self._stored(await _records_of(known, work)))
            found = await self._made.put(key, made)
        return found

    def _known_in(self, work: WorkSoFar, *, layers: frozenset[Layer]) -> Knowledge:
        last = self._knowledge
        if last is None or last[:2] != (work.key, layers):
            made = knowledge_of(work.graph, work.chronology, layers)
            last = self._knowledge = (work.key, layers, made)
        return last[2]


async def _records_of(known: KnownGraph, work: WorkSoFar) -> dict[RecordKey, Record]:
    made = [*await work.episodes(known.chapters), *map(record_of, known.graph.values())]
    return {(one.kind, one.uuid): one for one in made}
