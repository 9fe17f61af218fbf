"""Tests of a store file of version 0.1, which can still be opened, read and edited, and of a file of a later version,
which is refused.

The file `store-of-0.1.db.gz` has two works, `海门` and `ferry`, of two chapters each, read by rules. In each work, the
second chapter was replaced and then two people were merged, which gives four revisions.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from episodic.app import StoryGraph
from episodic.cli import app
from episodic.config import DEFAULTS
from episodic.errors import HistoryCompactedError
from episodic.model.records import Kind
from episodic.pipeline.edits.undo import undo
from episodic.pipeline.import_export.compaction import purge
from episodic.search.reads import EntityProfile
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

KEPT = Path(__file__).with_name("store-of-0.1.db.gz")
WORKS = ["ferry", "海门"]
MERGED = {"ferry": ("Tobias Wren", "Captain Orrin"), "海门": ("沈度", "裴照")}
GONE = {"ferry": "Tobias Wren lives in Harrow Ferry.", "海门": "王铁把铁剑交给林远。"}
REWRITTEN = {"ferry": "Odile Marsh lives in Gull Rock.\n", "海门": "林远住在柳浦。\n"}


@pytest.fixture
def old_store(tmp_path: Path) -> Path:
    """Return a copy of the old file."""
    path = tmp_path / "store.db"
    path.write_bytes(gzip.decompress(KEPT.read_bytes()))
    return path


def bytes_of(path: Path) -> bytes:
    """Return all bytes of the file."""
    return path.read_bytes()


def command(path: Path, *arguments: str) -> tuple[int, str, str]:
    """Return exit code, output and error output of a command on this store."""
    cleared: dict[str, str | None] = dict.fromkeys(DEFAULTS)
    environment = {**cleared, "EPISODIC_STORE": str(path), "EPISODIC_CACHE": str(path.parent / "cache")}
    result = CliRunner().invoke(app, list(arguments), env=environment)
    return result.exit_code, result.stdout, result.stderr


async def profile(graph: StoryGraph, name: str, scope: Scope | None = None) -> EntityProfile:
    """Return the profile of an entity."""
    return await graph.get_entity(name, scope=scope or Scope())


@pytest.mark.parametrize("work", WORKS)
async def test_it_opens_and_answers(old_store: Path, work: str) -> None:
    """Chapters, people, facts, search and history can be read. The two people are merged."""
    async with StoryGraph(SQLiteStore(old_store), group_id=work) as graph:
        one, other = MERGED[work]

        found = await graph.works()

        assert [(one.group_id, one.revision, one.readable_from) for one in found] == [("ferry", 4, 1), ("海门", 4, 1)]
        assert len(await graph.chapters()) == 2
        assert (await profile(graph, one)).entity.uuid == (await profile(graph, other)).entity.uuid
        assert (await graph.get_facts()).facts
        assert (await graph.search(other)).hits


@pytest.mark.parametrize("work", WORKS)
async def test_its_earlier_revisions_can_be_read(old_store: Path, work: str) -> None:
    """Before the merge there were two people. Before the replacement the chapter had its old text."""
    async with StoryGraph(SQLiteStore(old_store), group_id=work) as graph:
        one, other = MERGED[work]
        before = Scope(at_revision=3)

        first, second = [await profile(graph, name, before) for name in (one, other)]
        texts = [record.value for record, put, _ in await graph.store.history(work, Kind.EPISODE) if put <= 2]

        assert first.entity.uuid != second.entity.uuid
        assert sum(GONE[work] in text for text in texts) == 1
        assert len(await graph.chapters(scope=Scope(at_revision=1))) == 1


@pytest.mark.parametrize("work", WORKS)
async def test_it_can_be_edited(old_store: Path, work: str) -> None:
    """After an edit, the work equals an import of its inputs."""
    async with StoryGraph(SQLiteStore(old_store), group_id=work) as graph:
        await graph.add_episode(REWRITTEN[work], name="3")
        lines = [line async for line in graph.export()]
        async with StoryGraph(SQLiteStore(":memory:"), group_id=work) as other:
            await other.import_(lines)

            assert await canonical(graph) == await canonical(other)
        assert len(await graph.chapters()) == 3
        assert (await graph.search(REWRITTEN[work])).hits


@pytest.mark.parametrize("work", WORKS)
async def test_an_edit_of_its_time_can_be_undone(old_store: Path, work: str) -> None:
    """The undone edit is a merge that an earlier version made."""
    async with StoryGraph(SQLiteStore(old_store), group_id=work) as graph:
        one, other = MERGED[work]

        done = await undo(graph.session, graph.store)

        assert done.revision == 5
        assert (await profile(graph, one)).entity.uuid != (await profile(graph, other)).entity.uuid


@pytest.mark.parametrize("work", WORKS)
async def test_its_history_can_be_purged(old_store: Path, work: str) -> None:
    """A purge removes records that an earlier version wrote. The other work keeps its history."""
    async with StoryGraph(SQLiteStore(old_store), group_id=work) as graph:
        (another,) = set(WORKS) - {work}

        done = await purge(graph.store, work)

        content = bytes_of(old_store)
        assert (done.revision, done.readable_from) == (4, 4)
        assert GONE[work].encode() not in content
        assert GONE[another].encode() in content
        with pytest.raises(HistoryCompactedError):
            await graph.chapters(scope=Scope(at_revision=3))


@pytest.mark.parametrize("work", WORKS)
def test_the_command_line_opens_it(old_store: Path, work: str) -> None:
    """The output does not mention versions."""
    code, said, warned = command(old_store, "chapters", "--work", work)

    assert (code, warned) == (0, "")
    assert said.strip()


def test_a_store_of_a_later_version_says_so_in_one_line_and_is_left_as_it_is(old_store: Path) -> None:
    """One line names the file, what is newer, and a remedy. The file is unchanged."""
    command(old_store, "works")
    with closing(sqlite3.connect(old_store)) as connection:
        connection.execute("INSERT INTO migrations VALUES ('9999-of-tomorrow')")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = old_store.read_bytes()

    code, said, warned = command(old_store, "works")

    assert (code, said) == (3, "")
    error, hint = warned.splitlines()
    assert str(old_store) in error
    assert "newer version (9999-of-tomorrow)" in error
    assert hint == "hint: Update this program."
    assert old_store.read_bytes() == before
