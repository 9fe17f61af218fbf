"""Tests of backups of a store in use."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from episodic.errors import StoreError
from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import direction, entity, episode, everything, passage, save


async def opened_copy(path: Path, group: str) -> tuple[object, ...]:
    """Return everything that the copy of the store answers about the work."""
    store = SQLiteStore(path)
    found = await everything(store, group)
    await store.close()
    return found


@pytest.mark.parametrize("memory", [False, True])
async def test_a_copy_answers_as_the_store_does(tmp_path: Path, memory: bool) -> None:
    """A copy includes commits that are still in the write-ahead log."""
    store = SQLiteStore(":memory:" if memory else tmp_path / "store.db")
    await save(store, "work", episode("one", "old"), passage("p", "港口", vector=direction(1)))
    await save(store, "work", episode("one", "new"), entity("e", "Klein"))

    assert await store.copy_to(tmp_path / "copy.db")

    assert await opened_copy(tmp_path / "copy.db", "work") == await everything(store, "work")
    await store.close()


async def test_a_copy_made_while_somebody_writes_holds_whole_commits(tmp_path: Path) -> None:
    """Each copy is the work at one revision. A copy does not block the writer."""
    store, writer = SQLiteStore(tmp_path / "store.db"), SQLiteStore(tmp_path / "store.db")

    async def write() -> None:
        for number in range(20):
            await save(writer, "work", *(episode(f"{number} {part}", "字" * 5_000) for part in range(5)))

    async def copy() -> None:
        for number in range(4):
            await store.copy_to(tmp_path / f"copy {number}.db")

    await asyncio.gather(write(), copy())

    for number in range(4):
        copied = SQLiteStore(tmp_path / f"copy {number}.db")
        commits, counts = await copied.commits("work"), await copied.counts("work")
        assert counts.get(Kind.EPISODE, 0) == 5 * len(commits)
        await copied.close()
    assert len(await store.commits("work")) == 20
    await store.close()
    await writer.close()


async def test_a_copy_is_one_file(tmp_path: Path) -> None:
    """A copy needs no log file and no lock file."""
    store = SQLiteStore(tmp_path / "store.db")
    await save(store, "work", episode("one", "text"))
    (tmp_path / "copies").mkdir()

    await store.copy_to(tmp_path / "copies" / "copy.db")

    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["copy.db"]
    with closing(sqlite3.connect(tmp_path / "copies" / "copy.db")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    await store.close()


async def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """The error is about the path of the copy, not about the store."""
    store = SQLiteStore(tmp_path / "store.db")
    await save(store, "work", episode("one", "text"))

    with pytest.raises(StoreError, match=r"nowhere/copy\.db"):
        await store.copy_to(tmp_path / "nowhere" / "copy.db")

    assert len(await store.commits("work")) == 1
    await store.close()
