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
from episodic.pipeline.replay.questions.named_events import OFFERED, offered_events
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


def test_a_chapters_events_are_offered_in_text_order() -> None:
    assert offered_events(naming("the trial", "the flood", "the Trial")) == ("the trial", "the flood")


def test_a_question_offers_only_so_many_events() -> None:
    """The events that most statements name are kept, in text order."""
    many = [f"battle {letter}" for letter in "abcdefghijklmnop"]

    assert offered_events(naming(*many, many[-1])) == (*many[: OFFERED - 1], many[-1])


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


def days_of(facts: dict[str, Fact]) -> tuple[int | None, int | None, int]:
    """Return the first and the last day on which Ann may have seen the calf, and the day of the death."""
    saw, died = (facts[name].valid_at for name in ("saw", "dead"))
    assert saw is not None
    assert died is not None
    assert died.earliest is not None
    return saw.earliest, saw.latest, died.earliest


@pytest.mark.parametrize("language", LANGUAGES)
async def test_words_for_a_named_event_count_from_it(language: str) -> None:
    """The name of the event shares no word with the time words."""
    model = model_of(language, "1|before|event:1|3 week")

    facts = await read(model, "\n\n".join(TEXTS[language]))

    (asked,) = [one for one in model.asked if isinstance(one, WhenPrompt)]
    assert f"1 {DEATH[language]}" in asked.words
    earliest, latest, death = days_of(facts)
    assert earliest == latest == death - 21


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_number_of_no_event_counts_from_nothing(language: str) -> None:
    """The words then say no more than that they stand in a passage of that day."""
    facts = await read(model_of(language, "1|before|event:2|3 week"), "\n\n".join(TEXTS[language]))

    earliest, _, death = days_of(facts)
    assert earliest == death


TALES = {
    "en": (
        "Ann told Bo: “Sir Charles died on 4 May 1889.”",
        "In the evening some three weeks before the fatal event I, Ann, saw a black calf with Charles, who was to fall.",
    ),
    "zh": (
        "安娜对阿波说：“查尔斯死于1889年5月4日。”",
        "出事之前约莫三周的光景，我安娜和将要倒下的查尔斯看见一头黑牛犊。",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_tale_counts_from_the_day_that_its_teller_gave_to_the_event(language: str) -> None:
    """The death is told only in her claims, so that the story's world has no day for it. The second chapter names it
    again, and does not date it.
    """
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
            second: [
                Says(witness, "saw", calf, time=WORDS[language], scope="claim", holder=witness),
                Says(victim, "fell", placing="ahead", event=DEATH[language], scope="claim", holder=witness),
            ],
        },
        frames={second: "tale!"},
        times={second: WORDS[language]},
    )

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        asked = isinstance(prompt, WhenPrompt)
        return TimesReply(times=["1|before|event:1|3 week"]) if asked else script.answer(prompt)

    facts = await read(ScriptedModel(answer), first, second)

    earliest, latest, death = days_of(facts)
    assert earliest == latest == death - 21


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_named_event_of_another_chapter_changes_no_question(language: str) -> None:
    """Else an edit of an early chapter would ask the questions of all later chapters again."""
    model = model_of(language, "1|before|event:1|3 week")

    await read(model, *TEXTS[language])

    (asked,) = [one for one in model.asked if isinstance(one, WhenPrompt)]
    assert DEATH[language] not in asked.words


PARSED = {
    "en": (TEXTS["en"][0], "Some three weeks before the fatal event Ann saw a black calf."),
    "zh": (TEXTS["zh"][0], "出事三周前安娜看见一头黑牛犊。"),
}
PARSED_WORDS = {"en": "Some three weeks before the fatal event", "zh": "出事三周前"}
OWN_NAME = {"en": "the fatal event", "zh": "出事三周"}


def model_of_parsed(language: str, row: str, *, event: str) -> ScriptedModel:
    """Return a model that reads a death with the name *event* and time words that the rules parse as before an event."""
    victim, witness, calf = NAMES[language]
    first, second = PARSED[language]
    script = Script(
        {victim: "Person", witness: "Person", calf: "Creature"},
        {
            first: [Says(victim, "dead", phase="begins", event=event, time=DAY[language])],
            second: [Says(witness, "saw", calf, time=PARSED_WORDS[language])],
        },
    )

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        return TimesReply(times=[row]) if isinstance(prompt, WhenPrompt) else script.answer(prompt)

    return ScriptedModel(answer)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_event_that_only_the_rules_found_may_be_a_named_one(language: str) -> None:
    model = model_of_parsed(language, "1|before|event:1|3 week", event=DEATH[language])

    facts = await read(model, "\n\n".join(PARSED[language]))

    (asked,) = [one for one in model.asked if isinstance(one, WhenPrompt)]
    assert PARSED_WORDS[language] in asked.words
    earliest, latest, death = days_of(facts)
    assert earliest == latest == death - 21


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", ["1|before|previous|3 week", "1|before|event:2|3 week", "2|at|here"])
async def test_the_rules_reading_stays_if_the_answer_gives_no_named_event(language: str, row: str) -> None:
    """It counts from an event without a day, and so says no more than that its words stand in a passage of that day."""
    facts = await read(model_of_parsed(language, row, event=DEATH[language]), "\n\n".join(PARSED[language]))

    earliest, _, death = days_of(facts)
    assert earliest == death


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_asked_about_the_name_of_a_named_event(language: str) -> None:
    named = model_of_parsed(language, "1|before|previous", event=OWN_NAME[language])
    nameless = model_of_parsed(language, "1|before|previous", event="")

    for model in (named, nameless):
        await read(model, "\n\n".join(PARSED[language]))
        assert not [one for one in model.asked if isinstance(one, WhenPrompt)]
