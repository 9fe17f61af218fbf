"""Digests of chapters and volumes."""

from __future__ import annotations

from episodic.model.episodes import Chapter
from tests.story import CHAPTERS, memory_graph


async def test_every_chapter_has_a_digest_of_its_own_facts() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        found = await graph.digests()

    assert [one.first for one in found] == [1, 2, 3, 4]
    assert all(one.facts and not one.volume for one in found)
    orders = [{fact.told_at.order for fact in one.facts} for one in found]
    assert all(len(one) == 1 for one in orders)


async def test_a_volume_comes_before_its_chapters_and_covers_them() -> None:
    parts = ("上卷", "上卷", "下卷", "下卷")
    chapters = [
        Chapter(one.text, title=one.title, path=(part, one.title)) for one, part in zip(CHAPTERS, parts, strict=True)
    ]
    async with memory_graph() as graph:
        await graph.add_manuscript(chapters)

        found = await graph.digests()

    assert [(one.title, one.first, one.last) for one in found if one.volume] == [("上卷", 1, 2), ("下卷", 3, 4)]
    assert [one.volume for one in found] == [True, False, False, True, False, False]
