"""Tests of answers about a small Chinese work: multi-hop questions, times, what is not said, and earlier context."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.answering.answers import Stopped
from episodic.app import StoryGraph
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.model.episodes import Chapter
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.answer_scripts import NO, AnswerScript, step, yes
from tests.stories.script import Says, Script

TYPES = {
    "克莱恩": "Person",
    "邓恩": "Person",
    "值夜者": "Organization",
    "圣赛琳娜教堂": "Place",
    "黑荆棘": "Organization",
}
SENTENCES = {
    "邓恩领导着值夜者": [Says("邓恩", "领导", "值夜者")],
    "克莱恩加入值夜者": [Says("克莱恩", "成员", "值夜者")],
    "值夜者位于圣赛琳娜教堂": [Says("值夜者", "位于", "圣赛琳娜教堂")],
    "克莱恩住在圣赛琳娜教堂": [Says("克莱恩", "居住于", "圣赛琳娜教堂")],
    "克莱恩离开了值夜者": [Says("克莱恩", "成员", "值夜者", phase="ends")],
    "克莱恩加入黑荆棘": [Says("克莱恩", "成员", "黑荆棘")],
}
CHAPTERS = (
    Chapter("克莱恩住在圣赛琳娜教堂。\n", key="ch1", title="绯红"),
    Chapter("邓恩领导着值夜者。克莱恩加入值夜者。值夜者位于圣赛琳娜教堂。\n", key="ch2", title="值夜者"),
    Chapter("克莱恩离开了值夜者。克莱恩加入黑荆棘。\n", key="ch3", title="离开"),
)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    model = Script(TYPES, SENTENCES).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="lotm", model=model) as graph:
        await graph.add_manuscript(CHAPTERS)
        yield graph


async def test_a_question_over_two_facts_cites_both(graph: StoryGraph) -> None:
    script = AnswerScript(
        [
            step("facts|克莱恩|成员", plan=["他离开了哪个组织", "那个组织在哪里"]),
            step("facts|值夜者|位于"),
            step(notes=["1,2,3,4,5,6,7,8|…"]),
        ],
        [yes("1,2,3,4,5,6,7,8|总部在圣赛琳娜教堂。")],
    )
    graph.model = script.model()

    found = await graph.answer("克莱恩离开的组织的总部在哪里？")

    cited = {one.text for one in found.citations}
    facts = [one.text for one in found.citations if one.kind == "fact"]
    assert found.found, found
    assert any("成员" in one or "值夜者" in one for one in facts)
    assert any("圣赛琳娜教堂" in one for one in cited)


async def test_ended_facts_are_shown_with_their_end_and_the_latest_first(graph: StoryGraph) -> None:
    script = AnswerScript([step("facts|克莱恩|成员"), step()], [NO])
    graph.model = script.model()

    await graph.answer("他是谁")

    lines = [one for one in script.prompts[1].splitlines() if one.startswith("[") and "成员" in one]
    assert "黑荆棘" in lines[0]
    assert "第3章" in lines[0]
    assert "值夜者" in lines[-1]
    assert "第3章" in lines[-1]


async def test_told_by_the_second_chapter_the_third_stands_in_no_prompt(graph: StoryGraph) -> None:
    script = AnswerScript([step("timeline|克莱恩", "search|克莱恩 成员", "after|1"), step()], [NO])
    graph.model = script.model()

    found = await graph.answer("克莱恩属于哪个组织？", scope=Scope(told_by="ch2"))

    assert not [one for one in script.prompts if "黑荆棘" in one or "离开了值夜者" in one]
    assert found.scope[0] == "told_by ch2"


async def test_the_weather_is_not_in_the_work(graph: StoryGraph) -> None:
    graph.model = AnswerScript([step()], [NO]).model()

    found = await graph.answer("西班牙天气如何？")

    assert (found.found, found.citations) == (False, ())


async def test_a_run_ends_by_its_limits(graph: StoryGraph) -> None:
    graph.model = AnswerScript([step(f"search|{word}") for word in TYPES] * 5, [NO]).model()

    found = await graph.answer("克莱恩是谁？", max_steps=3)

    assert found.stopped in {Stopped.STEPS, Stopped.NOTHING_LEFT}
    assert len(found.steps) <= 4


async def test_a_chapter_that_is_read_again_is_shown_nothing_of_later_chapters(graph: StoryGraph) -> None:
    """The prompts about a chapter show known entities and text of earlier chapters only."""
    script = Script(TYPES, SENTENCES).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="again", model=script) as again:
        await again.add_manuscript(CHAPTERS)
        script.asked.clear()

        await again.replace_episode("ch2", "邓恩领导着值夜者。克莱恩加入值夜者。\n")

    reading = [one for one in script.asked if isinstance(one, EntitiesPrompt | FactsPrompt)]
    assert reading
    assert not [one for one in script.asked if "黑荆棘" in one.messages().user]
