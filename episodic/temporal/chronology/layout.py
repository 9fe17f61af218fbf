"""The data from which a chronology answers questions: network nodes, batches of passages, and conflicting times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import ClassVar, NamedTuple

from episodic.model.episodes import Layer
from episodic.model.graph import LinePlace
from episodic.model.readings import StatementScope
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.chronology.narrative_line import NodeChains, RunLine, TimePosition
from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.constraints import PeriodBoundary
from episodic.temporal.placed import PlacedPassage, PlacedStatement

HolderKey = tuple[StatementScope, str, tuple[str, ...]]
"""The scope, the holder and the tellers of a statement. An event of which somebody speaks or thinks can have another
date than the event of the same name in the story's world.
"""


class TimeWords(NamedTuple):
    """Time words as written in the text, and the offset up to which the text after them tells of this time. The offset
    None means the end of the passage.
    """

    text: str
    until: int | None = None


@dataclass(frozen=True, slots=True)
class TimelineConflict:
    """A time expression that contradicts other time expressions. `loop` is a minimal set of quotes that contradict each
    other: if any one of them is left out, the others are consistent.

    `owner` is the id of the passage or statement with the time expression. The chronology ignores the time expression
    of `owner`, unless `repeats_event` is true. `repeats_event` is true if the time expression gives a second date to a
    named event. A second date of a named event is kept, as the date of a second event with the same name.
    """

    owner: str
    loop: tuple[Evidence, ...]
    repeats_event: bool = False


@dataclass(slots=True)
class ChronologyLayout:
    """The temporal network, with indexes of its nodes. The indexes give the nodes of passages, statements, events,
    calendars and runs (such as the main line or one tale).
    """

    network: TemporalNetwork = field(default_factory=TemporalNetwork)
    chains: NodeChains = field(default_factory=NodeChains)
    nows: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    ends: SharedDict[str, TimePosition] = field(default_factory=SharedDict[str, TimePosition])
    places: SharedDict[str, TimePosition] = field(default_factory=SharedDict[str, TimePosition])
    origins: dict[str, int] = field(default_factory=dict[str, int])
    day_origins: dict[str, int] = field(default_factory=dict[str, int])
    """For each axis, a second node for its day 0, to which only dates that name a day have constraints. The bounds from
    this second node, without the constraints of the nodes in `origins`, come only from dates that name a day.
    """
    boundaries: SharedDict[PeriodBoundary, int] = field(default_factory=SharedDict[PeriodBoundary, int])
    """The network nodes for the beginnings of years and months whose exact days are unknown."""
    events: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    reported_events: set[str] = field(default_factory=set[str])
    previous: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    """For each run (main line, flashback, dream, letter or tale), the node of the current moment at the end of its last
    passage so far.
    """
    scenes: SharedDict[str, int | None] = field(default_factory=SharedDict[str, "int | None"])
    """For each flashback, dream, letter or tale, the node of the current moment of the scene in which it begins. The
    node is None if there is no scene.
    """
    hosts: SharedDict[str, str] = field(default_factory=SharedDict[str, str])
    """For each flashback, dream, letter or tale that begins inside another one, the id of the outer one."""
    mains: dict[Layer, int] = field(default_factory=dict[Layer, int])
    lines: dict[str, RunLine] = field(default_factory=dict[str, RunLine])
    said: SharedDict[str, TimePosition] = field(default_factory=SharedDict[str, TimePosition])
    """For each claim, belief, plan or dream, the position at which the holder says or thinks the content, by the id of
    the statement.
    """
    lasting_ends: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    """For each statement with a stated duration, the node at or before which its state has ended."""
    holder_events: SharedDict[tuple[HolderKey, str], int] = field(
        default_factory=SharedDict[tuple[HolderKey, str], int]
    )
    """The nodes of named events to which a holder gives a time in a claim, belief, plan or dream. The key of a node is
    its holder and its event key.
    """
    event_lines: SharedDict[str, str | None] = field(default_factory=SharedDict[str, "str | None"])
    """For each named event, the run (such as the main line or one tale) of the first statement that reports it. The run
    is None if that statement is about the past or future of its passage.
    """
    recalled: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    """For each run (such as the main line or one tale), the node of the last past or future moment that a statement was
    about.
    """
    days: SharedDict[int, tuple[str, int, int]] = field(default_factory=SharedDict[int, tuple[str, int, int]])
    """For each node with a date, the calendar axis, and the first and the last day of the date on this axis."""
    calendars: SharedDict[int, str | None] = field(default_factory=SharedDict[int, "str | None"])
    """For each node whose moment is a date or counts from a date, the calendar of this date."""
    words: SharedDict[int, TimeWords] = field(default_factory=SharedDict[int, TimeWords])
    """For each node with time words, the words that are shown as the time of the node."""
    runs: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """For each run (such as the main line or one tale), the ids of its passages in narrative order."""
    run_places: SharedDict[str, tuple[str, int]] = field(default_factory=SharedDict[str, tuple[str, int]])
    """For each passage, the id of its run (such as the main line or one tale), and its index among the passages of the
    run.
    """
    episodes: SharedDict[str, str] = field(default_factory=SharedDict[str, str])
    line_ends: SharedDict[str, TimePosition] = field(default_factory=SharedDict[str, TimePosition])
    """For each run (such as the main line or one tale), the end of its last passage so far. A passage does not count as
    the last one if the text gives it a time before passages that come earlier in the text.
    """
    chapters: dict[Layer, list[tuple[int, str, TimePosition]]] = field(
        default_factory=dict[Layer, list[tuple[int, str, TimePosition]]]
    )
    conflicts: list[TimelineConflict] = field(default_factory=list[TimelineConflict])
    unplaced: bool = False
    """True if the scene of some flashback, dream, letter or tale is not known yet. The scene of a tale, for example, is
    unknown as long as no main-line passage comes before or after the tale.
    """
    positions: SharedDict[int, NarrativePosition] = field(default_factory=SharedDict[int, NarrativePosition])
    """For each node of a current moment, the narrative position at which the moment begins. It is the position of the
    passage, or of the words or statement that set the moment.
    """
    line_names: SharedDict[int, str] = field(default_factory=SharedDict[int, str])
    """For each chain (sequence of moments in certain order), the name under which statements give their place on it.
    Only chains that begin with the current moment of a passage have a name.
    """
    told_from: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    """For each statement about the past or future, the node of the current moment before or after which it lies."""
    before_scene: set[str] = field(default_factory=set[str])
    """The ids of the passages outside the main line that lie before the scene in which they are told or read."""
    read_at: SharedDict[str, NarrativePosition] = field(default_factory=SharedDict[str, NarrativePosition])
    """For each passage in `before_scene` that lies before only a later part of the scene, where this part begins."""
    at_scene: set[str] = field(default_factory=set[str])
    """The ids of the passages of dreams that are dreamt in the scene around them, and not at another time."""
    later_scenes: set[str] = field(default_factory=set[str])
    """The ids of passages that end in a later scene than the first scene of their chapter. The set also contains the
    ids of statements about the past that may be about an earlier scene of their chapter.
    """
    later_runs: set[str] = field(default_factory=set[str])
    """The flashbacks, dreams, letters and tales that begin in a later scene than the first scene of their chapter."""
    main_starts: dict[Layer, int] = field(default_factory=dict[Layer, int])
    """For each layer, the node at which the last scene of the main line so far begins."""
    flashback_scenes: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    """For each flashback told on the main line, the node at which the scene begins in which the flashback is told. A
    flashback about the same day has no entry.
    """
    scene_starts: dict[str, int] = field(default_factory=dict[str, int])
    """For each run (such as the main line or one tale), the node at which its last scene so far begins."""
    before_scenes: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    """For each statement about a time before its scene, the node at which this scene begins."""
    last_told: SharedDict[str, str] = field(default_factory=SharedDict[str, str])
    """For each run (such as the main line or one tale), the id of its last statement so far that tells of the moment
    from which a later time expression counts.
    """
    returned: set[str] = field(default_factory=set[str])
    """The runs (such as the main line or one tale) that have returned to their current moment. They have told an event
    or a change of a state at this moment since their last statement about a past or future moment.
    """
    last_recalled: SharedDict[str, str] = field(default_factory=SharedDict[str, str])
    """For each run (such as the main line or one tale), the id of its last statement so far about a past or future
    moment.
    """
    main_told: dict[Layer, str | None] = field(default_factory=dict[Layer, "str | None"])
    """For each layer, the id of the last statement of the main line that tells of the main line's current moment, or
    None. A later time expression such as "three days later" counts from the main line's current moment.
    """
    counted_from: SharedDict[int, str] = field(default_factory=SharedDict[int, str])
    """For each node that the text gives by its distance from another moment, the id of the statement that tells of that
    moment, if one does.
    """
    closings: SharedDict[str, NarrativePosition] = field(default_factory=SharedDict[str, NarrativePosition])
    """For each run (such as the main line or one tale), where its last sentence in its latest chapter begins."""
    counted_within: SharedDict[int, NarrativePosition] = field(default_factory=SharedDict[int, NarrativePosition])
    """For each node with time words such as "the next day", where the sentence before these words begins. The statement
    in `counted_from` is shown as the origin of the words only if its quote reaches into this sentence or a later one.
    After an earlier quote, the text may have told of another moment.
    """
    told_in_claims: set[str] = field(default_factory=set[str])
    """The letters and tales whose events are told in claims of their writer or teller."""
    in_line: set[str] = field(default_factory=set[str])
    """The ids of those claims in letters and tales that have a time expression and continue the story of the letter or
    tale.
    """
    claimed_days: dict[str, tuple[str, int, int]] = field(default_factory=dict[str, tuple[str, int, int]])
    """For each letter or tale, the date in the last of the dated claims that continue its story. The date consists of
    the calendar axis, the first day and the last day.
    """
    planned: SharedDict[str, tuple[int, ...]] = field(default_factory=SharedDict[str, tuple[int, ...]])
    """For each passage, the nodes of the temporal network that were made when it was divided into segments. A segment
    is a part of a passage with one current moment.
    """
    placed: SharedDict[str, tuple[int, ...]] = field(default_factory=SharedDict[str, tuple[int, ...]])
    """For each passage, the nodes of the temporal network that were made when the statements of the passage were put in
    their default order.
    """
    sequences: SharedDict[str, str] = field(default_factory=SharedDict[str, str])
    """For each statement of a sequence of statements that all look back or all look ahead, the id of the first
    statement of the sequence.
    """
    sequence_positions: SharedDict[str, NarrativePosition] = field(default_factory=SharedDict[str, NarrativePosition])
    """For each statement of a sequence that looks back or ahead, a narrative position that grows from statement to
    statement.
    """
    continued_tales: SharedDict[str, str] = field(default_factory=SharedDict[str, str])
    """The statements that continue a tale although they stand outside the tale's passages, because the teller reports
    them in the surrounding letter, tale or dream. Each statement comes with the name of the line (sequence of moments)
    of the tale that it continues.
    """
    strand_links: SharedDict[str, tuple[tuple[NarrativePosition, LinePlace], ...]] = field(
        default_factory=SharedDict[str, tuple[tuple[NarrativePosition, LinePlace], ...]]
    )
    """For the line (sequence of moments) of each parallel strand: the earlier moments of other strands. A parallel
    strand tells what happens elsewhere in the meantime. Each earlier moment comes with a narrative position; what the
    strand tells from this position on is later than the moment.
    """
    strand_ends: SharedDict[str, LinePlace] = field(default_factory=SharedDict[str, LinePlace])
    """For the line (sequence of moments) of each parallel strand of an earlier chapter: a moment in the next chapter.
    This moment is later than the whole strand.
    """
    clock_places: SharedDict[str, tuple[LinePlace, ...]] = field(default_factory=SharedDict[str, tuple[LinePlace, ...]])
    """For each statement about the past or the future with a time of day ("yesterday at nine"), places on the line of
    that day. The statement lies between these places. A line is an ordered sequence of moments.
    """
    strand_scenes: set[str] = field(default_factory=set[str])
    """The runs (such as the main line or one tale) whose last passage tells a parallel strand: what happens elsewhere
    in the meantime. In story time, the scene of this passage may have begun before the strand.
    """

    KEPT: ClassVar[tuple[str, ...]] = (
        "nows",
        "ends",
        "places",
        "origins",
        "day_origins",
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
        "read_at",
        "at_scene",
        "later_scenes",
        "later_runs",
        "main_starts",
        "flashback_scenes",
        "scene_starts",
        "before_scenes",
        "last_told",
        "returned",
        "last_recalled",
        "main_told",
        "counted_from",
        "counted_within",
        "closings",
        "told_in_claims",
        "in_line",
        "claimed_days",
        "planned",
        "placed",
        "sequences",
        "sequence_positions",
        "continued_tales",
        "strand_links",
        "strand_ends",
        "clock_places",
        "strand_scenes",
    )
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset(
        {"nows", "ends", "run_places", "episodes", "planned", "placed", "positions", "closings"}
    )
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("network", "chains")

    def runs_around(self, passage: str) -> Sequence[str]:
        """Return the ids of the flashbacks, dreams, letters and tales around a passage outside the main line. The ids
        are ordered from the outermost one to the one of the passage itself.
        """
        runs = [self.run_places[passage][0]]
        while (host := self.hosts.get(runs[0])) is not None and host not in runs:
            runs.insert(0, host)
        return runs

    def restored(self) -> None:
        """Rebuild the attribute `runs`, which a checkpoint does not contain, from `run_places`."""
        for passage, (run, _) in sorted(self.run_places.items(), key=lambda one: one[1][1]):
            self.runs.setdefault(run, []).append(passage)

    def copy(self) -> ChronologyLayout:
        copied = {one.name: copy(getattr(self, one.name)) for one in fields(self)}
        copied.update(
            network=self.network.copy(),
            chains=self.chains.copy(),
            lines={run: line.copy() for run, line in self.lines.items()},
            runs={run: list(passages) for run, passages in self.runs.items()},
            chapters={layer: list(ends) for layer, ends in self.chapters.items()},
        )
        return ChronologyLayout(**copied)


@dataclass(frozen=True)
class PassageBatch:
    """A batch of passages in narrative order, with the statements of each passage in the order of their quotes.

    `undated` contains, for each passage, the statements without a time of their own, in `UndatedRun` values and not in
    `statements`. The key of an `UndatedRun` is the number of the passage's `statements` that come before it.
    """

    passages: tuple[PlacedPassage, ...]
    statements: dict[str, list[PlacedStatement]]
    undated: Mapping[str, Mapping[int, UndatedRun]] = field(default_factory=dict[str, "Mapping[int, UndatedRun]"])

    def items(self, passage: PlacedPassage) -> list[PlacedStatement | UndatedRun]:
        """Return the dated statements of a passage, and between them its groups of consecutive undated statements
        (`UndatedRun`), in the order of their quotes.
        """
        undated = self.undated.get(passage.uuid, {})
        found: list[PlacedStatement | UndatedRun] = []
        for number, one in enumerate(self.statements.get(passage.uuid, ())):
            found += (undated[number], one) if number in undated else (one,)
        last = undated.get(len(self.statements.get(passage.uuid, ())))
        return found if last is None else [*found, last]

    def interrupted_by(self, passage: PlacedPassage) -> PlacedPassage | None:
        """Return the passage before *passage* in the batch if it belongs to a flashback, dream, letter or tale that
        *passage* interrupts, else None. A flashback, dream, letter or tale is interrupted if it continues in the same
        chapter before the next main-line passage.
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

    def main_before(self, passage: PlacedPassage) -> PlacedPassage | None:
        """Return the last main-line passage before *passage* in its chapter, or None."""
        for before in reversed(self.passages[: self._numbers[passage.uuid]]):
            if before.episode != passage.episode:
                return None
            if before.main:
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
