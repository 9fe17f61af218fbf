"""Tests of the names that tell entities apart, in reads of the chapters up to a given one."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Stated, entities_reply, facts_reply
from tests.stories.script import Script


@pytest.mark.parametrize(
    ("row", "texts", "shown"),
    [
        ("人物|~使者", ("使者住下了。", "使者说话了。"), ["使者（第110章）", "使者（第111章）"]),
        (
            "Person|~the messenger",
            ("In came the messenger at noon.", "Then the messenger spoke to them."),
            ["the messenger (chapter 110)", "the messenger (chapter 111)"],
        ),
    ],
)
async def test_namesakes_are_told_apart_by_the_numbers_of_the_chapters_headings(
    row: str, texts: tuple[str, str], shown: list[str]
) -> None:
    """So they are in the stored graph, and in a read of a part of the work."""

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if isinstance(prompt, EntitiesPrompt):
            return entities_reply([row], [])
        if not isinstance(prompt, FactsPrompt):
            return Script({}, {}).answer(prompt)
        told = [one for one in texts if one in prompt.window]
        return facts_reply(
            [Stated(quote=one[:-1], subject=1, predicate="health", value="ill", text=one) for one in told]
        )

    told = (*texts, texts[0])
    chapters = [Chapter(f"{text}\n", key=f"{number}", number=number) for number, text in enumerate(told, 110)]
    async with StoryGraph(SQLiteStore(":memory:"), model=ScriptedModel(answer)) as graph:
        await graph.add_manuscript(chapters)
        names: list[list[str]] = []
        for scope in (Scope(include_ended=True), Scope(told_by="chapter 111", include_ended=True)):
            page = await graph.get_facts(scope=scope)
            names.append(sorted({one.fact.subject_name for one in page.one_by_one}))

    assert names == [[*shown, shown[0].replace("110", "112")], shown]
