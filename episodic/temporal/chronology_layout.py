"""What a chronology knows beside its network while passages are told, and the batches it grows by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from episodic.model.episodes import Layer
from episodic.model.spans import Evidence
from episodic.temporal.chronology_line import Chains, Line, Place
from episodic.temporal.chronology_network import Network
from episodic.temporal.constraints import Edge
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class TimelineConflict:
    """Time words that cannot be true beside others: a loop of quotes none of which can be left out.

    `owner` is the passage or statement whose words they are. They are set aside, unless they date a named event anew
    (`again`): then they stand, as those of another event of that name.
    """

    owner: str
    loop: tuple[Evidence, ...]
    again: bool = False


@dataclass(slots=True)
class Layout:
    """Everything a chronology knows beside the network; grown in telling order."""

    network: Network = field(default_factory=Network)
    chains: Chains = field(default_factory=Chains)
    nows: dict[str, int] = field(default_factory=dict[str, int])
    ends: dict[str, Place] = field(default_factory=dict[str, Place])
    places: dict[str, Place] = field(default_factory=dict[str, Place])
    origins: dict[str, int] = field(default_factory=dict[str, int])
    edges: dict[Edge, int] = field(default_factory=dict[Edge, int])
    """Where years and months begin of which nobody knows the days."""
    events: dict[str, int] = field(default_factory=dict[str, int])
    told_events: set[str] = field(default_factory=set[str])
    previous: dict[str, int] = field(default_factory=dict[str, int])
    """The now of the last passage of each run."""
    scenes: dict[str, int | None] = field(default_factory=dict[str, "int | None"])
    """What surrounds each run off the main line."""
    openings: dict[str, bool] = field(default_factory=dict[str, bool])
    """Whether the words that open a run put it before what surrounds it."""
    mains: dict[Layer, int] = field(default_factory=dict[Layer, int])
    lines: dict[str, Line] = field(default_factory=dict[str, Line])
    chapters: dict[Layer, list[tuple[int, str, Place]]] = field(
        default_factory=dict[Layer, list[tuple[int, str, Place]]]
    )
    conflicts: list[TimelineConflict] = field(default_factory=list[TimelineConflict])
    unplaced: bool = False
    """A run off the main line stands before any scene of it, so that what is told next may surround it."""

    def copy(self) -> Layout:
        """The same, to be grown apart."""
        return Layout(
            self.network.copy(),
            self.chains.copy(),
            dict(self.nows),
            dict(self.ends),
            dict(self.places),
            dict(self.origins),
            dict(self.edges),
            dict(self.events),
            set(self.told_events),
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
class Batch:
    """Passages in telling order, and the statements of each in the order of their quotes."""

    passages: tuple[PlacedPassage, ...]
    statements: dict[str, list[PlacedStatement]]


def batch_of(passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement]) -> Batch:
    """The batch, whatever order it was handed in."""
    of_passage: dict[str, list[PlacedStatement]] = defaultdict(list)
    for statement in sorted(statements, key=lambda one: one.telling):
        of_passage[statement.passage].append(statement)
    return Batch(tuple(sorted(passages, key=lambda one: (one.telling, one.uuid))), of_passage)
