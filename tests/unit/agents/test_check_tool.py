"""Tests of the tool `check`: it says who read the draft and how many statements were read from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from episodic.app import StoryGraph
from episodic.languages.messages import message_text
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json
from episodic.stores.sqlite import SQLiteStore
from tests.story import memory_graph
from tests.unit.context.setup_story import TEXTS, chapters, model_of

DRAFTS = {
    "en": "Odile Reed lives in Port Sable. Nothing else was known.\n",
    "zh": "林晚住在苇港。“来。”林晚说。“好。”林晚笑道。\n",
}


@pytest.mark.parametrize("language", DRAFTS)
async def test_rules_that_read_a_draft_of_a_work_that_a_model_read_say_that_they_find_less(language: str) -> None:
    """An empty list of findings would look as if the draft were consistent."""
    spoken = Language(language)
    store = SQLiteStore(":memory:")
    model = model_of()
    async with StoryGraph(store, group_id="story", model=model) as graph:
        await graph.add_manuscript(chapters(TEXTS[:2]))
        own = await _answer(graph, "check", spoken, {"text": TEXTS[2]})
        by_rules = StoryGraph(store, group_id="story")
        checked = await _answer(by_rules, "check", spoken, {"text": DRAFTS[language]})
        added = await _answer(by_rules, "add_chapter", spoken, {"text": DRAFTS[language], "title": "3"})

    note = message_text("agents.by_rules_note", spoken)
    assert (own["read_by"], own["statements"] > 0, note in own["notes"]) == (model.name, True, False)
    assert (checked["findings"], checked["read_by"], checked["statements"]) == ([], "rules", 1)
    assert (added["read_by"], added["statements"]) == ("rules", 1)
    assert note in checked["notes"]
    assert note in added["notes"]


async def test_rules_that_read_the_whole_work_need_no_note() -> None:
    async with memory_graph() as graph:
        await graph.add_episode(DRAFTS["en"], name="1")
        found = await _answer(graph, "check", Language("en"), {"text": "Odile Reed slept.\n"})

    assert found["read_by"] == "rules"
    assert message_text("agents.by_rules_note", Language("en")) not in found["notes"]


async def _answer(graph: StoryGraph, name: str, language: Language, arguments: Mapping[str, Json]) -> dict[str, Any]:
    tools = {one.name: one for one in graph.toolset(Access.APPEND, language)}
    return dict((await tools[name].call(arguments)).content)
