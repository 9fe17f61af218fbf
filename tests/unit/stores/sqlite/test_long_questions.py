"""Tests of full-text queries that would match very many rows: such a query is shortened to its selective terms."""

from collections.abc import AsyncIterator

import pytest

from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import entity, passage, save, search_text

COMMON = "那天夜里大家都在旧钟楼下面等着看烟火"
ROWS = 1_500


@pytest.fixture
async def store() -> AsyncIterator[SQLiteStore]:
    """A store with 1,500 passages that share one long phrase. One passage names a key, and a third of the passages name
    林黛玉.
    """
    opened = SQLiteStore(":memory:")
    hero = [f"林黛玉说{COMMON}{n}" for n in range(ROWS // 3)]
    rest = [f"{COMMON}{n}" for n in range(ROWS - len(hero))]
    await save(
        opened,
        "work",
        entity("hero", "林黛玉"),
        *(passage(f"p{n:04}", text) for n, text in enumerate([*rest, *hero])),
        passage("key", f"{COMMON}，有人丢了铜钥匙"),
    )
    yield opened
    await opened.close()


async def test_the_telling_words_decide(store: SQLiteStore) -> None:
    """Words of nearly every passage are left out of the query, and a word of a single passage is kept."""
    found = await search_text(store, "work", Kind.PASSAGE, f"{COMMON}的时候是谁丢了铜钥匙", limit=5)

    assert [one.uuid for one in found] == ["key"]


async def test_a_name_is_never_too_common(store: SQLiteStore) -> None:
    """A name that occurs in a third of the passages stays in the query, beside rarer words."""
    found = await search_text(store, "work", Kind.PASSAGE, f"{COMMON}，林黛玉丢了铜钥匙", limit=ROWS)

    assert found[0].uuid == "key"
    assert len(found) == 1 + ROWS // 3


async def test_common_words_alone_still_find_something(store: SQLiteStore) -> None:
    """If every word is frequent, the rarest of them stay in the query."""
    found = await search_text(store, "work", Kind.PASSAGE, COMMON, limit=3)

    assert len(found) == 3
