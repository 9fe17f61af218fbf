"""Tests of the last chapters of a work."""

from __future__ import annotations

from tests.story import CHAPTERS, memory_graph


async def test_the_last_chapters_are_returned_in_narrative_order() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        assert [one.title for one in await graph.last_episodes(2)] == ["第三章 攻城", "第四章 归来"]
        assert [one.text for one in await graph.last_episodes(1, before=2)] == [CHAPTERS[0].text]
        assert len(await graph.last_episodes(99)) == 4
        assert await graph.last_episodes(0) == ()
