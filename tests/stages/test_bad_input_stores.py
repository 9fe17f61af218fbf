"""Tests of stores that are unreachable, read-only or full: the errors have names, and the same command continues later.

The test of a wrong password is in `tests/unit/stores/neo4j/test_faulty_servers.py`, because it needs a server with a
password.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.errors import (
    EpisodicError,
    StoreFullError,
    StoreUnavailableError,
    StoreVersionError,
)
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.faults.ingesting import chapters
from tests.stages.bad_input import CLOCK, small_story_graph
from tests.story import CHAPTERS, canonical

PAGE = 8 * 1024
PASSWORD = "hunter2-of-the-store"


def opened(path: Path, *, max_pages: int | None = None) -> StoryGraph:
    """Return a graph on a file, which may have a size limit."""
    return StoryGraph(SQLiteStore(path, max_pages=max_pages), group_id="story", clock=lambda: CLOCK)


@pytest.mark.parametrize("share", [0.4, 0.6, 0.9])
async def test_a_disk_that_fills_up_while_chapters_come_in_is_resumed_from(tmp_path: Path, share: float) -> None:
    """Saved chapters are complete. After the disk has space again, the same command gives the graph of a run without
    failure.
    """
    told = chapters()
    async with opened(tmp_path / "calm.db") as calm:
        await calm.add_manuscript(told)
        wanted = await canonical(calm)
    pages = int((tmp_path / "calm.db").stat().st_size / PAGE * share)

    cramped = opened(tmp_path / "story.db", max_pages=pages)
    with pytest.raises(StoreFullError) as full:
        async with cramped:
            await cramped.add_manuscript(told)
    async with opened(tmp_path / "story.db") as graph:
        there = len(await graph.chapters())
        left = await canonical(graph)
        report = await graph.add_manuscript(told)
        found = await canonical(graph)

    assert full.value.exit_code == 3
    assert full.value.hint
    assert there < len(told)
    assert len([one for one in left if '"kind":"episode"' in one]) == there
    assert [one.outcome.value for one in report.chapters] == ["unchanged"] * there + ["added"] * (len(told) - there)
    assert found == wanted


async def test_the_same_graph_object_goes_on_after_a_full_disk(tmp_path: Path) -> None:
    """A failed commit leaves no state in memory that affects the next commit."""
    path = tmp_path / "story.db"
    told = chapters()
    async with opened(tmp_path / "calm.db") as calm:
        await calm.add_manuscript(told)
        wanted = await canonical(calm)

    async with opened(path) as graph:
        await graph.add_manuscript(told[:3])
        locked = await _refuse_writes(path)
        with pytest.raises(EpisodicError):
            await graph.add_manuscript(told)
        _allow_writes(locked)
        await graph.add_manuscript(told)

        assert await canonical(graph) == wanted


async def _refuse_writes(path: Path) -> sqlite3.Connection:
    """Make every insertion of a record fail, for every client."""
    connection = sqlite3.connect(path, isolation_level=None)
    (table,) = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%commit_id%' LIMIT 1"
    ).fetchone()
    connection.execute(f"CREATE TRIGGER no_room BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no room'); END")
    return connection


def _allow_writes(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TRIGGER no_room")
    connection.close()


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("missing/folder/story.db", None, StoreUnavailableError),
        ("notes.txt", b"This is no database at all. " * 400, StoreVersionError),
        ("other.db", "another", StoreVersionError),
        ("folder.db", "folder", StoreUnavailableError),
    ],
)
async def test_a_file_that_is_no_store_is_refused_and_left_alone(
    tmp_path: Path, name: str, content: bytes | str | None, kind: type[EpisodicError]
) -> None:
    """The error names a remedy, and an existing file is unchanged."""
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "another":
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE other_program (id INTEGER)")
        connection.commit()
        connection.close()
    elif content == "folder":
        path.mkdir()
    before = path.read_bytes() if path.is_file() else None

    graph = opened(path)
    with pytest.raises(EpisodicError) as raised:
        await graph.add_manuscript(CHAPTERS)
    await graph.close()

    assert type(raised.value) is kind
    assert raised.value.exit_code == 3
    assert raised.value.hint
    assert (path.read_bytes() if path.is_file() else None) == before


async def test_a_store_that_cannot_be_written_is_named_and_can_still_be_read(tmp_path: Path) -> None:
    """The file is immutable, even for root. The work can be read."""
    path = tmp_path / "story.db"
    async with small_story_graph(path) as graph:
        wanted = await canonical(graph)
        connection = await _refuse_writes(path)

        with pytest.raises(EpisodicError) as raised:
            await graph.add_episode("赵虎住在徐州。", name="第九章")

        assert await canonical(graph) == wanted
        _allow_writes(connection)
    assert raised.value.exit_code == 3
    assert raised.value.hint


async def test_a_neo4j_server_that_is_not_there_is_unavailable() -> None:
    """The address in the error has no password."""
    store = Neo4jStore("bolt://127.0.0.1:9", user="neo4j", password=PASSWORD)
    graph = StoryGraph(store, group_id="story")

    with pytest.raises(StoreUnavailableError) as raised:
        await graph.add_manuscript(CHAPTERS)
    await graph.close()

    assert "127.0.0.1:9" in str(raised.value)
    assert PASSWORD not in str(raised.value)
    assert raised.value.exit_code == 3
    assert raised.value.hint
