"""The network nodes of a chronology under construction, the batches of passages that extend the chronology, and the
conflicts between time expressions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from episodic.model.episodes import Layer
from episodic.model.readings import StatementScope
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.chronology.narrative_line import NodeChains, RunLine, TimePosition
from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.constraints import PeriodBoundary
from episodic.temporal.placed import PlacedPassage, PlacedStatement

HolderKey = tuple[StatementScope, str, tuple[str, ...]]
"""The scope, the holder and the tellers of a statement. Events that are named in statements with the same HolderKey can
have other dates than the events of the same name in the story's world.
"""


@dataclass(frozen=True, slots=True)
class TimelineConflict:
    """A time expression that contradicts other time expressions. `loop` is a minimal set of quotes that contradict each
    other.

    `owner` is the id of the passage or statement with the time expression. The contradictory time expression is
    ignored, except if it gives a second date to a named event (`repeats_event` is true). If a time expression gives a
    second date to a named event, the expression is kept and dates a second event with the same name.
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
    """The network nodes for the beginnings of years and months whose exact days are unknown."""
    events: dict[str, int] = field(default_factory=dict[str, int])
    reported_events: set[str] = field(default_factory=set[str])
    previous: dict[str, int] = field(default_factory=dict[str, int])
    """For each run (main line, flashback, dream, letter or tale), the node of the current moment of its last passage so
    far.
    """
    scenes: dict[str, int | None] = field(default_factory=dict[str, "int | None"])
    """For each flashback, dream, letter or tale, the node of the current moment of the scene in which it begins."""
    hosts: dict[str, str] = field(default_factory=dict[str, str])
    """For each flashback, dream, letter or tale that begins inside another of these, the other one."""
    mains: dict[Layer, int] = field(default_factory=dict[Layer, int])
    lines: dict[str, RunLine] = field(default_factory=dict[str, RunLine])
    said: dict[str, TimePosition] = field(default_factory=dict[str, TimePosition])
    """For each claim, belief, plan or dream, the position at which the holder says or thinks the content, by the id of
    the statement.
    """
    lasting_ends: dict[str, int] = field(default_factory=dict[str, int])
    """For each statement with a stated duration, the node by which the state has ended."""
    holder_events: dict[tuple[HolderKey, str], int] = field(default_factory=dict[tuple[HolderKey, str], int])
    """The nodes of events to which the holder of a claim, belief, plan or dream gives a time, by holder and event key.
    """
    event_lines: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    """For each named event, the run of the first statement that reports the event, or None if this statement is about
    the past or future of its passage.
    """
    recalled: dict[str, int] = field(default_factory=dict[str, int])
    """For each run, the node of the past moment that a statement of the run mentioned last."""
    days: dict[int, tuple[str, int, int]] = field(default_factory=dict[int, tuple[str, int, int]])
    """For each node with a date, the calendar axis, and the first and the last day of the date on this axis."""
    calendars: dict[int, str | None] = field(default_factory=dict[int, "str | None"])
    """For each node, the calendar of the date by which the time of the node is given."""
    words: dict[int, str] = field(default_factory=dict[int, str])
    """For each node, the time expression that gives the time of the node, as written in the text."""
    runs: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The passages of each run, in narrative order."""
    run_places: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    """The run of each passage, and the passage's index in the run."""
    episodes: dict[str, str] = field(default_factory=dict[str, str])
    """The episode of each passage."""
    line_ends: dict[str, TimePosition] = field(default_factory=dict[str, TimePosition])
    """For each run, the end of the last passage so far that is in narrative order."""
    chapters: dict[Layer, list[tuple[int, str, TimePosition]]] = field(
        default_factory=dict[Layer, list[tuple[int, str, TimePosition]]]
    )
    conflicts: list[TimelineConflict] = field(default_factory=list[TimelineConflict])
    unplaced: bool = False
    """True if no main-line passage precedes some flashback, dream, letter or tale, so that its scene is not known yet.
    """
    positions: dict[int, NarrativePosition] = field(default_factory=dict[int, NarrativePosition])
    """The narrative position at which the text sets each current moment."""
    line_names: dict[int, str] = field(default_factory=dict[int, str])
    """For each chain of moments that begins with the current moment of a passage, the name of the chain as a line of
    the story.
    """
    told_from: dict[str, int] = field(default_factory=dict[str, int])
    """For each statement about the past or future of its passage, the current moment before or after which it lies."""
    before_scene: set[str] = field(default_factory=set[str])
    """The passages outside the main line that lie before the scene in which they are told or read."""
    last_told: dict[str, str] = field(default_factory=dict[str, str])
    """For each run (main line, flashback, dream, letter or tale), the last statement about its current moment, if there
    is one.
    """
    last_recalled: dict[str, str] = field(default_factory=dict[str, str])
    """For each run, the statement that mentions the moment in `recalled`."""
    main_told: dict[Layer, str | None] = field(default_factory=dict[Layer, "str | None"])
    """The last statement about the current moment of the main line of each layer."""
    counted_from: dict[int, str] = field(default_factory=dict[int, str])
    """For each moment that is given by its distance from another moment, the statement about that other moment."""
    told_in_claims: set[str] = field(default_factory=set[str])
    """The letters and tales that report events in claims of their writer or teller."""
    planned: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """For each passage, the nodes that were made while the passage was divided into segments."""
    placed: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """For each passage, the nodes that were made while the statements of the passage got default positions."""
    sequences: dict[str, str] = field(default_factory=dict[str, str])
    """For each statement of a sequence that looks back or ahead, the first statement of the sequence."""
    sequence_positions: dict[str, NarrativePosition] = field(default_factory=dict[str, NarrativePosition])
    """For each statement of a sequence, its position in the sequence."""

    KEPT: ClassVar[tuple[str, ...]] = (
        "nows",
        "ends",
        "places",
        "origins",
        "boundaries",
        "events",
        "reported_events",
        "previous",
        "scenes",
        "hosts",
        "mains",
        "lines",
        "said",
        "lasting_ends",
        "holder_events",
        "event_lines",
        "recalled",
        "days",
        "calendars",
        "words",
        "run_places",
        "episodes",
        "line_ends",
        "chapters",
        "conflicts",
        "unplaced",
        "positions",
        "line_names",
        "told_from",
        "before_scene",
        "last_told",
        "last_recalled",
        "main_told",
        "counted_from",
        "told_in_claims",
        "planned",
        "placed",
        "sequences",
        "sequence_positions",
    )
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("network", "chains")

    def restored(self) -> None:
        """Rebuild the attributes that a checkpoint does not contain, after the others were restored from it."""
        for passage, (run, _) in self.run_places.items():
            self.runs.setdefault(run, []).append(passage)

    def copy(self) -> ChronologyLayout:
        """Return an independent copy of the layout."""
        return ChronologyLayout(
            self.network.copy(),
            self.chains.copy(),
            self.nows.copy(),
            self.ends.copy(),
            self.places.copy(),
            self.origins.copy(),
            self.boundaries.copy(),
            self.events.copy(),
            set(self.reported_events),
            self.previous.copy(),
            self.scenes.copy(),
            self.hosts.copy(),
            self.mains.copy(),
            {run: line.copy() for run, line in self.lines.items()},
            self.said.copy(),
            self.lasting_ends.copy(),
            self.holder_events.copy(),
            self.event_lines.copy(),
            self.recalled.copy(),
            self.days.copy(),
            self.calendars.copy(),
            self.words.copy(),
            {run: list(passages) for run, passages in self.runs.items()},
            self.run_places.copy(),
            self.episodes.copy(),
            self.line_ends.copy(),
            {layer: list(ends) for layer, ends in self.chapters.items()},
            list(self.conflicts),
            self.unplaced,
            self.positions.copy(),
            self.line_names.copy(),
            self.told_from.copy(),
            set(self.before_scene),
            self.last_told.copy(),
            self.last_recalled.copy(),
            self.main_told.copy(),
            self.counted_from.copy(),
            set(self.told_in_claims),
            self.planned.copy(),
            self.placed.copy(),
            self.sequences.copy(),
            self.sequence_positions.copy(),
        )


