"""Tests of shared questions: the predicate and time questions of all chapters of a manuscript are asked together, each
once.
"""

from __future__ import annotations

import asyncio

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.errors import ModelUnavailableError
from episodic.extraction.llm_based.prompts import FactsPrompt
from episodic.llm.scripted import Answer, ScriptedModel
from episodic.model.episodes import Chapter
from episodic.model.predicates import PredicateKind
from episodic.ports import Reply
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.llm_judge import PredicatesPrompt, RivalsPrompt
from episodic.temporal.llm_time_expressions import WhenPrompt
from tests.stories.unknown_words import LINE, knowing_model
from tests.story import canonical

STORY = (
    Chapter("Marsh caulked the Heron when the eels ran. Odile envied Marsh.\n", title="One", key="one"),
    Chapter("Odile caulked the Heron when the geese rose.\n", title="Two", key="two"),
    Chapter("Old Marsh scolded Odile. Old Marsh mocked Odile.\n", title="Three", key="three"),
)


async def read(model: ScriptedModel, *batches: tuple[Chapter, ...]) -> list[str]:
    """Return the canonical graph after these manuscripts."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        for batch in batches or (STORY,):
            report = await graph.add_manuscript(batch)
            assert not report.failed
        return await canonical(graph)


async def test_all_chapters_of_a_manuscript_share_a_prompt_for_predicates_and_one_for_time_words() -> None:
    """Each prompt contains every question once."""
    model = ScriptedModel(knowing_model)

    await read(model)

    (predicates,) = [one for one in model.asked if isinstance(one, PredicatesPrompt)]
    (times,) = [one for one in model.asked if isinstance(one, WhenPrompt)]
    assert [name for _, name in LINE.findall(predicates.asked)] == ["caulked", "envied", "scolded", "mocked"]
    assert "when the eels ran" in times.words
    assert "when the geese rose" in times.words
    assert not any(one.predicates for one in model.asked if isinstance(one, RivalsPrompt))


async def test_a_chapter_that_comes_alone_asks_about_predicates_with_its_pairs() -> None:
    """A separate prompt for predicates would be one more call."""
    model = ScriptedModel(knowing_model)

    await read(model, STORY[:2], STORY[2:])

    last = [one for one in model.asked if isinstance(one, PredicatesPrompt | RivalsPrompt)][-1]
    assert isinstance(last, RivalsPrompt)
    assert [name for _, name in LINE.findall(last.predicates)] == ["scolded", "mocked"]


class Slow(ScriptedModel):
    """A model that answers without delay, except for prompts of one stage."""

    def __init__(self, answer: Answer, stage: str) -> None:
        super().__init__(answer)
        self._stage = stage

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Answer like the parent class, with a delay for prompts of the slow stage."""
        if prompt.stage == self._stage:
            await asyncio.sleep(0.05)
        return await super().ask(prompt)


async def test_what_is_asked_does_not_hang_on_how_fast_answers_come() -> None:
    """The prompts are the same whether predicates or identities are answered first, so that a reply cache finds them."""
    words, people = Slow(knowing_model, PredicatesPrompt.stage), Slow(knowing_model, SamePrompt.stage)

    await read(words)
    await read(people)

    assert sorted(one.digest for one in words.asked) == sorted(one.digest for one in people.asked)


