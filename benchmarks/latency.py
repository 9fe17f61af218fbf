"""Compare ingestion time with the time of the model calls, for a model that takes 0.3 s or 3 s per answer.

python -m benchmarks.latency                       # all stores, one after another: less than five minutes
python -m benchmarks.latency --store SQLite --full # one store, with more runs: about a quarter of an hour on a server

Neo4j stores need started servers (make neo4j-start). Limits apply to wall time, which includes the store and other load
of the machine. Processor time and the speed of the machine are shown for comparison, because the delay of the model does
not depend on the machine. Before the measurement, works are ingested without a limit, because a server that has just
started compiles code and query plans. Servers of `make neo4j-start` have the memory limits of compose.yaml and the Java
options of Neo4j's own configuration.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

from benchmarks.novel import Novel
from benchmarks.report import Figure, publish
from episodic.app import StoryGraph
from episodic.llm.scripted import Answer, ScriptedModel
from episodic.model.episodes import Chapter
from episodic.ports import GraphStore, Reply
from episodic.prompts import Prompt
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.neo4j_servers import VERSIONS, addresses

DELAY = 0.3
SLOW = 3.0
"""Seconds per answer of a large model."""
CHAPTERS = 20
LENGTH = 3_000
WORK = "latency benchmark"
CONCURRENT_LIMITS = {DELAY: 1.6, SLOW: 1.1}
"""The greatest allowed ratio of ingestion time to the time of the model rounds, by the seconds per answer."""
SQLITE = "SQLite"
SEQUENTIAL_LIMITS = {SQLITE: 0.10, **dict.fromkeys(VERSIONS, 0.30)}
"""The greatest allowed share of own time in sequential ingestion, by store."""


@dataclass(frozen=True)
class Size:
    """How much is measured: the number of chapters that are ingested one after another, and the numbers of ingestions.

    The median of several ingestions is used because other programs disturb single ones. A batch always has twenty
    chapters.
    """

    sequential_chapters: int
    sequential_runs: int
    warm_up_batches: int
    batches: int
    slow_batches: int


SMALL = Size(sequential_chapters=6, sequential_runs=3, warm_up_batches=8, batches=7, slow_batches=1)
FULL = Size(sequential_chapters=CHAPTERS, sequential_runs=5, warm_up_batches=80, batches=25, slow_batches=3)
"""Neo4j goes on compiling for about 80 works."""


class TimedModel:
    """A model that measures how long at least one of its calls is open.

    `rounds` is the number of model rounds: the length of the longest chain of calls in which each call began after the
    answer to the previous call. No ingestion can be faster than its model rounds. `busy` is the processor time while no
    call was open.
    """

    def __init__(self, model: ScriptedModel, delay: float) -> None:
        self._model = model
        self._delay = delay
        self._open = 0
        self._since = 0.0
        self._answered = 0
        self._processor_mark = time.process_time()
        self.model_open = 0.0
        self.busy = 0.0
        self.rounds = 0

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        if self._open == 0:
            self._since = time.perf_counter()
            self.busy += time.process_time() - self._processor_mark
        self._open += 1
        depth = self._answered + 1
        self.rounds = max(self.rounds, depth)
        try:
            return await self._model.ask(prompt)
        finally:
            self._answered = max(self._answered, depth)
            self._open -= 1
            if self._open == 0:
                self.model_open += time.perf_counter() - self._since
                self._processor_mark = time.process_time()

    def begin(self) -> None:
        """Start counting processor time."""
        self._processor_mark = time.process_time()

    def times(self, seconds: float) -> Times:
        """Return the times of an ingestion that took *seconds* in all."""
        return Times(
            seconds, self.model_open, self.busy + time.process_time() - self._processor_mark, self.rounds * self._delay
        )


@dataclass(frozen=True)
class Times:
    """The times of one ingestion in seconds: in total, with at least one open model call, of the processor while no
    call was open, and of the model rounds.
    """

    wall: float
    model_open: float
    busy: float
    rounds_time: float

    @property
    def own(self) -> float:
        """Seconds without an open model call."""
        return self.wall - self.model_open


def chapters(count: int = CHAPTERS) -> list[Chapter]:
    """Return the first *count* generated chapters."""
    novel = Novel("zh", LENGTH, people=12, facts=10)
    return [novel.chapter(number) for number in range(1, count + 1)]


@cache
def answers() -> Answer:
    """Return the scripted answers to all prompts about the novel. Each answer is cached, so that the time to find an
    answer is not measured.
    """
    novel = Novel("zh", LENGTH, people=12, facts=10)
    for number in range(1, CHAPTERS + 1):
        novel.chapter(number)
    return cache(novel.answer)


def timed_model(delay: float) -> TimedModel:
    """Return a model that waits *delay* seconds per answer and records how long at least one call is open."""
    return TimedModel(ScriptedModel(answers(), delay=delay), delay)


async def measure(store: GraphStore, read: Callable[[StoryGraph], Awaitable[object]], *, delay: float = DELAY) -> Times:
    """Measure how long *read* takes to ingest chapters into a new work. Garbage is collected before."""
    model = timed_model(delay)
    graph = StoryGraph(store, group_id=f"{WORK} {uuid.uuid4()}", model=model)
    await graph.setup()
    gc.collect()
    model.begin()
    start = time.perf_counter()
    await read(graph)
    times = model.times(time.perf_counter() - start)
    await graph.close()
    return times


async def sequential(store: GraphStore, count: int) -> Times:
    """Measure ingesting *count* chapters one after another."""
    manuscript = chapters(count)

    async def read(graph: StoryGraph) -> None:
        for chapter in manuscript:
            await graph.add_episode(chapter)

    return await measure(store, read)


async def concurrent(store: GraphStore, *, delay: float = DELAY) -> Times:
    """Measure ingesting twenty chapters concurrently, as one manuscript."""
    manuscript = chapters()
    return await measure(store, lambda graph: graph.add_manuscript(manuscript), delay=delay)


def addition_seconds() -> float:
    """Return the seconds that this machine takes for ten million additions."""
    start = time.perf_counter()
    total = 0
    for number in range(10_000_000):
        total += number
    return time.perf_counter() - start


async def delete_works(store: GraphStore) -> None:
    """Delete the works of this benchmark. The deletion keeps a server busy, so call this function after all
    measurements.
    """
    for work in await store.works():
        if work.group_id.startswith(f"{WORK} "):
            await store.delete(work.group_id)
    await store.close()


def sequential_figures(name: str, first: Times, runs: Sequence[Times]) -> list[Figure]:
    """Return the share of own time in sequential ingestion, where own time is time without an open model call."""
    own = [one.own / one.wall for one in runs]
    busy = [one.busy / (one.busy + one.model_open) for one in runs]
    title = f"{name}: own time / total time, sequential"
    return [
        Figure(f"{title}, before warm-up", first.own / first.wall, "x"),
        Figure(f"{title}, commits included, median of {len(own)}", median(own), "x", SEQUENTIAL_LIMITS[name]),
        Figure(f"{title}, minimum", min(own), "x"),
        Figure(f"{title}, maximum", max(own), "x"),
        Figure(f"{name}: processor time / (processor time + model time), sequential, median", median(busy), "x"),
    ]


def round_ratio_figures(name: str, runs: Sequence[Times], delay: float) -> list[Figure]:
    """Return the ratios of concurrent ingestion time to the time of the model rounds with this *delay*."""
    over = [one.wall / one.rounds_time for one in runs]
    title = f"{name}: {CHAPTERS} chapters ingested concurrently, total time / model rounds at {delay} s"
    return [
        Figure(f"{title}, median of {len(runs)}", median(over), "x", CONCURRENT_LIMITS[delay]),
        Figure(f"{title}, minimum", min(over), "x"),
        Figure(f"{title}, maximum", max(over), "x"),
        Figure(
            f"{name}: {CHAPTERS} chapters ingested concurrently, model rounds at {delay} s, maximum",
            max(one.rounds_time / delay for one in runs),
            "rounds",
        ),
    ]


async def store_figures(name: str, opened: Callable[[], GraphStore], size: Size) -> list[Figure]:
    """Return the figures of one store. *opened* opens a store for each new work."""
    first = await sequential(opened(), size.sequential_chapters)
    in_order = [await sequential(opened(), size.sequential_chapters) for _ in range(size.sequential_runs)]
    for _ in range(0 if name == SQLITE else size.warm_up_batches):
        await concurrent(opened())
    speeds: list[float] = []
    batches: list[Times] = []
    for _ in range(size.batches):
        speeds.append(addition_seconds())
        batches.append(await concurrent(opened()))
    slow = [await concurrent(opened(), delay=SLOW) for _ in range(size.slow_batches)]
    await delete_works(opened())
    busy = [(one.rounds_time + one.busy) / one.rounds_time for one in batches]
    return [
        *sequential_figures(name, first, in_order),
        *round_ratio_figures(name, batches, DELAY),
        Figure(f"{name}: (model rounds + processor time) / model rounds, concurrent, median", median(busy), "x"),
        Figure(f"{name}: ten million additions on this machine, median", median(speeds), "s"),
        *round_ratio_figures(name, slow, SLOW),
    ]


async def figures(stores: Sequence[str], size: Size) -> list[Figure]:
    """Return the figures of the stores with these names, which are measured one after another."""
    servers: Mapping[str, str] = addresses() if any(name != SQLITE for name in stores) else {}
    found: list[Figure] = []
    for name in stores:
        with tempfile.TemporaryDirectory() as folder:

            def opened(name: str = name, folder: str = folder) -> GraphStore:
                return (
                    Neo4jStore(servers[name]) if name in servers else SQLiteStore(Path(folder) / f"{uuid.uuid4()}.db")
                )

            found += await store_figures(name, opened, size)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.latency")
    parser.add_argument("--store", choices=list(SEQUENTIAL_LIMITS), help="measure only this store")
    parser.add_argument("--full", action="store_true", help="measure twenty chapters in order, and more runs")
    asked = parser.parse_args()
    stores = [asked.store] if asked.store else list(SEQUENTIAL_LIMITS)
    question = "Latency: how much time does ingestion add to a model that answers in 0.3 s or 3 s?"
    return publish(question, asyncio.run(figures(stores, FULL if asked.full else SMALL)))


if __name__ == "__main__":
    sys.exit(main())
