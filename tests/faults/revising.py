"""Revisions of a work, one after the other, in processes of their own that say when they begin to save, and are killed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind
from episodic.pipeline.import_export.compaction import compact, purge
from episodic.ports import GraphStore
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.faults.ingesting import LONGEST, PROCESSES, chapters

TOLD: Final = 6
"""Chapters of the work that is revised."""
READY, SAVING, DONE = "ready", "saving", "done"

Step = Callable[[StoryGraph], Awaitable[object]]


def clock() -> str:
    """The same time always, so that a revision made twice is the same."""
    return "2026-01-01T00:00:00+00:00"


def _text(number: int) -> Chapter:
    """A chapter of the novel that the work does not tell."""
    return chapters()[TOLD + number]


async def _merge(graph: StoryGraph) -> object:
    one, other = sorted(record.uuid for record in await graph.store.fetch(graph.group_id, Kind.ENTITY))[:2]
    return await graph.merge_entities(one, other, across_types=True)


async def _lock(graph: StoryGraph) -> object:
    return await graph.lock(min(record.uuid for record in await graph.store.fetch(graph.group_id, Kind.FACT)))


async def _retract(graph: StoryGraph) -> object:
    return await graph.retract(max(record.uuid for record in await graph.store.fetch(graph.group_id, Kind.FACT)))


async def _compact(graph: StoryGraph) -> object:
    return await compact(graph.store, graph.group_id, keep_revisions=3)


async def _purge(graph: StoryGraph) -> object:
    return await purge(graph.store, graph.group_id)


STEPS: Final[dict[str, Step]] = {
    "replace": lambda graph: graph.replace_episode(3, _text(0).text),
    "insert": lambda graph: graph.insert_episode(_text(1).text, name="between", after=2),
    "move": lambda graph: graph.move_episode(5, before=2),
    "rename": lambda graph: graph.rename_episode(1, "another title"),
    "remove": lambda graph: graph.remove_episode(4),
    "merge": _merge,
    "undo": lambda graph: graph.undo(),
    "redo": lambda graph: graph.redo(),
    "promote": lambda graph: graph.promote(1, layer=Layer.DRAFT),
    "lock": _lock,
    "retract": _retract,
    "compact": _compact,
    "undo again": lambda graph: graph.undo(),
    "purge": _purge,
}
"""Every kind of revision, each made on what the ones before it left; one more is one more line."""


@dataclass(frozen=True)
class Revision:
    """One revision of the work of a store: a path or a Bolt address."""

    store: str
    group_id: str
    step: str

    async def run(self, graph: StoryGraph) -> None:
        """Make it."""
        await STEPS[self.step](graph)

    async def calmly(self) -> None:
        """Make it here and now."""
        async with graph_of(open_store(self.store), self.group_id) as graph:
            await self.run(graph)


@dataclass(frozen=True)
class Seconds:
    """How long an undisturbed revision took: from the loaded work to its end, and from there to when it began to save."""

    whole: float
    before_saving: float

    @property
    def saving(self) -> float:
        """How long it saved, and what came after."""
        return self.whole - self.before_saving


class Revising:
    """A revision under way in a process of its own."""

    def __init__(self, revision: Revision) -> None:
        self._revision = revision
        self._said: dict[str, float] = {}
        self._mine, theirs = PROCESSES.Pipe(duplex=False)
        self._process = PROCESSES.Process(target=_revise, args=(revision, theirs))
        self._process.start()
        theirs.close()

    def timed(self) -> Seconds:
        """Let it end; how long it took."""
        self._wait(DONE)
        self._process.join(LONGEST)
        assert self._process.exitcode == 0
        return self._seconds()

    def killed(self, seconds: float, *, after: str) -> Seconds | None:
        """End it as kill -9 does, *seconds* after it said what it had reached; if it had ended before, how long that took."""
        self._process.join(max(0.0, self._wait(after) + seconds - time.monotonic()))
        self._process.kill()
        self._process.join(LONGEST)
        with suppress(EOFError):
            while self._mine.poll():
                self._hear()
        self._mine.close()
        return self._seconds() if DONE in self._said else None

    def _wait(self, what: str) -> float:
        """When it said so."""
        while what not in self._said:
            assert self._mine.poll(LONGEST), f"{self._revision.step} is not {what} after {LONGEST:g} s"
            self._hear()
        return self._said[what]

    def _hear(self) -> None:
        what, moment = self._mine.recv()
        self._said[str(what)] = float(moment)

    def _seconds(self) -> Seconds:
        begun = self._said[READY]
        return Seconds(self._said[DONE] - begun, self._said[SAVING] - begun)


def _revise(revision: Revision, parent: Connection) -> None:
    asyncio.run(_revised(revision, parent))


async def _revised(revision: Revision, parent: Connection) -> None:
    def say(what: str) -> None:
        parent.send((what, time.monotonic()))

    async with graph_of(open_store(revision.store, lambda: say(SAVING)), revision.group_id) as graph:
        await graph.session.state()
        say(READY)
        await revision.run(graph)
        say(DONE)


def graph_of(store: GraphStore, group_id: str) -> StoryGraph:
    """The work, read by rules, with a clock that stands still."""
    return StoryGraph(store, group_id=group_id, clock=clock)


def _nothing() -> None:
    """Nobody listens."""


class _SayingSQLite(SQLiteStore):
    """A file that says when something begins to be saved."""

    say: Callable[[], None] = staticmethod(_nothing)

    async def commit(self, changes: Changes, *more: Changes) -> int:
        self.say()
        return await super().commit(changes, *more)

    async def compact(self, group_id: str, *, keep: int) -> int:
        self.say()
        return await super().compact(group_id, keep=keep)

    async def purge(self, group_id: str) -> int:
        self.say()
        return await super().purge(group_id)


class _SayingNeo4j(Neo4jStore):
    """A server's store that says when something begins to be saved."""

    say: Callable[[], None] = staticmethod(_nothing)

    async def commit(self, changes: Changes, *more: Changes) -> int:
        self.say()
        return await super().commit(changes, *more)

    async def compact(self, group_id: str, *, keep: int) -> int:
        self.say()
        return await super().compact(group_id, keep=keep)


