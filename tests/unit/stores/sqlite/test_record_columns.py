"""Columns in memory: a search finds and reads with them what the first search reads from the file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.facets import Facet, facet
from episodic.model.records import Kind, Record
from episodic.ports import Candidates, CandidateSearch, LinkSearch, SearchSteps
from episodic.stores.sqlite import SQLiteStore, record_columns
from episodic.stores.sqlite.record_columns import ColumnCache
from tests.unit.stores.sqlite.test_link_index import COMMITS, IDS, SETS, committed, expected, fact


def one_step(asked: CandidateSearch) -> SearchSteps[Candidates]:
    """A search of one step, which returns all that the store found."""
    return (yield asked)


@settings(max_examples=40, deadline=None)
@given(
    commits=COMMITS,
    asked=st.lists(
        st.tuples(st.lists(st.sampled_from(IDS), min_size=1, max_size=1), st.integers(0, 4), SETS),
        min_size=1,
        max_size=3,
    ),
)
def test_searches_with_columns_find_and_read_what_the_file_has(
    commits: list[tuple[list[Record], set[int]]],
    asked: list[tuple[list[str], int, tuple[frozenset[str], ...]]],
) -> None:
    """After each commit of another store, which puts and removes facts."""

    async def check(path: Path) -> None:
        writer, reader = SQLiteStore(path), SQLiteStore(path)
        live: dict[str, Record] = {}
        for base, (facts, numbers) in enumerate(commits):
            live = await committed(writer, base, facts, numbers, live)
            for _ in range(3):
                await compare(reader, list(live.values()), asked)
        await reader.close()
        await writer.close()

    with TemporaryDirectory() as folder:
        asyncio.run(check(Path(folder) / "file.db"))


async def compare(
    store: SQLiteStore, live: Sequence[Record], asked: Sequence[tuple[list[str], int, tuple[frozenset[str], ...]]]
) -> None:
    links = [LinkSearch(entities, limit, sets) for entities, limit, sets in asked]
    ids = [one.uuid for one in live] + ["no fact"]

    found = await store.retrieve("work", one_step(CandidateSearch(links=links, ids={Kind.FACT: ids})))

    for one, (entities, limit, sets) in zip(found.links, asked, strict=True):
        assert list(one) == [fact.uuid for fact in expected(live, entities, limit, sets)][::-1]
    assert found.values[Kind.FACT] == {one.uuid: one.value for one in live}


async def test_columns_are_read_after_some_searches_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of the file begins the count again. Columns that are in memory for another reason are used at once."""
    monkeypatch.setattr(record_columns, "SEARCHES_IN_FILE", 3)
    store = SQLiteStore(tmp_path / "file.db")
    await committed(store, 0, [], set(), {})
    await store.close()
    cache = ColumnCache()
    with closing(sqlite3.connect(tmp_path / "file.db")) as connection:
        for _ in range(2):
            for _ in range(3):
                cache.note_search(1)
                assert cache.of(connection, 1, Kind.FACT) is None
            cache.note_search(1)
            assert cache.of(connection, 1, Kind.FACT) is not None
            cache.clear()
        cache.read(connection, 1, Kind.FACT)

        assert cache.of(connection, 1, Kind.FACT) is not None
        assert cache.of(connection, 1, Kind.PASSAGE) is None


async def test_only_as_many_facts_of_an_entity_are_read_as_are_needed(tmp_path: Path) -> None:
    """The facts of a further search continue those of an earlier one."""
    store = SQLiteStore(tmp_path / "file.db")
    facts = [fact(number, ["lin"], "gave" if number < 2 else "holds", "canon", number) for number in range(9)]
    await committed(store, 0, facts, set(), {})
    await store.close()
    gave = (frozenset({facet(Facet.PREDICATE, "gave")}),)
    holds = (frozenset({facet(Facet.PREDICATE, "holds")}),)
    statements: list[str] = []
    with closing(sqlite3.connect(tmp_path / "file.db")) as connection:
        columns = record_columns.RecordColumns(connection, 1, Kind.FACT)
        connection.set_trace_callback(statements.append)

        asked = [(2, ()), (1, holds), (1, gave), (9, ())]
        found = [columns.latest_linked(connection, "lin", limit=limit, facets=facets) for limit, facets in asked]

    every = [one.uuid for one in reversed(facts)]
    assert found == [every[:2], every[:1], every[7:8], every]
    assert [one.split("LIMIT ")[1] for one in statements] == ["2 OFFSET 0", "2 OFFSET 2", "4 OFFSET 4", "1 OFFSET 8"]
