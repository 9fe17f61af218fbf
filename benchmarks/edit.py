"""What does the edit of one paragraph in a work of 200 chapters cost: calls, and the product's own time on SQLite?

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
"""An edit is measured so often: other programs of the machine must not decide."""
READINGS = {"extraction"}
"""Stages of calls that read a window; the others are questions."""


@dataclass(frozen=True)
class Spent:
    """What one act took: seconds of the clock and of the processor, calls by stage, windows read anew."""

    wall: float
    cpu: float
    calls: Counter[str]
    windows: int = 0

    @property
    def readings(self) -> int:
        """Calls that read a window."""
        return sum(count for stage, count in self.calls.items() if stage in READINGS)

    @property
    def questions(self) -> int:
        """Calls that ask who is who or what is meant."""
        return self.calls.total() - self.readings


def with_edited_paragraph(chapter: Chapter) -> Chapter:
    """The chapter with one paragraph in its middle put in other words, its sentences about people left out."""
    paragraphs = chapter.text.split("\n\n")
    paragraphs[len(paragraphs) // 2] = "入夜以后，院子里只剩下一盏灯，谁也没有说话。"
    return replace(chapter, text="\n\n".join(paragraphs))


class Watch:
    """Measures acts on one work."""

    def __init__(self, graph: StoryGraph, model: ScriptedModel) -> None:
        self._graph = graph
        self._model = model

    async def adding(self, chapter: Chapter) -> Spent:
        """What one more chapter takes."""
        before, wall, cpu = len(self._model.asked), time.perf_counter(), time.process_time()
        report = await self._graph.add_episode(chapter)
        return self._spent(before, wall, cpu, report.windows_read)

    async def replacing(self, key: str, chapter: Chapter) -> Spent:
        """What another text of a known chapter takes."""
        before, wall, cpu = len(self._model.asked), time.perf_counter(), time.process_time()
        report = await self._graph.replace_episode(key, chapter)
        return self._spent(before, wall, cpu, report.windows_read)

    def _spent(self, asked: int, wall: float, cpu: float, windows: int) -> Spent:
        stages = Counter(prompt.stage for prompt in self._model.asked[asked:])
        return Spent(time.perf_counter() - wall, time.process_time() - cpu, stages, windows)


def middle(runs: Sequence[Spent]) -> Spent:
    """The run of median time on the clock."""
    return sorted(runs, key=lambda one: one.wall)[len(runs) // 2]


async def figures() -> list[Figure]:
    """Everything beside its limit."""
    novel = Novel("zh", LENGTH, people=12, facts=10)
    told = [novel.chapter(number) for number in range(1, CHAPTERS + 1)]
    model = novel.model()
    with tempfile.TemporaryDirectory() as folder:
        async with StoryGraph(SQLiteStore(Path(folder) / "work.db"), model=model) as graph:
            await graph.add_manuscript(told[:-1])
            watch = Watch(graph, model)
            last = await watch.adding(told[-1])
            edits: list[Spent] = []
            backs: list[Spent] = []
            for _ in range(RUNS):
                edits.append(await watch.replacing(f"ch{EDITED}", with_edited_paragraph(told[EDITED - 1])))
                backs.append(await watch.replacing(f"ch{EDITED}", told[EDITED - 1]))
        async with StoryGraph(SQLiteStore(Path(folder) / "work.db"), model=model) as graph:
            opened = await Watch(graph, model).replacing(f"ch{EDITED}", with_edited_paragraph(told[EDITED - 1]))
    found: list[Figure] = []
    for what, one, limit in (
        (f"chapter {CHAPTERS} added", last, 1.0),
        (f"a paragraph of chapter {EDITED} edited, median of {RUNS}", middle(edits), 1.0),
        ("the same edit taken back", middle(backs), 1.0),
        ("the edit in a process that has yet to open the work", opened, None),
    ):
        found.append(Figure(f"{what}: own time, processor", one.cpu, "s", limit))
        found.append(Figure(f"{what}: own time, clock", one.wall, "s", limit))
        found.append(Figure(f"{what}: windows read", one.windows, "windows"))
        found.append(Figure(f"{what}: calls that read", one.readings, "calls"))
        found.append(Figure(f"{what}: calls that ask", one.questions, "calls"))
    return found


if __name__ == "__main__":
    sys.exit(publish("Edit: what does one paragraph in a work of 200 chapters cost?", asyncio.run(figures())))
