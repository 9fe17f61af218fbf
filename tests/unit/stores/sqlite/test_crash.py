"""Tests of killed processes: every acknowledged commit is complete, and no other commit is partly saved."""

import os
import random
import signal
import sqlite3
import subprocess
from pathlib import Path

from episodic.model.records import SEARCHED, Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import direction, search_text, search_vector
from tests.forked import commands
from tests.unit.stores.sqlite.chapter_writer import PARTS, VECTOR


def writer(path: Path, *, name: str, count: int) -> subprocess.Popen[str]:
    """Start a process that prints its id, commits *count* chapters and prints each revision."""
    program = f"""\
from tests.unit.stores.sqlite.chapter_writer import run

run({str(path)!r}, "work", name={name!r}, count={count})
"""
    return subprocess.Popen([commands() / "python", "-c", program], stdout=subprocess.PIPE, text=True)


def killed_after(path: Path, *, name: str, acknowledged: int) -> int:
    """Kill a writer after its *acknowledged*-th revision and return the last revision that the writer printed."""
    with writer(path, name=name, count=1_000_000) as process:
        assert process.stdout is not None
        forked = int(process.stdout.readline())
        said = [int(process.stdout.readline()) for _ in range(acknowledged)]
        os.kill(forked, signal.SIGKILL)
        said += [int(line) for line in process.stdout if line.endswith("\n")]
    return said[-1]


def check_file(path: Path) -> None:
    """Run SQLite's own checks of the tables and the full-text index."""
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for kind in SEARCHED:
            connection.execute(f"INSERT INTO {kind}_words ({kind}_words) VALUES ('integrity-check')")
    finally:
        connection.close()


async def check_work(path: Path, *, at_least: int) -> int:
    """Check that each commit is complete, with records, names, words and vectors, and return the work's revision."""
    store = SQLiteStore(path)
    work = await store.work("work")
    assert work is not None
    counts = await store.counts("work")
    words = await search_text(store, "work", Kind.FACT, "值夜者", limit=1_000_000)
    vectors = await search_vector(store, "work", Kind.FACT, direction(1, dimension=VECTOR), limit=1_000_000)
    chapters = [record.uuid for record in await store.fetch("work", Kind.EPISODE)]
    names = await store.named("work", [f"{name}人物{n}" for name in chapters for n in range(PARTS)])
    commits = await store.commits("work")
    await store.close()

    assert work.revision >= at_least
    assert [commit.revision for commit in commits] == list(range(1, work.revision + 1))
    assert counts[Kind.EPISODE] == work.revision
    assert counts[Kind.FACT] == len(words) == len(vectors) == counts[Kind.ENTITY] == len(names) == work.revision * PARTS
    return work.revision


async def test_kill_9_loses_nothing_and_leaves_nothing_by_halves(tmp_path: Path) -> None:
    """Four writers are killed one after the other on one file. After each kill, all acknowledged commits are complete."""
    path, drawn, revision = tmp_path / "work.db", random.Random(1), 0

    for round_ in range(4):
        said = killed_after(path, name=f"round {round_}", acknowledged=drawn.randint(1, 12))
        check_file(path)

        revision = await check_work(path, at_least=max(said, revision))

    assert revision >= 4


async def test_two_processes_write_at_once(tmp_path: Path) -> None:
    """Three writers of one work take turns, and every chapter of each writer is saved."""
    path = tmp_path / "work.db"

    writers = [writer(path, name=f"writer {n}", count=8) for n in range(3)]
    for process in writers:
        process.communicate()

    assert [process.returncode for process in writers] == [0, 0, 0]
    assert await check_work(path, at_least=24) == 24
    check_file(path)
