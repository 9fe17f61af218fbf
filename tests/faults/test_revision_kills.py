"""Tests of revisions that are killed with SIGKILL: afterwards, the work is in the state before or after the revision."""

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
    Revision,
    RevisionProcess,
    Seconds,
    everything,
    expected,
    first_lines,
    graph_of,
    open_store,
)
from tests.neo4j_servers import CURRENT, addresses

SQLITE_KILLS = 12
NEO4J_KILLS = 10
MOST_ROUNDS = 10


async def imported(address: str, group_id: str, lines: list[str]) -> None:
    """Import the work in its state before the first revision, and delete any previous work of this name."""
    async with graph_of(open_store(address), group_id) as graph:
        await graph.delete()
        await graph.import_(lines)


async def state(address: str, group_id: str) -> tuple[object, ...]:
    """Return all stored data of the work, as a new client sees it."""
    store = open_store(address)
    try:
        return await everything(store, group_id)
    finally:
        await store.close()


class Killer:
    """Makes every revision of one work, first undisturbed, then with kills at random times."""

    def __init__(self, group_id: str, states: list[tuple[object, ...]], *, seed: int) -> None:
        self._group_id = group_id
        self._states = states
        self._drawn = random.Random(seed)
        self._seconds: dict[str, Seconds] = {}
        self.kills = 0
        self.outcomes: set[str] = set()

    async def undisturbed(self, address: str) -> None:
        """Run every revision in a separate process without kills. Check the states and record the times."""
        for number, step in enumerate(STEPS):
            self._seconds[step] = RevisionProcess(Revision(address, self._group_id, step)).timed()
            found = await state(address, self._group_id)
            assert found == self._states[number + 1], f"{step} gives another work here"

    async def killed(self, address: str) -> None:
        """Kill every revision once, and then make the revision."""
        for number, step in enumerate(STEPS):
            revision = Revision(address, self._group_id, step)
            after, seconds = self._moment(step)
            late = RevisionProcess(revision).killed(seconds, after=after)
            if late is None:
                self.kills += 1
            else:
                self._seconds[step] = late
            found = await state(address, self._group_id)
            before, made = self._states[number : number + 2]
            assert found in (before, made), f"{step} killed {seconds:.4f} s after it was {after} left something between"
            self.outcomes.add("before" if found == before else "after")
            if found == before:
                await revision.run_undisturbed()

    def _moment(self, step: str) -> tuple[str, float]:
        """Draw the time of a kill: one kill in three is anywhere in the revision, the others are during the commit."""
        took = self._seconds[step]
        if self._drawn.random() < 1 / 3:
            return READY, self._drawn.uniform(0.0, took.whole)
        return SAVING, self._drawn.uniform(0.0, took.saving)


async def kill(killer: Killer, begin: Callable[[], Awaitable[str]], *, enough: int) -> None:
    """Repeat rounds, each on a work that `begin` creates, until enough processes were killed while running."""
    await killer.undisturbed(await begin())
    for _ in range(MOST_ROUNDS):
        if killer.kills >= enough:
            break
        await killer.killed(await begin())
    assert killer.kills >= enough, "too few kills hit a revision at work"


@pytest.mark.timeout(300)
async def test_a_revision_killed_on_sqlite_is_complete_or_absent(tmp_path: Path) -> None:
    """The SQLite file contains the whole revision or no part of it, and repeating the command makes the revision."""
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
async def test_a_revision_killed_on_neo4j_is_complete_or_absent() -> None:
    """The server has rolled back the transaction or contains the whole transaction."""
    address, group_id = addresses()[CURRENT], f"killed {uuid.uuid4()}"
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
