"""The state of a chronology under construction (nodes of passages, events, runs and calendars), and the batches of
passages that extend the chronology.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from episodic.model.episodes import Layer
from episodic.model.spans import Evidence
from episodic.temporal.chronology.narrative_line import MainLine, NodeChains, TimePosition
from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.constraints import PeriodBoundary
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class TimelineConflict:
    """A time expression that contradicts other time expressions; `loop` is a minimal set of quotes that contradict each
    other.

    `owner` is the id of the passage or statement with the time expression. The time expression is ignored, except if it
    gives a second date to a named event (`repeats_event` is true). In the case of a named event, the time expression is
    kept and dates a second event with the same name.
    """

    owner: str
    loop: tuple[Evidence, ...]
    repeats_event: bool = False


@dataclass(slots=True)
class ChronologyLayout:
    """The temporal network, with indexes of the network nodes that belong to passages, statements, events, runs and
    calendars.
    """

    network: TemporalNetwork = field(default_factory=TemporalNetwork)
    chains: NodeChains = field(default_factory=NodeChains)
    nows: dict[str, int] = field(default_factory=dict[str, int])
    ends: dict[str, TimePosition] = field(default_factory=dict[str, TimePosition])
    places: dict[str, TimePosition] = field(default_factory=dict[str, TimePosition])
    origins: dict[str, int] = field(default_factory=dict[str, int])
    boundaries: dict[PeriodBoundary, int] = field(default_factory=dict[PeriodBoundary, int])
    """The nodes of the beginnings of years and months whose exact days are unknown."""
    events: dict[str, int] = field(default_factory=dict[str, int])
    reported_events: set[str] = field(default_factory=set[str])
    previous: dict[str, int] = field(default_factory=dict[str, int])
    """For each run, the node of the current moment of its last passage so far."""
    scenes: dict[str, int | None] = field(default_factory=dict[str, "int | None"])
    """For each run outside the main line, the node of the current moment of the main-line passage that surrounds the
    run.
    """
    openings: dict[str, bool] = field(default_factory=dict[str, bool])
    """For each run, True if its first time expression places the run before its surrounding scene."""
    mains: dict[Layer, int] = field(default_factory=dict[Layer, int])
    lines: dict[str, MainLine] = field(default_factory=dict[str, MainLine])
    chapters: dict[Layer, list[tuple[int, str, TimePosition]]] = field(
        default_factory=dict[Layer, list[tuple[int, str, TimePosition]]]
    )
    conflicts: list[TimelineConflict] = field(default_factory=list[TimelineConflict])
    unplaced: bool = False
    """True if some run outside the main line has no surrounding scene yet, because no main-line passage precedes the
    run; the next main-line passage may become its scene.
    """

    def copy(self) -> ChronologyLayout:
        """Return an independent copy of the layout."""
        return ChronologyLayout(
            self.network.copy(),
            self.chains.copy(),
            dict(self.nows),
            dict(self.ends),
            dict(self.places),
            dict(self.origins),
            dict(self.boundaries),
            dict(self.events),
            set(self.reported_events),
            dict(self.previous),
            dict(self.scenes),
            dict(self.openings),
            dict(self.mains),
            {run: line.copy() for run, line in self.lines.items()},
            {layer: list(ends) for layer, ends in self.chapters.items()},
            list(self.conflicts),
            self.unplaced,
        )


@dataclass(frozen=True, slots=True)
class PassageBatch:
    """A batch of passages in narrative order, with the statements of each passage in the order of their quotes."""

    passages: tuple[PlacedPassage, ...]
    statements: dict[str, list[PlacedStatement]]


def batch_of(passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement]) -> PassageBatch:
    """Return a batch of the given passages and statements, sorted into narrative order."""
    of_passage: dict[str, list[PlacedStatement]] = defaultdict(list)
    for statement in sorted(statements, key=lambda one: one.narrative_key):
        of_passage[statement.passage].append(statement)
    return PassageBatch(tuple(sorted(passages, key=lambda one: (one.narrative_key, one.uuid))), of_passage)
