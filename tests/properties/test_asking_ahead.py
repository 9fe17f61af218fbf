"""Tests of shared questions: the same manuscript gives the same graph, and a second reading asks nothing."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.stories.unknown_words import SCRIPT, knowing_model
from tests.story import canonical

texts = st.lists(st.sampled_from(sorted(SCRIPT.sentences)), min_size=1, max_size=3, unique=True).map(" ".join)
manuscripts = st.lists(texts, min_size=1, max_size=4).map(
    lambda found: tuple(Chapter(f"{text}\n", title=f"T{place}", key=f"k{place}") for place, text in enumerate(found))
)


async def _read(*versions: tuple[Chapter, ...]) -> tuple[list[str], int]:
    """Return the canonical graph after these versions of a manuscript, and the questions of a second reading of the
    last version.
    """
    model = ScriptedModel(knowing_model)
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        for version in versions:
            report = await graph.add_manuscript(version, named="story", removing=True)
            assert not report.failed
        asked = len(model.asked)
        await graph.add_manuscript(versions[-1], named="story", removing=True)
        return await canonical(graph), len(model.asked) - asked


@settings(max_examples=16, deadline=None)
@given(first=manuscripts, last=manuscripts)
def test_a_manuscript_that_became_another_gives_the_graph_of_the_other(
    first: tuple[Chapter, ...], last: tuple[Chapter, ...]
) -> None:
    """Chapters are rewritten, added and removed, several in one edit."""
    lived, again = asyncio.run(_read(first, last))

    fresh, _ = asyncio.run(_read(last))

    assert lived == fresh
    assert again == 0


@settings(max_examples=10, deadline=None)
@given(whole=manuscripts)
def test_chapters_one_by_one_give_the_graph_of_the_manuscript(whole: tuple[Chapter, ...]) -> None:
    """A single chapter has other prompts with the same questions."""
    one_by_one, _ = asyncio.run(_read(*(whole[:count] for count in range(1, len(whole) + 1))))

    at_once, again = asyncio.run(_read(whole))

    assert one_by_one == at_once
    assert again == 0
