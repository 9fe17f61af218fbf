"""Count the model calls and the prompt text for each ingested chapter, with a scripted model.

python -m benchmarks.calls
"""

from __future__ import annotations

import asyncio
import sys

from benchmarks.novel import Novel
from benchmarks.report import Figure, publish
from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.settings import DEFAULT_ENTITY_TYPES, Attribute, EntityType, WorkSettings
from episodic.stores.sqlite import SQLiteStore

TYPED = WorkSettings(
    entity_types=(
        EntityType(
            "Person",
            "somebody who acts",
            ("人物",),
            (
                Attribute("rank", "standing in the guild"),
                Attribute("element", "what they command"),
                Attribute("age", "years"),
            ),
        ),
        *DEFAULT_ENTITY_TYPES[1:],
    )
)


async def calls_and_prompt_text(
    novel: Novel, chapters: int, settings: WorkSettings | None = None
) -> list[tuple[int, float]]:
    """For each chapter, return the number of calls and the ratio of prompt characters to chapter characters."""
    model = novel.model()
    spent: list[tuple[int, float]] = []
    async with StoryGraph(SQLiteStore(":memory:"), model=model, settings=settings) as graph:
        for number in range(1, chapters + 1):
            chapter = novel.chapter(number)
            before = len(model.asked)
            await graph.add_episode(chapter)
            spent.append((len(model.asked) - before, _characters(model, before) / len(chapter.text)))
    return spent


async def batch_calls(novel: Novel, chapters: int) -> float:
    """Return how many calls a batch of chapters takes, as a multiple of the calls for the same chapters one by one."""
    alone = sum(calls for calls, _ in await calls_and_prompt_text(novel, chapters))
    model = novel.model()
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_manuscript([novel.chapter(number) for number in range(1, chapters + 1)])
    return len(model.asked) / alone


def _characters(model: ScriptedModel, first: int) -> int:
    sent = [prompt.messages() for prompt in model.asked[first:]]
    return sum(len(one.system) + len(one.user) for one in sent)


async def figures() -> list[Figure]:
    """Return the figures for both languages and several chapter lengths, and for early and late chapters of a long
    work.
    """
    found: list[Figure] = []
    for language in ("zh", "en"):
        for length, calls, times in ((12_000, 9, 6.0), (3_000, 5, 12.0)):
            people = 25 if length > 5_000 else 12
            spent = await calls_and_prompt_text(Novel(language, length, people=people, facts=length // 300), 12)
            found += worst_figures(f"{language}, {length:,} characters", spent[2:], calls, times)
        spent = await calls_and_prompt_text(Novel(language, 15_000, people=25, facts=40), 8, TYPED)
        found += worst_figures(f"{language}, 15,000 characters, typed", spent[2:], 12, 15.0)
        together = await batch_calls(Novel(language, 3_000, people=30, facts=30), 20)
        # A batch asks about predicates first, and then about the states and setups of each chapter.
        found.append(Figure(f"{language}: calls, 20 chapters in a batch / one by one", together, "x", 1.05))
        long = await calls_and_prompt_text(Novel(language, 3_000, people=12, facts=10), 200)
        early, late = sum(one for one, _ in long[15:25]), sum(one for one, _ in long[190:])
        found.append(Figure(f"{language}: calls, chapter 200 / chapter 20", late / early, "x", 1.0))
        text_early, text_late = sum(one for _, one in long[15:25]), sum(one for _, one in long[190:])
        found.append(Figure(f"{language}: prompt text, chapter 200 / chapter 20", text_late / text_early, "x", 1.1))
    return found


def worst_figures(what: str, spent: list[tuple[int, float]], calls: int, times: float) -> list[Figure]:
    return [
        Figure(f"{what}: most calls for one chapter", max(one for one, _ in spent), "calls", calls),
        Figure(f"{what}: most prompt text / chapter text", max(one for _, one in spent), "x", times),
    ]


if __name__ == "__main__":
    sys.exit(
        publish("Calls: how many model calls and how much prompt text does a chapter need?", asyncio.run(figures()))
    )
