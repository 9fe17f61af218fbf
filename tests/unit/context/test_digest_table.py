"""The stored digests of a work."""

from __future__ import annotations

import pytest

from episodic.context.digest_table import DigestHeader, DigestTable, StoredDigest, StoredDigests, digest_table_name
from episodic.errors import StaleRevisionError
from episodic.model.records import Kind
from episodic.search.digest_hits import DigestKind
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS, memory_graph

FIRST = StoredDigest("chapter:a:0", DigestKind.CHAPTER, "k1", ("f1",), chapters=("a",))
GROUP = StoredDigest("community:e", DigestKind.COMMUNITY, "k2", (), members=("e", "f"), rank=1)
OTHER = StoredDigest("community:g", DigestKind.COMMUNITY, "k2", (), members=("g", "h"), rank=0)
HEADER = DigestHeader(3, "then", "hash")
EMPTY = DigestTable(None, {})


def clock() -> str:
    return "2026-01-01T00:00:00+00:00"


async def empty_store() -> SQLiteStore:
    store = SQLiteStore(":memory:")
    await store.setup()
    return store


async def test_a_table_is_read_as_it_was_saved_and_communities_keep_their_order() -> None:
    table = StoredDigests(await empty_store(), "story")
    assert await table.load() == EMPTY

    await table.save(HEADER, [FIRST, GROUP, OTHER], before=EMPTY, clock=clock)
    found = await table.load()

    assert found.header == HEADER
    assert found.of_kind(DigestKind.COMMUNITY) == [OTHER, GROUP]
    assert found.of_kind(DigestKind.CHAPTER) == [FIRST]


async def test_only_changes_are_written_and_removed_digests_are_gone() -> None:
    store = await empty_store()
    table = StoredDigests(store, "story")
    await table.save(HEADER, [FIRST, GROUP], before=EMPTY, clock=clock)
    before = await table.load()
    await table.save(HEADER, [FIRST, GROUP], before=before, clock=clock)
    assert len(await store.commits(digest_table_name("story"))) == 1

    await table.save(HEADER, [FIRST], before=before, clock=clock)

    assert (await table.load()).digests == {FIRST.uuid: FIRST}


async def test_a_table_that_another_process_changed_is_not_overwritten() -> None:
    store = await empty_store()
    table = StoredDigests(store, "story")
    await table.save(HEADER, [FIRST], before=EMPTY, clock=clock)
    assert await table.load() != EMPTY

    with pytest.raises(StaleRevisionError):
        await table.save(HEADER, [GROUP], before=EMPTY, clock=clock)

    assert list((await table.load()).digests) == [FIRST.uuid]


async def test_a_table_is_current_until_the_next_edit_and_is_no_work() -> None:
    async with memory_graph() as graph:
        table = StoredDigests(graph.store, graph.group_id)
        await graph.add_manuscript(CHAPTERS)
        revision = await graph.store.work(graph.group_id)
        assert await table.current() is None

        await graph.build_digests()
        assert await table.current() is not None
        assert await graph.store.work(graph.group_id) == revision
        assert [one.group_id for one in await graph.store.works()] == [graph.group_id]

        await graph.remove_episode(2)
        assert await table.current() is None


async def test_a_table_has_no_words_of_the_work() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.build_digests()
        records = await graph.store.fetch(digest_table_name(graph.group_id), Kind.SERVICE)

    assert len(records) > len(CHAPTERS)
    assert all(one.value.isascii() for one in records)


async def test_deleting_and_renaming_a_work_deletes_its_table() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.build_digests()
        old = StoredDigests(graph.store, graph.group_id)
        await graph.rename_work("renamed")
        assert (await old.load()).header is None

        await graph.build_digests()
        await graph.delete()
        assert (await StoredDigests(graph.store, "renamed").load()).header is None
