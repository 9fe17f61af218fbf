"""Reading one chapter with a script of entities and facts."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.graph import Fact
from episodic.pipeline.edits.overrides import NewFact
from episodic.prompts import Prompt
from episodic.search.fact_views import FactView
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Stated, entities_reply, facts_reply
from tests.stories.scenario_stories import chapter
from tests.stories.script import Script


async def facts_told(
    text: str,
    entities: Sequence[str],
    facts: Sequence[Stated],
    *,
    passages: Sequence[str] = (),
    added: Sequence[NewFact] = (),
    include_ended: bool = False,
) -> list[Fact]:
    """Return the facts of a chapter that was read with these entities, passages and facts, and to which an author added
    facts.
    """

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if isinstance(prompt, EntitiesPrompt):
            return entities_reply(entities, passages)
        return facts_reply(facts) if isinstance(prompt, FactsPrompt) else Script({}, {}).answer(prompt)

    async with StoryGraph(SQLiteStore(":memory:"), group_id="told", model=ScriptedModel(answer)) as graph:
        await graph.add_episode(text, name="One")
        if added:
            await graph.add_facts(added)
        found = await graph.get_facts(scope=Scope(include_ended=include_ended))
        return [one.fact for one in found.one_by_one]


async def facts_of(script: Script, text: str) -> list[FactView]:
    """Return all facts of a chapter, those that have ended included."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model()) as graph:
        await graph.add_manuscript([chapter(1, text)])
        return list((await graph.get_facts(scope=Scope(include_ended=True))).one_by_one)
