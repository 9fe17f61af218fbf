"""kill -9 in the middle of a revision: what is left is the work before it or after it, and nothing between."""

from __future__ import annotations

import random
import shutil
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.faults.revising import (
    READY,
    SAVING,
    STEPS,
    Revising,
    Revision,
    Seconds,
    everything,
    expected,
    first_lines,
    graph_of,
    open_store,
)
from tests.neo4j_servers import CURRENT, LTS, addresses

SQLITE_KILLS = 20
NEO4J_KILLS = 10
MOST_ROUNDS = 10


async def imported(address: str, group_id: str, lines: list[str]) -> None:
    """The work as it is before its first revision, and nothing else of that name."""
    async with graph_of(open_store(address), group_id) as graph:
        await graph.delete()
        await graph.import_(lines)


async def state(address: str, group_id: str) -> tuple[object, ...]:
    """All that the store keeps of the work now, asked by a client of its own."""
    store = open_store(address)
    try:
        return await everything(store, group_id)
    finally:
        await store.close()


class Killer:
    """Makes every revision of one work in turn, first undisturbed, then killed at moments that the seed draws."""

    def __init__(self, group_id: str, states: list[tuple[object, ...]], *, seed: int) -> None:
        self._group_id = group_id
        self._states = states
        self._drawn = random.Random(seed)
        self._seconds: dict[str, Seconds] = {}
        self.kills = 0
        self.outcomes: set[str] = set()

    async def undisturbed(self, address: str) -> None:
        """Every revision in a process of its own, let run: the states are the expected ones, and how long each takes is known."""
        for number, step in enumerate(STEPS):
            self._seconds[step] = Revising(Revision(address, self._group_id, step)).timed()
            found = await state(address, self._group_id)
            assert found == self._states[number + 1], f"{step} gives another work here"

    async def killed(self, address: str) -> None:
        """Every revision killed once, and then made."""
        for number, step in enumerate(STEPS):
            revision = Revision(address, self._group_id, step)
            after, seconds = self._moment(step)
            late = Revising(revision).killed(seconds, after=after)
            if late is None:
                self.kills += 1
            else:
                self._seconds[step] = late
            found = await state(address, self._group_id)
            before, made = self._states[number : number + 2]
            assert found in (before, made), f"{step} killed {seconds:.4f} s after it was {after} left something between"
            self.outcomes.add("before" if found == before else "after")
            if found == before:
                await revision.calmly()

    def _moment(self, step: str) -> tuple[str, float]:
        """One kill in three anywhere in the revision, the others while it is saved, where something could be torn."""
        took = self._seconds[step]
        if self._drawn.random() < 1 / 3:
            return READY, self._drawn.uniform(0.0, took.whole)
        return SAVING, self._drawn.uniform(0.0, took.saving)


async def kill(killer: Killer, begin: Callable[[], Awaitable[str]], *, enough: int) -> None:
    """Round after round, each on a work that `begin` made, until enough processes were killed at work."""
    await killer.undisturbed(await begin())
    for _ in range(MOST_ROUNDS):
        if killer.kills >= enough:
            break
        await killer.killed(await begin())
    assert killer.kills >= enough, "too few kills hit a revision at work"


@pytest.mark.timeout(300)
async def test_a_revision_killed_on_sqlite_is_made_or_not(tmp_path: Path) -> None:
    """Whole or not at all, in the file as the next process opens it; and the same command afterwards makes it."""
    lines = await first_lines("killed")
    await imported(str(tmp_path / "first.db"), "killed", lines)
    killer = Killer("killed", await expected("killed", lines), seed=41)

    async def begin() -> str:
        path = tmp_path / f"{uuid.uuid4().hex}.db"
        shutil.copy(tmp_path / "first.db", path)
        return str(path)

    await kill(killer, begin, enough=SQLITE_KILLS)

    assert killer.outcomes == {"before", "after"}


@pytest.mark.neo4j
@pytest.mark.timeout(300)
@pytest.mark.parametrize("version", [LTS, CURRENT])
async def test_a_revision_killed_on_neo4j_is_made_or_not(version: str) -> None:
    """The server takes back what was under way, or has all of it."""
    address, group_id = addresses()[version], f"killed {uuid.uuid4()}"
    lines = await first_lines(group_id)
    killer = Killer(group_id, await expected(group_id, lines), seed=43)

    async def begin() -> str:
        await imported(address, group_id, lines)
        return address

    try:
        await kill(killer, begin, enough=NEO4J_KILLS)
    finally:
        async with graph_of(open_store(address), group_id) as graph:
            await graph.delete()

    assert "before" in killer.outcomes
