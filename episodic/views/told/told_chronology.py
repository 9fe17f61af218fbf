"""Builds the chronology of a work's first chapters from the rows of its statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from episodic.model.readings import Placement, StatementScope
from episodic.pipeline.projection.told_chapters import StatementRow
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chronology.builder import ChronologyBuilder
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.counted_from import NOT_HAPPENED, TOLD_BY_SOMEBODY
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch
from episodic.temporal.chronology.rebuilding import PlacedInputs
from episodic.temporal.chronology.undated import UndatedStatement, deciding
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.statements import ToldStatements

_TIMES = frozenset({"time", "lasting", "event"})
_PLANNED: frozenset[str] = frozenset(NOT_HAPPENED)


@dataclass(frozen=True, slots=True)
class _Built:
    chapters: Sequence[PlacedChapter]
    calendars: Calendars
    layout: ChronologyLayout


class ToldChronologies:
    """Builds the chronologies of a work's first chapters. If the chapters are those of the last chronology and chapters that
    follow, as after a commit, the last chronology is extended.
    """

    def __init__(self) -> None:
        self._last: _Built | None = None

    def of(self, chapters: Sequence[PlacedChapter], statements: ToldStatements, calendars: Calendars) -> Chronology:
        """Return the chronology of the chapters, which are in narrative order, and of all their *statements*."""
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
        """Return the layout of the last chronology with the chapters that follow, or None if they change something in it."""
        last = self._last
        if last is None or last.calendars.definitions != calendars.definitions or len(chapters) < len(last.chapters):
            return None
        new = chapters[len(last.chapters) :]
        same = all(one.told is other.told for one, other in zip(last.chapters, chapters, strict=False))
        # A merge may give the holder of an earlier claim another id.
        if not same or any(one.told.moved for one in new):
            return None
        layout = last.layout.copy()
        grown = ChronologyBuilder(layout, calendars).grow(_batch(new, statements), strict=True)
        return layout if grown else None


def _batch(chapters: Iterable[PlacedChapter], statements: ToldStatements) -> PassageBatch:
    """Return the passages of chapters with the statements from which their moments follow."""
    selected: dict[str, list[PlacedStatement]] = {}
    left_out: dict[str, Sequence[str]] = {}
    passages: list[PlacedPassage] = []
    for chapter in chapters:
        passages += chapter.told.passages
        by_passage: dict[int, list[int]] = {}
        for number in statements.in_chapter(chapter.episode):
            by_passage.setdefault(statements.rows[number].row["passage"], []).append(number)
        for index, numbers in by_passage.items():
            passage = chapter.told.passages[index]
            found = selected[passage.uuid] = []
            for number, before in _selected(passage, numbers, statements):
                statement = statements.at(number)
                found.append(statement)
                if before:
                    left_out[statement.uuid] = before
    return PassageBatch(tuple(sorted(passages, key=lambda one: (one.narrative_key, one.uuid))), selected, left_out)


def _selected(
    passage: PlacedPassage, numbers: Sequence[int], statements: ToldStatements
) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the statements of a passage from which its moments follow, each with the ids of the statements directly before
    it that were left out.
    """
    rows = [statements.rows[number].row for number in numbers]
    every = bool(passage.shifts) or passage.frame in TOLD_BY_SOMEBODY or any(map(_not_happened, rows))
    run: list[int] = []
    for number, row in zip(numbers, rows, strict=True):
        if not every and _undated(row):
            run.append(number)
            continue
        yield from _deciding(run, statements)
        run = []
        yield number, ()
    yield from _deciding(run, statements)


def _deciding(run: Sequence[int], statements: ToldStatements) -> Iterator[tuple[int, Sequence[str]]]:
    if not run:
        return
    known = statements.predicates.known
    placed = [statements.rows[number] for number in run]
    cores = [one.row["core"] for one in placed]
    undated = [
        UndatedStatement(
            known[one.predicate].kind,
            core.get("phase", "holds"),
            core.get("derived", False),
            core.get("habit", False),
        )
        for one, core in zip(placed, cores, strict=True)
    ]
    begin = 0
    for kept in deciding(undated):
        yield run[kept], [one.row["uuid"] for one in placed[begin:kept]]
        begin = kept + 1


def _undated(row: StatementRow) -> bool:
    core = row["core"]
    if (
        core.get("placing", Placement.NOW) != Placement.NOW
        or core.get("scope", StatementScope.WORLD) != StatementScope.WORLD
    ):
        return False
    return core.get("time") is None and _TIMES.isdisjoint(row)


def _not_happened(row: StatementRow) -> bool:
    core = row["core"]
    return core.get("placing") == Placement.AHEAD or core.get("scope") in _PLANNED
