"""Tests of edits during which another process commits: the edit is made once and completely, or an error says how many
steps are done.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt
from episodic.errors import InvalidOverrideError, NothingToUndoError, UnknownEpisodeError
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter, Layer
from episodic.pipeline.edits.chapter_edits import replace_episode
from episodic.pipeline.edits.ingestion import quiet
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

SCRIPT = Script(
    {"林远": "Person", "沈度": "Person", "灰鹭": "Person", "云州": "Place"},
    {"林远住在云州": [Says("林远", "lives_in", "云州")], "沈度住在云州": [Says("沈度", "lives_in", "云州")]},
)


def chapter(key: str, text: str = "") -> Chapter:
    """Return a chapter with this key."""
    return Chapter(text or f"林远住在云州。这是{key}。\n", key=key, title=key)


def graph(file: Path, model: ScriptedModel | None = None) -> StoryGraph:
    """Return a graph of the work, read by rules if no model is given."""
    return StoryGraph(SQLiteStore(str(file)), model=model, group_id="both")


async def keys(it: StoryGraph) -> list[str]:
    """Return the keys of the canon chapters in narrative order."""
    return [one.key for one in (await it.session.state()).inputs.episodes if one.layer is Layer.CANON]


async def test_a_chapter_that_another_process_has_removed_is_not_added_again_by_its_replacement(tmp_path: Path) -> None:
    file = tmp_path / "work.db"
    async with graph(file) as mine, graph(file) as other:
        await mine.add_manuscript([chapter("一"), chapter("二")])
        known = await mine.find_episode("一")
        await other.remove_episode("一")

        with pytest.raises(UnknownEpisodeError):
            await replace_episode(mine.session, known, chapter("一", "林远住在海门。"), on_progress=quiet)

        assert await keys(mine) == ["二"]


async def test_an_edit_is_made_once_though_somebody_else_commits_while_drafts_are_asked_about(tmp_path: Path) -> None:
    """If another client commits during an edit, only the steps after the edit are repeated."""
    file = tmp_path / "work.db"
    armed: list[str] = []

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if armed and isinstance(prompt, SamePrompt) and "灰鹭" in prompt.asked:
            armed.clear()
            other = threading.Thread(target=lambda: asyncio.run(_added(file)))
            other.start()
            other.join()
        return SCRIPT.answer(prompt)

    async with graph(file, ScriptedModel(answer)) as it:
        await it.add_manuscript([chapter("first"), chapter("last")])
        await it.add_manuscript([chapter("draft", "灰鹭见到了林远。\n")], layer=Layer.DRAFT)
        armed.append("once")

        await it.insert_episode(Chapter("沈度住在云州。\n", title="夜"), before="last")

        assert armed == []
        assert sorted(await keys(it)) == ["first", "last", "others", "夜"]


async def _added(file: Path) -> None:
    """Add a chapter in another session."""
    async with graph(file) as it:
        await it.add_episode(chapter("others"))


async def test_several_edits_are_undone_or_none(tmp_path: Path) -> None:
    """If there are fewer edits than requested, the undo changes nothing."""
    async with graph(tmp_path / "work.db") as it:
        await it.add_episode(chapter("first"))
        await it.add_episode(chapter("last"))

        with pytest.raises(NothingToUndoError, match="only 2 edits"):
            await it.undo(3)

        assert await keys(it) == ["first", "last"]
        assert len(await it.commits()) == 2


async def test_an_undo_is_given_up_where_somebody_else_edits_in_between(tmp_path: Path) -> None:
    """The other client's edit is not undone in place of the last edit of this client, and nothing else is undone."""
    file = tmp_path / "work.db"
    between: list[str] = []

    def clock() -> str:
        if between and between.pop() == "now":
            other = threading.Thread(target=lambda: asyncio.run(_added(file)))
            other.start()
            other.join()
        return "2026-01-01T00:00:00+00:00"

    async with StoryGraph(SQLiteStore(str(file)), group_id="both", clock=clock) as it:
        for key in ("first", "second", "third"):
            await it.add_episode(chapter(key))
        between.append("now")

        with pytest.raises(InvalidOverrideError, match="another process changed the work"):
            await it.undo(2)

        assert await keys(it) == ["first", "second", "third", "others"]
