"""Two processes revise one work at once: no edit is lost, made twice, or put elsewhere."""

from __future__ import annotations

import asyncio
import multiprocessing
from pathlib import Path

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, Layer
from episodic.stores.sqlite import SQLiteStore
from tests.faults.ingesting import LONGEST

PROCESSES = multiprocessing.get_context("spawn")


def chapter(key: str) -> Chapter:
    """A chapter of this key."""
    return Chapter(f"林远住在云州。这是{key}。\n", key=key, title=key)


def graph(file: Path) -> StoryGraph:
    """The work, read by rules."""
    return StoryGraph(SQLiteStore(str(file)), group_id="both")


async def keys(it: StoryGraph) -> list[str]:
    """The keys of the canon chapters in telling order."""
    return [one.key for one in (await it.session.state()).inputs.episodes if one.layer is Layer.CANON]


def edit(file: Path, name: str) -> None:
    """Four edits of one writer's: a chapter added, one inserted and moved, a draft promoted, one added and taken out."""

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


async def test_two_processes_edit_one_work_and_nothing_is_lost_or_made_twice(tmp_path: Path) -> None:
    """Every chapter of both stands once, and where it was put."""
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
