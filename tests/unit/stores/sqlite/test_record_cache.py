"""Records in memory: searches find the values that the last commit saved."""

from __future__ import annotations

from pathlib import Path

from episodic.model.records import Changes, Kind, Record
from episodic.ports import IndexSearch
from episodic.stores.sqlite import SQLiteStore


async def save(store: SQLiteStore, group: str, text: str, *, base: int, ids: int = 1) -> None:
    records = tuple(Record(Kind.PASSAGE, f"{one}", f'"{text}"', f"lin {text}", told=one) for one in range(ids))
    await store.commit(Changes(group, base, f"{group} {base}", "2031-01-01", "test", records))


async def values(store: SQLiteStore, group: str, *, limit: int = 5) -> set[str]:
    (found,) = await store.search(group, [IndexSearch(Kind.PASSAGE, "lin", limit=limit)])
    return set(found.values.values())


async def test_a_value_that_was_replaced_under_its_id_is_found(tmp_path: Path) -> None:
    """Also by another store on the same file, and not in another work with the same id."""
    for path in (":memory:", str(tmp_path / "file.db")):
        reader = SQLiteStore(path)
        writer = reader if path == ":memory:" else SQLiteStore(path)
        await save(writer, "other", "lamp", base=0)
        for base, text in enumerate(("harbor", "capital", "mill")):
            await save(writer, "first", text, base=base)
            for _ in range(3):
                assert await values(reader, "first") == {f'"{text}"'}
                assert [one.value for one in await reader.fetch("first", Kind.PASSAGE, ids=["0"])] == [f'"{text}"']
                assert await values(reader, "other") == {'"lamp"'}
        await reader.close()
        await writer.close()


async def test_more_records_than_are_kept_are_found() -> None:
    store = SQLiteStore(":memory:")
    number = 9_000
    await save(store, "work", "lamp", base=0, ids=number)

    for _ in range(2):
        for start in (0, number - 300):
            ids = [f"{one}" for one in range(start, start + 300)]
            assert [one.uuid for one in await store.fetch("work", Kind.PASSAGE, ids=ids)] == ids
        assert len(await store.fetch("work", Kind.PASSAGE, ids=[f"{one}" for one in range(number)])) == number
    await store.close()


async def test_more_works_than_are_kept_are_searched() -> None:
    store = SQLiteStore(":memory:")
    for number in range(14):
        await save(store, f"work {number}", f"lamp {number}", base=0)

    for _ in range(3):
        for number in range(14):
            assert await values(store, f"work {number}") == {f'"lamp {number}"'}
    await store.close()
