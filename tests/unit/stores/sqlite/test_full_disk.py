"""Tests of a store on a full disk: the store raises an error, loses no data, and works again when there is space."""

from pathlib import Path

import pytest

from episodic.errors import StoreFullError
from episodic.model.records import Changes, Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import changes, direction, everything, passage, save, search_text


def chapter(number: int, *, base: int) -> Changes:
    texts = [f"第{number}章第{n}段" + "字" * 200 for n in range(40)]
    return changes(
        "work",
        *(passage(f"{number}-{n}", text, vector=direction(n, dimension=128)) for n, text in enumerate(texts)),
        base=base,
    )


async def fill(store: SQLiteStore) -> int:
    """Commit chapters until the disk is full, and return the number of saved chapters."""
    for number in range(1_000):
        try:
            await store.commit(chapter(number, base=number))
        except StoreFullError:
            return number
    raise AssertionError("The store never became full.")


@pytest.mark.parametrize("where", ["file", "memory"])
async def test_a_full_store_keeps_what_it_has(tmp_path: Path, where: str) -> None:
    """A commit that fails for lack of space changes nothing, and all earlier commits can be read."""
    store = SQLiteStore(tmp_path / "store.db" if where == "file" else ":memory:", max_pages=160)
    saved = await fill(store)
    before = await everything(store, "work")

    with pytest.raises(StoreFullError) as refused:
        await store.commit(chapter(saved, base=saved))

    assert saved > 0
    assert await everything(store, "work") == before
    assert (await store.counts("work"))[Kind.PASSAGE] == saved * 40
    assert len(await search_text(store, "work", Kind.PASSAGE, "第0章", limit=1_000)) >= 40
    assert store.address in refused.value.message
    assert refused.value.hint
    await store.close()


async def test_with_room_again_the_same_commit_goes_in(tmp_path: Path) -> None:
    """The command that failed is repeated and continues."""
    small = SQLiteStore(tmp_path / "store.db", max_pages=160)
    saved = await fill(small)
    await small.close()
    store = SQLiteStore(tmp_path / "store.db")

    revision = await store.commit(chapter(saved, base=saved))

    assert revision == saved + 1
    await store.close()


async def test_deleting_makes_room(tmp_path: Path) -> None:
    """Pages of a deleted work are used again."""
    store = SQLiteStore(tmp_path / "store.db", max_pages=160)
    saved = await fill(store)

    await store.delete("work")

    assert await fill(store) == saved
    await store.close()


async def test_no_room_for_the_tables_is_said_at_once(tmp_path: Path) -> None:
    """If a store cannot be created, a later attempt is not affected."""
    cramped = SQLiteStore(tmp_path / "store.db", max_pages=3)
    with pytest.raises(StoreFullError):
        await cramped.setup()
    await cramped.close()
    store = SQLiteStore(tmp_path / "store.db")

    await store.setup()

    assert await save(store, "work", passage("p", "text")) == 1
    await store.close()


async def test_a_group_of_commits_that_finds_no_room_leaves_nothing(tmp_path: Path) -> None:
    """A commit group that fails for lack of space saves none of its commits."""
    store = SQLiteStore(tmp_path / "store.db", max_pages=160)
    await store.commit(chapter(0, base=0))
    before = await everything(store, "work")

    with pytest.raises(StoreFullError):
        await store.commit(*(chapter(number, base=number) for number in range(1, 60)))

    assert await everything(store, "work") == before
    assert await store.commit(chapter(1, base=1)) == 2
    await store.close()
