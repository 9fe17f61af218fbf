"""Ingest a library of generated manuscripts one by one and on Ray, where one worker is killed, and compare the works.

python -m benchmarks.library                 # 20 works, read by rules, two workers
python -m benchmarks.library 6 --store bolt://127.0.0.1:7687
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.novel import Novel
from benchmarks.report import Figure, publish
from episodic.config import configured
from episodic.factory import opened
from episodic.library.manuscripts import manuscripts_in
from episodic.library.on_ray import ingest_on_ray
from episodic.library.work_ingestion import WorkProgress, WorkTask, ingest_in_turn, task_of

CHAPTERS = 20
LENGTH = 6_000
WORKERS = 2


def write_library(folder: Path, works: int) -> None:
    """Write the generated manuscripts, half of them in Chinese and half in English."""
    for number in range(works):
        language = "zh" if number % 2 else "en"
        heading = "第{}章" if language == "zh" else "Chapter {}"
        novel = Novel(language, LENGTH, seed=number)
        text = "\n\n".join(f"{heading.format(each)}\n\n{novel.chapter(each).text}" for each in range(1, CHAPTERS + 1))
        (folder / f"work {number + 1}.txt").write_text(text, encoding="utf-8")


def tasks_in(folder: Path, store: str, cache: Path) -> list[WorkTask]:
    """Return the tasks that ingest the library into a store."""
    config = configured({"EPISODIC_STORE": store, "EPISODIC_CACHE": str(cache)}, os.environ, {})
    return [task_of(one, config, removing=True) for one in manuscripts_in(folder)]


async def in_turn(tasks: Sequence[WorkTask]) -> float:
    """Ingest the works one by one and return the seconds."""
    begun = time.monotonic()
    async for one in ingest_in_turn(tasks, lambda _: None):
        assert one.complete, one.error
    return time.monotonic() - begun


async def on_ray(tasks: Sequence[WorkTask]) -> tuple[float, int, int]:
    """Ingest the works on Ray and kill the process of the third work. Return the seconds, the number of complete works
    and the number of works that needed more than one process.
    """
    victim, killed = tasks[min(2, len(tasks) - 1)].work, list[int]()

    def step(progress: WorkProgress) -> None:
        if progress.work == victim and progress.done and not killed:
            killed.append(progress.process)
            os.kill(progress.process, signal.SIGKILL)

    begun = time.monotonic()
    found = [one async for one in ingest_on_ray(tasks, step, workers=WORKERS)]
    assert killed, "the work was done before its process could be killed"
    return time.monotonic() - begun, sum(one.complete for one in found), sum(one.attempts > 1 for one in found)


async def canonical(task: WorkTask) -> list[str]:
    """Return the canonical export of the work of a task."""
    async with opened(task.config) as work:
        return [line async for line in work.graph.export(canonical=True)]


async def measured(works: int, store: str) -> list[Figure]:
    """Ingest the library in both ways and return the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "books").mkdir()
        write_library(folder / "books", works)
        here = tasks_in(folder / "books", str(folder / "here.db"), folder / "cache")
        there = tasks_in(folder / "books", store or str(folder / "ray.db"), folder / "cache")
        one_by_one = await in_turn(here)
        seconds, complete, continued = await on_ray(there)
        pairs = zip(here, there, strict=True)
        different = sum([await canonical(one) != await canonical(other) for one, other in pairs])
    return [
        Figure(f"{works} works of {CHAPTERS * LENGTH:,} characters, one by one", one_by_one, "s"),
        Figure(f"on Ray with {WORKERS} workers, one of them killed", seconds, "s"),
        Figure("works that are not complete", works - complete, "works", 0),
        Figure("works continued in another process, apart from the killed one", continued - 1, "works", 0),
        Figure("works that differ from those ingested one by one", different, "works", 0),
    ]


def main() -> int:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("works", type=int, nargs="?", default=20)
    parser.add_argument("--store", default="")
    given = parser.parse_args()
    return publish("Library on Ray", asyncio.run(measured(given.works, given.store)))


if __name__ == "__main__":
    raise SystemExit(main())
