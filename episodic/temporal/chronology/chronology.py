"""The chronology of a work: the certain order of moments in story time, and the days on which each moment can lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.episodes import Language, Layer
from episodic.model.graph import LinePlace
from episodic.model.spans import Evidence
from episodic.temporal.chronology.alignment import aligned
from episodic.temporal.chronology.builder import ChronologyBuilder
from episodic.temporal.chronology.counted_from import shown_anchor
from episodic.temporal.chronology.day_bounds import DayBounds, best_known
from episodic.temporal.chronology.day_distances import Days
from episodic.temporal.chronology.growth import ChronologyGrowth, come_after, same_time
from episodic.temporal.chronology.layout import ChronologyLayout, TimelineConflict, batch_of
from episodic.temporal.chronology.line_places import line_places, said_places
from episodic.temporal.chronology.moved_text import moved_text
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.chronology.reachability import Reachability
from episodic.temporal.chronology.rebuilding import ChronologyVersion, PlacedInputs, built_layout, rebuilt_growth
from episodic.temporal.chronology.shown_words import effective_words, own_words
from episodic.temporal.constraints import CalendarRanges
from episodic.temporal.placed import PlacedPassage, PlacedStatement


class Certainty(StrEnum):
    """How certain it is that one moment comes strictly before another."""

    CERTAIN = "certain"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class Chronology:
    """The moments of one version of a work in story time, with what is certain about their order and days. A chronology
    is immutable.

    Constraints are accepted by basis (stated constraints first, then rule, then default), and in narrative order within
    a basis. A constraint that contradicts the constraints accepted before is ignored as a whole. An ignored constraint
    with the basis stated or rule (such as a date) is reported as a `TimelineConflict`. An ignored constraint with the
    basis default (such as narrative order) is not reported. A second date of a named event is reported.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_last",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("_layout",)

    def __init__(
        self, layout: ChronologyLayout, inputs: PlacedInputs, calendars: CalendarRanges, last: tuple[int, int] | None
    ) -> None:
        self._layout, self._inputs, self._calendars = layout, inputs, calendars
        self.version = object()
        """An object that identifies this chronology: the `base` of the `growth` of one that is derived from this one."""
        self.growth: ChronologyGrowth | None = None
        """What changed since the chronology from which this one was derived, or None if this is not known."""
        self._last = last
        self._rows: Reachability | None = None
        self._axes: dict[int, tuple[Days, Days]] = {}
        self._labels: dict[tuple[DayBounds, Language], str | None] = {}

    @classmethod
    def of(
        cls, passages: Iterable[PlacedPassage], statements: Iterable[PlacedStatement], calendars: CalendarRanges
    ) -> Chronology:
        """Build the chronology of passages and statements, which may be given in any order. A statement whose passage
        is not among *passages* is ignored.
        """
        inputs = PlacedInputs.of(passages, statements)
        return cls(built_layout(inputs, calendars), inputs, calendars, inputs.last)

    def restored(self, passages: Mapping[str, PlacedPassage], statements: Mapping[str, PlacedStatement]) -> Chronology:
        """Return this chronology, restored from a checkpoint, with the passages and statements from which it was built.
        *passages* and *statements* must not be changed later.
        """
        self._layout.restored()
        return Chronology(self._layout, PlacedInputs(passages, statements), self._calendars, self._last)

    def extended(self, passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement]) -> Chronology:
        """Return a chronology that also contains the given passages and statements. The result gives the same answers
        as a chronology that is built anew from all passages and statements.
        """
        known = self._inputs
        inputs = PlacedInputs.of((*known.passages.values(), *passages), (*known.statements.values(), *statements))
        again = any(one.uuid in known.passages for one in passages)
        again = again or any(one.uuid in known.statements for one in statements)
        return self._rebuilt(inputs.passages, inputs.statements) if again else self._grown(passages, statements, inputs)

    def _grown(
        self, passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement], inputs: PlacedInputs
    ) -> Chronology:
        if come_after(self._last, passages, statements):
            layout = self._layout.copy()
            if ChronologyBuilder(layout, self._calendars).grow(batch_of(passages, statements), strict=True):
                last = max((one.narrative_key for one in passages), default=self._last)
                extended = Chronology(layout, inputs, self._calendars, last)
                extended.growth = self._growth_to(extended)
                return extended
        return self._rebuilt(inputs.passages, inputs.statements)

    def revised(
        self,
        passages: Mapping[str, PlacedPassage],
        statements: Mapping[str, PlacedStatement],
        calendars: CalendarRanges,
        *,
        same_order: bool = False,
    ) -> Chronology:
        """Return a chronology of exactly the given passages and statements, which are given by id. *same_order* is true
        if the statements are certainly the same in the same order, and their quotes overlap where they did before.

        This chronology is used again if only text without any time was edited. This chronology is extended if only
        passages that come last are new and the builder accepts them. Otherwise the chronology is built anew.
        """
        known = self._inputs
        if calendars is not self._calendars:
            return Chronology.of(passages.values(), statements.values(), calendars)
        changed = changed_keys(statements, known.statements)
        if any(
            passages.get(uuid) != known.passages[uuid] for uuid in changed_keys(passages, known.passages)
        ) or not all(same_time(known.statements[uuid], statements.get(uuid)) for uuid in changed):
            now = PlacedInputs(passages, statements)
            if not same_order or (found := moved_text(ChronologyVersion(self._layout, known), now)) is None:
                return self._rebuilt(passages, statements)
            return self._with_same_network(found.layout, now, found.growth(self.version))
        added = [passages[uuid] for uuid in missing_keys(passages, known.passages)]
        others = [statements[uuid] for uuid in missing_keys(statements, known.statements)]
        said = [one for one in others if one.passage in passages]
        inputs = PlacedInputs(passages, statements)
        if len(said) < len(others):
            inputs = PlacedInputs.of(passages.values(), statements.values())
        grown = bool(added or said)
        if not changed:
            return self._grown(added, said, inputs) if grown else self
        growth = ChronologyGrowth(self.version)
        if not grown:
            return self._with_same_network(self._layout, inputs, growth)
        before = PlacedInputs(known.passages, {uuid: statements[uuid] for uuid in known.statements})
        revised = self._with_same_network(self._layout, before, growth)
        revised = revised._grown(added, said, inputs)  # noqa: SLF001 - an object of the same class
        revised.growth = None if revised.growth is None else replace(revised.growth, base=self.version)
        return revised

    def _with_same_network(
        self, layout: ChronologyLayout, inputs: PlacedInputs, growth: ChronologyGrowth
    ) -> Chronology:
        made = Chronology(layout, inputs, self._calendars, self._last)
        made._rows, made._axes, made._labels, made.growth = self._rows, self._axes, self._labels, growth
        return made

    def _growth_to(self, extended: Chronology) -> ChronologyGrowth:
        before = ChronologyVersion(self._layout, self._inputs)
        return before.growth_to(extended._layout, self.version, lambda: (self._current(), extended._current()))

    def _rebuilt(self, passages: Mapping[str, PlacedPassage], statements: Mapping[str, PlacedStatement]) -> Chronology:
        inputs = PlacedInputs.of(passages.values(), statements.values())
        layout, matched = aligned(self._layout, built_layout(inputs, self._calendars))
        rebuilt = Chronology(layout, inputs, self._calendars, inputs.last)
        versions = (ChronologyVersion(self._layout, self._inputs), ChronologyVersion(layout, inputs))
        rebuilt.growth = rebuilt_growth(self.version, *versions, matched)
        return rebuilt

    @property
    def conflicts(self) -> tuple[TimelineConflict, ...]:
        """The conflicts between time expressions of the text, in the order in which the constraints were refused."""
        return tuple(self._layout.conflicts)

    @property
    def set_aside(self) -> frozenset[str]:
        """The ids of the passages and statements whose time expressions are ignored because other time expressions
        contradict them.
        """
        return frozenset(conflict.owner for conflict in self._layout.conflicts if not conflict.repeats_event)

    def knows_all(self, statements: Mapping[str, PlacedStatement]) -> bool:
        """Return whether the chronology was built from exactly the given statements and contains all of them."""
        known = self._inputs.statements
        return len(statements) == len(self._layout.places) == len(known) and not missing_keys(known, statements)

    def knows(self, statement: str) -> bool:
        """Return whether the chronology contains the statement with this id."""
        return statement in self._layout.places

    def time_words(self, owner: str) -> str | None:
        """Return the time expression of the passage or statement with the id *owner*, as the author wrote it, or None."""
        passage = self._inputs.passages.get(owner)
        if passage is not None:
            return passage.time_text
        statement = self._inputs.statements.get(owner)
        return None if statement is None else statement.core.time

    def position_of(self, statement: str) -> TimePosition:
        """Return the time position of a statement. Raise KeyError if the chronology does not contain the statement."""
        return self._layout.places[statement]

    def said_of(self, statement: str) -> TimePosition:
        """Return the position at which the holder of a claim, belief, plan or dream says or thinks it; for any other
        statement, its own position. Raise KeyError if the chronology does not contain the statement.
        """
        return self._layout.said.get(statement) or self._layout.places[statement]

    def lasting_end_of(self, statement: str) -> TimePosition | None:
        """Return a position at which the state of a statement has ended because its stated duration is over. Return
        None if the chronology has no such position.
        """
        node = self._layout.lasting_ends.get(statement)
        return None if node is None else TimePosition(node, node)

    def line_end_of(self, passage: str) -> TimePosition:
        """Return the end of the run (main line, flashback, letter or tale) that contains the given passage. The end of
        a run is the end of its last passage. A passage to which the text gives a time before earlier passages is not
        counted as the last. Raise KeyError if the chronology does not contain the passage.
        """
        return self._layout.line_ends[self._layout.run_places[passage][0]]

    def passage_of(self, passage: str) -> PlacedPassage:
        """Return the passage with the id *passage*, or raise KeyError if the chronology does not contain it."""
        return self._inputs.passages[passage]

    def runs_around(self, passage: str) -> tuple[str, ...]:
        """Return the flashbacks, dreams, letters and tales around the given passage, outermost first. Each one is given
        by the id of its first passage. The tuple is empty for a passage on the main line. Raise KeyError if the
        chronology does not contain the passage.
        """
        if self._inputs.passages[passage].main:
            return ()
        return tuple(self._layout.runs[run][0] for run in self._layout.runs_around(passage))

    def telling_of(self, passage: str) -> tuple[str, TimePosition | None]:
        """Return the id of the chapter and the moment of the main line at which a passage is narrated. A passage inside
        flashbacks, letters or tales is narrated when somebody begins to tell or read the outermost one. The moment of
        narration is None if the text has no main-line passage around the given passage. Raise KeyError if the
        chronology does not contain the passage.
        """
        outermost = next(iter(self.runs_around(passage)), passage)
        told = self._inputs.passages[outermost]
        if told.main or (told.written_in is not None and outermost in self._layout.at_scene):
            return told.episode, self.now_of(outermost)
        scene = self._layout.scenes.get(told.run)
        return told.episode, None if scene is None else TimePosition(scene, scene)

    def neighbours(self, passage: str) -> tuple[str | None, str | None]:
        """Return the ids of the previous and the next passage in the same run (main line, flashback, letter or tale).
        None stands for a passage that does not exist. Raise KeyError if the chronology does not contain the passage.
        """
        run, number = self._layout.run_places[passage]
        members = self._layout.runs[run]
        following = members[number + 1] if number + 1 < len(members) else None
        return (members[number - 1] if number else None, following)

    def now_of(self, passage: str) -> TimePosition:
        """Return the current moment at the beginning of a passage, or raise KeyError for an unknown passage."""
        now = self._layout.nows[passage]
        return TimePosition(now, now)

    def end_of(self, passage: str) -> TimePosition:
        """Return the time position at the end of a passage; raise KeyError for an unknown passage."""
        return self._layout.ends[passage]

    def line_places(self, statement: str) -> tuple[LinePlace, ...]:
        """Return the places of a statement on the lines of the story. Raise KeyError for an unknown statement."""
        return line_places(self._layout, self._inputs.statements[statement])

    def said_places(self, statement: str) -> tuple[LinePlace, ...]:
        """Return where on the lines of the story a statement is said or thought; raise KeyError if it is unknown."""
        return said_places(self._layout, self._inputs.statements[statement])

    def in_later_scene(self, statement: PlacedStatement) -> bool:
        """Return whether a statement about the past may be about an earlier scene of its own chapter."""
        if self._inputs.passages[statement.passage].main:
            return statement.uuid in self._layout.later_scenes
        return self._layout.runs_around(statement.passage)[0] in self._layout.later_runs

    def counted_from(self, place: TimePosition, words: str | None = None) -> Evidence | None:
        """Return the quote, in the same or the previous sentence, that tells of the moment from which the time words at
        *place* ("the next day") count. Return None if none does, or if *words* do not contain these time words.
        """
        noted = self._layout.words.get(place.start)
        if words is not None and noted is not None and noted.text not in words:
            return None
        return shown_anchor(self._layout, place.start, self._inputs.statements)

    def chapters(self) -> Sequence[tuple[int, str, TimePosition]]:
        """Return the order key, the id and the end (of all strands) of each canon chapter with main-line passages."""
        return tuple(self._layout.chapters.get(Layer.CANON, ()))

    def chapter_end(self, order: int) -> TimePosition | None:
        """Return the main line's end position in the canon chapter with the order key *order*. For a chapter without
        main-line passages, return the end of the last earlier chapter with main-line passages, or None.
        """
        ends = [place for key, _, place in self.chapters() if key <= order]
        return ends[-1] if ends else None

    def last_moment(self, layer: Layer) -> TimePosition | None:
        """Return the end position of the last chapter of a layer (or of canon, if the layer has none) that has
        main-line passages, or None.
        """
        ends = self._layout.chapters.get(layer) or self._layout.chapters.get(Layer.CANON)
        return ends[-1][2] if ends else None

    def before(self, first: TimePosition, second: TimePosition) -> Certainty:
        """Return how certain it is that the moment *first* comes strictly before the moment *second*."""
        if self.precedes(first, second, about=first):
            return Certainty.CERTAIN
        if self.precedes(second, first, about=first) or (first == second and first.own):
            return Certainty.IMPOSSIBLE
        return Certainty.UNKNOWN

    def precedes(self, first: TimePosition, second: TimePosition, *, about: TimePosition | None = None) -> bool:
        """Return whether the moment *first* certainly comes strictly before the moment *second*.

        *about* is the moment, *first* or *second*, from which the network is searched. Of many queries with the same
        moment as *about*, only the first needs a search.
        """
        start, end = first.end, second.start
        if first.start == second.start and first.end == second.end:
            return first.sub < second.sub
        if start == end:
            return True
        chains = self._layout.chains
        chain = chains.chain.get(start)
        if chain is not None and chain == chains.chain.get(end):
            return chains.rank[start] < chains.rank[end]
        if self._dates_precede(start, end):
            return True
        node = None if about is None else start if about == first else end
        return self._current().precedes(start, end, about=node)

    def _dates_precede(self, first: int, second: int) -> bool:
        axes = map(self._axis, self._layout.origins.values())
        days = ((latest[first], earliest[second]) for earliest, latest in axes)
        return any(last is not None and soonest is not None and last < soonest for last, soonest in days)

    def chain_position(self, place: TimePosition) -> tuple[int, int, int] | None:
        """Return three numbers for a moment on a chain (a sequence of moments in certain order), or None for any other
        moment. They are the chain's number, the rank of the moment's node, and the moment's number after this node.
        """
        chains = self._layout.chains
        chain = chains.chain.get(place.start)
        return None if chain is None else (chain, chains.rank[place.start], place.sub)

    def has(self, place: TimePosition) -> bool:
        """Return whether the network still has the nodes of *place*, a time position of this or an earlier network."""
        return max(place.start, place.end) < len(self._layout.network)

    def bounds(self, place: TimePosition) -> DayBounds:
        """Return the first and the last possible day of a moment, on the first calendar axis on which both days are
        known. If no axis gives both the first and the last day, the first axis with one known day is used.
        """
        return best_known(self.bounds_on(place, axis) for axis in self._layout.origins)

    def bounds_on(self, place: TimePosition, axis: str) -> DayBounds:
        """Return the first and the last possible day of a moment on a calendar axis, with None for an unknown day."""
        if axis not in self._layout.origins:
            return DayBounds(None, None, axis)
        earliest, latest = (days[place.start] for days in self._axis(self._layout.origins[axis]))
        origin = self._layout.day_origins.get(axis)
        first, last = (None, None) if origin is None else (days[place.start] for days in self._axis(origin))
        return DayBounds(earliest, latest, axis, earliest != first, latest != last)

    def label(self, bounds: DayBounds, language: Language) -> str | None:
        """Return the shortest text that means exactly a range of days, or None if no text does or no axis is given."""
        if bounds.axis is None:
            return None
        asked = (bounds, language)
        if asked not in self._labels:
            days = (bounds.earliest, bounds.latest)
            self._labels[asked] = self._calendars.label(bounds.axis, *days, language, rough=bounds.rough)
        return self._labels[asked]

    def effective_time_text(self, statement: str) -> str | None:
        """Return the time words to show for a statement: its own, its moment's, or both ("the next day…at dusk")."""
        return effective_words(self._layout, self._inputs.statements[statement])

    def own_time_text(self, statement: str) -> str | None:
        """Return a statement's own time words, or None if it has none or they only order the text ("at last")."""
        return own_words(self._inputs.statements[statement])

    def main_line_chapter(self, statement: str) -> str | None:
        """Return the chapter id of a main-line statement on a chain (moments in certain order), otherwise None."""
        passage = self._inputs.passages[self._inputs.statements[statement].passage]
        place = self.position_of(statement)
        return passage.episode if passage.main and place.start in self._layout.chains.chain else None

    def _current(self) -> Reachability:
        if self._rows is None:
            layout = self._layout
            self._rows = Reachability(layout.network, layout.chains, dated=bool(layout.origins))
        return self._rows

    def _axis(self, origin: int) -> tuple[Days, Days]:
        if origin not in self._axes:
            origins = self._layout.origins.values()
            self._axes[origin] = self._current().days_from(origin, without=() if origin in origins else origins)
        return self._axes[origin]
