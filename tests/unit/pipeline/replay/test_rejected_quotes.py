"""Tests of invented quotes: an invented quote in a reply becomes an issue with the most similar sentence, and no fact."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.extraction.llm_based.prompts import FactsPrompt
from episodic.extraction.llm_based.replies import FactsReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.graph import IssueKind
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

TEXTS = {
    "en": (
        "Mara kept to her room. Mara lives in Weir House.\n",
        "Mara lives in Weir House",
        "Mara dwells in Weir Hall",
    ),
    "zh": ("阿蘅闭门不出。阿蘅住在堰上小楼。\n", "阿蘅住在堰上小楼", "阿蘅居于堰上大宅"),
}


def inventing_model(language: str) -> ScriptedModel:
    """Return a model that reads the sentence and gives a quote that is not in the text."""
    text, sentence, made_up = TEXTS[language]
    names = ("Mara", "Weir House") if language == "en" else ("阿蘅", "堰上小楼")
    script = Script({names[0]: "Person", names[1]: "Place"}, {sentence: [Says(names[0], "lives_in", names[1])]})

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        reply = script.answer(prompt)
        if isinstance(prompt, FactsPrompt) and isinstance(reply, FactsReply):
            return FactsReply(facts=[f">{made_up}" if one.startswith(">") else one for one in reply.facts])
        return reply

    assert text
    return ScriptedModel(answer)


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_quote_that_does_not_stand_in_the_text_is_an_issue(language: str) -> None:
    """The issue shows the most similar sentence, and no fact is made."""
    text, sentence, made_up = TEXTS[language]
    async with StoryGraph(SQLiteStore(":memory:"), model=inventing_model(language)) as graph:
        await graph.add_episode(text, name="One")

        (found,) = await graph.issues()
        facts = await graph.get_facts()

    (quote,) = found.issue.evidence
    assert found.issue.kind is IssueKind.QUOTE_REJECTED
    assert made_up in found.text
    assert sentence in quote.quote
    assert text[quote.start : quote.end] == quote.quote
    assert facts.facts == ()


async def test_the_issue_goes_with_the_reading_that_raised_it() -> None:
    """A chapter that is rewritten without statements has no such issue."""
    async with StoryGraph(SQLiteStore(":memory:"), model=inventing_model("en")) as graph:
        await graph.add_episode(TEXTS["en"][0], name="One")

        await graph.replace_episode("One", "Nobody was there.\n")

        assert await graph.issues() == ()
