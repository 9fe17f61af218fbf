"""Tests of "her husband": he is the one person to whom the work says that she is married."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Stated, entities_reply, facts_reply
from tests.stories.script import Script

FIRST = "Edith is the wife of Captain Lennox. Rose is his sister. He keeps house in York.\n"
SECOND = "Edith dined with her husband. Rose, Edith, her husband kept quiet.\n"
WED = Stated(
    quote="the wife of", subject=1, predicate="married_to", object=2, text="Edith is married to Captain Lennox."
)
DINED = Stated(quote="with her husband", subject=2, predicate="married_to", object=1, text="He is Edith's husband.")
QUIET = Stated(
    quote="kept quiet", subject=[3, 1, 2], predicate="kept quiet about", value="it", text="They kept quiet about it."
)
LATER = (["Person|Edith", "Person|~her husband", "Person|Rose"], [DINED, QUIET])

Told = tuple[str, str, str | None, bool]


def model(first: Sequence[Stated]) -> ScriptedModel:
    """Return a model that reads *first* in the first chapter."""
    people = ["Person|Edith", "Person|Captain Lennox", "Person|Rose"]

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        entities, facts = LATER if "dined" in str(prompt) else (people, () if "stayed" in str(prompt) else first)
        if isinstance(prompt, EntitiesPrompt):
            return entities_reply(entities)
        return facts_reply(facts) if isinstance(prompt, FactsPrompt) else Script({}, {}).answer(prompt)

    return ScriptedModel(answer)


async def told(first: Sequence[Stated]) -> set[Told]:
    """Return subject, sentence, object and end of each fact of two chapters, of which *first* are the statements of the
    first one.
    """
    async with StoryGraph(SQLiteStore(":memory:"), group_id="told", model=model(first)) as graph:
        for name, text in (("One", FIRST), ("Two", SECOND)):
            await graph.add_episode(text, name=name)
        facts = [one.fact for one in (await graph.get_facts(scope=Scope(include_ended=True))).facts]
    return {(one.subject_name, one.text, one.object_name, one.ended) for one in facts}


async def test_a_nameless_husband_is_the_husband_whom_the_work_knows() -> None:
    assert await told([WED]) == {
        ("Captain Lennox", "Edith is married to Captain Lennox.", "Edith", False),
        ("Rose", "Rose, Edith, Captain Lennox kept quiet about it.", None, False),
    }


@pytest.mark.parametrize(
    "further",
    [
        Stated(quote="house in York", subject=2, predicate="dead", text="Captain Lennox died."),
        Stated(quote="house in York", subject=1, predicate="married_to", object=2, text="They parted.", phase="ends"),
    ],
)
async def test_a_husband_who_is_dead_or_divorced_is_not_the_present_one(further: Stated) -> None:
    found = await told([WED, further])

    assert ("Rose", "Rose, Edith, her husband kept quiet about it.", None, False) in found


async def test_without_the_marriage_the_husband_is_nobody_known() -> None:
    """The memory follows an edit that removes the marriage as if the text had been read once."""
    alone = FIRST.replace("is the wife of Captain Lennox", "stayed with Captain Lennox")
    exports: list[list[str]] = []
    for first in (FIRST, alone):
        async with StoryGraph(SQLiteStore(":memory:"), group_id="told", model=model([WED])) as graph:
            for name, text in (("One", first), ("Two", SECOND)):
                await graph.add_episode(text, name=name)
            if first == FIRST:
                await graph.replace_episode("One", alone)
            facts = [one.fact for one in (await graph.get_facts()).facts]
            exports.append([line async for line in graph.export(canonical=True)])

        assert not any("Lennox" in f"{one.subject_name} {one.object_name} {one.text}" for one in facts)
    assert exports[0] == exports[1]
