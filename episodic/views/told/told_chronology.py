"""Builds the chronology of a work's first chapters from the rows of its statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.model.readings import Placement
from episodic.pipeline.projection.told_statements import (
    StatementColumns,
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
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch
from episodic.temporal.chronology.rebuilding import PlacedInputs
from episodic.temporal.chronology.undated import UndatedKind, UndatedRun, undated_kind, undated_run
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.statements import ToldStatements

_PLANNED: frozenset[str] = frozenset(NOT_HAPPENED)


@dataclass(frozen=True, slots=True)
class _Built:
    chapters: Sequence[PlacedChapter]
    calendars: Calendars
    layout: ChronologyLayout


class ToldChronologies:
    """Builds the chronologies of a work's first chapters. If chapters were only added after those of the last
    chronology, as after a commit, the last chronology is extended if possible.
    """

    def __init__(self) -> None:
        self._last: _Built | None = None

    def of(self, chapters: Sequence[PlacedChapter], statements: ToldStatements, calendars: Calendars) -> Chronology:
        passages = {one.uuid: one for chapter in chapters for one in chapter.told.passages}
        layout = self._extended(chapters, statements, calendars)
        if layout is None:
            layout = ChronologyLayout()
            ChronologyBuilder(layout, calendars).grow(_batch(chapters, statements), strict=False)
        self._last = _Built(chapters, calendars, layout)
        inputs = PlacedInputs(passages, statements)
        return Chronology(layout, inputs, calendars, inputs.last)

    def _extended(
        self, chapters: Sequence[PlacedChapter], statements: ToldStatements, calendars: Calendars
    ) -> ChronologyLayout | None:
        last = self._last
        if last is None or last.calendars.definitions != calendars.definitions or len(chapters) < len(last.chapters):
            return None
        new = chapters[len(last.chapters) :]
        same = all(one.told is other.told for one, other in zip(last.chapters, chapters, strict=False))
        # A merge in a new chapter prevents the extension, because it may give the holder of an earlier claim another
        # id.
        if not same or any(one.told.moved for one in new):
            return None
        layout = last.layout.copy()
        grown = ChronologyBuilder(layout, calendars).grow(_batch(new, statements), strict=True)
        return layout if grown else None


def _batch(chapters: Iterable[PlacedChapter], statements: ToldStatements) -> PassageBatch:
    batch, passages = _TimedStatements(statements), list[PlacedPassage]()
    for chapter in chapters:
        passages += chapter.told.passages
        batch.add(chapter)
    passages.sort(key=lambda one: (one.narrative_key, one.uuid))
    return PassageBatch(tuple(passages), batch.dated, batch.undated)


class _TimedStatements:
    """Divides the statements of passages into those with a time of their own, which are decoded, and undated ones."""

    def __init__(self, statements: ToldStatements) -> None:
        self._statements = statements
        self._kinds: dict[tuple[int, int], UndatedKind] = {}
        self.dated: dict[str, list[PlacedStatement]] = {}
        self.undated: dict[str, dict[int, UndatedRun]] = {}

    def add(self, chapter: PlacedChapter) -> None:
        """Add the statements of a chapter."""
        statements, columns = self._statements, chapter.told.statements.columns
        by_passage: dict[int, list[int]] = {}
        timed: set[int] = set()
        for number in statements.in_chapter(chapter.episode):
            position = statements.rows[number].position
            passage = columns.passage[position]
            by_passage.setdefault(passage, []).append(number)
            if is_timed(columns.told[position]):
                timed.add(passage)
        for index, numbers in by_passage.items():
            one = chapter.told.passages[index]
            if one.shifts or one.frame in TOLD_BY_SOMEBODY:
                self.dated[one.uuid] = list(map(statements.at, numbers))
            elif index in timed:
                self.dated[one.uuid], self.undated[one.uuid] = self._divided(numbers, columns)
            else:
                self.undated[one.uuid] = {0: self._run(numbers, columns)}

    def _divided(
        self, numbers: Sequence[int], columns: StatementColumns
    ) -> tuple[list[PlacedStatement], dict[int, UndatedRun]]:
        statements = self._statements
        timed = {number for number in numbers if is_timed(columns.told[statements.rows[number].position])}
        if any(_not_happened(statements.rows[number].row) for number in timed):
            return list(map(statements.at, numbers)), {}
        dated: list[PlacedStatement] = []
        undated: dict[int, list[int]] = {}
        for number in numbers:
            if number in timed:
                dated.append(statements.at(number))
            else:
                undated.setdefault(len(dated), []).append(number)
        return dated, {before: self._run(run, columns) for before, run in undated.items()}

    def _run(self, numbers: Sequence[int], columns: StatementColumns) -> UndatedRun:
        rows = [self._statements.rows[number] for number in numbers]
        kinds = [self._kind(one.predicate, columns.told[one.position]) for one in rows]
        return undated_run([columns.uuid[one.position] for one in rows], kinds)

    def _kind(self, predicate: int, told: int) -> UndatedKind:
        known = self._kinds.get((predicate, told))
        if known is None:
            kind = self._statements.predicates.known[predicate].kind
            known = undated_kind(kind, phase_of(told), derived=is_derived(told), habit=is_habit(told))
            self._kinds[predicate, told] = known
        return known


def _not_happened(row: StatementRow) -> bool:
    core = row["core"]
    return core.get("placing") == Placement.AHEAD or core.get("scope") in _PLANNED
