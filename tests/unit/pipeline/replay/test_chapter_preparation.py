"""Tests of prepared chapters: every passage has an id of its own."""

from __future__ import annotations

from episodic.model.episodes import Chapter, Passage
from episodic.model.records import Kind, from_json
from tests.story import memory_graph


async def test_equal_passages_of_one_chapter_have_different_ids() -> None:
    same = "林远住在海门城。" * 20
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(f"{same}\n\n***\n\n{same}\n\n***\n\n{same}\n", title="第一章")])
        records = await graph.store.fetch("story", Kind.PASSAGE)

    texts = [from_json(Passage, one.value).text.strip(" *\n") for one in records]
    assert texts == [same] * 3
    assert len({one.uuid for one in records}) == 3
