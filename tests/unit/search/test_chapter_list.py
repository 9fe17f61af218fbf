"""The chapter list: order, counts, failures and layers."""

from __future__ import annotations

from dataclasses import replace

from episodic.search.chapter_list import chapters
from tests.unit.search.story_builder import lotm, planned


async def test_chapters_are_listed_in_narrative_order_with_their_counts() -> None:
    """A row of the list has the ordinal, title, length, passage count and number of facts first stated in the chapter."""
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
    """Without a shown failure, a failed chapter would look like a chapter without facts."""
    tale = lotm()
    tale.episodes[2] = replace(tale.episodes[2], failure="the model did not answer")

    found = await chapters(await tale.view())

    assert [one.failure for one in found].count("the model did not answer") == 1


async def test_chapters_of_other_layers_are_not_listed() -> None:
    assert [one.chapter.title for one in await chapters(await planned().view())] == ["One"]
