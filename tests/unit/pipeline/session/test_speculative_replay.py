"""Tests of speculative replays: what is asked at once and what waits, and which resolved identities are used again."""

from __future__ import annotations

import asyncio
import re
from collections import Counter

from pydantic import BaseModel

from benchmarks.novel import Novel
from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.pipeline.session.speculative_replay import ResolvedIdentities, SpeculativeReplay
from episodic.pipeline.session.state import State
from episodic.ports import Reply
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.llm_judge import PredicatesPrompt, PredicatesReply, SettledAndVerdictsPrompt
from tests.stories.script import Says, Script

NOVEL = Novel("zh", 900, people=6, facts=5)
NODE = re.compile(r"^N\d+ (?P<node>.*) → ", re.MULTILINE)
"""The line of a prompt that describes a node: its type, names and quotes."""
ELDERS = Script(
    {"Marsh": "Person", "Odile": "Person", "Old Marsh": "Person", "Old Odile": "Person"},
    {
        "Marsh met Odile.": [Says("Marsh", "met", "Odile")],
        "Old Marsh slept.": [Says("Old Marsh", "slept")],
        "Old Odile slept.": [Says("Old Odile", "slept")],
    },
)


async def read(chapters: int) -> tuple[StoryGraph, State]:
    """Read a novel, and return the graph with its state."""
    graph = StoryGraph(SQLiteStore(":memory:"), group_id="story", model=NOVEL.model())
    await graph.add_manuscript([NOVEL.chapter(number) for number in range(1, chapters + 1)])
    return graph, await graph.session.state()


def identities_of(graph: StoryGraph, state: State, answers: AnswerCache) -> ResolvedIdentities:
    """Resolve the identities of all chapters, and nothing else."""
    base = graph.session.bench.empty_replay(state.inputs, state.inputs.settings, answers)
    replays = SpeculativeReplay(base, state.inputs.in_narrative_order(), identity_only=True)
    assert not replays.run()
    return replays.identities()


async def test_a_replay_with_resolved_identities_gives_the_same_records() -> None:
    graph, state = await read(5)
    answers = AnswerCache.of(state.inputs.judgements)
    identities = identities_of(graph, state, answers)
    replays = SpeculativeReplay(identities.base, state.inputs.in_narrative_order(), identities=identities)

    replays.run()
    again = graph.session.bench.state(state.inputs, replays.finished(), answers, redirects={})
    await graph.close()

    assert {key: one.digest for key, one in again.records.items()} == {
        key: one.digest for key, one in state.records.items()
    }


async def test_identities_are_reused_up_to_the_first_chapter_that_is_left_out() -> None:
    graph, state = await read(4)
    identities = identities_of(graph, state, AnswerCache.of(state.inputs.judgements))
    first, second, third, fourth = identities.chapters
    await graph.close()

    assert list(identities.reusable(identities.base, [first, second, third, fourth])) == [1, 2, 3, 4]
    assert list(identities.reusable(identities.base, [first, second, fourth])) == [1, 2]
    assert not identities.reusable(identities.replays[1], [second, third])


async def test_identities_are_resolved_again_in_a_work_with_overrides() -> None:
    graph, state = await read(3)
    one, other, *_ = sorted(entity.name for entity in state.graph.entities.values() if entity.type == "Person")
    await graph.merge_entities(one, other)
    state = await graph.session.state()
    identities = identities_of(graph, state, AnswerCache.of(state.inputs.judgements))
    await graph.close()

    assert not identities.reusable(identities.base, identities.chapters)


async def test_each_identity_question_of_a_batch_is_asked_once() -> None:
    """An answer about one chapter changes the names that later chapters show of the same entities."""
    model = NOVEL.model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        await graph.add_manuscript([NOVEL.chapter(number) for number in range(1, 9)])

    asked = [one.asked for one in model.asked if isinstance(one, SamePrompt)]
    nodes = Counter(node for one in asked for node in NODE.findall(one))
    assert len(nodes) > len(asked) > 3
    assert max(nodes.values()) == 1


async def test_questions_about_different_entities_are_asked_at_the_same_time() -> None:
    both = asyncio.Barrier(2)

    class Together(ScriptedModel):
        async def ask(self, prompt: Prompt[Reply]) -> Reply:
            if isinstance(prompt, SamePrompt):
                await both.wait()
            return await super().ask(prompt)

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        return SameReply(answers=["1|1"]) if isinstance(prompt, SamePrompt) else ELDERS.answer(prompt)

    model = Together(answer)
    chapters = [Chapter(line, key=line) for line in ("Marsh met Odile.\n", "Old Marsh slept.\n", "Old Odile slept.\n")]
    async with asyncio.timeout(20), StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        await graph.add_manuscript(chapters)

    assert sum(isinstance(one, SamePrompt) for one in model.asked) == 2


async def test_payoffs_and_rivals_of_a_chapter_share_a_prompt_although_rivals_depend_on_predicates() -> None:
    """Only after an answer about "envied" and "admired" it is known that they are states, which are compared."""
    story = Script(
        {"Marsh": "Person", "Odile": "Person"},
        {
            "Marsh envied Odile.": [Says("Marsh", "envied", "Odile")],
            "Marsh admired Odile.": [Says("Marsh", "admired", "Odile")],
        },
        setups={"Marsh envied Odile.": ["Marsh|Will Marsh admire Odile?|Marsh envied Odile."]},
    )

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if isinstance(prompt, PredicatesPrompt):
            return PredicatesReply(predicates=[f"{number}|state" for number in (1, 2)])
        return story.answer(prompt)

    model = ScriptedModel(answer)
    chapters = [Chapter(line, key=line) for line in ("Marsh envied Odile.\n", "Marsh admired Odile.\n")]
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        await graph.add_manuscript(chapters)

    last = [type(one) for one in model.asked[-2:]]
    assert last == [PredicatesPrompt, SettledAndVerdictsPrompt]
