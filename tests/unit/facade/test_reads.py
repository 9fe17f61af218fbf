"""Tests of the function that is called after each search."""

from __future__ import annotations

from tests.story import CHAPTERS, memory_graph


async def test_a_hook_hears_what_a_search_found() -> None:
    """A search makes no revision, with or without a hook."""
    heard: list[tuple[str, tuple[str, ...]]] = []
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        before = await graph.commits()
        await graph.search("沈度")
        graph.on_retrieve = lambda query, ids: heard.append((query, ids))

        found = await graph.search("林远")

        assert heard == [("林远", tuple(hit.uuid for hit in found.hits))]
        assert await graph.commits() == before
