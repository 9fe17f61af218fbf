"""Story time as a network of moments: which comes before which for certain, and between which days each lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from episodic.model.episodes import Language, Layer
from episodic.temporal.chronology_building import Builder
from episodic.temporal.chronology_layout import Layout, TimelineConflict, batch_of
from episodic.temporal.chronology_line import Place
from episodic.temporal.chronology_rows import Days, Rows
from episodic.temporal.constraints import CalendarRanges
from episodic.temporal.placed import PlacedPassage, PlacedStatement


class Certainty(StrEnum):
    """What is known of "a comes strictly before b"."""

    CERTAIN = "certain"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class DayBounds(NamedTuple):
    """First and last day a moment can lie on, on an axis; None is open, no axis is undated."""

    earliest: int | None
    latest: int | None
    axis: str | None


UNDATED = DayBounds(None, None, None)


@dataclass(frozen=True, slots=True)
class _Told:
    passages: Mapping[str, PlacedPassage]
    statements: Mapping[str, PlacedStatement]


class Chronology:
    """The moments of one reading of a work. Built once, asked often; `extended` makes another.

    Constraints are accepted by basis (stated, by rule, default), each in telling order; one that cannot be true beside those
    accepted before is set aside as a whole, which is a `TimelineConflict` unless it was a default.
    """

    def __init__(self, layout: Layout, told: _Told, calendars: CalendarRanges) -> None:
        self._layout, self._told, self._calendars = layout, told, calendars
        self._rows: Rows | None = None
        self._axes: dict[str, tuple[Days, Days]] = {}
        self._labels: dict[tuple[DayBounds, Language], str | None] = {}

    @classmethod
    def of(
        cls, passages: Iterable[PlacedPassage], statements: Iterable[PlacedStatement], calendars: CalendarRanges
    ) -> Chronology:
        """The chronology of these, whatever order they are handed in; statements of passages that are missing are left out."""
        known = {passage.uuid: passage for passage in passages}
        here = {one.uuid: one for one in statements if one.passage in known}
        layout = Layout()
        Builder(layout, calendars).grow(batch_of(list(known.values()), list(here.values())), strict=False)
        return cls(layout, _Told(known, here), calendars)

    def extended(self, passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement]) -> Chronology:
        """The chronology with more told: the same as building it anew, but cheap where the new is told last and fits in."""
        told = _Told(
            {**self._told.passages, **{one.uuid: one for one in passages}},
            {**self._told.statements, **{one.uuid: one for one in statements}},
        )
        if self._goes_on(passages, statements):
            layout = self._layout.copy()
            if Builder(layout, self._calendars).grow(batch_of(passages, statements), strict=True):
                return Chronology(layout, told, self._calendars)
        return Chronology.of(told.passages.values(), told.statements.values(), self._calendars)

    def _goes_on(self, passages: Sequence[PlacedPassage], statements: Sequence[PlacedStatement]) -> bool:
        """Whether all of these are new and told after everything that is here."""
        fresh = {one.uuid for one in passages}
        last = max((one.telling for one in self._told.passages.values()), default=None)
        return (
            not fresh & self._told.passages.keys()
            and all(last is None or one.telling > last for one in passages)
            and all(one.passage in fresh and one.uuid not in self._told.statements for one in statements)
        )

    @property
    def conflicts(self) -> tuple[TimelineConflict, ...]:
        """Time words that cannot be true beside those that count more, in the order they count."""
        return tuple(self._layout.conflicts)

    @property
    def set_aside(self) -> frozenset[str]:
        """Ids of the passages and statements whose time words were set aside."""
        return frozenset(conflict.owner for conflict in self._layout.conflicts if not conflict.again)

    def knows(self, statement: str) -> bool:
        """Whether a statement has a place here."""
        return statement in self._layout.places

    def time_words(self, owner: str) -> str | None:
        """The time words of a passage or statement, as the author wrote them."""
        passage = self._told.passages.get(owner)
        if passage is not None:
            return passage.time_text
        statement = self._told.statements.get(owner)
        return None if statement is None else statement.time_text

    def node_of(self, statement: str) -> Place:
        """Where a statement stands. Raises KeyError if it is not of this chronology."""
        return self._layout.places[statement]

    def now_of(self, passage: str) -> Place:
        """The now of a passage, before anything it says. Raises KeyError if it is not of this chronology."""
        now = self._layout.nows[passage]
        return Place(now, now)

    def end_of(self, passage: str) -> Place:
        """Where a passage ends, after everything said in line. Raises KeyError if it is not of this chronology."""
        return self._layout.ends[passage]

    def chapters(self, layer: Layer = Layer.CANON) -> Sequence[tuple[int, str, Place]]:
        """Order key, id, and the end on the main line of each chapter of a layer that has main passages, in telling order."""
        return tuple(self._layout.chapters.get(layer, ()))

    def chapter_end(self, order: int, layer: Layer = Layer.CANON) -> Place | None:
        """Where the main line stands after the chapter of this order key (or the last one before it that has main passages)."""
        ends = [place for key, _, place in self._layout.chapters.get(layer, ()) if key <= order]
        return ends[-1] if ends else None

    def before(self, first: Place, second: Place) -> Certainty:
        """Whether *first* comes strictly before *second*."""
        if self.precedes(first, second, about=first):
            return Certainty.CERTAIN
        if self.precedes(second, first, about=first) or (first == second and first.own):
            return Certainty.IMPOSSIBLE
        return Certainty.UNKNOWN

    def precedes(self, first: Place, second: Place, *, about: Place | None = None) -> bool:
        """Whether *first* certainly comes strictly before *second*.

        Whoever asks many questions about one moment says so in *about*: the first costs a search, the others none.
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
        if self._apart(start, end):
            return True
        node = None if about is None else start if about == first else end
        return self._current().precedes(start, end, about=node)

    def _apart(self, first: int, second: int) -> bool:
        """Whether their dates alone put a day between them."""
        for axis in self._layout.origins:
            earliest, latest = self._axis(axis)
            last, soonest = latest[first], earliest[second]
            if last is not None and soonest is not None and last < soonest:
                return True
        return False

    def spot_of(self, place: Place) -> tuple[int, int, int] | None:
        """The unbroken line a moment stands on and its position there, None outside all lines; on one line order is by spot."""
        chains = self._layout.chains
        chain = chains.chain.get(place.start)
        return None if chain is None else (chain, chains.rank[place.start], place.sub)

    def bounds(self, place: Place) -> DayBounds:
        """Between which days a moment lies, on the first axis that bounds it on both sides, else the first that does at all."""
        half: DayBounds | None = None
        for axis in self._layout.origins:
            earliest, latest = self._axis(axis)
            found = DayBounds(earliest[place.start], latest[place.start], axis)
            if found.earliest is not None and found.latest is not None:
                return found
            if half is None and (found.earliest is not None or found.latest is not None):
                half = found
        return half or UNDATED

    def bounds_on(self, place: Place, axis: str) -> DayBounds:
        """Between which days of one axis a moment lies."""
        if axis not in self._layout.origins:
            return DayBounds(None, None, axis)
        earliest, latest = self._axis(axis)
        return DayBounds(earliest[place.start], latest[place.start], axis)

    def label(self, bounds: DayBounds, language: Language) -> str | None:
        """The shortest true way to write these days, None where there is none."""
        if bounds.axis is None:
            return None
        asked = (bounds, language)
        if asked not in self._labels:
            self._labels[asked] = self._calendars.label(bounds.axis, bounds.earliest, bounds.latest, language.value)
        return self._labels[asked]

    def words_of(self, statement: str) -> str | None:
        """The author's words for when a statement stands: its own, else those of its passage if it shares its now."""
        told = self._told.statements[statement]
        if told.dated and told.time_text:
            return told.time_text
        passage = self._told.passages[told.passage]
        shares = self.node_of(statement).start == self._layout.nows[passage.uuid]
        return passage.time_text if shares else None

    def in_line(self, statement: str) -> str | None:
        """The id of the chapter in whose main line a statement stands, None where it stands outside."""
        passage = self._told.passages[self._told.statements[statement].passage]
        place = self.node_of(statement)
        return passage.episode if passage.main and place.start in self._layout.chains.chain else None

    def _current(self) -> Rows:
        if self._rows is None:
            self._rows = Rows(self._layout.network, self._layout.chains)
        return self._rows

    def _axis(self, axis: str) -> tuple[Days, Days]:
        found = self._axes.get(axis)
        if found is None:
            found = self._axes[axis] = self._current().days_from(self._layout.origins[axis])
        return found
