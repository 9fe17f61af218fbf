"""Tests of changed settings: new settings are stored with the work, and the work is replayed under them."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownMomentError
from episodic.model.episodes import Chapter
from episodic.model.settings import CalendarDefinition, Era, Month, WorkSettings
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

TOLD = [
    Chapter("潮历三年银鱼月初三，林晚住在苇港。“潮水来了。”林晚说。林晚笑道：“走。”", key="one"),
    Chapter("三日后，林晚搬到了望潮城。“到了。”林晚说。", key="two"),
]
TIDES = WorkSettings(calendars=(CalendarDefinition("潮历", (Era("潮历"),), (Month("银鱼月", 28), Month("雷月", 28))),))


async def test_a_calendar_added_later_dates_earlier_chapters(tmp_path: Path) -> None:
    """After a replay, the work equals a work that always had the calendar, and the calendar is stored with the work."""
    async with StoryGraph(SQLiteStore(tmp_path / "a.db"), group_id="tide") as graph:
        before = await graph.add_manuscript(TOLD)

    async with StoryGraph(SQLiteStore(tmp_path / "a.db"), group_id="tide", settings=TIDES) as graph:
        report = await graph.add_manuscript(TOLD)
    async with StoryGraph(SQLiteStore(tmp_path / "b.db"), group_id="tide", settings=TIDES) as graph:
        await graph.add_manuscript(TOLD)
        expected = await canonical(graph)

    async with StoryGraph(SQLiteStore(tmp_path / "a.db"), group_id="tide") as graph:
        await graph.reread(every=True)
        facts = (await graph.get_facts(scope=Scope(as_of="潮历三年银鱼月初四"))).facts
        assert report.revision == before.revision + 1
        assert await canonical(graph) == expected
        assert [one.text for one in facts] == ["林晚住在苇港。"]


async def test_unchanged_settings_create_no_revision(tmp_path: Path) -> None:
    async with StoryGraph(SQLiteStore(tmp_path / "a.db"), settings=TIDES) as graph:
        first = await graph.add_manuscript(TOLD)

    async with StoryGraph(SQLiteStore(tmp_path / "a.db"), settings=TIDES) as graph:
        again = await graph.add_manuscript(TOLD)

    assert again.revision == first.revision


async def test_a_change_of_settings_cannot_be_undone(tmp_path: Path) -> None:
    """Undo applies to edits of the text and to overrides only."""
    async with StoryGraph(SQLiteStore(tmp_path / "a.db")) as graph:
        await graph.add_manuscript(TOLD)
        with pytest.raises(UnknownMomentError):
            await graph.get_facts(scope=Scope(as_of="潮历三年银鱼月初四"))

    async with StoryGraph(SQLiteStore(tmp_path / "a.db"), settings=TIDES) as graph:
        await graph.add_manuscript(TOLD)
        undone = await graph.undo()

        assert undone.action == "add two"
        assert [one.chapter.key for one in await graph.chapters()] == ["one"]
