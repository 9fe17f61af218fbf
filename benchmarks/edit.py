"""Measure what editing one paragraph in a work of 200 chapters costs: model calls and own time, on SQLite.

python -m benchmarks.edit
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.novel import Novel
from benchmarks.report import Figure, publish
from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore

CHAPTERS = 200
EDITED = 100
LENGTH = 3_000
RUNS = 7
"""Number of measured edits. The median of several runs is used because other programs on the machine disturb single
runs.
"""
READING_STAGES = {"extraction"}
"""The stages whose model calls read a window."""


@dataclass(frozen=True)
class Cost:
    """The cost of one change to a work: wall time and processor time in seconds, calls by stage, and windows read
    again.
    """

    wall: float
    cpu: float
    calls: Counter[str]
    windows: int = 0

    @property
    def readings(self) -> int:
        """Number of calls that read a window."""
        return sum(count for stage, count in self.calls.items() if stage in READING_STAGES)

    @property
    def questions(self) -> int:
        """Number of judge questions, for example about identity or predicates."""
        return self.calls.total() - self.readings


def with_edited_paragraph(chapter: Chapter) -> Chapter:
    """Return the chapter with the paragraph in its middle replaced by one that names nobody."""
    paragraphs = chapter.text.split("\n\n")
    paragraphs[len(paragraphs) // 2] = "入夜以后，院子里只剩下一盏灯，谁也没有说话。"
    return replace(chapter, text="\n\n".join(paragraphs))


class CostMeter:
    """Measures changes to one work."""

    def __init__(self, graph: StoryGraph, model: ScriptedModel) -> None:
        self._graph = graph
        self._model = model

    async def measure_adding(self, chapter: Chapter) -> Cost:
        """Measure adding a chapter."""
        before, wall, cpu = len(self._model.asked), time.perf_counter(), time.process_time()
        report = await self._graph.add_episode(chapter)
        return self._cost(before, wall, cpu, report.windows_read)

    async def measure_replacing(self, key: str, chapter: Chapter) -> Cost:
        """Measure replacing the text of a known chapter."""
        before, wall, cpu = len(self._model.asked), time.perf_counter(), time.process_time()
        report = await self._graph.replace_episode(key, chapter)
        return self._cost(before, wall, cpu, report.windows_read)

    def _cost(self, asked: int, wall: float, cpu: float, windows: int) -> Cost:
        stages = Counter(prompt.stage for prompt in self._model.asked[asked:])
        return Cost(time.perf_counter() - wall, time.process_time() - cpu, stages, windows)


def median_run(runs: Sequence[Cost]) -> Cost:
    """Return the run with the median wall time."""
    return sorted(runs, key=lambda one: one.wall)[len(runs) // 2]


async def figures() -> list[Figure]:
    """Return the figures of adding a chapter, of the edit and of its reversal."""
    novel = Novel("zh", LENGTH, people=12, facts=10)
    chapters = [novel.chapter(number) for number in range(1, CHAPTERS + 1)]
    model = novel.model()
    with tempfile.TemporaryDirectory() as folder:
        async with StoryGraph(SQLiteStore(Path(folder) / "work.db"), model=model) as graph:
            await graph.add_manuscript(chapters[:-1])
            meter = CostMeter(graph, model)
            last = await meter.measure_adding(chapters[-1])
            edits: list[Cost] = []
            backs: list[Cost] = []
            for _ in range(RUNS):
                edits.append(await meter.measure_replacing(f"ch{EDITED}", with_edited_paragraph(chapters[EDITED - 1])))
                backs.append(await meter.measure_replacing(f"ch{EDITED}", chapters[EDITED - 1]))
        async with StoryGraph(SQLiteStore(Path(folder) / "work.db"), model=model) as graph:
            opened = await CostMeter(graph, model).measure_replacing(
                f"ch{EDITED}", with_edited_paragraph(chapters[EDITED - 1])
            )
    found: list[Figure] = []
    for what, one, limit in (
        (f"chapter {CHAPTERS} added", last, 1.0),
        (f"a paragraph of chapter {EDITED} edited, median of {RUNS}", median_run(edits), 1.0),
        (f"the same edit reverted, median of {RUNS}", median_run(backs), 1.0),
        ("the edit with a newly opened work", opened, None),
    ):
        found.append(Figure(f"{what}: processor time", one.cpu, "s", limit))
        found.append(Figure(f"{what}: wall time", one.wall, "s", limit))
        found.append(Figure(f"{what}: windows read", one.windows, "windows"))
        found.append(Figure(f"{what}: extraction calls", one.readings, "calls"))
        found.append(Figure(f"{what}: judge calls", one.questions, "calls"))
    return found


if __name__ == "__main__":
    sys.exit(publish("Edit: what does one paragraph in a work of 200 chapters cost?", asyncio.run(figures())))
