"""Tests of calls that are cancelled, come after closing, or meet another program's lock."""

import asyncio
import fcntl
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from episodic.errors import StoreUnavailableError
from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import changes, direction, episode, passage, save, search_vector


async def test_a_cancelled_commit_is_whole_or_was_never_begun(tmp_path: Path) -> None:
    """After a cancelled commit, repeating the same commit shows whether it was saved."""
    store = SQLiteStore(tmp_path / "store.db")
    await save(store, "work", episode("start"))
    large = changes("work", *(passage(f"p{n}", f"第{n}段") for n in range(500)), base=1)

    task = asyncio.create_task(store.commit(large))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    revision = await store.commit(large)

    assert revision == 2
    assert await store.counts("work") == {Kind.EPISODE: 1, Kind.PASSAGE: 500}
    await store.close()


async def test_many_calls_at_once_are_all_answered(tmp_path: Path) -> None:
    """Concurrent reads and commits of one store do not disturb each other."""
    store = SQLiteStore(tmp_path / "store.db")
    works = [f"work {n}" for n in range(20)]

    await asyncio.gather(*(save(store, work, passage("p", "港口", vector=direction(1))) for work in works))
    found = await asyncio.gather(*(search_vector(store, work, Kind.PASSAGE, direction(1), limit=5) for work in works))

    assert [[one.uuid for one in answer] for answer in found] == [["p"]] * 20
    await store.close()


async def test_a_stream_shows_one_view(tmp_path: Path) -> None:
    """A stream of records does not show commits and deletions that happen during the read."""
    store = SQLiteStore(tmp_path / "store.db")
    await save(store, "work", *(episode(f"{n:04}", told=n) for n in range(1_200)))

    seen: list[str] = []
    async for record in store.stream("work", Kind.EPISODE):
        seen.append(record.uuid)
        if len(seen) == 1:
            await save(store, "work", episode("late", told=1_199), retire=[(Kind.EPISODE, "1100")])

    assert seen == [f"{n:04}" for n in range(1_200)]
    assert (await store.counts("work")) == {Kind.EPISODE: 1_200}
    await store.close()


@pytest.mark.parametrize("path", ["memory", "file"])
async def test_a_closed_store_says_so(tmp_path: Path, path: str) -> None:
    """Closing a store twice has no effect, and a read after closing raises a named error."""
    store = SQLiteStore(":memory:" if path == "memory" else tmp_path / "store.db")
    await save(store, "work", episode("one"))

    await store.close()
    await store.close()

    with pytest.raises(StoreUnavailableError, match="closed"):
        await store.work("work")
    with pytest.raises(StoreUnavailableError, match="closed"):
        await store.commit(changes("work", episode("two"), base=1))


async def test_a_store_that_was_never_used_closes(tmp_path: Path) -> None:
    """Closing an unused store creates no file."""
    store = SQLiteStore(tmp_path / "store.db")

    await store.close()

    assert not any(path.exists() for path in (tmp_path / "store.db", tmp_path / "store.db-lock"))


def test_a_store_outlives_an_event_loop(tmp_path: Path) -> None:
    """A store can be used from several event loops, one after the other."""
    store = SQLiteStore(tmp_path / "store.db")

    asyncio.run(save(store, "work", episode("one")))
    counts = asyncio.run(store.counts("work"))
    asyncio.run(store.close())

    assert counts == {Kind.EPISODE: 1}


def test_a_store_in_memory_is_used_from_several_threads_at_once() -> None:
    """Each thread has an event loop of its own. No commit is lost, and no job disturbs another."""
    store = SQLiteStore(":memory:")
    works = [f"work {n}" for n in range(8)]

    with ThreadPoolExecutor(len(works)) as threads:
        list(threads.map(lambda work: asyncio.run(save(store, work, episode("one"), passage("p", "港口"))), works))
    counts = [asyncio.run(store.counts(work)) for work in works]
    asyncio.run(store.close())

    assert counts == [{Kind.EPISODE: 1, Kind.PASSAGE: 1}] * len(works)


async def test_other_tasks_run_between_two_jobs_of_a_store_in_memory() -> None:
    store, turns = SQLiteStore(":memory:"), 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.create_task(count())
    for _ in range(10):
        await store.work("work")
    other.cancel()
    await store.close()

    assert turns >= 10


async def test_a_writer_that_does_not_let_go_is_reported(tmp_path: Path) -> None:
    """A commit that waits too long for the lock raises a named error. The lock of a writer does not block readers."""
    store = SQLiteStore(tmp_path / "store.db", patience=0.05)
    await save(store, "work", episode("one"))

    with (tmp_path / "store.db-lock").open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(StoreUnavailableError, match="locked"):
            await store.commit(changes("work", episode("two"), base=1))
        counts = await store.counts("work")

    assert counts == {Kind.EPISODE: 1}
    assert await store.commit(changes("work", episode("two"), base=1)) == 2
    await store.close()


async def test_another_program_s_write_is_waited_for_and_reported(tmp_path: Path) -> None:
    """A database browser takes SQLite's own lock, and a commit waits for that lock, too."""
    store = SQLiteStore(tmp_path / "store.db", patience=0.05)
    await save(store, "work", episode("one"))

    with closing(sqlite3.connect(tmp_path / "store.db", isolation_level=None)) as browser:
        browser.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailableError, match="locked"):
            await store.commit(changes("work", episode("two"), base=1))
        browser.execute("ROLLBACK")

    assert await store.commit(changes("work", episode("two"), base=1)) == 2
    await store.close()


async def test_the_log_is_copied_before_it_grows_large(tmp_path: Path) -> None:
    """Forty commits of a megabyte leave a log of about 8 megabytes, not 40."""
    store = SQLiteStore(tmp_path / "store.db")

    for number in range(40):
        await save(store, "work", episode(f"{number}", "字" * 350_000))
    size = (tmp_path / "store.db-wal").stat().st_size

    await store.close()
    assert size < 12 << 20
