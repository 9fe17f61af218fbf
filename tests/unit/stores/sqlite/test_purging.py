"""Tests of purging: what a purge removes from the file, and what prevents a purge."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from episodic.errors import StoreFullError, StoreUnavailableError
from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import (
    direction,
    entity,
    episode,
    everything,
    fact,
    passage,
    raw,
    save,
    search_text,
)

SECRETS = (b"qzxjkvw", "魑魅魍魉".encode(), "魑魅".encode(), raw(direction(77))[:24])


def remaining_secrets(folder: Path) -> list[bytes]:
    """Return the secrets that occur in any file of the store."""
    content = b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
    return [secret for secret in SECRETS if secret in content]


async def replace_secrets(store: SQLiteStore, group: str) -> None:
    """Create a work of long chapters with secrets that later commits replace and retire."""
    text = "qzxjkvw 魑魅魍魉"
    await save(store, group, *(episode(f"c{n}", f"第{n}章 " + "字" * 4_000 + text) for n in range(8)))
    await save(store, group, passage("p", text, vector=direction(77)), entity("e", text, vector=direction(77)))
    await save(store, group, fact("f", "e", text=text, vector=direction(77)))
    await save(store, group, passage("p", "平常", vector=direction(1)), entity("e", "平常", vector=direction(2)))
    await save(store, group, retire=[(Kind.FACT, "f"), *((Kind.EPISODE, f"c{n}") for n in range(4))])
    await save(store, group, *(episode(f"c{n}", f"第{n}章 " + "字" * 4_000) for n in range(4, 8)))


async def rewrite_often(store: SQLiteStore, group: str) -> None:
    """Create two hundred revisions of one chapter."""
    for number in range(200):
        await save(store, group, episode("one", f"{number}" + "字" * 4_000))


async def test_a_purged_work_leaves_no_bytes_of_what_was_replaced(tmp_path: Path) -> None:
    """A purge removes the text, words and vectors from the file and its log while the store is open. The live work is
    unchanged.
    """
    store = SQLiteStore(tmp_path / "store.db")
    await replace_secrets(store, "work")
    before = remaining_secrets(tmp_path)
    live = await everything(store, "work")

    await store.purge("work")

    assert before == list(SECRETS)
    assert remaining_secrets(tmp_path) == []
    assert (await everything(store, "work"))[1:5] == live[1:5]
    assert [one.uuid for one in await search_text(store, "work", Kind.PASSAGE, "平常", limit=3)] == ["p"]
    await store.close()
    with closing(sqlite3.connect(tmp_path / "store.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_a_reader_of_an_old_view_is_named_and_purging_again_takes_the_rest(tmp_path: Path) -> None:
    """The log cannot be emptied while a reader uses an old view, but the history is deleted."""
    store = SQLiteStore(tmp_path / "store.db", patience=0.2)
    await replace_secrets(store, "work")
    with closing(sqlite3.connect(tmp_path / "store.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM history").fetchone()

        with pytest.raises(StoreUnavailableError) as raised:
            await store.purge("work")

    assert "old state" in raised.value.message
    assert "purge again" in raised.value.hint
    assert {retired for _, _, retired in await store.history("work", Kind.EPISODE)} == {None}
    await store.purge("work")
    assert remaining_secrets(tmp_path) == []
    await store.close()


async def test_compacting_much_history_makes_the_file_smaller(tmp_path: Path) -> None:
    """If more than a quarter of the file is free, the free space is returned to the disk."""
    store = SQLiteStore(tmp_path / "store.db")
    for number in range(30):
        await save(store, "work", episode("one", f"{number}" + "字" * 40_000))
    await store.compact("work", keep=1)
    before = (tmp_path / "store.db").stat().st_size + (tmp_path / "store.db-wal").stat().st_size

    await store.compact("work", keep=30)

    assert (tmp_path / "store.db").stat().st_size < before / 4
    assert list(await store.fetch("work", Kind.EPISODE)) == [episode("one", "29" + "字" * 40_000)]
    await store.close()


async def test_a_full_disk_leaves_a_compacted_work_whole(tmp_path: Path) -> None:
    """Compacting needs almost no space, and a compacted work stays readable and writable."""
    store = SQLiteStore(tmp_path / "store.db", max_pages=90)
    with pytest.raises(StoreFullError):
        await rewrite_often(store, "work")
    work = await store.work("work")
    assert work is not None

    gone = await store.compact("work", keep=work.revision)
    await save(store, "work", episode("one", "short"))

    assert gone == work.revision - 1
    assert list(await store.fetch("work", Kind.EPISODE)) == [episode("one", "short")]
    await store.close()
