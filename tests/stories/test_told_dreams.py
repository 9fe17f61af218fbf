"""Dreams of which somebody speaks were dreamt before, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.model.readings import StatementScope
from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

MET = ("阿梅在院里遇见白安", "Mei met Ben in the yard")
DREAM = ("我梦见林河去了越州", "I dreamt that Lin went to York")
SPOKEN = Story(
    (
        [
            (
                f"{MET[0]}。吴海问她为什么哭。阿梅说：“{DREAM[0]}。”",
                f'{MET[1]}. Wu asked her why. "{DREAM[1]}," said Mei.',
            )
        ],
    ),
    (
        (MET, [quoted("mei", "met", "ben")]),
        (DREAM, [quoted("lin", "went_to", "york", scope="dream", holder="mei")]),
    ),
)


async def test_a_dream_that_somebody_tells_was_dreamt_before(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, SPOKEN, language)

    (dream,), (met,) = await story.facts("went_to"), await story.facts("met")

    assert dream.scope is StatementScope.DREAM
    assert order_of(dream, met) is StoryOrder.BEFORE
    assert order_of(met, dream, said=True) is StoryOrder.BEFORE
