"""The order of what somebody tells of the past if others speak or act between his sentences."""

from __future__ import annotations

import pytest

from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

THEN = [("then", "then")]
SOLD = ("阿梅说自己卖掉了老宅", "Mei said that Mei had sold the house")
ACTED = ("林河去了海港", "Lin went to Harbor")
LEFT = {
    "mei": ("阿梅又说自己去了里城", "Mei said that Mei had gone to Leeds"),
    "wu": ("吴海说阿梅去了里城", "Wu said that Mei had gone to Leeds"),
}


def account(*, first: str = "back", speaker: str = "mei", marks: list[tuple[str, str]]) -> Story:
    """Return a story in which Mei tells an event of the past, Lin acts, and the speaker tells another event."""
    left = LEFT[speaker]
    return Story(
        ((("。".join((SOLD[0], ACTED[0], left[0], "")), ". ".join((SOLD[1], ACTED[1], f"{left[1]}."))),),),
        (
            (SOLD, [quoted("mei", "sold", "house", scope="claim", holder="mei", placing=first)]),
            (ACTED, [quoted("lin", "went_to", "harbor")]),
            (left, [quoted("mei", "went_to", "leeds", scope="claim", holder=speaker, placing="back", marks=marks)]),
        ),
    )


async def test_an_account_goes_on_behind_what_happens_while_it_is_told(new_graph: NewGraph, language: str) -> None:
    facts = await by_target(await read(new_graph, account(marks=THEN), language))

    assert order_of(facts["house"], facts["leeds"]) is StoryOrder.BEFORE
    assert order_of(facts["leeds"], facts["house"]) is StoryOrder.AFTER


@pytest.mark.parametrize(
    "story",
    [account(marks=[]), account(speaker="wu", marks=THEN), account(first="earlier", marks=THEN)],
    ids=["no_sequence", "other_speaker", "scene_first"],
)
async def test_what_continues_no_account_has_no_order_to_it(new_graph: NewGraph, language: str, story: Story) -> None:
    """Either the text states no order, or another person speaks, or the first event is of the scene and the second one
    is older than the scene.
    """
    facts = await by_target(await read(new_graph, story, language))

    assert order_of(facts["house"], facts["leeds"]) is StoryOrder.UNKNOWN
