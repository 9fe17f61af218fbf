"""Tests of known names: names of earlier chapters are found in later chapters read by rules, after any edit."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Episode
from episodic.model.graph import Mentions
from episodic.model.records import Kind, from_json
from episodic.stores.sqlite import SQLiteStore

TOLD = "裴砚之说：“走吧。”罗青禾说：“好。”裴砚之点点头。罗青禾笑了。裴砚之看着罗青禾。罗青禾没有动。"
OTHERS = "陆行简说：“走吧。”温怀瑾说：“好。”陆行简点点头。温怀瑾笑了。陆行简看着温怀瑾。温怀瑾没有动。"
NAMED_ONCE = "那天的雨下得很大，谁也没有想到裴砚之会在渡口。"
OTHER_NAMED_ONCE = "后来大家才明白，灯是温怀瑾留下的，没有人再提起。"
PIECES = (TOLD, OTHERS, NAMED_ONCE, OTHER_NAMED_ONCE, TOLD + OTHER_NAMED_ONCE, "外面的风很大，没有人说话。")


async def graph_of(texts: Sequence[str]) -> StoryGraph:
    """Return a work with these chapters, read by rules in this order."""
    graph = StoryGraph(SQLiteStore(":memory:"), group_id="story")
    for number, text in enumerate(texts, start=1):
        await graph.add_episode(text, name=f"ch{number}")
    return graph


async def exported(graph: StoryGraph) -> list[str]:
    """Return the canonical export."""
    return [line async for line in graph.export(canonical=True)]


async def mentioned(graph: StoryGraph) -> set[tuple[str, str]]:
    """Return the chapter and surface form of every mention."""
    chapters = [from_json(Episode, one.value) for one in await graph.store.fetch("story", Kind.EPISODE)]
    episodes = {one.uuid: one.key for one in chapters}
    found = [from_json(Mentions, one.value) for one in await graph.store.fetch("story", Kind.MENTION)]
    return {(episodes[one.episode], text) for one in found for text, _ in one.places}


async def test_a_name_told_before_is_found_where_it_stands_once() -> None:
    """A single sentence does not show that a word is a name."""
    alone, after = await graph_of([NAMED_ONCE]), await graph_of([TOLD, NAMED_ONCE])

    assert ("ch1", "裴砚之") not in await mentioned(alone)
    assert ("ch2", "裴砚之") in await mentioned(after)
    await alone.close()
    await after.close()


async def test_a_chapter_does_not_know_the_names_of_later_chapters() -> None:
    """A story is read from the first chapter to the last."""
    graph = await graph_of([NAMED_ONCE, TOLD])

    found = await mentioned(graph)

    assert ("ch1", "裴砚之") not in found
    assert ("ch2", "裴砚之") in found
    await graph.close()


async def test_a_name_that_an_edit_takes_away_is_found_no_more_and_one_that_it_brings_is() -> None:
    """The later chapter is not edited."""
    graph = await graph_of([TOLD, NAMED_ONCE + OTHER_NAMED_ONCE])
    before = {text for chapter, text in await mentioned(graph) if chapter == "ch2"}

    await graph.replace_episode("ch1", OTHERS)

    after = {text for chapter, text in await mentioned(graph) if chapter == "ch2"}
    assert ("裴砚之" in before, "温怀瑾" in before) == (True, False)
    assert ("裴砚之" in after, "温怀瑾" in after) == (False, True)
    await graph.close()


@pytest.mark.parametrize("seed", range(6))
async def test_edits_leave_the_graph_of_a_fresh_reading(seed: int) -> None:
    """An edit may add or remove any name."""
    chance = random.Random(seed)
    texts = [chance.choice(PIECES) for _ in range(5)]
    graph = await graph_of(texts)
    for _ in range(4):
        number = chance.randrange(len(texts))
        texts[number] = chance.choice(PIECES)
        await graph.replace_episode(f"ch{number + 1}", texts[number])

    fresh = await graph_of(texts)

    assert await exported(graph) == await exported(fresh)
    await graph.close()
    await fresh.close()
