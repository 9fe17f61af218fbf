"""Property test of answers: no prompt contains anything that lies outside the scope, whatever the model looks up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from episodic.answering.prompts import StepPrompt, StepReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from tests.answer_scripts import yes
from tests.story import memory_graph

CHAPTERS = 6


@dataclass(frozen=True)
class Words:
    """The words of a random work: sentences with a place for the hero, a person and a town, and the questions."""

    hero: str
    people: Sequence[str]
    towns: Sequence[str]
    sentences: Sequence[str]
    joined: str
    question: str


ENGLISH = Words(
    "Lin",
    ("Arlo", "Bede", "Cass", "Dorn", "Edda", "Finn"),
    ("Ashby", "Brimwick", "Calder", "Dunmore", "Elsing", "Farrow"),
    ("{hero} moved to {town}.", "{hero} met {who}.", "{who} lived in {town}.", "{who} gave the lamp to {hero}."),
    " ",
    "Where does Lin live?",
)
CHINESE = Words(
    "林远",
    ("赵虎", "沈度", "王铁", "周平", "吴海", "钱川"),
    ("海门城", "云州", "青州", "徐州", "扬州", "柳州"),
    ("{hero}搬到{town}。", "{hero}见到了{who}。", "{who}住在{town}。", "{who}把铁剑交给{hero}。"),
    "",
    "林远住在哪里？",
)


def random_work(words: Words, chance: random.Random) -> list[Chapter]:
    """Return a work in which each chapter names a new person and a new town, besides those of earlier chapters."""
    chapters: list[Chapter] = []
    for number in range(CHAPTERS):
        parts: list[str] = []
        for own in (True, False, True, False):
            who = words.people[number if own else chance.randrange(number + 1)]
            town = words.towns[number if own else chance.randrange(number + 1)]
            parts.append(chance.choice(words.sentences).format(hero=words.hero, who=who, town=town))
        parts.append(words.sentences[0].format(hero=words.hero, town=words.towns[number]))
        parts.append(words.sentences[1].format(hero=words.hero, who=words.people[number]))
        half = len(parts) // 2
        text = "\n\n".join(words.joined.join(some) for some in (parts[:half], parts[half:]))
        chapters.append(Chapter(f"{text}\n", key=f"ch{number + 1}", title=f"ch{number + 1}"))
    return chapters


def reckless(words: Words, chance: random.Random, last: int) -> ScriptedModel:
    """Return a model that looks up at random, and asks for numbers that it was not shown."""

    def look_up() -> str:
        known = [words.hero, *words.people[:last], *words.towns[:last]]
        number = chance.randint(1, 40)
        return chance.choice(
            [
                f"search|{chance.choice(known)}",
                f"entity|{chance.choice(known)}",
                f"timeline|{chance.choice(known)}",
                f"facts|{chance.choice(known)}",
                f"read|{number}",
                f"after|{number}",
                f"before|{number}",
            ]
        )

    def reply(prompt: Prompt[BaseModel]) -> BaseModel:
        if not isinstance(prompt, StepPrompt):
            return yes("1|…", "70|…")
        notes = [f"{chance.randint(1, 30)}|…" for _ in range(2)]
        return StepReply(next=[look_up() for _ in range(3)], notes=notes)

    return ScriptedModel(reply)


@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("seed", range(3))
async def test_told_by_a_chapter_no_prompt_holds_anything_later(words: Words, seed: int) -> None:
    chance = random.Random(seed)
    chapters = random_work(words, chance)
    async with memory_graph() as graph:
        await graph.add_manuscript(chapters)
        for last in range(1, CHAPTERS):
            model = graph.model = reckless(words, chance, last)

            answer = await graph.answer(words.question, scope=Scope(told_by=last))

            later = {
                *words.people[last:],
                *words.towns[last:],
                *(f"ch{number + 1}" for number in range(last, CHAPTERS)),
            }
            assert model.asked
            for prompt in model.asked:
                sent = prompt.messages()
                assert not [word for word in later if word in sent.system + sent.user], (last, sent.user)
            assert not [word for word in later if word in repr(answer)], last


@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])
async def test_as_of_a_chapter_no_prompt_holds_later_facts_or_passages(words: Words) -> None:
    """All passages are in story order here, so that nothing of a later chapter holds at an earlier one."""
    chance = random.Random(7)
    async with memory_graph() as graph:
        await graph.add_manuscript(random_work(words, chance))
        for last in range(1, CHAPTERS):
            model = graph.model = reckless(words, chance, last)

            await graph.answer(words.question, scope=Scope(as_of=f"chapter {last}"))

            later = {*words.people[last:], *words.towns[last:]}
            for prompt in model.asked:
                assert not [word for word in later if word in prompt.messages().user], (last, prompt.messages().user)
