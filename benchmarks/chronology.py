"""Measure extending and querying the chronology of a work with 10,000 moments and 30,000 constraints.

python -m benchmarks.chronology
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import bellman_ford

from benchmarks.report import Figure, publish
from episodic.model.episodes import ORDER_GAP, FrameKind
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Placement, StatementCore
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.calendars.work_calendars import DAY_AXIS, Calendars
from episodic.temporal.chronology.builder import ChronologyBuilder
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.layout import ChronologyLayout, batch_of
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.placed import PlacedPassage, PlacedStatement

CHAPTERS = 240
PASSAGES = 8
STATEMENTS = 5
ADDED = 9
COMPARED = 40
OTHERS = 500
HAPPENED = Predicate("happened", PredicateKind.EVENT)


@dataclass
class GeneratedChapter:
    """The passages and statements of one generated chapter."""

    passages: list[PlacedPassage] = field(default_factory=list[PlacedPassage])
    statements: list[PlacedStatement] = field(default_factory=list[PlacedStatement])


def work() -> list[GeneratedChapter]:
    """Generate a novel in which nearly every sentence has a time: a day, an offset or a named event.

    One passage in eight is a flashback.
    """
    chance = random.Random(7)
    chapters = [GeneratedChapter() for _ in range(CHAPTERS)]
    for number, chapter in enumerate(chapters, start=1):
        for index in range(PASSAGES):
            passage = _passage(number, index, chance)
            chapter.passages.append(passage)
            chapter.statements += [
                _statement(passage, index_in_passage, number, chance) for index_in_passage in range(STATEMENTS)
            ]
    return chapters


def _passage(number: int, index: int, chance: random.Random) -> PlacedPassage:
    back = index == PASSAGES - 1
    time_of = _years_before(chance) if back else _next_scene(number, index, chance)
    return PlacedPassage(
        uuid=f"p{number}.{index}",
        episode=f"ch{number}",
        order=number * ORDER_GAP,
        index=index,
        start=index * 1000,
        frame=FrameKind.FLASHBACK if back else FrameKind.MAIN,
        run=f"flashback {number}" if back else "main",
        time=time_of,
        time_text="then",
    )


def _next_scene(number: int, index: int, chance: random.Random) -> TimeExpression:
    if index == 0 and number % 10 == 1:
        return TimeExpression(TimeKind.CALENDAR, calendar=DAY_AXIS, day=number * 12)
    low = chance.randint(0, 1)
    return TimeExpression(TimeKind.OFFSET, low=low, high=low + 2, unit="day", anchor=Anchor.PREVIOUS)


def _years_before(chance: random.Random) -> TimeExpression:
    low = chance.randint(1, 9)
    return TimeExpression(TimeKind.OFFSET, low=low, high=low + 2, unit="year", before=True, anchor=Anchor.HERE)


def _statement(passage: PlacedPassage, index_in_passage: int, number: int, chance: random.Random) -> PlacedStatement:
    kind, placing = index_in_passage % 5, Placement.NOW
    own: TimeExpression | None = TimeExpression(TimeKind.OFFSET, low=0, high=2, unit="day", anchor=Anchor.HERE)
    event = None
    if kind == 1:
        event = f"event {number}.{passage.index}"
    elif kind == 2:
        name = f"event {chance.randint(max(1, number - 30), number)}.{chance.randint(0, PASSAGES - 2)}"
        own = TimeExpression(TimeKind.ORDER, anchor=Anchor.EVENT, name=name)
    elif kind == 3:
        own, placing = _years_before(chance), Placement.BACK
    offset = passage.start + 100 * (index_in_passage + 1)
    evidence = Evidence(
        passage.episode,
        f"quote {passage.uuid}.{index_in_passage}",
        offset,
        offset + 50,
        NarrativePosition(passage.order, offset),
    )
    return PlacedStatement(
        uuid=f"s{passage.uuid}.{index_in_passage}",
        passage=passage.uuid,
        evidence=evidence,
        subject=f"somebody {chance.randint(1, 50)}",
        core=StatementCore("it happened", HAPPENED.name, time="then", placing=placing),
        predicate=HAPPENED,
        time=own,
        event=event,
    )


def processor_seconds(measured: Callable[[], object]) -> float:
    """Return the processor time that *measured* takes, which other programs of the machine hardly affect."""
    start = time.process_time()
    measured()
    return time.process_time() - start


def built_chronology(chapters: list[GeneratedChapter]) -> Chronology:
    """Build the chronology of the chapters from nothing."""
    passages = [one for chapter in chapters for one in chapter.passages]
    statements = [one for chapter in chapters for one in chapter.statements]
    return Chronology.of(passages, statements, Calendars())


def extended_chronology(chronology: Chronology, chapter: GeneratedChapter) -> Chronology:
    """Add one chapter to the chronology and query it once, so that its constraint network has been solved again."""
    found = chronology.extended(chapter.passages, chapter.statements)
    places = [found.position_of(one.uuid) for one in chapter.statements[:2]]
    found.before(places[0], places[1])
    found.bounds(places[0])
    return found


def chronology_layout(chapters: list[GeneratedChapter]) -> ChronologyLayout:
    """Return the constraint network and the conflicts of the chapters' chronology."""
    layout = ChronologyLayout()
    passages = [one for chapter in chapters for one in chapter.passages]
    statements = [one for chapter in chapters for one in chapter.statements]
    ChronologyBuilder(layout, Calendars()).grow(batch_of(passages, statements), strict=False)
    return layout


