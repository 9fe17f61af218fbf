"""Revisions of a work in separate processes, which report when they begin to save and are then killed."""

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
"""Number of chapters of the revised work."""
READY, SAVING, DONE = "ready", "saving", "done"

Step = Callable[[StoryGraph], Awaitable[object]]


def clock() -> str:
    """Return a constant time, so that repeating a revision gives an equal result."""
    return "2026-01-01T00:00:00+00:00"


def _text(number: int) -> Chapter:
    """Return a chapter of the novel that is not part of the work."""
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
    "undo several": lambda graph: graph.undo(3),
    "redo several": lambda graph: graph.redo(3),
    "promote": lambda graph: graph.promote(1, layer=Layer.DRAFT),
    "lock": _lock,
    "retract": _retract,
    "compact": _compact,
    "undo again": lambda graph: graph.undo(),
    "purge": _purge,
}
"""Every kind of revision. Each revision is applied to the result of the previous revisions."""


@dataclass(frozen=True)
class Revision:
    """One revision of a work in the store with this path or Bolt address."""

    store: str
    group_id: str
    step: str

    async def run(self, graph: StoryGraph) -> None:
        """Make the revision on an open graph."""
        await STEPS[self.step](graph)

    async def run_undisturbed(self) -> None:
        """Open the graph and make the revision in this process, without a kill."""
        async with graph_of(open_store(self.store), self.group_id) as graph:
            await self.run(graph)


@dataclass(frozen=True)
class Seconds:
    """Seconds of an undisturbed revision: `whole` from the loaded work to the end, `before_saving` to the beginning of
    the commit.
    """

    whole: float
    before_saving: float

    @property
    def saving(self) -> float:
        """Seconds from the beginning of the commit to the end of the revision."""
        return self.whole - self.before_saving


class RevisionProcess:
    """A revision that runs in a separate process."""

    def __init__(self, revision: Revision) -> None:
        self._revision = revision
        self._said: dict[str, float] = {}
        self._mine, theirs = PROCESSES.Pipe(duplex=False)
        self._process = PROCESSES.Process(target=_revise, args=(revision, theirs))
        self._process.start()
        theirs.close()

    def timed(self) -> Seconds:
        """Wait for the end of the revision and return its times."""
        self._wait(DONE)
        self._process.join(LONGEST)
        assert self._process.exitcode == 0
        return self._seconds()

    def killed(self, seconds: float, *, after: str) -> Seconds | None:
        """Kill the process *seconds* after it reported *after*. Return the revision's times if the process had ended
        before.
        """
        self._process.join(max(0.0, self._wait(after) + seconds - time.monotonic()))
        self._process.kill()
        self._process.join(LONGEST)
        with suppress(EOFError):
            while self._mine.poll():
                self._hear()
        self._mine.close()
        return self._seconds() if DONE in self._said else None

    def _wait(self, what: str) -> float:
        """Return the time at which the process reported this."""
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
    """Return a graph of the work that is read by rules and has a constant clock."""
    return StoryGraph(store, group_id=group_id, clock=clock)


def _nothing() -> None:
    """A callback that ignores reports."""


class _SayingSQLite(SQLiteStore):
    """A SQLite store that reports the beginning of each commit."""

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
    """A Neo4j store that reports the beginning of each commit."""

    say: Callable[[], None] = staticmethod(_nothing)

    async def commit(self, changes: Changes, *more: Changes) -> int:
        self.say()
        return await super().commit(changes, *more)

    async def compact(self, group_id: str, *, keep: int) -> int:
        self.say()
        return await super().compact(group_id, keep=keep)


def open_store(address: str, say: Callable[[], None] = _nothing) -> GraphStore:
    """Open the store with this path or Bolt address. The store calls *say* at the beginning of each commit."""
    store = _SayingNeo4j(address) if address.startswith("bolt://") else _SayingSQLite(address)
    store.say = say
    return store


async def first_lines(group_id: str) -> list[str]:
    """Return an export of the revised work: some chapters, and the draft that is promoted."""
    async with graph_of(SQLiteStore(":memory:"), group_id) as graph:
        await graph.add_manuscript(chapters()[:TOLD])
        await graph.add_episode(_text(2).text, name="draft", layer=Layer.DRAFT)
        return [line async for line in graph.export()]


async def everything(store: GraphStore, group_id: str) -> tuple[object, ...]:
    """Return all stored data of the work for comparison. Waits until no process is saving."""
    # A killed process may already have sent its commit. The next client gets the lock only when that commit has
    # succeeded or failed.
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
    """Return the states of the work without a kill: after the import, and after each step."""
    async with graph_of(SQLiteStore(":memory:"), group_id) as graph:
        await graph.import_(lines)
        states = [await everything(graph.store, group_id)]
        for step in STEPS.values():
            await step(graph)
            graph.session.forget()
            states.append(await everything(graph.store, group_id))
        return states
