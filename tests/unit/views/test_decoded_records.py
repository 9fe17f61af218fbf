"""Tests of the values that are decoded from records: only changed records are read and decoded again."""

from __future__ import annotations

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.records import Kind, Record
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.views.decoded_records import DecodedRecords
from tests.story import CHAPTERS
from tests.unit.views.told.test_chapters import canon


async def test_only_changed_records_are_decoded_again() -> None:
    decoded: list[str] = []

    def decode(record: Record) -> str:
        decoded.append(record.uuid)
        return record.value

    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript(CHAPTERS)
        episodes, ids = DecodedRecords(graph.store, "story", Kind.EPISODE, decode), await canon(graph)
        before = await episodes.of()
        await graph.replace_episode(ids[-1], "Anna Reed lived in Caldmere.")
        await graph.add_episode(Chapter("雨下了一夜。", key="rain"))
        await graph.remove_episode(ids[0])
        last = (await canon(graph))[-1]
        decoded.clear()

        after = await episodes.of()

        assert len(before) == len(ids)
        assert sorted(decoded) == sorted([ids[-1], last])
        stored = await graph.store.fetch("story", Kind.EPISODE)
        assert sorted(after) == sorted(one.value for one in stored)
        assert await episodes.of([last, "unknown"]) == [one.value for one in stored if one.uuid == last]


async def test_a_view_names_a_chapter_as_it_is_after_an_edit() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript(CHAPTERS)
        first = (await canon(graph))[0]
        await graph.rename_episode(first, "The harbour")

        chapters = (await graph.views.view(Scope())).chapters

        assert chapters[first].title == "The harbour"
        assert len(chapters) == len(CHAPTERS)