@dataclass(frozen=True)
class PassageBatch:
    """A batch of passages in narrative order, with the statements of each passage in the order of their quotes."""

    passages: tuple[PlacedPassage, ...]
    statements: dict[str, list[PlacedStatement]]

    def interrupted_by(self, passage: PlacedPassage) -> PlacedPassage | None:
        """Return the previous passage if *passage* interrupts the run of the previous passage, else None. The passage
        interrupts this run if the run is not the main line, and if the run continues later in the chapter before the
        next main-line passage.
        """
        number = self._numbers[passage.uuid]
        before = self.passages[number - 1] if number else None
        if before is None or before.main or before.episode != passage.episode or before.run == passage.run:
            return None
        for place in range(number + 1, len(self.passages)):
            following = self.passages[place]
            if following.main or following.episode != passage.episode:
                return None
            if following.run == before.run:
                return before
        return None

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {one.uuid: number for number, one in enumerate(self.passages)}


def batch_of(passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement]) -> PassageBatch:
    """Return a batch of the given passages and statements, sorted into narrative order."""
    of_passage: dict[str, list[PlacedStatement]] = defaultdict(list)
    for statement in sorted(statements, key=lambda one: one.narrative_key):
        of_passage[statement.passage].append(statement)
    return PassageBatch(tuple(sorted(passages, key=lambda one: (one.narrative_key, one.uuid))), of_passage)
