"""With a model that answers in 300 ms, or in 3 s: what does the product add of its own, and what does reading at once save?

python -m benchmarks.latency            # SQLite; with servers started (make neo4j-start) also Neo4j

Limits are held against the clock, which has the store in it and whatever else the machine does; processor time stands beside it.
A first work is read before, and shown without a limit: a server that has just been started compiles its code and its plans then, and
goes on compiling for some eighty works, which are read before anything at once is measured. The stores are measured in turn, so that
a minute in which the machine is busy with something else is nobody's alone.
Servers of `make neo4j-start` have the memory that compose.yaml gives one, and Java is started as Neo4j's own configuration has it.
The model takes as long on any machine, so how fast this one was meanwhile stands beside what the product takes.
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
"""Seconds that an answer of a large model takes."""
CHAPTERS = 20
LENGTH = 3_000
WORK = "latency benchmark"
RUNS = 25
"""So short a thing as reading at once is measured so often: other programs of the machine must not decide."""
SLOW_RUNS = 3
"""So often they are read at once with the slow model, beside which the machine counts for little."""
AT_ONCE_LIMITS = {DELAY: 1.6, SLOW: 1.1}
"""What reading at once may take beside the rounds of the model that it waits for, by how long an answer takes."""
IN_ORDER = 5
"""So often the chapters are read one by one, which takes ten times as long."""
WARM = 80
"""So many works are read at once before, on a server."""


class Rounds:
    """A model that measures how long it is being waited for: from the first open question to the last answer.

    `deep` is the longest row of questions of which each was asked after the answer to the one before: what any product has to
    wait for. `busy` is the processor time spent while nothing was being waited for.
    """

    def __init__(self, model: ScriptedModel, delay: float) -> None:
        self._model = model
        self._delay = delay
        self._open = 0
        self._since = 0.0
        self._answered = 0
        self._worked = time.process_time()
        self.waited = 0.0
        self.busy = 0.0
        self.deep = 0

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        if self._open == 0:
            self._since = time.perf_counter()
            self.busy += time.process_time() - self._worked
        self._open += 1
        mine = self._answered + 1
        self.deep = max(self.deep, mine)
        try:
            return await self._model.ask(prompt)
        finally:
            self._answered = max(self._answered, mine)
            self._open -= 1
            if self._open == 0:
                self.waited += time.perf_counter() - self._since
                self._worked = time.process_time()

    def begin(self) -> None:
        """Count from here."""
        self._worked = time.process_time()

    def spent(self, seconds: float) -> Spent:
        """What an ingestion of so many *seconds* took."""
        return Spent(seconds, self.waited, self.busy + time.process_time() - self._worked, self.deep * self._delay)


@dataclass(frozen=True)
class Spent:
    """Seconds of one ingestion: in all, waited for the model, of the processor outside of waiting, and the least to wait for."""

    wall: float
    waited: float
    busy: float
    least: float

    @property
    def own(self) -> float:
        """Seconds in which the model was not waited for."""
        return self.wall - self.waited


def chapters() -> list[Chapter]:
    """The same twenty chapters for every way of reading."""
    novel = Novel("zh", LENGTH, people=12, facts=10)
    return [novel.chapter(number) for number in range(1, CHAPTERS + 1)]


@cache
def answers() -> Answer:
    """What a model that knows the novel's people answers; found once a prompt: a model's own work is no work of the product."""
    novel = Novel("zh", LENGTH, people=12, facts=10)
    for number in range(1, CHAPTERS + 1):
        novel.chapter(number)
    return cache(novel.answer)


def watched(delay: float) -> Rounds:
    """That model, watched."""
    return Rounds(ScriptedModel(answers(), delay=delay), delay)


async def measured(
    store: GraphStore, read: Callable[[StoryGraph, list[Chapter]], Awaitable[object]], *, delay: float = DELAY
) -> Spent:
    """What reading the chapters into a work of its own takes; what earlier readings left in memory is cleared away before."""
    model = watched(delay)
    graph = StoryGraph(store, group_id=f"{WORK} {uuid.uuid4()}", model=model)
    await graph.setup()
    told = chapters()
    gc.collect()
    model.begin()
    start = time.perf_counter()
    await read(graph, told)
    spent = model.spent(time.perf_counter() - start)
    await graph.close()
    return spent


async def sequential(store: GraphStore) -> Spent:
    """What the chapters one by one take."""

    async def read(graph: StoryGraph, told: list[Chapter]) -> None:
        for chapter in told:
            await graph.add_episode(chapter)

    return await measured(store, read)


async def at_once(store: GraphStore, *, delay: float = DELAY) -> Spent:
    """What the same chapters take as one manuscript."""
    return await measured(store, StoryGraph.add_manuscript, delay=delay)


def additions() -> float:
    """Seconds that this machine takes for ten million additions, just now."""
    start = time.perf_counter()
    total = 0
    for number in range(10_000_000):
        total += number
    return time.perf_counter() - start


async def cleared(store: GraphStore) -> None:
    """Takes the works of this benchmark away, which keeps a server busy for a while: after all that is measured on it."""
    for work in await store.works():
        if work.group_id.startswith(f"{WORK} "):
            await store.delete(work.group_id)
    await store.close()


@dataclass(frozen=True)
class Run:
    """One manuscript read at once, and how fast the machine was just before."""

    spent: Spent
    additions: float


def one_by_one(name: str, first: Spent, runs: Sequence[Spent], limit: float) -> list[Figure]:
    """What the chapters take of their own, one after the other."""
    own = [one.own / one.wall for one in runs]
    busy = [one.busy / (one.busy + one.waited) for one in runs]
    return [
        Figure(f"{name}: own time of a first work, store as it was found", first.own / first.wall, "of all"),
        Figure(f"{name}: own time one by one, commits included, median of {IN_ORDER}", median(own), "of all", limit),
        Figure(f"{name}: the least of these", min(own), "of all"),
        Figure(f"{name}: the most of these", max(own), "of all"),
        Figure(f"{name}: of it processor, store not waited for, median", median(busy), "of all"),
    ]


def beside_rounds(name: str, runs: Sequence[Spent], delay: float) -> list[Figure]:
    """How long reading at once takes beside the rounds of a model of that *delay*, which any product has to wait for."""
    over = [one.wall / one.least for one in runs]
    said = f"{name}: {CHAPTERS} chapters at once beside their rounds of {delay} s"
    return [
        Figure(f"{said}, median of {len(runs)}", median(over), "x", AT_ONCE_LIMITS[delay]),
        Figure(f"{said}, the best of these", min(over), "x"),
        Figure(f"{said}, the worst of these", max(over), "x"),
        Figure(f"{said}, how many rounds", max(one.least / delay for one in runs), "rounds"),
    ]


def together(name: str, runs: Sequence[Run], slow: Sequence[Spent]) -> list[Figure]:
    """What reading at once takes beside the rounds that it waits for."""
    busy = [(one.spent.least + one.spent.busy) / one.spent.least for one in runs]
    speed = median(one.additions for one in runs)
    return [
        *beside_rounds(name, [one.spent for one in runs], DELAY),
        Figure(f"{name}: processor, store not waited for, median", median(busy), "x"),
        Figure(f"{name}: this machine meanwhile, ten million additions, median", speed, "s"),
        *beside_rounds(name, slow, SLOW),
    ]


async def figures() -> list[Figure]:
    """Everything beside its limit."""
    servers = addresses()
    with tempfile.TemporaryDirectory() as folder:

        def opened(name: str, file: str) -> GraphStore:
            return Neo4jStore(servers[name]) if name in servers else SQLiteStore(Path(folder) / file)

        limits = {"SQLite": 0.10, **dict.fromkeys(servers, 0.30)}
        first = {name: await sequential(opened(name, "first.db")) for name in limits}
        ordered: dict[str, list[Spent]] = {name: [] for name in limits}
        for number in range(IN_ORDER):
            for name, found in ordered.items():
                found.append(await sequential(opened(name, f"sequential-{number}.db")))
        for name in servers:
            for number in range(WARM):
                await at_once(opened(name, f"warm-{number}.db"))
        runs: dict[str, list[Run]] = {name: [] for name in limits}
        for number in range(RUNS):
            for name, those in runs.items():
                speed = additions()
                those.append(Run(await at_once(opened(name, f"at-once-{number}.db")), speed))
        slow: dict[str, list[Spent]] = {name: [] for name in limits}
        for number in range(SLOW_RUNS):
            for name, found in slow.items():
                found.append(await at_once(opened(name, f"slow-{number}.db"), delay=SLOW))
        for name in limits:
            await cleared(opened(name, "first.db"))
    return [
        one
        for name, limit in limits.items()
        for one in (*one_by_one(name, first[name], ordered[name], limit), *together(name, runs[name], slow[name]))
    ]


if __name__ == "__main__":
    sys.exit(
        publish("Latency: what does the product add to a model that answers in 300 ms or 3 s?", asyncio.run(figures()))
    )
