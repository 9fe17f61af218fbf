"""Tests of series in export files: written, read and restored, and refused when they are damaged."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.errors import ImportFormatError
from episodic.model.episodes import Chapter
from episodic.model.series import SeriesEntity, SeriesLink, SeriesRecord
from episodic.pipeline.import_export.series_lines import (
    parse_series,
    restore_series,
    series_lines,
    without_series,
)
from episodic.pipeline.series_edits import every_series
from episodic.stores.sqlite import SQLiteStore

SAGA = SeriesRecord(
    "saga \u2028",
    ("one", "two", "three"),
    (
        SeriesLink(1, SeriesEntity("one", "a", "Ann"), SeriesEntity("two", "b", "Nan"), "two", "c"),
        SeriesLink(2, SeriesEntity("one", "a", "Ann"), SeriesEntity("three", "d", "Nancy")),
    ),
)
OTHER = SeriesRecord("other", ("two",))
AT = "2026-01-01T00:00:00+00:00"
WORK = ['{"kind":"header","format":"episodic-graph"}\n', '{"kind":"end","sha256":""}\n']


async def store_with(*works: str) -> SQLiteStore:
    store = SQLiteStore(":memory:")
    for name in works:
        await StoryGraph(store, group_id=name).add_episode(Chapter("Ann lived in York.", title="One"))
    return store


def test_lines_are_read_as_they_were_written_and_do_not_disturb_works() -> None:
    lines = [f"{line}\n" for line in series_lines([SAGA, OTHER])]

    assert parse_series([*WORK, *lines]) == [SAGA, OTHER]
    assert list(without_series([*WORK, *lines, *WORK])) == [*WORK, *WORK]
    assert parse_series(WORK) == []
    assert list(series_lines([])) == []


@pytest.mark.parametrize("harm", range(5))
def test_damaged_lines_are_refused(harm: int) -> None:
    lines = list(series_lines([SAGA]))
    damaged = [
        lines[:-1],
        [lines[0], lines[1].replace("Ann", "Eve"), lines[2]],
        [lines[0].replace('"version":1', '"version":2'), *lines[1:]],
        [lines[0], "{", lines[2]],
        [lines[0], '{"kind":"series","value":{"name":" "}}', lines[2]],
    ][harm]

    with pytest.raises(ImportFormatError):
        parse_series(damaged)


async def test_only_works_that_the_store_has_are_restored_with_their_links() -> None:
    store = await store_with("one", "two")

    names = await restore_series(store, [SAGA, SeriesRecord("elsewhere", ("four",))], at=AT)
    first = await every_series(store)
    again = await restore_series(store, [SAGA], at=AT)

    assert names == again == (SAGA.name,)
    assert first == await every_series(store) == (SAGA.restricted_to({"one", "two"}),)
    assert [one.number for one in first[0].links] == [1]


async def test_a_series_gets_what_it_lacks_and_keeps_what_it_has() -> None:
    store = await store_with("zero", "one", "two", "three")
    await restore_series(store, [SeriesRecord(SAGA.name, ("zero", "two"))], at=AT)

    await restore_series(store, [SAGA], at=AT)

    (found,) = await every_series(store)
    assert found.works == ("zero", "two", "one", "three")
    assert len(found.links) == 2
