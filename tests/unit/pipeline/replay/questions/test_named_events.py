"""Tests of the named events that a question about a time expression offers, and of answers that choose one of them."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact
from episodic.model.readings import StatementCore, StatementReading
from episodic.model.spans import Span
from episodic.pipeline.replay.questions.named_events import OFFERED_FROM_BEFORE, OFFERED_OF_CHAPTER, NamedEvents
from episodic.prompts import Prompt
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.llm_time_expressions import TimesReply, WhenPrompt
from tests.stories.script import Says, Script

LANGUAGES = ("zh", "en")
TEXTS = {
    "en": (
        "Sir Charles died on 4 May 1889.",
        "In the evening some three weeks before the fatal event Ann saw a black calf.",
    ),
    "zh": ("查尔斯死于1889年5月4日。", "出事之前约莫三周的光景，安娜看见一头黑牛犊。"),
}
NAMES = {"en": ("Charles", "Ann", "calf"), "zh": ("查尔斯", "安娜", "黑牛犊")}
WORDS = {"en": "In the evening some three weeks before the fatal event", "zh": "出事之前约莫三周的光景"}
DAY = {"en": "on 4 May 1889", "zh": "1889年5月4日"}
DEATH = {"en": "the death of Sir Charles", "zh": "查尔斯之死"}


def naming(*names: str) -> list[StatementReading]:
    """Return one statement for each name of an event."""
    return [StatementReading(Span(0, 1), StatementCore("", "met"), 0, event=name) for name in names]


def test_the_chapters_own_events_come_first_and_then_the_latest_of_earlier_chapters() -> None:
    events = NamedEvents()
    events.offered(naming("the fire", "the flood"))
    events.offered(naming("the wedding"))

    offered = events.offered(naming("the trial", "the flood", "the Trial"))

    assert offered == ("the trial", "the flood", "the wedding", "the fire")


def test_a_question_offers_only_so_many_events() -> None:
    """The events that most statements name are kept, in text order."""
    many = [f"battle {letter}" for letter in "abcdefghijklmnop"]
    events = NamedEvents()
    first = events.offered(naming(*many, many[-1]))

    second = events.offered(naming("the trial"))

    assert first == (*many[: OFFERED_OF_CHAPTER - 1], many[-1])
    assert second == ("the trial", *many[: -OFFERED_FROM_BEFORE - 1 : -1])


def model_of(language: str, row: str) -> ScriptedModel:
    """Return a model that reads the death and what Ann saw, and answers the question about the time words with *row*."""
    victim, witness, calf = NAMES[language]
    first, second = TEXTS[language]
    script = Script(
        {victim: "Person", witness: "Person", calf: "Creature"},
        {
            first: [Says(victim, "dead", phase="begins", event=DEATH[language], time=DAY[language])],
            second: [Says(witness, "saw", calf, time=WORDS[language])],
        },
    )

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        return TimesReply(times=[row]) if isinstance(prompt, WhenPrompt) else script.answer(prompt)

    return ScriptedModel(answer)


async def read(model: ScriptedModel, *chapters: str) -> dict[str, Fact]:
    """Return the facts after the given chapters, by predicate."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        for number, text in enumerate(chapters, 1):
            await graph.add_manuscript([Chapter(text + "\n", title=str(number), key=str(number))])
        page = await graph.get_facts(FactQuery(), scope=Scope(include_ended=True))
        return {one.fact.predicate: one.fact for one in page.facts}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("apart", [True, False])
async def test_words_for_a_named_event_count_from_it(language: str, *, apart: bool) -> None:
    """The event is named in the same chapter or in an earlier one. Its name shares no word with the time words."""
    model = model_of(language, "1|before|event:1|3 week")
    texts = TEXTS[language]

    facts = await read(model, *(texts if apart else ["\n\n".join(texts)]))

    (asked,) = [one for one in model.asked if isinstance(one, WhenPrompt)]
    assert f"1 {DEATH[language]}" in asked.words
    saw, died = (facts[name].valid_at for name in ("saw", "dead"))
    assert saw is not None
    assert died is not None
    assert died.earliest is not None
    assert saw.earliest == saw.latest == died.earliest - 21


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_number_of_no_event_leaves_the_time_unknown(language: str) -> None:
    facts = await read(model_of(language, "1|before|event:2|3 week"), *TEXTS[language])

    saw = facts["saw"].valid_at
    assert saw is None or saw.latest is None


TALES = {
    "en": (
        "Ann told Bo: “Sir Charles died on 4 May 1889.”",
        "In the evening some three weeks before the fatal event I, Ann, saw a black calf.",
    ),
    "zh": ("安娜对阿波说：“查尔斯死于1889年5月4日。”", "出事之前约莫三周的光景，我安娜看见一头黑牛犊。"),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_tale_counts_from_the_day_that_its_teller_gave_to_the_event(language: str) -> None:
    """The death is told only in her claim, so that the story's world has no day for it."""
    victim, witness, calf = NAMES[language]
    first, second = TALES[language]
    script = Script(
        {victim: "Person", witness: "Person", calf: "Creature"},
        {
            first: [
                Says(
                    victim,
                    "dead",
                    placing="back",
                    event=DEATH[language],
                    time=DAY[language],
                    scope="claim",
                    holder=witness,
                )
            ],
            second: [Says(witness, "saw", calf, time=WORDS[language], scope="claim", holder=witness)],
        },
        frames={second: "tale!"},
        times={second: WORDS[language]},
    )

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        asked = isinstance(prompt, WhenPrompt)
        return TimesReply(times=["1|before|event:1|3 week"]) if asked else script.answer(prompt)

    facts = await read(ScriptedModel(answer), first, second)

    saw, died = (facts[name].valid_at for name in ("saw", "dead"))
    assert saw is not None
    assert died is not None
    assert died.earliest is not None
    assert saw.earliest == saw.latest == died.earliest - 21