def open_store(address: str, say: Callable[[], None] = _nothing) -> GraphStore:
    """The store of a path or a Bolt address; *say* is called when something begins to be saved."""
    store = _SayingNeo4j(address) if address.startswith("bolt://") else _SayingSQLite(address)
    store.say = say
    return store


async def first_lines(group_id: str) -> list[str]:
    """The work that is revised, as an export: some chapters, and a draft of the one that is promoted."""
    async with graph_of(SQLiteStore(":memory:"), group_id) as graph:
        await graph.add_manuscript(chapters()[:TOLD])
        await graph.add_episode(_text(2).text, name="draft", layer=Layer.DRAFT)
        return [line async for line in graph.export()]


async def everything(store: GraphStore, group_id: str) -> tuple[object, ...]:
    """All that is kept of the work: equal answers, equal states. Waits until nobody is saving."""
    # A killed process may have asked for its commit already; whoever comes next gets its turn when that is decided.
    await store.compact(group_id, keep=1)
    work = await store.work(group_id)
    assert work is not None
    vectors = {
        kind: [(record.uuid, record.vector) for record in await store.fetch(group_id, kind, vectors=True)]
        for kind in sorted(SEARCHED)
    }
    history = {kind: list(await store.history(group_id, kind)) for kind in sorted(ASSERTED)}
    actions = [(one.revision, one.action) for one in await store.commits(group_id)]
    return (work.revision, work.readable_from, dict(await store.digests(group_id)), history, actions, vectors)


async def expected(group_id: str, lines: list[str]) -> list[tuple[object, ...]]:
    """The states that the work goes through undisturbed: as imported, and after each step."""
    async with graph_of(SQLiteStore(":memory:"), group_id) as graph:
        await graph.import_(lines)
        states = [await everything(graph.store, group_id)]
        for step in STEPS.values():
            await step(graph)
            graph.session.forget()
            states.append(await everything(graph.store, group_id))
        return states
