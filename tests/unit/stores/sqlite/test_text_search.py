"""Full-text search in memory: it returns the same hits and scores as the search in the file."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.records import Changes, Kind, Record
from episodic.ports import Bounds, IndexSearch, Scored
from episodic.stores.sqlite import SQLiteStore

WORDS = ("lin", "harbor", "lived", "sword", "w1", "w2", "o'neil", "林", "林远", "住在海门城", "远方", "x" * 200)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
QUERIES = st.lists(st.sampled_from((*WORDS, "门", "nobody")), min_size=1, max_size=10).map(" ".join)
ANYWHERE = Bounds()
TOLD = 5
"""The narrative position of all records, so that bounds up to here exclude no record."""


async def put(store: SQLiteStore, group: str, texts: Sequence[str], *, base: int = 0) -> None:
    records = tuple(
        Record(Kind.PASSAGE, f"{base} {number}", "{}", text, told=TOLD) for number, text in enumerate(texts)
    )
    await store.commit(Changes(group, base, f"{group} {base}", "2031-01-01", "test", records))


async def hits(
    store: SQLiteStore, query: str, *, group: str = "first", limit: int = 3, bounds: Bounds = ANYWHERE
) -> list[Scored]:
    (found,) = await store.search(group, [IndexSearch(Kind.PASSAGE, query, limit=limit, bounds=bounds)])
    return list(found.by_text)


@settings(max_examples=60, deadline=None)
@given(
    own=st.lists(TEXTS, max_size=12),
    others=st.lists(TEXTS, max_size=4),
    queries=st.lists(QUERIES, min_size=1, max_size=4),
    limit=st.integers(0, 8),
)
def test_searches_in_memory_find_what_the_file_finds(
    own: list[str], others: list[str], queries: list[str], limit: int
) -> None:
    """A search with bounds always runs in the file. Another work of the file counts in the weights of words."""

    async def check() -> None:
        store = SQLiteStore(":memory:")
        await put(store, "other", others)
        await put(store, "first", own)
        for query in (*queries, *queries):
            expected = await hits(store, query, limit=limit, bounds=Bounds(told_by=TOLD))
            assert await hits(store, query, limit=limit) == expected, query
            assert await hits(store, query, limit=limit) == expected, query
        await store.close()

    asyncio.run(check())


async def test_a_commit_of_the_same_or_another_store_is_found(tmp_path: Path) -> None:
    for path in (":memory:", str(tmp_path / "file.db")):
        reader = SQLiteStore(path)
        writer = reader if path == ":memory:" else SQLiteStore(path)
        await put(writer, "first", ["lin lived", "harbor"])
        for base, expected in ((1, 1), (2, 2), (3, 3)):
            for _ in range(3):
                assert len(await hits(reader, "lin", limit=9)) == expected, (path, base)
            await put(writer, "first", ["lin came back"], base=base)
        await reader.close()
        await writer.close()


async def test_a_work_that_was_deleted_is_not_found() -> None:
    store = SQLiteStore(":memory:")
    for group in ("first", "other"):
        await put(store, group, ["lin lived"])
    for _ in range(3):
        assert len(await hits(store, "lin")) == 1

    await store.delete("first")
    await put(store, "first", ["harbor"])

    for _ in range(3):
        assert await hits(store, "lin") == []
        assert len(await hits(store, "lin", group="other")) == 1
    await store.close()
