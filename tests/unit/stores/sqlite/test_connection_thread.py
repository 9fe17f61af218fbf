"""Tests of calls that are cancelled while the store is writing."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore

CHAPTERS = [Chapter("Mara lived in Oxford.", title="One"), Chapter("Tom lived in Rome.", title="Two")]


async def test_a_cancelled_edit_does_not_take_effect_after_a_later_edit(tmp_path: Path) -> None:
    """The undo waits for another writer when it is cancelled. The later ingestion sees that chapter two is undone."""
    file = tmp_path / "store.db"
    async with StoryGraph(SQLiteStore(file)) as graph:
        await graph.add_manuscript(CHAPTERS, named="novel")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        undo = asyncio.create_task(graph.undo())
        await asyncio.sleep(0.3)
        undo.cancel()
        asyncio.get_running_loop().call_later(0.3, other.rollback)
        with pytest.raises(asyncio.CancelledError):
            await undo
        await graph.add_manuscript(CHAPTERS, named="novel")
        await asyncio.sleep(0.5)
        told = [one.key for one in await graph.last_episodes()]
        other.close()

    assert told == ["One", "Two"]
