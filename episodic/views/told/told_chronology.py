"""Builds the chronology of a work's first chapters from the rows of its statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.model.readings import Phase, Placement
from episodic.pipeline.projection.told_chapters import StatementRow
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chronology.builder import ChronologyBuilder
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.counted_from import NOT_HAPPENED, TOLD_BY_SOMEBODY
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch
from episodic.temporal.chronology.rebuilding import PlacedInputs
from episodic.temporal.chronology.undated import UndatedRun, UndatedStatement, undated_run
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.statements import PlacedRow, ToldStatements

_TIMES = frozenset({"time", "lasting", "event"})
_TIMES_OF_CONTENT = frozenset({"placing", "scope", "time"})
"""The fields that give a statement a time of its own; a row has them only if they differ from their defaults."""
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
    dated: dict[str, list[PlacedStatement]] = {}
    undated: dict[str, dict[int, UndatedRun]] = {}
    passages: list[PlacedPassage] = []
    for chapter in chapters:
        passages += chapter.told.passages
        by_passage: dict[int, list[int]] = {}
        for number in statements.in_chapter(chapter.episode):
            by_passage.setdefault(statements.rows[number].row["passage"], []).append(number)
        for index, numbers in by_passage.items():
            passage = chapter.told.passages[index]
            dated[passage.uuid], undated[passage.uuid] = _divided(passage, numbers, statements)
    return PassageBatch(tuple(sorted(passages, key=lambda one: (one.narrative_key, one.uuid))), dated, undated)


def _divided(
    passage: PlacedPassage, numbers: Sequence[int], statements: ToldStatements
) -> tuple[list[PlacedStatement], dict[int, UndatedRun]]:
    rows = [statements.rows[number] for number in numbers]
    timed = {
        number: one.row
        for number, one in zip(numbers, rows, strict=True)
        if not (_TIMES_OF_CONTENT.isdisjoint(one.row["core"]) and _TIMES.isdisjoint(one.row))
    }
    if passage.shifts or passage.frame in TOLD_BY_SOMEBODY or any(map(_not_happened, timed.values())):
        return list(map(statements.at, numbers)), {}
    if not timed:
        return [], {0: _run(rows, statements)}
    dated: list[PlacedStatement] = []
    undated: dict[int, list[PlacedRow]] = {}
    for number, one in zip(numbers, rows, strict=True):
        if number in timed:
            dated.append(statements.at(number))
        else:
            undated.setdefault(len(dated), []).append(one)
    return dated, {before: _run(run, statements) for before, run in undated.items()}


def _run(rows: Iterable[PlacedRow], statements: ToldStatements) -> UndatedRun:
    known, found = statements.predicates.known, list[UndatedStatement]()
    for one in rows:
        core, kind = one.row["core"], known[one.predicate].kind
        phase, habit = core.get("phase", Phase.HOLDS), core.get("habit", False)
        found.append(UndatedStatement(one.row["uuid"], kind, phase, core.get("derived", False), habit))
    return undated_run(found)


def _not_happened(row: StatementRow) -> bool:
    core = row["core"]
    return core.get("placing") == Placement.AHEAD or core.get("scope") in _PLANNED
