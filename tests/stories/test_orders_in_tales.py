"""The order of what a tale reports at times of its own, in Chinese and in English."""

from __future__ import annotations

from itertools import pairwise

import pytest

from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_a_dated_report_of_a_tale_follows_what_the_tale_told_before(new_graph: NewGraph, language: str) -> None:
    """Reports with time words of their own have an order, unless the words count back or name an earlier date."""
    story = Story(
        (
            (
                ("林河望着海，阿梅讲起往事。", "Lin looked at the sea, and Mei told him a tale."),
                (
                    "阿梅道：“那时吴海见到白安。第二天夜里，吴海买了老宅。白安去了京城。三年前，白安丢了断剑。”",
                    (
                        "Mei said: “At that time Wu met Ben. The next night Wu bought the house. Ben went to Capital. "
                        "Three years before, Ben lost the sword.”"
                    ),
                ),
            ),
        ),
        (
            (("吴海见到白安", "Wu met Ben"), [quoted("wu", "met", "ben", scope="claim", holder="mei")]),
            (
                ("吴海买了老宅", "Wu bought the house"),
                [quoted("wu", "bought", "house", time=("第二天夜里", "The next night"), scope="claim", holder="mei")],
            ),
            (
                ("白安去了京城", "Ben went to Capital"),
                [quoted("ben", "went_to", "capital", scope="claim", holder="mei")],
            ),
            (
                ("白安丢了断剑", "Ben lost the sword"),
                [quoted("ben", "lost", "sword", time=("三年前", "Three years before"), scope="claim", holder="mei")],
            ),
        ),
        ((("“那时吴海", "“At that time"), "tale!"),),
    )

    facts = await by_target(await read(new_graph, story, language))

    for first, second in pairwise([facts["ben"], facts["house"], facts["capital"]]):
        assert order_of(first, second) is StoryOrder.BEFORE, (first.text, second.text)
    assert order_of(facts["sword"], facts["house"]) is not StoryOrder.AFTER
