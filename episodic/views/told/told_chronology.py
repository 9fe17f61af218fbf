"""Builds the chronology of a work up to a given chapter from the rows of its statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from episodic.model.changed_values import changed_keys
from episodic.model.readings import Placement
from episodic.pipeline.projection.told_statements import (
    StatementRow,
    is_derived,
    is_habit,
    is_timed,
    phase_of,
)
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chronology.builder import ChronologyBuilder
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.counted_from import NOT_HAPPENED, TOLD_BY_SOMEBODY
from episodic.temporal.chronology.growth import changed_nodes
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch
from episodic.temporal.chronology.rebuilding import PlacedInputs
from episodic.temporal.chronology.undated import UndatedKind, UndatedRun, undated_kind, undated_run
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter, entities_agree
from episodic.views.told.statements import ToldStatements

_PLANNED: frozenset[str] = frozenset(NOT_HAPPENED)


class ToldChronology(Chronology):
    """The chronology of a work up to a given chapter. *base* is the field `version` of the chronology that this one
    extends by further chapters, or None if it was built from all chapters.
    """

    def __init__(
        self, layout: ChronologyLayout, inputs: PlacedInputs, calendars: Calendars, base: object | None
    ) -> None:
        super().__init__(layout, inputs, calendars, inputs.last)
        self._base = base

    def moved_since(self, earlier: ToldChronology) -> frozenset[int] | None:
        """Return the nodes of the chronology *earlier* whose days, or whose order to other nodes, may be different in
        this chronology. The result also contains the nodes at which a statement lay that now lies elsewhere. Return
        None if this chronology was not made from *earlier*.
        """
        if self is earlier:
            return frozenset()
        if self._base is not earlier.version:
            return None
        moved = changed_nodes(earlier._layout, self._layout, lambda: (earlier._current(), self._current()))
        before, after = earlier._layout.places, self._layout.places
        placed = (before[one] for one in changed_keys(before, after) if one in before and before[one] != after[one])
        return moved.union(node for place in placed for node in (place.start, place.end))


@dataclass(frozen=True, slots=True)
class _Built:
    chapters: Sequence[PlacedChapter]
    calendars: Calendars
    layout: ChronologyLayout
    version: object


class ToldChronologies:
    """Builds chronologies of a work, each up to a given chapter. The given chapters may be those of the last chronology
    and new chapters after them (as after a commit). The last chronology is then extended by the new chapters if
    possible.
    """

    def __init__(self) -> None:
        self._last: _Built | None = None

    def of(
        self,
        chapters: Sequence[PlacedChapter],
        statements: ToldStatements,
        calendars: Calendars,
        *,
        passages: Mapping[str, PlacedPassage],
    ) -> ToldChronology:
        """Return the chronology of *chapters* with the statements *statements* and, by id, the passages *passages*."""
        layout = self._extended(chapters, statements, calendars)
        base = None if layout is None or self._last is None else self._last.version
        if layout is None:
            layout = ChronologyLayout()
            ChronologyBuilder(layout, calendars).grow(_batch(chapters, statements), strict=False)
        found = ToldChronology(layout, PlacedInputs(passages, statements), calendars, base)
        self._last = _Built(chapters, calendars, layout, found.version)
        return found

    def _extended(
        self, chapters: Sequence[PlacedChapter], statements: ToldStatements, calendars: Calendars
    ) -> ChronologyLayout | None:
        last = self._last
        if last is None or last.calendars.definitions != calendars.definitions or len(chapters) < len(last.chapters):
            return None
        # The last chronology cannot be extended if a new chapter merges entities, because a merge may give the holder
        # of an earlier claim another id.
        if not entities_agree(last.chapters, chapters):
            return None
        layout = last.layout.copy()
        new = _batch(chapters[len(last.chapters) :], statements)
        grown = ChronologyBuilder(layout, calendars).grow(new, strict=True)
        return layout if grown else None


def _batch(chapters: Iterable[PlacedChapter], statements: ToldStatements) -> PassageBatch:
    batch, passages = _TimedStatements(statements), list[PlacedPassage]()
    for chapter in chapters:
        passages += chapter.told.passages
        batch.add(chapter)
    passages.sort(key=lambda one: (one.narrative_key, one.uuid))
    return PassageBatch(tuple(passages), batch.dated, batch.undated)


class _ChapterStatements(NamedTuple):
    """The statements of a chapter in narrative order, numbered from 0 within the chapter. `first` is the number of the
    chapter's first statement in `ToldStatements`. `ids` and `kinds` contain, for each statement, its id and what the
    chronology must know of it. `timed` contains the numbers of the statements with a time, placement or scope other
    than the default.
    """

    first: int
    ids: Sequence[str]
    kinds: Sequence[UndatedKind]
    timed: frozenset[int]

    def run(self, numbers: Sequence[int]) -> UndatedRun:
        return undated_run([self.ids[one] for one in numbers], [self.kinds[one] for one in numbers])


class _TimedStatements:
    """Divides the statements of passages into those with a time of their own, which are decoded, and undated ones."""

    def __init__(self, statements: ToldStatements) -> None:
        self._statements = statements
        self._kinds: dict[tuple[int, int], UndatedKind] = {}
        self.dated: dict[str, list[PlacedStatement]] = {}
        self.undated: dict[str, dict[int, UndatedRun]] = {}

    def add(self, chapter: PlacedChapter) -> None:
        """Add the statements of a chapter."""
        columns = chapter.told.statements.columns
        positions, predicates = self._statements.places_in(chapter.episode)
        told = [columns.told[one] for one in positions]
        statements = _ChapterStatements(
            self._statements.in_chapter(chapter.episode).start,
            [columns.uuid[one] for one in positions],
            [self._kinds.get(one) or self._kind(*one) for one in zip(predicates, told, strict=True)],
            frozenset(number for number, bits in enumerate(told) if is_timed(bits)),
        )
        by_passage: dict[int, list[int]] = {}
        for number, position in enumerate(positions):
            by_passage.setdefault(columns.passage[position], []).append(number)
        for index, numbers in by_passage.items():
            one = chapter.told.passages[index]
            if one.shifts or one.frame in TOLD_BY_SOMEBODY:
                self.dated[one.uuid] = self._decoded(statements, numbers)
            elif statements.timed.isdisjoint(numbers):
                self.undated[one.uuid] = {0: statements.run(numbers)}
            else:
                self.dated[one.uuid], self.undated[one.uuid] = self._divided(statements, numbers)

    def _decoded(self, statements: _ChapterStatements, numbers: Iterable[int]) -> list[PlacedStatement]:
        return [self._statements.at(statements.first + one) for one in numbers]

    def _divided(
        self, statements: _ChapterStatements, numbers: Sequence[int]
    ) -> tuple[list[PlacedStatement], dict[int, UndatedRun]]:
        timed = statements.timed.intersection(numbers)
        if any(_not_happened(self._statements.stored(statements.first + one).row) for one in timed):
            return self._decoded(statements, numbers), {}
        dated: list[PlacedStatement] = []
        undated: dict[int, list[int]] = {}
        for one in numbers:
            if one in timed:
                dated += self._decoded(statements, (one,))
            else:
                undated.setdefault(len(dated), []).append(one)
        return dated, {before: statements.run(run) for before, run in undated.items()}

    def _kind(self, predicate: int, told: int) -> UndatedKind:
        kind = self._statements.predicates.known[predicate].kind
        known = undated_kind(kind, phase_of(told), derived=is_derived(told), habit=is_habit(told))
        self._kinds[predicate, told] = known
        return known


def _not_happened(row: StatementRow) -> bool:
    core = row["core"]
    return core.get("placing") == Placement.AHEAD or core.get("scope") in _PLANNED
