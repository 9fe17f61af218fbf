"""Full-text search in memory: it returns the same hits and scores as the search in the file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.facets import Facet, facet
from episodic.model.records import Changes, Kind, Record
from episodic.ports import Bounds, IndexSearch, Scored
from episodic.stores.sqlite import SQLiteStore, full_text
from tests.sample_sizes import examples

WORDS = ("lin", "harbor", "lived", "sword", "w1", "w2", "o'neil", "林", "林远", "住在海门城", "远方", "x" * 200)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
QUERIES = st.lists(st.sampled_from((*WORDS, "门", "nobody")), min_size=1, max_size=10).map(" ".join)
ANYWHERE = Bounds()
EPISODES = ("one", "two", "three")
CHAPTERS = [facet(Facet.CHAPTER, one) for one in (*EPISODES, "none")]
PLACES = st.none() | st.integers(0, 6)
BOUNDS = st.just(ANYWHERE) | st.builds(
    Bounds,
    told_by=PLACES,
    at=PLACES,
    facets=st.lists(st.frozensets(st.sampled_from(CHAPTERS), max_size=2), max_size=2).map(tuple),
)


async def put(store: SQLiteStore, group: str, texts: Sequence[str], *, base: int = 0) -> None:
    records = tuple(
        Record(
            Kind.PASSAGE,
            f"{base} {number}",
            f'{{"episode":"{EPISODES[number % 3]}"}}',
            text,
            told=number % 6,
            lo=None if number % 4 == 0 else number % 5,
            hi=None if number % 5 == 0 else number % 7,
        )
        for number, text in enumerate(texts)
    )
    await store.commit(Changes(group, base, f"{group} {base}", "2031-01-01", "test", records))


async def hits(
    store: SQLiteStore, query: str, *, group: str = "first", limit: int = 3, bounds: Bounds = ANYWHERE
) -> list[Scored]:
    (found,) = await store.search(group, [IndexSearch(Kind.PASSAGE, query, limit=limit, bounds=bounds)])
    return list(found.by_text)


def in_file(path: Path, query: str, *, limit: int, bounds: Bounds) -> list[Scored]:
    """Return the hits of the full-text search that runs in the file."""
    with closing(sqlite3.connect(path)) as connection:
        (work,) = connection.execute("SELECT id FROM works WHERE group_id = 'first'").fetchone()
        asked = full_text.searched_tokens(connection, work, Kind.PASSAGE, query)
        return list(full_text.search(connection, work, Kind.PASSAGE, query=asked, limit=limit, bounds=bounds))


@settings(max_examples=examples(60), deadline=None)
@given(
    own=st.lists(TEXTS, max_size=12),
    others=st.lists(TEXTS, max_size=4),
    queries=st.lists(st.tuples(QUERIES, BOUNDS), min_size=1, max_size=4),
    limit=st.integers(0, 8),
)
def test_searches_in_memory_find_what_the_file_finds(
    own: list[str], others: list[str], queries: list[tuple[str, Bounds]], limit: int
) -> None:
    """With any bounds. Another work of the file counts in the weights of words."""

    async def check(path: Path) -> None:
        store = SQLiteStore(path)
        await put(store, "other", others)
        await put(store, "first", own)
        for query, bounds in (*queries, *queries):
            expected = in_file(path, query, limit=limit, bounds=bounds)
            for _ in range(2):
                assert await hits(store, query, limit=limit, bounds=bounds) == expected, (query, bounds)
        await store.close()

    with TemporaryDirectory() as folder:
        asyncio.run(check(Path(folder) / "file.db"))


async def test_every_bound_excludes_what_it_excludes_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    store = SQLiteStore(path)
    await put(store, "first", ["lin lived"] * 40)
    for told_by in (None, *range(7)):
        for at in (None, *range(8)):
            for facets in ((), (frozenset(CHAPTERS[:1]),), (frozenset(CHAPTERS[:2]), frozenset(CHAPTERS[1:]))):
                bounds = Bounds(told_by=told_by, at=at, facets=facets)
                expected = in_file(path, "lin", limit=40, bounds=bounds)
                assert await hits(store, "lin", limit=40, bounds=bounds) == expected, bounds
    await store.close()


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


async def test_long_texts_and_equal_scores_are_ordered_as_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    store = SQLiteStore(path)
    await put(store, "first", ["lin lived", "lin lived " + "harbor " * 300, "lin sword", "harbor"] * 12)

    for limit in (1, 11, 12, 13, 24, 30, 36, 40):
        for query in ("lin", "lin lived", "harbor sword"):
            expected = in_file(path, query, limit=limit, bounds=ANYWHERE)
            for _ in range(2):
                assert await hits(store, query, limit=limit) == expected, (query, limit)
    await store.close()
