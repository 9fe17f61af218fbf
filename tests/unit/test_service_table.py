"""Tests of the tables of the program's own data."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from episodic.model.records import Changes, Kind, Record
from episodic.service_table import ServiceTable
from tests.memory_stores import memory_store


@dataclass(frozen=True)
class Counter:
    number: int


def clock() -> str:
    return "2026-01-01T00:00:00+00:00"


def counter_table() -> ServiceTable[Counter]:
    return ServiceTable(memory_store(), "counters", Counter, clock=clock)


def one_more(found: Counter | None) -> Counter:
    return Counter(1 if found is None else found.number + 1)


async def test_an_entry_is_created_changed_and_deleted() -> None:
    table = counter_table()

    await table.change("a", one_more)
    await table.change("a", one_more)
    await table.change("b", one_more)

    assert await table.get("a") == Counter(2)
    assert list(await table.all()) == [Counter(2), Counter(1)]
    assert await table.change("a", lambda _: None) is None
    assert await table.get("a") is None


async def test_concurrent_changes_do_not_overwrite_each_other() -> None:
    store = memory_store()
    tables = [ServiceTable(store, "counters", Counter, clock=clock) for _ in range(4)]

    await asyncio.gather(*(table.change("a", one_more) for table in tables for _ in range(5)))

    assert await tables[0].get("a") == Counter(20)


async def test_an_error_of_the_edit_changes_nothing() -> None:
    table = counter_table()
    await table.change("a", one_more)

    def refuse(_: Counter | None) -> Counter:
        raise KeyError("no")

    with pytest.raises(KeyError):
        await table.change("a", refuse)
    assert await table.get("a") == Counter(1)


async def test_a_table_is_no_work_of_the_store() -> None:
    store = memory_store()
    table = ServiceTable(store, "counters", Counter, clock=clock)
    await table.change("a", one_more)
    await store.commit(Changes("story", 0, "first", clock(), "add", (Record(Kind.SETTING, "s", "{}"),)))

    assert [work.group_id for work in await store.works()] == ["story"]
    await table.delete()
    assert await table.get("a") is None