def bellman_ford_seconds(layout: ChronologyLayout) -> float:
    """Return the seconds in which scipy's Bellman-Ford computes the lower bounds of all moments from nothing."""
    source = len(layout.network)
    edges: dict[tuple[int, int], int] = {(source, node): 0 for node in range(source)}
    for constraint in layout.network.accepted:
        for tail, head, weight in constraint.spans:
            edges[tail, head] = min(-weight, edges.get((tail, head), -weight))
        for tail, head in constraint.steps:
            edges[tail, head] = min(0, edges.get((tail, head), 0))
    ends = np.array(list(edges), dtype=np.int32)
    weights = np.array(list(edges.values()), dtype=np.float64)
    matrix = csr_array((weights, (ends[:, 0], ends[:, 1])), shape=(source + 1, source + 1))
    return processor_seconds(lambda: bellman_ford(matrix, directed=True, indices=[source]))


@dataclass
class QueryTimes:
    """Seconds per query: of the first query about a moment, and of each further query about the same moment."""

    first: list[float] = field(default_factory=list[float])
    further: list[float] = field(default_factory=list[float])


def measure_queries(chronology: Chronology, chapters: list[GeneratedChapter]) -> QueryTimes:
    """Compare sampled moments with other moments: each first with one moment, then with hundreds."""
    chance = random.Random(11)
    places = [chronology.position_of(one.uuid) for chapter in chapters for one in chapter.statements]
    query_times = QueryTimes()
    for about in chance.sample(places, COMPARED):
        others = chance.sample(places, OTHERS)
        query_times.first.append(processor_seconds(partial(_compare, chronology, about, others[:1])))
        query_times.further.append(processor_seconds(partial(_compare, chronology, about, others)) / OTHERS)
    return query_times


def _compare(chronology: Chronology, about: TimePosition, others: list[TimePosition]) -> None:
    for other in others:
        chronology.before(about, other)


def main() -> int:
    """Run the benchmark and publish the figures. Return 1 if a figure is over its limit."""
    chapters = work()
    layout = chronology_layout(chapters)
    anew = statistics.median(processor_seconds(lambda: built_chronology(chapters)) for _ in range(3))
    chronology = built_chronology(chapters[:-ADDED])
    growing: list[float] = []
    for chapter in chapters[-ADDED:]:
        start = time.process_time()
        chronology = extended_chronology(chronology, chapter)
        growing.append(time.process_time() - start)
    query_times = measure_queries(chronology, chapters)
    grow = statistics.median(growing)
    figures = [
        Figure("moments", len(layout.network), "moments"),
        Figure("constraints accepted", len(layout.network.accepted), "constraints"),
        Figure("conflicting constraints set aside", len(layout.conflicts), "conflicts"),
        Figure("adding a chapter and querying it, median", grow * 1000, "ms", 150),
        Figure("adding a chapter and querying it, maximum", max(growing) * 1000, "ms"),
        Figure("first query about a moment, median", statistics.median(query_times.first) * 1000, "ms", 5),
        Figure("first query about a moment, maximum", max(query_times.first) * 1000, "ms"),
        Figure("further query about the same moment, median", statistics.median(query_times.further) * 1000, "ms", 0.1),
        Figure("rebuilding the whole chronology / adding a chapter", anew / grow, "x"),
        Figure("solving all bounds with Bellman-Ford / adding a chapter", bellman_ford_seconds(layout) / grow, "x"),
    ]
    return publish("Chronology: how long do a new chapter and a query take in a work of 10,000 moments?", figures)


if __name__ == "__main__":
    sys.exit(main())
