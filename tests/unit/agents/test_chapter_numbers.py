"""Tests of the numbers of chapters that agents add."""

from __future__ import annotations

import pytest

from episodic.agents.chapter_numbers import with_heading
from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, Layer
from episodic.stores.sqlite import SQLiteStore
from tests.unit.agents.tool_story import answer, story_graph

TITLES = (
    ("Chapter 5", 5),
    ("Chapter Five: The Sea", 5),
    ("第五章", 5),
    ("第五章 潮", 5),
    ("5", 5),
    ("Interlude", None),
    ("The five rings", None),
    ("", None),
)


@pytest.mark.parametrize(("title", "number"), TITLES)
async def test_the_number_is_that_of_the_title(title: str, number: int | None) -> None:
    graph = StoryGraph(SQLiteStore(":memory:"))

    assert (await with_heading(graph, Chapter("Ann slept.", title=title), Layer.CANON)).number == number


async def test_a_number_that_another_chapter_has_is_not_taken() -> None:
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        await graph.add_episode(Chapter("Ann slept.", title="The fifth", key="5a", number=5))
        chapter = Chapter("Ann woke.", title="Chapter 5")

        taken = await with_heading(graph, chapter, Layer.CANON)
        draft = await with_heading(graph, chapter, Layer.DRAFT)
        own = await with_heading(graph, Chapter("Ann slept.", title="Chapter 5", key="5a"), Layer.CANON)
        given = await with_heading(graph, Chapter("Ann woke.", title="Chapter 5", number=7), Layer.CANON)

    assert [one.number for one in (taken, draft, own, given)] == [None, 5, 5, 7]


async def test_a_chapter_of_the_tool_is_found_by_its_number_and_added_once() -> None:
    async with story_graph() as graph:
        added = await answer(graph, "add_chapter", text="林晚住在望潮城。", title="第五章 归")
        again = await answer(graph, "add_chapter", text="林晚住在望潮城。", title="第五章 归")
        given = await answer(graph, "add_chapter", text="林晚睡了。", title="尾声", number=9)
        read = await answer(graph, "passages", chapter=5)
        chapters = await graph.chapters()

    assert (added["chapter"]["number"], added["already"], again["already"]) == (5, False, True)
    assert given["chapter"]["number"] == 9
    assert "望潮城" in str(read)
    assert [one.chapter.number for one in chapters][-2:] == [5, 9]


async def test_a_text_that_begins_with_a_heading_needs_no_title() -> None:
    async with story_graph() as graph:
        added = await answer(graph, "add_chapter", text="# 第五章 归\n\n林晚住在望潮城。")
        plain = await answer(graph, "add_chapter", text="林晚睡了。")

    assert (added["chapter"]["title"], added["chapter"]["number"]) == ("第五章 归", 5)
    assert plain["chapter"]["title"].startswith("untitled")
