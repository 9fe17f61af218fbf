"""Inserting a chapter that is already at that place changes nothing."""

from __future__ import annotations

import pytest

from episodic.model.episodes import Chapter
from episodic.pipeline.reports import Outcome
from tests.story import memory_graph

TOLD = [Chapter("林远住在长安。", key="one"), Chapter("林远住在洛阳。", key="two")]


@pytest.mark.parametrize("place", [{"after": "one"}, {"before": "two"}])
async def test_a_repeated_insertion_at_one_position_adds_one_chapter(place: dict[str, str]) -> None:
    """The position may be given by either neighbour. If the position or the text differs from the first insertion, a
    second chapter is inserted.
    """
    async with memory_graph() as graph:
        await graph.add_manuscript(TOLD)
        first = await graph.insert_episode(Chapter("潮水退了。", title="间章"), after="one")

        again = await graph.insert_episode(
            Chapter("潮水退了。", title="间章"), before=place.get("before"), after=place.get("after")
        )
        other = await graph.insert_episode(Chapter("潮水又来了。", title="间章"), after="one")

        assert (again.outcome, again.episode) == (Outcome.UNCHANGED, first.episode)
        assert other.outcome is Outcome.ADDED
        assert len(await graph.chapters()) == len(TOLD) + 2
