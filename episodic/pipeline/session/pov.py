"""A cache of the parts of a work that characters know. The part that a character knows is kept in a separate store
without other data.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from episodic.model.episodes import Layer
from episodic.model.graph import Entity
from episodic.pipeline.projection.pov_graph import KnownGraph, knowledge_of, known_graph
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.record_encoding import episode_record, record_of
from episodic.pipeline.projection.values import work_language
from episodic.pipeline.session.state import State
from episodic.ports import GraphStore
from episodic.temporal.as_of import When
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.knowledge.knowledge import Knowledge

StoreState = Callable[[State], Awaitable[GraphStore]]
"""A function that writes a state to a new store and returns the store."""


class StateKey(NamedTuple):
    """The key of a state that was read or replayed. States of one work with equal keys are equal.

    `revision` is the current revision of the work. `at_revision` is the earlier revision of the state, and is None for
    the current revision. `last_order` is the order key of the last chapter of the state, and is None if the state has
    all chapters. `layers` are the layers of the state.
    """

    revision: int
    at_revision: int | None
    last_order: int | None
    layers: frozenset[Layer]


@dataclass(frozen=True, slots=True)
class KnownWork:
    """The part of a work that a character knows, and a store that contains only this part."""

    known: KnownGraph
    store: GraphStore


class PovWorks:
    """The parts of a work that characters know, derived on demand and cached by state, character, moment and layers."""

    def __init__(self, stored: StoreState, *, kept: int) -> None:
        self._stored, self._kept = stored, kept
        self._made: OrderedDict[tuple[StateKey, str, When | None, frozenset[Layer]], KnownWork] = OrderedDict()
        self._knowledge: tuple[StateKey, frozenset[Layer], Knowledge] | None = None

    async def close(self) -> None:
        """Close the stores of all cached parts of the work."""
        while self._made:
            _, one = self._made.popitem()
            await one.store.close()

    async def of(
        self,
        person: Entity,
        state: State,
        chronology: Chronology,
        *,
        state_key: StateKey,
        layers: frozenset[Layer],
        when: When | None,
    ) -> KnownWork:
        """Return what *person* knows of a work at the moment *when*, or at the end of the chapters so far if *when* is
        None. The result is cached under *state_key*, the key of *state*.
        """
        key = (state_key, person.uuid, when, layers)
        found = self._made.get(key)
        if found is None:
            knowledge = self._known_in(state.graph, chronology, state_key=state_key, layers=layers)
            known = known_graph(
                state.graph, person, knowledge, language=work_language(state.replay.chapters), when=when
            )
            found = self._made[key] = KnownWork(known, await self._stored(_state_of(known, state)))
            while len(self._made) > self._kept:
                _, oldest = self._made.popitem(last=False)
                await oldest.store.close()
        self._made.move_to_end(key)
        return found

    def _known_in(
        self, graph: Graph, chronology: Chronology, *, state_key: StateKey, layers: frozenset[Layer]
    ) -> Knowledge:
        last = self._knowledge
        if last is None or last[:2] != (state_key, layers):
            last = self._knowledge = (state_key, layers, knowledge_of(graph, chronology, layers))
        return last[2]


def _state_of(known: KnownGraph, state: State) -> State:
    """Return *state* reduced to what the character knows, and to the chapters from which the character's knowledge
    comes.
    """
    made = [episode_record(one) for one in state.inputs.episodes if one.uuid in known.chapters]
    made.extend(record_of(one) for one in known.graph.values())
    return replace(state, graph=known.graph, records={(one.kind, one.uuid): one for one in made})
