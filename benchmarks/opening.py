"""Measure what a chapter, and an edit in the middle, cost in a process that has just opened a long work.

python -m benchmarks.opening                  # a work of 10,000 facts, on SQLite
python -m benchmarks.opening 100000           # a larger work, which is created once (see benchmarks/scale.py)

The works have chapters of about 60 facts, such as 1,667 chapters for 100,000 facts. Each row is measured in a process of
its own, on a copy of the file. The first chapter is added before the measurement, because the checkpoint that another
version of the program wrote is not used.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from benchmarks.long_work import LongWork
from benchmarks.report import Figure, publish
from benchmarks.scale_rows import megabytes
from benchmarks.scale_works import ScaleWork, create
from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore

SIZES = (10_000,)
STATEMENTS = 48
"""Number of statements in a chapter, from which about 60 facts follow."""
_NEXT = 3
"""Number of chapters that are added after the first one in the same process."""
_NARRATION = "夜里很静，谁也没有说话。"
_LARGE = 100_000
LIMITS = {
    "first chapter added": 1.5,
    "first chapter added: memory": 600,
    "next chapter added": 0.3,
    "edit in the middle": 3.0,
}
"""The greatest allowed values at 100,000 facts."""


@dataclass(frozen=True)
class OpenedWork:
    """A work that a new process opens: its file, the model that reads its chapters, the new chapters, and the chapter in
    the middle with one more paragraph, which names nobody.
    """

    path: Path
    group_id: str
    generator: LongWork
    new: Sequence[Chapter]
    edited: Chapter


Row = Callable[[OpenedWork, StoryGraph], Awaitable[list[Figure]]]


async def prepared(work: ScaleWork) -> OpenedWork:
    """Return a copy of the work to which a first chapter was added, so that the copy has a checkpoint of this program."""
    path = work.path.with_suffix(".opened")
    remove(path)
    shutil.copy(await create(work), path)
    generator, chapters = work.generated()
    new = [generator.chapter(number) for number in range(work.chapters + 1, work.chapters + _NEXT + 3)]
    middle = chapters[len(chapters) // 2]
    edited = replace(middle, text=f"{middle.text}\n\n{_NARRATION}")
    async with StoryGraph(SQLiteStore(path), group_id=work.group_id, model=generator.model()) as graph:
        await graph.add_episode(new[0])
    return OpenedWork(path, work.group_id, generator.only(*new[1:], edited), new[1:], edited)


def remove(path: Path) -> None:
    """Delete a SQLite file, and the files that belong to it."""
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()


async def added(work: OpenedWork, graph: StoryGraph) -> list[Figure]:
    """Return the processor time of the first and of the next chapters, and the memory after the first chapter."""
    busy: list[float] = []
    memory = 0.0
    for chapter in work.new:
        start = time.process_time()
        await graph.add_episode(chapter)
        busy.append(time.process_time() - start)
        memory = memory or megabytes()
    return [
        Figure("first chapter added", busy[0], "s"),
        Figure("first chapter added: memory", memory, "MB"),
        Figure("next chapter added", sorted(busy[1:])[len(busy[1:]) // 2], "s"),
    ]


async def edited(work: OpenedWork, graph: StoryGraph) -> list[Figure]:
    """Return the processor time of an edit in the middle that changes nothing later, and the memory."""
    start = time.process_time()
    await graph.replace_episode(work.edited.key or "", work.edited)
    seconds = time.process_time() - start
    return [Figure("edit in the middle", seconds, "s"), Figure("edit in the middle: memory", megabytes(), "MB")]


def measured(row: Row, work: OpenedWork) -> list[Figure]:
    """Return the figures of one row, measured on a copy of the file."""
    path = work.path.with_suffix(".copy")
    remove(path)
    shutil.copy(work.path, path)
    try:
        return asyncio.run(_measured(row, replace(work, path=path)))
    finally:
        remove(path)


async def _measured(row: Row, work: OpenedWork) -> list[Figure]:
    async with StoryGraph(SQLiteStore(work.path), group_id=work.group_id, model=work.generator.model()) as graph:
        return await row(work, graph)


def figures(sizes: Sequence[int]) -> list[Figure]:
    """Return the figures of all works."""
    found: list[Figure] = []
    for work in [ScaleWork("zh", size, STATEMENTS) for size in sizes]:
        opened = asyncio.run(prepared(work))
        for row in (added, edited):
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
                each = process.submit(measured, row, opened).result()
            found += [
                replace(one, what=f"{work.facts:,}: {one.what}", limit=_limit(one.what, work.facts)) for one in each
            ]
        remove(opened.path)
    return found


def _limit(what: str, facts: int) -> float | None:
    return LIMITS.get(what) if facts >= _LARGE else None


if __name__ == "__main__":
    asked = [int(one.replace("_", "").replace(",", "")) for one in sys.argv[1:]]
    question = "Opening: what does a chapter cost in a process that has just started?"
    sys.exit(publish(question, figures(asked or SIZES)))
