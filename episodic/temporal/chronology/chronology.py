"""The chronology of a work: the certain order of moments in story time, and the days on which each moment can lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from episodic.model.episodes import Language, Layer
from episodic.temporal.chronology.builder import ChronologyBuilder
from episodic.temporal.chronology.layout import ChronologyLayout, TimelineConflict, batch_of
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.chronology.reachability import Days, Reachability
from episodic.temporal.constraints import CalendarRanges
from episodic.temporal.placed import PlacedPassage, PlacedStatement


class Certainty(StrEnum):
    """The possible answers to the question whether a moment a comes strictly before a moment b."""

    CERTAIN = "certain"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class DayBounds(NamedTuple):
    """The first and the last possible day of a moment on an axis. None is an open bound; an undated moment has no
    axis.
    """

    earliest: int | None
    latest: int | None
    axis: str | None


UNDATED = DayBounds(None, None, None)


@dataclass(frozen=True, slots=True)
class _PlacedInputs:
    passages: Mapping[str, PlacedPassage]
    statements: Mapping[str, PlacedStatement]


class Chronology:
    """The moments of one version of a work, in story time. A chronology is immutable; `extended` returns a new
    chronology.

    Constraints are accepted by basis (stated, then rule, then default), and in narrative order within a basis. A
    constraint that contradicts the accepted constraints is set aside as a whole. Each constraint set aside is a
    `TimelineConflict`, unless its basis is default.
    """

    def __init__(self, layout: ChronologyLayout, inputs: _PlacedInputs, calendars: CalendarRanges) -> None:
        self._layout, self._inputs, self._calendars = layout, inputs, calendars
        self._rows: Reachability | None = None
        self._axes: dict[str, tuple[Days, Days]] = {}
        self._labels: dict[tuple[DayBounds, Language], str | None] = {}

    @classmethod
    def of(
        cls, passages: Iterable[PlacedPassage], statements: Iterable[PlacedStatement], calendars: CalendarRanges
    ) -> Chronology:
        """Builds the chronology of passages and statements, given in any order; statements of missing passages are
        ignored.
        """
        known = {passage.uuid: passage for passage in passages}
        kept_statements = {statement.uuid: statement for statement in statements if statement.passage in known}
        layout = ChronologyLayout()
        ChronologyBuilder(layout, calendars).grow(
            batch_of(list(known.values()), list(kept_statements.values())), strict=False
        )
        return cls(layout, _PlacedInputs(known, kept_statements), calendars)

    def extended(self, passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement]) -> Chronology:
        """Returns the chronology extended by more passages and statements.

        The result equals a new build. The call is cheap if the new passages follow all others and contradict nothing.
        """
        inputs = _PlacedInputs(
            {**self._inputs.passages, **{one.uuid: one for one in passages}},
            {**self._inputs.statements, **{one.uuid: one for one in statements}},
        )
        if self._only_appends(passages, statements):
            layout = self._layout.copy()
            if ChronologyBuilder(layout, self._calendars).grow(batch_of(passages, statements), strict=True):
                return Chronology(layout, inputs, self._calendars)
        return Chronology.of(inputs.passages.values(), inputs.statements.values(), self._calendars)

    def _only_appends(self, passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement]) -> bool:
        """Whether all passages and statements are new and follow all known passages in narrative order."""
        fresh = {one.uuid for one in passages}
        last = max((one.narrative_key for one in self._inputs.passages.values()), default=None)
        return (
            not fresh & self._inputs.passages.keys()
            and all(last is None or one.narrative_key > last for one in passages)
            and all(one.passage in fresh and one.uuid not in self._inputs.statements for one in statements)
        )

    @property
    def conflicts(self) -> tuple[TimelineConflict, ...]:
        """The conflicts between time expressions, in order of priority; each conflict names the expression of lower
        priority.
        """
        return tuple(self._layout.conflicts)

    @property
    def set_aside(self) -> frozenset[str]:
        """The ids of the passages and statements whose time expressions were set aside."""
        return frozenset(conflict.owner for conflict in self._layout.conflicts if not conflict.repeats_event)

    def knows(self, statement: str) -> bool:
        """Whether the chronology contains the statement."""
        return statement in self._layout.places

    def time_words(self, owner: str) -> str | None:
        """Returns the time expression of a passage or statement, as the author wrote it in the text."""
        passage = self._inputs.passages.get(owner)
        if passage is not None:
            return passage.time_text
        statement = self._inputs.statements.get(owner)
        return None if statement is None else statement.core.time

    def position_of(self, statement: str) -> TimePosition:
        """Returns the time position of a statement. Raises KeyError if the chronology does not contain the
        statement.
        """
        return self._layout.places[statement]

    def said_of(self, statement: str) -> TimePosition:
        """Returns the position at which a claim, belief, plan or dream is said or held; for a statement about the
        world, its own position. Raises KeyError if the chronology does not contain the statement.
        """
        return self._layout.said.get(statement) or self._layout.places[statement]

    def line_end_of(self, passage: str) -> TimePosition:
        """Returns the last moment of the line of a passage's run, as told so far. Raises KeyError if the chronology
        lacks the passage.
        """
        return self._layout.line_ends[self._layout.run_places[passage][0]]

    def passage_of(self, passage: str) -> PlacedPassage:
        """Returns a passage of the chronology. Raises KeyError if the chronology lacks the passage."""
        return self._inputs.passages[passage]

    def neighbours(self, passage: str) -> tuple[str | None, str | None]:
        """Returns the passages before and after a passage in its run. Raises KeyError if the chronology lacks the
        passage.
        """
        run, number = self._layout.run_places[passage]
        members = self._layout.runs[run]
        following = members[number + 1] if number + 1 < len(members) else None
        return (members[number - 1] if number else None, following)

    def now_of(self, passage: str) -> TimePosition:
        """Returns the current moment of a passage, which is before the passage's statements. Raises KeyError if the
        chronology lacks the passage.
        """
        now = self._layout.nows[passage]
        return TimePosition(now, now)

    def end_of(self, passage: str) -> TimePosition:
        """Returns the end of a passage, which is after the passage's statements on the line. Raises KeyError if the
        chronology lacks the passage.
        """
        return self._layout.ends[passage]

    def chapters(self, layer: Layer = Layer.CANON) -> Sequence[tuple[int, str, TimePosition]]:
        """Returns the order key, id and end position of each chapter of a layer that has main-line passages, in
        narrative order.
        """
        return tuple(self._layout.chapters.get(layer, ()))

    def chapter_end(self, order: int, layer: Layer = Layer.CANON) -> TimePosition | None:
        """Returns the main line's position after the chapter with this order key, or after the last earlier chapter
        with main-line passages.
        """
        ends = [place for key, _, place in self._layout.chapters.get(layer, ()) if key <= order]
        return ends[-1] if ends else None

    def before(self, first: TimePosition, second: TimePosition) -> Certainty:
        """Decides whether the moment *first* comes strictly before the moment *second*."""
        if self.precedes(first, second, about=first):
            return Certainty.CERTAIN
        if self.precedes(second, first, about=first) or (first == second and first.own):
            return Certainty.IMPOSSIBLE
        return Certainty.UNKNOWN

    def precedes(self, first: TimePosition, second: TimePosition, *, about: TimePosition | None = None) -> bool:
        """Whether the moment *first* certainly comes strictly before the moment *second*.

        *about* names a moment that many queries share. The first query about this moment costs a graph search; further
        queries are cached.
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
        """Whether the dates alone put the first node on an earlier day than the second node."""
        for axis in self._layout.origins:
            earliest, latest = self._axis(axis)
            last, soonest = latest[first], earliest[second]
            if last is not None and soonest is not None and last < soonest:
                return True
        return False

    def chain_position(self, place: TimePosition) -> tuple[int, int, int] | None:
        """Returns the number of the chain that contains a moment, with the moment's rank and sub-rank there; None
        outside all chains.

        Positions on the same chain are ordered by rank and sub-rank.
        """
        chains = self._layout.chains
        chain = chains.chain.get(place.start)
        return None if chain is None else (chain, chains.rank[place.start], place.sub)

    def bounds(self, place: TimePosition) -> DayBounds:
        """Returns the possible days of a moment on the first axis with both bounds, else on the first axis with any
        bound.
        """
        half: DayBounds | None = None
        for axis in self._layout.origins:
            earliest, latest = self._axis(axis)
            found = DayBounds(earliest[place.start], latest[place.start], axis)
            if found.earliest is not None and found.latest is not None:
                return found
            if half is None and (found.earliest is not None or found.latest is not None):
                half = found
        return half or UNDATED

    def bounds_on(self, place: TimePosition, axis: str) -> DayBounds:
        """Returns the possible days of a moment on the given axis."""
        if axis not in self._layout.origins:
            return DayBounds(None, None, axis)
        earliest, latest = self._axis(axis)
        return DayBounds(earliest[place.start], latest[place.start], axis)

    def label(self, bounds: DayBounds, language: Language) -> str | None:
        """Returns the shortest correct text for a range of days; None if no text describes the range."""
        if bounds.axis is None:
            return None
        asked = (bounds, language)
        if asked not in self._labels:
            self._labels[asked] = self._calendars.label(bounds.axis, bounds.earliest, bounds.latest, language)
        return self._labels[asked]

    def effective_time_text(self, statement: str) -> str | None:
        """Returns the author's time expression for a statement.

        The result is the statement's own time expression. A statement without its own expression that is at its
        passage's current moment has the passage's time expression.
        """
        placed = self._inputs.statements[statement]
        if placed.dated and placed.core.time:
            return placed.core.time
        return self._layout.words.get(self.position_of(statement).start)

    def main_line_chapter(self, statement: str) -> str | None:
        """Returns the id of a statement's chapter if the statement is on the main line, else None."""
        passage = self._inputs.passages[self._inputs.statements[statement].passage]
        place = self.position_of(statement)
        return passage.episode if passage.main and place.start in self._layout.chains.chain else None

    def _current(self) -> Reachability:
        if self._rows is None:
            self._rows = Reachability(self._layout.network, self._layout.chains)
        return self._rows

    def _axis(self, axis: str) -> tuple[Days, Days]:
        found = self._axes.get(axis)
        if found is None:
            found = self._axes[axis] = self._current().days_from(self._layout.origins[axis])
        return found
