"""Scoring rows in the SQLite store: searches read the rows of the records that the last commit saved."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from episodic.model.records import Changes, Kind, Record, to_json
from episodic.ports import Candidates, CandidateSearch, IndexSearch, SearchSteps
from episodic.stores.sqlite import SQLiteStore
from episodic.text.scoring_rows import ScoringRow
from tests.unit.search.story_builder import lotm

PASSAGE = lotm().passages[0]


def passage(uuid: str, text: str) -> Record:
    return Record(Kind.PASSAGE, uuid, to_json(replace(PASSAGE, text=text)), f"lin {text}")


async def save(store: SQLiteStore, group: str, *records: Record, base: int) -> None:
    await store.commit(Changes(group, base, f"{group} {base}", "2031-01-01", "test", records))


def found(limit: int = 5) -> SearchSteps[Candidates]:
    answer = yield CandidateSearch(searches=[IndexSearch(Kind.PASSAGE, "lin", limit=limit)])
    return answer


async def rows(store: SQLiteStore, group: str, *, limit: int = 5) -> Mapping[str, ScoringRow]:
    return (await store.retrieve(group, found(limit))).rows[Kind.PASSAGE]


async def test_the_row_of_a_record_that_was_replaced_under_its_id_is_read(tmp_path: Path) -> None:
    """Also by another store on the same file, and not in another work with the same id."""
    for path in (":memory:", str(tmp_path / "file.db")):
        reader = SQLiteStore(path)
        writer = reader if path == ":memory:" else SQLiteStore(path)
        await save(writer, "other", passage("0", "lamp"), base=0)
        for base, text in enumerate(("harbor", "capital", "mill")):
            await save(writer, "first", passage("0", text), base=base)
            for _ in range(3):
                assert [one.words for one in (await rows(reader, "first")).values()] == [f" {text} "]
                assert [one.words for one in (await rows(reader, "other")).values()] == [" lamp "]
        await reader.close()
        await writer.close()


async def test_more_rows_than_are_kept_are_read() -> None:
    store, number = SQLiteStore(":memory:"), 9_000
    await save(store, "work", *(passage(f"{one}", "lamp") for one in range(number)), base=0)

    for _ in range(2):
        assert len(await rows(store, "work", limit=number)) == number
        assert len(await rows(store, "work")) == 5
    await store.close()


async def test_the_rows_of_an_older_file_are_computed_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    store = SQLiteStore(path)
    await save(store, "work", passage("0", "lamp"), base=0)
    before = await rows(store, "work")
    await store.close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE scoring_rows SET row = '[]'")
        file.execute("UPDATE meta SET value = '0' WHERE name = 'derived'")
    file.close()

    newer = SQLiteStore(path)
    assert await rows(newer, "work") == before
    await newer.close()


async def test_a_record_without_a_row_is_returned_with_its_value() -> None:
    store = SQLiteStore(":memory:")
    await save(store, "work", Record(Kind.PASSAGE, "0", '"lamp"', "lin lamp"), base=0)

    answer = await store.retrieve("work", found())

    assert answer.rows[Kind.PASSAGE] == {}
    assert answer.values[Kind.PASSAGE] == {"0": '"lamp"'}
    await store.close()


async def test_the_rows_of_a_deleted_work_are_deleted(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    store = SQLiteStore(path)
    await save(store, "work", passage("0", "lamp"), base=0)
    await store.delete("work")
    await store.close()

    file = sqlite3.connect(path)
    assert file.execute("SELECT count(*) FROM scoring_rows").fetchone() == (0,)
    file.close()
