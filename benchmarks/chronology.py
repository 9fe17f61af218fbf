"""Chronology: what does a work of 10,000 moments and 30,000 constraints cost to grow by a chapter, and to ask?

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
GROWN = 9
ASKED = 40
FURTHER = 500
HAPPENED = Predicate("happened", PredicateKind.EVENT)


@dataclass
class ToldChapter:
    """A chapter as it is placed."""

    passages: list[PlacedPassage] = field(default_factory=list[PlacedPassage])
    statements: list[PlacedStatement] = field(default_factory=list[PlacedStatement])


def work() -> list[ToldChapter]:
    """A novel that says of nearly everything when it is: days, offsets, named events; one passage in eight is a flashback."""
    chance = random.Random(7)
    told = [ToldChapter() for _ in range(CHAPTERS)]
    for number, chapter in enumerate(told, start=1):
        for index in range(PASSAGES):
            passage = _passage(number, index, chance)
            chapter.passages.append(passage)
            chapter.statements += [_statement(passage, place, number, chance) for place in range(STATEMENTS)]
    return told


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


def _statement(passage: PlacedPassage, place: int, number: int, chance: random.Random) -> PlacedStatement:
    kind, placing = place % 5, Placement.NOW
    own: TimeExpression | None = TimeExpression(TimeKind.OFFSET, low=0, high=2, unit="day", anchor=Anchor.HERE)
    event = None
    if kind == 1:
        event = f"event {number}.{passage.index}"
    elif kind == 2:
        name = f"event {chance.randint(max(1, number - 30), number)}.{chance.randint(0, PASSAGES - 2)}"
        own = TimeExpression(TimeKind.ORDER, anchor=Anchor.EVENT, name=name)
    elif kind == 3:
        own, placing = _years_before(chance), Placement.BACK
    offset = passage.start + 100 * (place + 1)
    evidence = Evidence(
        passage.episode, f"quote {passage.uuid}.{place}", offset, offset + 50, NarrativePosition(passage.order, offset)
    )
    return PlacedStatement(
        uuid=f"s{passage.uuid}.{place}",
        passage=passage.uuid,
        evidence=evidence,
        subject=f"somebody {chance.randint(1, 50)}",
        core=StatementCore("it happened", HAPPENED.name, time="then", placing=placing),
        predicate=HAPPENED,
        time=own,
        event=event,
    )


def seconds(measured: Callable[[], object]) -> float:
    """How long this process works at it: what a clock on the wall says where nothing else runs."""
    start = time.process_time()
    measured()
    return time.process_time() - start


def built(told: list[ToldChapter]) -> Chronology:
    """The chronology of these chapters, from nothing."""
    passages = [one for chapter in told for one in chapter.passages]
    statements = [one for chapter in told for one in chapter.statements]
    return Chronology.of(passages, statements, Calendars())


def grown(chronology: Chronology, chapter: ToldChapter) -> Chronology:
    """One chapter more, ready to be asked: its network repaired and its first answer given."""
    found = chronology.extended(chapter.passages, chapter.statements)
    places = [found.position_of(one.uuid) for one in chapter.statements[:2]]
    found.before(places[0], places[1])
    found.bounds(places[0])
    return found


def laid_out(told: list[ToldChapter]) -> ChronologyLayout:
    """Everything that the chronology of these chapters rests on."""
    layout = ChronologyLayout()
    passages = [one for chapter in told for one in chapter.passages]
    statements = [one for chapter in told for one in chapter.statements]
    ChronologyBuilder(layout, Calendars()).grow(batch_of(passages, statements), strict=False)
    return layout


def solved_anew(layout: ChronologyLayout) -> float:
    """Seconds in which scipy's Bellman-Ford finds the earliest place of every moment, knowing nothing from before."""
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
    return seconds(lambda: bellman_ford(matrix, directed=True, indices=[source]))


@dataclass
class Asked:
    """Seconds that questions took: the first about each moment, and each further one."""

    first: list[float] = field(default_factory=list[float])
    further: list[float] = field(default_factory=list[float])


def questions(chronology: Chronology, told: list[ToldChapter]) -> Asked:
    """Ask about many moments spread over the work: first against one other moment, then against hundreds."""
    chance = random.Random(11)
    places = [chronology.position_of(one.uuid) for chapter in told for one in chapter.statements]
    asked = Asked()
    for about in chance.sample(places, ASKED):
        others = chance.sample(places, FURTHER)
        asked.first.append(seconds(partial(_against, chronology, about, others[:1])))
        asked.further.append(seconds(partial(_against, chronology, about, others)) / FURTHER)
    return asked


def _against(chronology: Chronology, about: TimePosition, others: list[TimePosition]) -> None:
    for other in others:
        chronology.before(about, other)


def main() -> int:
    """Measure and publish; 1 where a limit is broken."""
    told = work()
    layout = laid_out(told)
    anew = statistics.median(seconds(lambda: built(told)) for _ in range(3))
    chronology = built(told[:-GROWN])
    growing: list[float] = []
    for chapter in told[-GROWN:]:
        start = time.process_time()
        chronology = grown(chronology, chapter)
        growing.append(time.process_time() - start)
    asked = questions(chronology, told)
    grow = statistics.median(growing)
    figures = [
        Figure("moments", len(layout.network), "moments"),
        Figure("constraints accepted", len(layout.network.accepted), "constraints"),
        Figure("time words set aside", len(layout.conflicts), "conflicts"),
        Figure("growing by a chapter, ready to be asked: median", grow * 1000, "ms", 150),
        Figure("growing by a chapter: worst", max(growing) * 1000, "ms"),
        Figure("first question about a moment: median", statistics.median(asked.first) * 1000, "ms", 5),
        Figure("first question about a moment: worst", max(asked.first) * 1000, "ms"),
        Figure("each further question: median", statistics.median(asked.further) * 1000, "ms", 0.1),
        Figure("the whole work built anew, beside growing", anew / grow, "x"),
        Figure("solved anew by Bellman-Ford, beside growing", solved_anew(layout) / grow, "x"),
    ]
    return publish("Chronology: what does a work of 10,000 moments cost to grow and to ask?", figures)


if __name__ == "__main__":
    sys.exit(main())
