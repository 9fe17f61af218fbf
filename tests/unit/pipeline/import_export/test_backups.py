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
from episodic.pipeline.import_export.series_lines import parse_series
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS, VARIANTS, canonical


async def two_works(store: SQLiteStore) -> dict[str, list[str]]:
    """Return a store with two edited works, and the content of each of the two works."""
    found: dict[str, list[str]] = {}
    for name in ("one", "另一部"):
        graph = StoryGraph(store, group_id=name)
        await graph.add_manuscript(CHAPTERS[:2])
        await graph.replace_episode(2, VARIANTS[len(found)])
        found[name] = await canonical(graph)
    return found


async def work_contents(store: SQLiteStore) -> dict[str, list[str]]:
    """Return the records of each work in the store."""
    return {one.group_id: await canonical(StoryGraph(store, group_id=one.group_id)) for one in await store.works()}


def file_names(folder: Path) -> list[str]:
    """Return the names of the files in the folder."""
    return sorted(one.name for one in folder.iterdir())


async def test_a_copy_opens_as_a_store_with_every_work(tmp_path: Path) -> None:
    """A file store is copied to a file that only its owner can read."""
    store = SQLiteStore(tmp_path / "store.db")
    works = await two_works(store)

    done = await backup(store, tmp_path / "backup.db")

    copied = SQLiteStore(tmp_path / "backup.db")
    assert await work_contents(copied) == works
    assert set(done.works) == set(works)
    assert not done.as_lines
    await copied.close()
    await store.close()
    assert stat.S_IMODE((tmp_path / "backup.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz", "all.gz"])
async def test_a_jsonl_backup_restores_every_work(tmp_path: Path, name: str) -> None:
    """History and commits are restored too. The file is gzipped if its name ends in .gz."""
    store, other = SQLiteStore(":memory:"), SQLiteStore(":memory:")
    works = await two_works(store)

    done = await backup(store, tmp_path / name)

    raw = (tmp_path / name).read_bytes()
    text = gzip.decompress(raw) if name.endswith(".gz") else raw
    for found in parse_exports(text.decode("utf-8").splitlines(keepends=True)):
        assert (await StoryGraph(other, group_id=found.group_id).restore(found)).changed
    assert done.as_lines
    assert await work_contents(other) == works
    assert [await other.commits(one) for one in works] == [await store.commits(one) for one in works]
    await store.close()
    await other.close()


async def test_a_backup_keeps_the_first_readable_revision(tmp_path: Path) -> None:
    """After an import, the first readable revision is known."""
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
async def test_an_existing_file_is_overwritten_only_on_request(tmp_path: Path, name: str) -> None:
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
    """The store is not overwritten even with the option to overwrite, or through a link."""
    store, other = SQLiteStore(tmp_path / "store.db"), SQLiteStore(tmp_path / "other.db")
    await two_works(store)
    await two_works(other)
    (tmp_path / "link.db").symlink_to(tmp_path / "store.db")

    for name in ("store.db", "link.db", "other.db"):
        with pytest.raises(InputError):
            await backup(store, tmp_path / name, replace=True)

    assert await work_contents(store) == await work_contents(other)
    await store.close()
    await other.close()


@pytest.mark.parametrize("name", ["nowhere/backup.db", "nowhere/all.jsonl", "folder", "store.db/backup.db"])
async def test_a_target_that_is_not_writable_is_an_error_and_leaves_no_file(tmp_path: Path, name: str) -> None:
    """For example, a missing folder, or a folder instead of a file, is an error."""
    store = SQLiteStore(tmp_path / "store.db")
    await two_works(store)
    (tmp_path / "folder").mkdir()
    before = file_names(tmp_path)

    with pytest.raises(EpisodicError) as raised:
        await backup(store, tmp_path / name)

    assert name in raised.value.message
    assert raised.value.hint
    assert file_names(tmp_path) == before
    await store.close()


async def test_a_backup_of_an_empty_store_is_refused(tmp_path: Path) -> None:
    """An import would refuse a file without works, so that no such file is written."""
    store = SQLiteStore(":memory:")

    with pytest.raises(InputError):
        await backup(store, tmp_path / "all.jsonl")

    assert file_names(tmp_path) == []
    await store.close()


async def test_equal_works_have_equal_backups(tmp_path: Path) -> None:
    """Equal checksums mean equal backups."""
    store = SQLiteStore(":memory:")
    await two_works(store)

    await backup(store, tmp_path / "a.jsonl.gz")
    await backup(store, tmp_path / "b.jsonl.gz")

    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    await store.close()


async def test_a_backup_as_lines_has_the_series_and_one_series_can_be_written_alone(tmp_path: Path) -> None:
    store = SQLiteStore(":memory:")
    await two_works(store)
    graph = StoryGraph(store, group_id="one")
    await graph.series("saga").add("one", "另一部")
    alone = await graph.series("alone").add("另一部")

    await backup(store, tmp_path / "all.jsonl")
    done = await backup(store, tmp_path / "alone.jsonl.gz", only=alone)
    whole = (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()
    part = gzip.decompress((tmp_path / "alone.jsonl.gz").read_bytes()).decode("utf-8").splitlines()

    assert [one.name for one in parse_series(whole)] == ["alone", "saga"]
    assert (done.works, done.as_lines, parse_series(part)) == (("另一部",), True, [alone])
    assert "saga" not in "".join(part)
