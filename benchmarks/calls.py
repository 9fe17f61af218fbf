"""How many calls, and how much prompt text, does a chapter take? Counted with the scripted model.

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


async def counted(novel: Novel, chapters: int, settings: WorkSettings | None = None) -> list[tuple[int, float]]:
    """Calls, and prompt text as a multiple of the chapter, of each chapter."""
    model = novel.model()
    spent: list[tuple[int, float]] = []
    async with StoryGraph(SQLiteStore(":memory:"), model=model, settings=settings) as graph:
        for number in range(1, chapters + 1):
            chapter = novel.chapter(number)
            before = len(model.asked)
            await graph.add_episode(chapter)
            spent.append((len(model.asked) - before, _characters(model, before) / len(chapter.text)))
    return spent


def _characters(model: ScriptedModel, first: int) -> int:
    sent = [prompt.messages() for prompt in model.asked[first:]]
    return sum(len(one.system) + len(one.user) for one in sent)


async def figures() -> list[Figure]:
    """Everything that is asked of the calls."""
    found: list[Figure] = []
    for language in ("zh", "en"):
        for length, calls, times in ((12_000, 9, 6.0), (3_000, 5, 12.0)):
            people = 25 if length > 5_000 else 12
            spent = await counted(Novel(language, length, people=people, facts=length // 300), 12)
            found += _worst(f"{language}, {length:,} characters", spent[2:], calls, times)
        spent = await counted(Novel(language, 15_000, people=25, facts=40), 8, TYPED)
        found += _worst(f"{language}, 15,000 characters, typed", spent[2:], 12, 15.0)
        long = await counted(Novel(language, 3_000, people=12, facts=10), 200)
        early, late = sum(one for one, _ in long[15:25]), sum(one for one, _ in long[190:])
        found.append(Figure(f"{language}: calls at chapter 200 beside chapter 20", late / early, "x", 1.0))
        text_early, text_late = sum(one for _, one in long[15:25]), sum(one for _, one in long[190:])
        found.append(
            Figure(f"{language}: prompt text at chapter 200 beside chapter 20", text_late / text_early, "x", 1.1)
        )
    return found


def _worst(what: str, spent: list[tuple[int, float]], calls: int, times: float) -> list[Figure]:
    return [
        Figure(f"{what}: calls a chapter", max(one for one, _ in spent), "calls", calls),
        Figure(f"{what}: prompt text", max(one for _, one in spent), "x the chapter", times),
    ]


if __name__ == "__main__":
    sys.exit(publish("Calls: how many calls and how much prompt text does a chapter take?", asyncio.run(figures())))
