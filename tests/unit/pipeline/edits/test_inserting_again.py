"""Inserting a chapter that is already at that place changes nothing."""

from __future__ import annotations

import pytest

from episodic.model.episodes import Chapter
from episodic.pipeline.reports import Outcome
from tests.story import memory_graph

TOLD = [Chapter("林远住在长安。", key="one"), Chapter("林远住在洛阳。", key="two")]


@pytest.mark.parametrize("place", [{"after": "one"}, {"before": "two"}])
async def test_a_chapter_inserted_twice_at_one_place_is_there_once(place: dict[str, str]) -> None:
    """Whichever neighbour the place is given by; elsewhere, and with another text, it is another chapter."""
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
