"""Tests of works whose checkpoint in the store is damaged: they are replayed, and the checkpoint is written anew."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from episodic.model.records import Kind
from episodic.pipeline.checkpoint.segments import INDEX
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS, canonical, fresh_export, session_on

Damage = Callable[[bytes], bytes]


def overwritten(value: bytes, by: bytes) -> bytes:
    """Return the value with other bytes in its middle."""
    middle = len(value) // 2
    return value[:middle] + by + value[middle + len(by) :]


DAMAGES: dict[str, Damage] = {
    "another page": lambda value: overwritten(value, b"AAAA"),
    "no UTF-8": lambda value: overwritten(value, b"\xff\xff"),
    "the end is missing": lambda value: value[: len(value) // 2],
    "nothing": lambda _: b"",
}


@pytest.mark.parametrize("part", ["block", "index"])
@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_work_with_a_damaged_checkpoint_is_replayed_and_gets_a_new_one(
    tmp_path: Path, part: str, damage: str
) -> None:
    path = tmp_path / "story.db"
    async with session_on(SQLiteStore(path)) as graph:
        await graph.add_manuscript(CHAPTERS[:3])
    harm(path, DAMAGES[damage], index=part == "index")

    async with session_on(SQLiteStore(path)) as graph:
        await graph.session.state()
        used = graph.session.from_checkpoint
        await graph.add_episode(CHAPTERS[3])
    async with session_on(SQLiteStore(path)) as graph:
        await graph.session.state()
        used_later, export = graph.session.from_checkpoint, await canonical(graph)
        records = await graph.store.counts("story")

    assert (used, used_later, records[Kind.CHECKPOINT]) == (False, True, 2)
    assert export == await fresh_export(CHAPTERS)


async def test_a_damaged_checkpoint_is_logged_without_its_content(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "story.db"
    async with session_on(SQLiteStore(path)) as graph:
        await graph.add_manuscript(CHAPTERS[:2])
    harm(path, DAMAGES["another page"], index=False)

    async with session_on(SQLiteStore(path)) as graph:
        with caplog.at_level(logging.WARNING, "episodic"):
            await graph.session.state()

    (record,) = [one for one in caplog.records if one.message == "checkpoint.damaged"]
    assert vars(record)["details"] == {"work": "story"}


def harm(path: Path, damage: Damage, *, index: bool) -> None:
    """Damage the index or the blocks of the checkpoint in a store."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.text_factory = bytes
        wanted = "uuid = ?" if index else "uuid != ?"
        found = connection.execute(
            f"SELECT id, value FROM records JOIN bodies ON record = id WHERE kind = 'checkpoint' AND {wanted}", (INDEX,)
        ).fetchall()
        assert found
        for number, value in found:
            connection.execute("UPDATE bodies SET value = CAST(? AS TEXT) WHERE record = ?", (damage(value), number))
