"""The chapters of a work as a reader is shown them."""

from __future__ import annotations

from dataclasses import replace

from episodic.search.contents import chapters
from tests.unit.search.telling import lotm, planned


async def test_chapters_come_as_told_with_what_they_hold() -> None:
    """Ordinal, title, length, passages, and the facts they tell first."""
    tale = lotm()

    found = await chapters(await tale.view())

    assert [(one.chapter.ordinal, one.chapter.title) for one in found] == [
        (1, "绯红"),
        (2, "值夜者"),
        (3, "笔记"),
        (4, "小丑"),
        (5, "丧钟"),
    ]
    assert [one.length for one in found] == [len(one.text) for one in tale.episodes]
    assert [one.passages for one in found] == [1, 3, 2, 1, 2]
    assert [one.facts for one in found] == [0, 2, 1, 1, 1]


async def test_a_chapter_that_could_not_be_read_says_why() -> None:
    """It is a gap, not a chapter without facts."""
    tale = lotm()
    tale.episodes[2] = replace(tale.episodes[2], failure="the model did not answer")

    found = await chapters(await tale.view())

    assert [one.failure for one in found].count("the model did not answer") == 1


async def test_canon_lists_no_plan() -> None:
    """Layers that are not read are not listed."""
    assert [one.chapter.title for one in await chapters(await planned().view())] == ["One"]
