"""Tests of what a session stores with a work."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.errors import RevisionMismatchError
from episodic.model.decisions import Judgement
from episodic.model.settings import WorkSettings
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.edits.ingestion import quiet
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.pipeline.reports import OnProgress, Progress
from episodic.pipeline.session import state
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.stores.sqlite import SQLiteStore
from tests.memory_stores import memory_store
from tests.stories.scenario_stories import invented
from tests.story import CHAPTERS, canonical

SETTINGS = invented("zh").settings
FIRST = "Marsh Weller lives in Harrow Ferry.\n"
SECOND = "Odile Marsh lives in Port Sable.\n"


async def settings_of(store: SQLiteStore) -> WorkSettings:
    """Return the settings of a graph that is opened without settings."""
    return (await StoryGraph(store, group_id="story").session.state()).inputs.settings


async def test_the_settings_given_at_first_are_kept_with_the_work() -> None:
    """A client that opens the work later without settings uses the stored settings."""
    store = SQLiteStore(":memory:")
    await StoryGraph(store, group_id="story", settings=SETTINGS).add_manuscript(CHAPTERS[:2])

    assert SETTINGS is not None
    assert await settings_of(store) == SETTINGS
    await store.close()


async def test_settings_given_later_replace_those_of_the_work_with_its_next_chapter() -> None:
    """The graph equals that of a work that always had the new settings."""
    store, calm = SQLiteStore(":memory:"), SQLiteStore(":memory:")
    await StoryGraph(store, group_id="story").add_manuscript(CHAPTERS[:2])
    changed = StoryGraph(store, group_id="story", settings=SETTINGS)
    whole = StoryGraph(calm, group_id="story", settings=SETTINGS)

    await changed.add_manuscript(CHAPTERS)
    await whole.add_manuscript(CHAPTERS)

    assert await settings_of(store) == SETTINGS
    assert await canonical(changed) == await canonical(whole)
    await store.close()
    await calm.close()


async def test_the_settings_are_in_the_export() -> None:
    """An import restores the settings, too."""
    store, other = SQLiteStore(":memory:"), SQLiteStore(":memory:")
    graph = StoryGraph(store, group_id="story", settings=SETTINGS)
    await graph.add_manuscript(CHAPTERS[:2])

    lines = [line async for line in graph.export()]
    await StoryGraph(other, group_id="story").import_(lines)

    assert "setting" in {json.loads(line)["kind"] for line in lines}
    assert await settings_of(other) == SETTINGS
    await store.close()
    await other.close()


async def test_a_second_reading_in_another_session_commits_nothing() -> None:
    """The store already has all records that would be written."""
    store = SQLiteStore(":memory:")
    first = await StoryGraph(store, group_id="story", settings=SETTINGS).add_manuscript(CHAPTERS)

    second = await StoryGraph(store, group_id="story").add_manuscript(CHAPTERS)

    assert second.revision == first.revision
    await store.close()


async def test_a_chapter_that_somebody_else_adds_meanwhile_keeps_its_place(tmp_path: Path) -> None:
    """If two sessions add a chapter at one position, the chapter that is saved second comes after the other."""
    file = tmp_path / "work.db"
    done: list[str] = []

    def meanwhile(_: Progress) -> None:
        if not done:
            done.append("second")
            thread = threading.Thread(target=asyncio.run, args=(add("second", SECOND),))
            thread.start()
            thread.join()

    async def add(name: str, text: str, on_progress: OnProgress = quiet) -> None:
        async with StoryGraph(SQLiteStore(file)) as graph:
            await graph.add_episode(text, name=name, on_progress=on_progress)

    await add("first", FIRST, meanwhile)

    async with StoryGraph(SQLiteStore(file)) as graph:
        chapters = await graph.chapters()
        orders = [one.order for one in (await graph.session.state()).inputs.episodes]
    assert [one.chapter.title for one in chapters] == ["second", "first"]
    assert len(set(orders)) == 2


async def test_an_edit_that_expects_another_revision_changes_nothing() -> None:
    graph = StoryGraph(memory_store())
    await graph.add_episode("林晚住在苇港。", name="一")

    with pytest.raises(RevisionMismatchError), graph.session.requiring_revision(7):
        await graph.add_episode("林晚去了望潮城。", name="二")
    with graph.session.requiring_revision(1):
        await graph.add_episode("林晚去了望潮城。", name="二")
    await graph.rename_episode("二", "进城")

    assert [commit.revision for commit in await graph.commits()] == [1, 2, 3]


async def test_an_edit_collects_only_the_answers_to_questions_of_changed_chapters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An edited chapter that raises the same questions needs none of the other chapters."""
    store, collected = SQLiteStore(":memory:"), list[int]()
    graph = StoryGraph(store, group_id="story")
    await graph.add_manuscript(CHAPTERS)

    def noted(chapters: Sequence[ReplayedChapter], _: AnswerCache, __: SharedDict[str, Judgement]) -> None:
        collected.append(len(chapters))

    monkeypatch.setattr(state, "_collect", noted)
    await graph.replace_episode(CHAPTERS[1].title, f"{CHAPTERS[1].text}\n夜里很静，谁也没有说话。\n")

    assert set(collected) == {0}
    await store.close()
