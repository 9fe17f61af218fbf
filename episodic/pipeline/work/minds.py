"""Works as people know them, each in a store of its own that holds nothing else; the last few are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from episodic.model.episodes import Layer
from episodic.model.graph import Entity
from episodic.pipeline.deriving.derived_values import work_language
from episodic.pipeline.deriving.graph import Graph
from episodic.pipeline.deriving.known_graph import KnownGraph, knowledge_of, known_graph
from episodic.pipeline.deriving.recorder import Recorder
from episodic.pipeline.work.state import State
from episodic.ports import GraphStore
from episodic.temporal.asof import When
from episodic.temporal.chronology import Chronology
from episodic.temporal.knowledge import Knowledge

Stored = Callable[[State], Awaitable[GraphStore]]
"""Puts a state in a store of its own."""


@dataclass(frozen=True, slots=True)
class KnownWork:
    """A work as one person knows it, the store that holds it, and the graph that it was taken from."""

    known: KnownGraph
    store: GraphStore
    whole: Graph


class Minds:
    """Makes the works of minds out of states; what is the same graph, person, moment and layers is made once."""

    def __init__(self, stored: Stored, *, kept: int) -> None:
        self._stored, self._kept = stored, kept
        self._made: OrderedDict[tuple[int, str, When | None, frozenset[Layer]], KnownWork] = OrderedDict()
        self._knowledge: tuple[Graph, frozenset[Layer], Knowledge] | None = None

    async def close(self) -> None:
        """Let go of the stores."""
        while self._made:
            _, one = self._made.popitem()
            await one.store.close()

    async def of(
        self, person: Entity, state: State, chronology: Chronology, *, layers: frozenset[Layer], when: When | None
    ) -> KnownWork:
        """What *person* knows of a work at a moment, or at the end of what was told."""
        # The entry holds the graph, so that its id stands for no other while the entry is there.
        key = (id(state.graph), person.uuid, when, layers)
        found = self._made.get(key)
        if found is None:
            knowledge = self._known_in(state.graph, chronology, layers)
            known = known_graph(
                state.graph, person, knowledge, language=work_language(state.replay.chapters), when=when
            )
            found = self._made[key] = KnownWork(known, await self._stored(_state_of(known, state)), state.graph)
            while len(self._made) > self._kept:
                _, oldest = self._made.popitem(last=False)
                await oldest.store.close()
        self._made.move_to_end(key)
        return found

    def _known_in(self, graph: Graph, chronology: Chronology, layers: frozenset[Layer]) -> Knowledge:
        last = self._knowledge
        if last is None or last[0] is not graph or last[1] != layers:
            last = self._knowledge = (graph, layers, knowledge_of(graph, chronology, layers))
        return last[2]


def _state_of(known: KnownGraph, state: State) -> State:
    """The state with nothing but what is known, and the chapters that any of it is from."""
    recorder = Recorder()
    episodes = [one for one in state.asserted.episodes if one.uuid in known.chapters]
    made = [recorder.of(one) for one in (*episodes, *known.graph.values())]
    return replace(state, graph=known.graph, records={(one.kind, one.uuid): one for one in made})
