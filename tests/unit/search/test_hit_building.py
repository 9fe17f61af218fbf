"""Hits are decoded and described when they are read."""

from __future__ import annotations

from episodic.model.deferred import is_loaded
from episodic.search.hybrid_search import search
from tests.unit.search.story_builder import lotm


async def test_a_hit_that_nobody_reads_is_not_decoded() -> None:
    found = await search(await lotm().view(), "谁领导值夜者")
    first, *others = found.facts

    text = first.text

    assert text
    assert is_loaded(first)
    assert others
    assert not any(map(is_loaded, others))


async def test_hits_that_are_read_later_are_equal() -> None:
    view = await lotm().view()
    read = await search(view, "克莱恩 值夜者")
    texts = [hit.text for hit in (*read.hits, *read.passages)]

    assert texts
    assert await search(view, "克莱恩 值夜者") == read
