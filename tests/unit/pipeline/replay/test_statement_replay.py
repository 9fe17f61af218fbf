"""Tests of the replay of statements: the names in derived sentences, and the states that follow from events."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.readings import StatementScope
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Named, Other, Stated, entities_reply, facts_reply
from tests.stories.scenario_stories import chapter
from tests.stories.script import Says, Script
from tests.unit.pipeline.replay.told_facts import facts_of, facts_told


@dataclass(frozen=True)
class _WithRoom(Script):
    """A script in which "the room" is also called "our room"."""

    room: tuple[str, str] = ("", "")

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """Return the reply to one prompt."""
        if not isinstance(prompt, EntitiesPrompt):
            return super().answer(prompt)
        people = [Named(type=kind, names=[one]) for one, kind in self.people.items() if one not in self.room]
        return entities_reply([*people, Named(type="Place", names=list(self.room))], [])


@pytest.mark.parametrize(
    ("lin", "room", "told", "expected"),
    [
        ("Lin", ("our room", "the chamber"), "Lin came into the chamber", "Lin is in the chamber."),
        ("林河", ("咱们屋里", "房里"), "林河来到房里", "林河在房里。"),
    ],
)
async def test_a_derived_sentence_names_nothing_from_a_speakers_side(
    lin: str, room: tuple[str, str], told: str, expected: str
) -> None:
    arrived = Says(lin, "arrived_at", room[0], text=told)
    script = _WithRoom({lin: "Person", room[0]: "Place"}, {told: [arrived]}, room=room)

    facts = await facts_of(script, f"“{room[0]}”。{told}。\n")

    assert [one.text for one in facts if one.fact.derived] == [expected]


@pytest.mark.parametrize(
    ("chapters", "entities", "quote", "expected"),
    [
        (
            ("I am William.", "I came to Harbor. “Let this gentleman in!”"),
            (["Person|William|#narrator"], ["Person|~this gentleman|#narrator", "Place|Harbor"]),
            "I came to Harbor",
            "William is in Harbor.",
        ),
        (
            ("我叫林河。", "我到了海港。“请这位相公进来！”"),
            (["人物|林河|#narrator"], ["人物|~这位相公|#narrator", "地点|海港"]),
            "我到了海港",
            "林河在海港。",
        ),
    ],
)
async def test_a_derived_sentence_has_the_name_of_whom_the_chapter_only_calls_by_a_title(
    chapters: tuple[str, str], entities: tuple[list[str], list[str]], quote: str, expected: str
) -> None:
    arrived = Stated(quote=quote, subject=1, predicate="arrived_at", object=2, text=quote)

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if isinstance(prompt, EntitiesPrompt):
            return entities_reply(entities[quote in prompt.window], [])
        if isinstance(prompt, FactsPrompt):
            return facts_reply([arrived] if quote in prompt.window else [])
        return Script({}, {}).answer(prompt)

    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=ScriptedModel(answer)) as graph:
        await graph.add_manuscript([chapter(number, f"{one}\n") for number, one in enumerate(chapters, start=1)])
        facts = (await graph.get_facts(scope=Scope(include_ended=True))).one_by_one

    assert [one.text for one in facts if one.fact.derived] == [expected]


async def test_what_several_take_belongs_to_nobody_who_is_not_named() -> None:
    """Of whom the sentence says that he took it, he has it."""
    taken = {"subject": 1, "predicate": "took", "object": 3, "others": [Other(entity=2)]}
    all_arms = Stated.model_validate({"quote": "夺了断剑", "text": "断剑被夺。", **taken})
    one_man = Stated.model_validate({"quote": "夺了断剑", "text": "林河和吴海夺了断剑。", **taken})

    found = [
        await facts_told("林河和吴海一齐上，夺了断剑。\n", ["人物|林河", "人物|吴海", "物品|断剑"], [one])
        for one in (all_arms, one_man)
    ]

    assert [[one.predicate for one in facts] for facts in found] == [["took"], ["took", "holds"]]


@pytest.mark.parametrize(
    ("entities", "text", "quote", "ordered", "meant"),
    [
        (
            ["Person|Ann", "Person|Bo", "Person|Cal"],
            "“Kill Cal, Bo!” said Ann.",
            "Kill Cal, Bo!",
            "Ann told Bo to kill Cal.",
            "Bo should kill Cal.",
        ),
        (
            ["人物|唐僧|三藏", "人物|八戒", "人物|黑熊"],
            "唐僧大惊。三藏道：“八戒，去杀黑熊。”",
            "去杀黑熊",
            "唐僧叫八戒杀黑熊。",
            "八戒该杀黑熊。",
        ),
    ],
)
async def test_what_somebody_orders_stays_a_plan_that_he_asks_for(
    entities: list[str], text: str, quote: str, ordered: str, meant: str
) -> None:
    """The victim is not dead."""
    plan = Stated(quote=quote, text=ordered, subject=2, predicate="killed", object=3, scope="plan", holder=1)

    found = [await facts_told(f"{text}\n", entities, [one]) for one in (plan, plan.model_copy(update={"text": meant}))]

    assert [[(one.predicate, one.scope, one.asked_for) for one in facts] for facts in found] == [
        [("killed", StatementScope.PLAN, True)],
        [("killed", StatementScope.PLAN, False)],
    ]
