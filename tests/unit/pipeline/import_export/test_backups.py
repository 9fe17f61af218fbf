"""Tests of backups: one complete file with every work, from which all works can be restored."""

from __future__ import annotations

import gzip
import stat
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.errors import EpisodicError, InputError, OutputExistsError
from episodic.pipeline.import_export.backups import backup
from episodic.pipeline.import_export.compaction import compact
from episodic.pipeline.import_export.importing import parse_exports
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS, VARIANTS, canonical


async def two_works(store: SQLiteStore) -> dict[str, list[str]]:
    """A store with two works that were edited, and what each of them is."""
    found: dict[str, list[str]] = {}
    for name in ("one", "另一部"):
        graph = StoryGraph(store, group_id=name)
        await graph.add_manuscript(CHAPTERS[:2])
        await graph.replace_episode(2, VARIANTS[len(found)])
        found[name] = await canonical(graph)
    return found


async def works_in(store: SQLiteStore) -> dict[str, list[str]]:
    """What each work of the store is."""
    return {one.group_id: await canonical(StoryGraph(store, group_id=one.group_id)) for one in await store.works()}


def names_in(folder: Path) -> list[str]:
    """The files there."""
    return sorted(one.name for one in folder.iterdir())


async def test_a_copy_opens_as_a_store_with_every_work(tmp_path: Path) -> None:
    """A file store is backed up as a store, readable by its owner alone."""
    store = SQLiteStore(tmp_path / "store.db")
    works = await two_works(store)

    done = await backup(store, tmp_path / "backup.db")

    copied = SQLiteStore(tmp_path / "backup.db")
    assert await works_in(copied) == works
    assert set(done.works) == set(works)
    assert not done.as_lines
    await copied.close()
    await store.close()
    assert stat.S_IMODE((tmp_path / "backup.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz", "all.gz"])
async def test_lines_bring_every_work_back(tmp_path: Path, name: str) -> None:
    """With history and commits; gzipped where the name says so."""
    store, other = SQLiteStore(":memory:"), SQLiteStore(":memory:")
    works = await two_works(store)

    done = await backup(store, tmp_path / name)

    raw = (tmp_path / name).read_bytes()
    text = gzip.decompress(raw) if name.endswith(".gz") else raw
    for found in parse_exports(text.decode("utf-8").splitlines(keepends=True)):
        assert (await StoryGraph(other, group_id=found.group_id).restore(found)).changed
    assert done.as_lines
    assert await works_in(other) == works
    assert [await other.commits(one) for one in works] == [await store.commits(one) for one in works]
    await store.close()
    await other.close()


async def test_a_compacted_work_comes_back_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    """An import knows from where on its history is whole."""
    store, other = SQLiteStore(":memory:"), SQLiteStore(":memory:")
    await two_works(store)
    await compact(store, "one", before=2)

    await backup(store, tmp_path / "all.jsonl")

    for found in parse_exports((tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()):
        await StoryGraph(other, group_id=found.group_id).restore(found)
    assert {one.group_id: (one.revision, one.readable_from) for one in await other.works()} == {
        one.group_id: (one.revision, one.readable_from) for one in await store.works()
    }
    await store.close()
    await other.close()


@pytest.mark.parametrize("name", ["backup.db", "all.jsonl"])
async def test_a_file_that_is_there_is_overwritten_only_if_asked_for(tmp_path: Path, name: str) -> None:
    """And stays as it was if not."""
    store = SQLiteStore(tmp_path / "store.db")
    await two_works(store)
    (tmp_path / name).write_text("mine", encoding="utf-8")

    with pytest.raises(OutputExistsError) as raised:
        await backup(store, tmp_path / name)
    kept = (tmp_path / name).read_text(encoding="utf-8")
    await backup(store, tmp_path / name, replace=True)

    assert "--force" in raised.value.hint
    assert kept == "mine"
    assert (tmp_path / name).stat().st_size > 1_000
    await store.close()


async def test_neither_the_store_itself_nor_one_in_use_is_overwritten(tmp_path: Path) -> None:
    """Also not when overwriting is asked for, nor by way of a link."""
    store, other = SQLiteStore(tmp_path / "store.db"), SQLiteStore(tmp_path / "other.db")
    await two_works(store)
    await two_works(other)
    (tmp_path / "link.db").symlink_to(tmp_path / "store.db")

    for name in ("store.db", "link.db", "other.db"):
        with pytest.raises(InputError):
            await backup(store, tmp_path / name, replace=True)

    assert await works_in(store) == await works_in(other)
    await store.close()
    await other.close()


@pytest.mark.parametrize("name", ["nowhere/backup.db", "nowhere/all.jsonl", "folder", "store.db/backup.db"])
async def test_a_place_that_cannot_be_written_is_named_and_nothing_is_left_there(tmp_path: Path, name: str) -> None:
    """A missing folder, a folder for a file, a file for a folder."""
    store = SQLiteStore(tmp_path / "store.db")
    await two_works(store)
    (tmp_path / "folder").mkdir()
    before = names_in(tmp_path)

    with pytest.raises(EpisodicError) as raised:
        await backup(store, tmp_path / name)

    assert name in raised.value.message
    assert raised.value.hint
    assert names_in(tmp_path) == before
    await store.close()


async def test_a_store_without_works_has_no_lines(tmp_path: Path) -> None:
    """A file that no import would take is not written."""
    store = SQLiteStore(":memory:")

    with pytest.raises(InputError):
        await backup(store, tmp_path / "all.jsonl")

    assert names_in(tmp_path) == []
    await store.close()


async def test_the_same_works_are_the_same_bytes(tmp_path: Path) -> None:
    """Two backups of one state can be compared by their checksums."""
    store = SQLiteStore(":memory:")
    await two_works(store)

    await backup(store, tmp_path / "a.jsonl.gz")
    await backup(store, tmp_path / "b.jsonl.gz")

    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    await store.close()
