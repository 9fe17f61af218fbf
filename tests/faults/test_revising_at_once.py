"""Tests of two processes that edit one work at the same time."""

from __future__ import annotations

import asyncio
from pathlib import Path

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, Layer
from episodic.stores.sqlite import SQLiteStore
from tests.faults.ingesting import LONGEST, PROCESSES


def chapter(key: str) -> Chapter:
    """Return a chapter with this key."""
    return Chapter(f"林远住在云州。这是{key}。\n", key=key, title=key)


def graph(file: Path) -> StoryGraph:
    """Return a graph of the work that is read by rules."""
    return StoryGraph(SQLiteStore(str(file)), group_id="both")


async def keys(it: StoryGraph) -> list[str]:
    """Return the keys of the canon chapters in narrative order."""
    return [one.key for one in (await it.session.state()).inputs.episodes if one.layer is Layer.CANON]


def edit(file: Path, name: str) -> None:
    """Make four edits: add a chapter, insert and move one, promote a draft, and add and remove one."""

    async def edited() -> None:
        async with graph(file) as it:
            await it.add_episode(chapter(f"{name} added"))
            await it.insert_episode(chapter(f"{name} inserted"), before="last")
            await it.move_episode(f"{name} inserted", after="first")
            await it.add_manuscript([chapter(f"{name} draft")], layer=Layer.DRAFT)
            await it.promote(f"{name} draft")
            await it.add_episode(chapter(f"{name} gone"))
            await it.remove_episode(f"{name} gone")

    asyncio.run(edited())


async def test_concurrent_edits_of_two_processes_are_all_applied_once(tmp_path: Path) -> None:
    """Every chapter of both processes is stored once, at its intended position."""
    file = tmp_path / "work.db"
    async with graph(file) as it:
        await it.add_manuscript([chapter("first"), chapter("last")])

    both = [PROCESSES.Process(target=edit, args=(file, name)) for name in ("one", "other")]
    for one in both:
        one.start()
    for one in both:
        one.join(LONGEST)

    async with graph(file) as it:
        found = await keys(it)
    assert [one.exitcode for one in both] == [0, 0]
    assert sorted(found[1:3]) == ["one inserted", "other inserted"]
    assert found[0] == "first"
    assert found[3] == "last"
    assert sorted(found[4:]) == ["one added", "one draft", "other added", "other draft"]
    assert found.index("one added") < found.index("one draft")
