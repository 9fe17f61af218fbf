from __future__ import annotations

import pytest

from episodic.errors import StoreError
from episodic.pipeline.session.store_cache import GRACE, MOST_DROPPED, StoreCache
from episodic.stores.sqlite import SQLiteStore


async def opened() -> SQLiteStore:
    store = SQLiteStore(":memory:")
    await store.setup()
    return store


async def test_the_store_of_a_dropped_value_stays_open_for_a_while() -> None:
    clock = [0.0]
    cache = StoreCache[int, SQLiteStore](kept=1, now=lambda: clock[0])
    first = await cache.put(1, await opened())
    await cache.put(2, await opened())

    assert cache.get(1) is None
    assert list(await first.works()) == []
    clock[0] = GRACE + 1
    await cache.put(3, await opened())
    with pytest.raises(StoreError):
        await first.works()
    await cache.close()


async def test_the_last_used_value_is_kept() -> None:
    cache = StoreCache[int, SQLiteStore](kept=2)
    first = await cache.put(1, await opened())
    await cache.put(2, await opened())
    assert cache.get(1) is first

    await cache.put(3, await opened())

    assert cache.get(1) is first
    assert cache.get(2) is None
    await cache.close()


async def test_two_reads_that_derive_the_same_share_one_store() -> None:
    cache = StoreCache[int, SQLiteStore](kept=2)
    first, second = await opened(), await opened()

    assert await cache.put(1, first) is first
    assert await cache.put(1, second) is first
    with pytest.raises(StoreError):
        await second.works()
    await cache.close()


async def test_only_so_many_dropped_stores_stay_open() -> None:
    cache = StoreCache[int, SQLiteStore](kept=1)
    first = await cache.put(0, await opened())
    for number in range(1, MOST_DROPPED + 2):
        await cache.put(number, await opened())

    with pytest.raises(StoreError):
        await first.works()
    await cache.close()