async def test_facts_that_are_read_before_it_is_known_who_is_who_ask_nothing_again() -> None:
    """The answer differs from the rule-based answer and concerns the first chapter of the batch, so the chapters are
    replayed.
    """
    asked, read_on = asyncio.Event(), asyncio.Event()

    class Late(ScriptedModel):
        async def ask(self, prompt: Prompt[Reply]) -> Reply:
            if prompt.name == SamePrompt.name:
                asked.set()
                await read_on.wait()
                for _ in range(20):
                    await asyncio.sleep(0)
            if "scolded" not in prompt.messages().user or prompt.name != FactsPrompt.name:
                return await super().ask(prompt)
            await asked.wait()
            reply = await super().ask(prompt)
            read_on.set()
            return reply

    def marsh(prompt: Prompt[BaseModel]) -> BaseModel:
        return SameReply(answers=["1|1"]) if isinstance(prompt, SamePrompt) else knowing_model(prompt)

    model = Late(marsh)
    async with asyncio.timeout(20):
        found = await read(model, STORY[:2], (STORY[2], Chapter("Odile mocked Marsh.\n", key="four")))

    assert [one.name for one in model.asked].count(SamePrompt.name) == 1
    assert found == await read(
        ScriptedModel(marsh), STORY[:2], (STORY[2], Chapter("Odile mocked Marsh.\n", key="four"))
    )


async def test_what_is_asked_together_gives_the_graph_that_chapters_one_by_one_give() -> None:
    """The answers are delayed in this test, too."""
    one_by_one = await read(ScriptedModel(knowing_model), *((one,) for one in STORY))

    swift = await read(ScriptedModel(knowing_model))
    slow = await read(ScriptedModel(knowing_model, delay=0.03))

    assert swift == one_by_one
    assert slow == one_by_one


async def test_the_answers_count() -> None:
    """A predicate gets the meaning that the answer gives."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=ScriptedModel(knowing_model)) as graph:
        await graph.add_manuscript(STORY)
        found = (await graph.session.state()).graph

    kinds = {one.predicate: one.kind for one in found.facts.values()}
    seasons = {one.text: one.expression.season for one in found.moments.values()}
    assert kinds["caulked"] is kinds["mocked"] is PredicateKind.EVENT
    assert kinds["envied"] is PredicateKind.STATE
    assert (seasons["when the eels ran"], seasons["when the geese rose"]) == (1, 3)


async def test_what_cannot_be_asked_together_is_asked_chapter_by_chapter() -> None:
    """If an endpoint refuses one sentence, the questions of other chapters are still asked."""
    refused: list[str] = []

    def refusing(prompt: Prompt[BaseModel]) -> BaseModel | Exception:
        if isinstance(prompt, PredicatesPrompt | WhenPrompt) and not refused.count(prompt.name):
            refused.append(prompt.name)
            return ModelUnavailableError(prompt.name, "not now")
        return knowing_model(prompt)

    found = await read(ScriptedModel(refusing))

    assert sorted(refused) == ["predicates", "when"]
    assert found == await read(ScriptedModel(knowing_model))


async def test_a_chapter_whose_words_cannot_be_asked_about_is_left_out_and_no_other() -> None:
    """The chapter fails alone and can be read again."""

    def refusing(prompt: Prompt[BaseModel]) -> BaseModel | Exception:
        asked = isinstance(prompt, WhenPrompt) and "when the geese rose" in prompt.words
        return ModelUnavailableError("when", "not this one") if asked else knowing_model(prompt)

    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=ScriptedModel(refusing)) as graph:
        report = await graph.add_manuscript(STORY)

    assert [one.title for one in report.failed] == ["Two"]
    assert "not this one" in str(report.failed[0].error)


@pytest.mark.parametrize("name", [PredicatesPrompt.name, WhenPrompt.name])
async def test_an_ingestion_that_is_broken_off_leaves_nothing_running(name: str) -> None:
    """No answer is added to a closed work."""
    asked = asyncio.Event()

    class Silent(ScriptedModel):
        async def ask(self, prompt: Prompt[Reply]) -> Reply:
            if prompt.name == name:
                asked.set()
                await asyncio.Event().wait()
            return await super().ask(prompt)

    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=Silent(knowing_model)) as graph:
        before = asyncio.all_tasks()
        ingestion = asyncio.create_task(graph.add_manuscript(STORY))
        await asked.wait()
        ingestion.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ingestion
        left = asyncio.all_tasks() - before

    assert not left
