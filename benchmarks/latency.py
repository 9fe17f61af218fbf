"""Compare ingestion time with the time of the model calls, for a model that takes 0.3 s or 3 s per answer.

python -m benchmarks.latency            # SQLite; with servers started (make neo4j-start) also Neo4j

Limits apply to wall time, which includes the store and other load of the machine. Processor time is shown for
comparison. Before the measurement one work is ingested and shown without a limit, because a server that has just
started compiles code and query plans. Neo4j goes on compiling for about 80 works, so that many works are ingested
before concurrent ingestion is measured. The stores take turns, so that a minute of load from another program does not
affect only one of them. Servers of `make neo4j-start` have the memory limits of compose.yaml and the Java options of
Neo4j's own configuration. The delay of the model does not depend on the machine, so the benchmark also shows how fast
the machine was.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
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
from tests.neo4j_servers import addresses

DELAY = 0.3
SLOW = 3.0
"""Seconds per answer of a large model."""
CHAPTERS = 20
LENGTH = 3_000
WORK = "latency benchmark"
RUNS = 25
"""Number of concurrent ingestions that are measured. The median of several runs is used because other programs disturb
single runs.
"""
SLOW_RUNS = 3
"""Number of concurrent ingestions with the slow model, for which the load of the machine hardly matters."""
CONCURRENT_LIMITS = {DELAY: 1.6, SLOW: 1.1}
"""The greatest allowed ratio of ingestion time to the time of the model rounds, by the seconds per answer."""
SEQUENTIAL_RUNS = 5
"""Number of sequential ingestions, which take ten times as long as concurrent ingestions."""
WARM_UP_WORKS = 80
"""Number of works that are ingested concurrently on a server before the measurement."""


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


def chapters() -> list[Chapter]:
    """Return the twenty generated chapters that all measurements ingest."""
    novel = Novel("zh", LENGTH, people=12, facts=10)
    return [novel.chapter(number) for number in range(1, CHAPTERS + 1)]


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


async def measure(
    store: GraphStore, read: Callable[[StoryGraph, list[Chapter]], Awaitable[object]], *, delay: float = DELAY
) -> Times:
    """Measure how long *read* takes to ingest the chapters into a new work. Garbage is collected before."""
    model = timed_model(delay)
    graph = StoryGraph(store, group_id=f"{WORK} {uuid.uuid4()}", model=model)
    await graph.setup()
    manuscript = chapters()
    gc.collect()
    model.begin()
    start = time.perf_counter()
    await read(graph, manuscript)
    times = model.times(time.perf_counter() - start)
    await graph.close()
    return times


async def sequential(store: GraphStore) -> Times:
    """Measure ingesting the chapters one after another."""

    async def read(graph: StoryGraph, chapters: list[Chapter]) -> None:
        for chapter in chapters:
            await graph.add_episode(chapter)

    return await measure(store, read)


async def concurrent(store: GraphStore, *, delay: float = DELAY) -> Times:
    """Measure ingesting the chapters concurrently, as one manuscript."""
    return await measure(store, StoryGraph.add_manuscript, delay=delay)


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


@dataclass(frozen=True)
class Run:
    """One concurrent ingestion, and the speed of the machine just before it."""

    times: Times
    addition_seconds: float


def sequential_figures(name: str, first: Times, runs: Sequence[Times], limit: float) -> list[Figure]:
    """Return the share of own time in sequential ingestion, where own time is time without an open model call."""
    own = [one.own / one.wall for one in runs]
    busy = [one.busy / (one.busy + one.model_open) for one in runs]
    return [
        Figure(f"{name}: own time / total time, sequential, before warm-up", first.own / first.wall, "x"),
        Figure(
            f"{name}: own time / total time, sequential, commits included, median of {SEQUENTIAL_RUNS}",
            median(own),
            "x",
            limit,
        ),
        Figure(f"{name}: own time / total time, sequential, minimum", min(own), "x"),
        Figure(f"{name}: own time / total time, sequential, maximum", max(own), "x"),
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


def concurrent_figures(name: str, runs: Sequence[Run], slow: Sequence[Times]) -> list[Figure]:
    """Return the figures of concurrent ingestion with the fast and the slow model."""
    busy = [(one.times.rounds_time + one.times.busy) / one.times.rounds_time for one in runs]
    speed = median(one.addition_seconds for one in runs)
    return [
        *round_ratio_figures(name, [one.times for one in runs], DELAY),
        Figure(f"{name}: (model rounds + processor time) / model rounds, concurrent, median", median(busy), "x"),
        Figure(f"{name}: ten million additions on this machine, median", speed, "s"),
        *round_ratio_figures(name, slow, SLOW),
    ]


async def figures() -> list[Figure]:
    """Return the figures of all stores."""
    servers = addresses()
    with tempfile.TemporaryDirectory() as folder:

        def opened(name: str, file: str) -> GraphStore:
            return Neo4jStore(servers[name]) if name in servers else SQLiteStore(Path(folder) / file)

        limits = {"SQLite": 0.10, **dict.fromkeys(servers, 0.30)}
        first = {name: await sequential(opened(name, "first.db")) for name in limits}
        ordered: dict[str, list[Times]] = {name: [] for name in limits}
        for number in range(SEQUENTIAL_RUNS):
            for name, found in ordered.items():
                found.append(await sequential(opened(name, f"sequential-{number}.db")))
        for name in servers:
            for number in range(WARM_UP_WORKS):
                await concurrent(opened(name, f"warm-{number}.db"))
        runs: dict[str, list[Run]] = {name: [] for name in limits}
        for number in range(RUNS):
            for name, those in runs.items():
                speed = addition_seconds()
                those.append(Run(await concurrent(opened(name, f"at-once-{number}.db")), speed))
        slow: dict[str, list[Times]] = {name: [] for name in limits}
        for number in range(SLOW_RUNS):
            for name, found in slow.items():
                found.append(await concurrent(opened(name, f"slow-{number}.db"), delay=SLOW))
        for name in limits:
            await delete_works(opened(name, "first.db"))
    return [
        one
        for name, limit in limits.items()
        for one in (
            *sequential_figures(name, first[name], ordered[name], limit),
            *concurrent_figures(name, runs[name], slow[name]),
        )
    ]


if __name__ == "__main__":
    sys.exit(
        publish(
            "Latency: how much time does ingestion add to a model that answers in 0.3 s or 3 s?", asyncio.run(figures())
        )
    )
