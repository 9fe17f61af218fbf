"""Tests of the works that the benchmark `scale` generates."""

from __future__ import annotations

import pytest

from benchmarks.long_work import STATEMENTS, LongWork
from episodic.app import StoryGraph
from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_every_generated_statement_is_read(language: str) -> None:
    """A chapter has 300 statements, and only repeated statements of the scripted replies are rejected."""
    work = LongWork(language)
    chapter = work.chapter(1)

    async with StoryGraph(SQLiteStore(":memory:"), model=work.model()) as graph:
        report = await graph.add_manuscript([chapter])
        counts = await graph.store.counts(graph.group_id)
        rejected = [one.reason for each in await graph.rejections() for one in each.rejected]

    assert not report.failed
    assert set(rejected) <= {"repeated"}
    assert counts[Kind.STATEMENT] >= STATEMENTS - len(rejected)


def test_the_same_seed_gives_the_same_work() -> None:
    """Works in the cache folder stay valid, because they are equal to works that are generated anew."""
    first, second = LongWork("zh"), LongWork("zh")

    assert [first.chapter(number) for number in (1, 2)] == [second.chapter(number) for number in (1, 2)]


def test_names_are_distinct() -> None:
    """No name is given to two people, places or things, even in a work of 1,700 chapters."""
    for language in ("zh", "en"):
        words = LongWork(language).words
        for name, count in ((words.person, 47_640), (words.place, 10_000), (words.thing, 17_000)):
            assert len({name(number) for number in range(count)}) == count, (language, name)
