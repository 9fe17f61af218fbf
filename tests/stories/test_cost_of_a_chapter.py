"""The model calls for a chapter, in a work that grows."""

from __future__ import annotations

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

HOMES = ("Harrow Ferry", "Port Sable", "Winter Keep", "Long Reach")
SCRIPT = Script(
    {"Marsh": "Person", **dict.fromkeys(HOMES, "Place")},
    {f"Marsh lived in {home}.": [Says("Marsh", "lives_in", home)] for home in HOMES},
)


async def test_a_late_chapter_needs_no_more_model_calls_than_an_early_chapter_of_equal_length() -> None:
    """Neither the chapters before it nor their questions are asked again."""
    model = SCRIPT.model()
    calls: list[int] = []
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        for number, home in enumerate(HOMES * 8, start=1):
            await graph.add_episode(Chapter(f"Chapter {number}\n\nMarsh lived in {home}.\n", title=f"Chapter {number}"))
            calls.append(len(model.asked))
            model.asked.clear()

    assert sum(calls[4:8]) > 0
    assert sum(calls[-4:]) <= 1.2 * sum(calls[4:8])
