"""Ingestions in separate processes, which tests and benchmarks start, run concurrently, and kill."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.novel import Novel
from episodic.app import StoryGraph
from episodic.errors import StoreError
from episodic.llm.chain import ChainSettings, build_chain
from episodic.model.episodes import Chapter
from episodic.ports import GraphStore, LanguageModel
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore

CHAPTERS = 12
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.faults.preloaded"])
MOST_TOO_LATE = 40
LONGEST = 120.0
"""Seconds after which an ingestion that should have ended counts as failed."""


@dataclass(frozen=True)
class Ingestion:
    """One ingestion: its chapters, work and store. With a cache folder, a scripted model reads the chapters. Without a
    cache folder, rules read the chapters.

    The model takes *delay* seconds per answer.
    """

    store: str
    group_id: str = "killed"
    cache: Path | None = None
    chapters: tuple[int, ...] = tuple(range(CHAPTERS))
    one_by_one: bool = False
    delay: float = 0.002

    def run(self) -> None:
        """Run the ingestion in this process."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        told = chapters()
        async with self.graph() as graph:
            if self.one_by_one:
                for number in self.chapters:
                    await graph.add_episode(told[number])
            else:
                await graph.add_manuscript([told[number] for number in self.chapters])

    def graph(self) -> StoryGraph:
        """Return a graph of the work that has not been opened yet."""
        return StoryGraph(open_store(self.store), group_id=self.group_id, model=self._model())

    def _model(self) -> LanguageModel | None:
        if self.cache is None:
            return None
        return build_chain(novel().model(delay=self.delay), ChainSettings(self.group_id, cache=self.cache))

    async def outcome(self) -> list[str]:
        """Return the canonical export of the work as it is now."""
        async with StoryGraph(open_store(self.store), group_id=self.group_id) as graph:
            return [line async for line in graph.export(canonical=True)]

    async def forget(self) -> None:
        """Delete the work."""
        async with StoryGraph(open_store(self.store), group_id=self.group_id) as graph:
            await graph.delete()


class Process:
    """An ingestion that runs in a separate process."""

    def __init__(self, ingestion: Ingestion) -> None:
        self._process = PROCESSES.Process(target=_ingest, args=(ingestion,))
        self._process.start()

    def killed_after(self, seconds: float) -> bool:
        """Kill the process with SIGKILL after *seconds*. Return whether the process was still running."""
        self._process.join(seconds)
        at_work = self._process.is_alive()
        self._process.kill()
        self._process.join(LONGEST)
        return at_work

    def finished(self) -> int:
        """Wait until the process ends, and return its exit code."""
        self._process.join(LONGEST)
        if self._process.exitcode is None:
            self._process.kill()
            raise AssertionError(f"the ingestion did not end within {LONGEST:g} s")
        return self._process.exitcode


def _ingest(ingestion: Ingestion) -> None:
    try:
        ingestion.run()
    except StoreError as error:
        raise SystemExit(error.exit_code) from error


def run(ingestion: Ingestion) -> float:
    """Run the ingestion to its end in a separate process, and return the seconds that it took."""
    begun = time.monotonic()
    code = Process(ingestion).finished()
    assert code == 0, f"the ingestion ended with {code}"
    return time.monotonic() - begun


def moments(seed: int, count: int, *, longest: float) -> list[float]:
    """Return *count* random times, in seconds and less than *longest*, at which a test kills a process. The same seed
    gives the same times.
    """
    drawn = random.Random(seed)
    return [drawn.uniform(0.0, longest) for _ in range(count)]


class Moments:
    """Random times at which a test kills a process. After a time at which the process had already ended, the following
    times are earlier.
    """

    def __init__(self, seed: int, *, longest: float) -> None:
        self._drawn = random.Random(seed)
        self._longest = longest
        self._too_late = 0

    def next(self) -> float:
        """Return the seconds from the start of a process to its kill."""
        return self._drawn.uniform(0.0, self._longest)

    def too_late(self) -> None:
        """Record that the process had ended before the last time. Raises AssertionError if this happens many times in a
        row.
        """
        self._too_late += 1
        self._longest *= 0.8
        assert self._too_late < MOST_TOO_LATE, "no kill hits the ingestion at work"


def kill_all(ingestion: Ingestion, after: Sequence[float]) -> int:
    """Start the same ingestion again and again and kill it each time. Return how often the process was still running."""
    return sum(Process(ingestion).killed_after(seconds) for seconds in after)


def novel() -> Novel:
    """Return a small novel, all chapters of which have been generated."""
    made = Novel("zh", 400, people=8, new=2, facts=8)
    for number in range(1, CHAPTERS + 1):
        made.chapter(number)
    return made


def chapters() -> list[Chapter]:
    """Return the chapters of the small novel in order."""
    made = Novel("zh", 400, people=8, new=2, facts=8)
    return [made.chapter(number) for number in range(1, CHAPTERS + 1)]


async def undisturbed(path: Path, count: int) -> list[str]:
    """Return the graph of the first *count* chapters."""
    ingestion = Ingestion(str(path), chapters=tuple(range(count)))
    async with ingestion.graph() as graph:
        if count:
            await graph.add_manuscript(chapters()[:count])
    return await ingestion.outcome()


def open_store(address: str) -> GraphStore:
    """Open the store with this path or Bolt address."""
    return Neo4jStore(address) if address.startswith("bolt://") else SQLiteStore(address)
