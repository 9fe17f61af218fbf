"""Stories whose narration looks back inside a scene: what follows goes on from the scene, in Chinese and in English."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_the_day_of_a_look_back_dates_nothing_after_it(new_graph: NewGraph, language: str) -> None:
    """The reader has seen that Ben's move is looked back to, although no word of the sentence says so. The meeting after
    it is on the day of the scene.
    """
    told = Story(
        (
            (
                (
                    "第五十日，林河见到阿梅。第三十日，白安已搬到越州。林河见到吴海。",
                    "On day 50, Lin met Mei. On day 30, Ben already moved to York. Lin met Wu.",
                ),
            ),
        ),
        (
            (("林河见到阿梅", "Lin met Mei"), [quoted("lin", "met", "mei", time=("第五十日", "On day 50"))]),
            (
                ("白安已搬到越州", "Ben already moved to York"),
                [quoted("ben", "lives_in", "york", phase="begins", placing="back", time=("第三十日", "On day 30"))],
            ),
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
        ),
    )
    story = await read(new_graph, told, language)

    (home,) = await story.facts("lives_in")
    _, last = await story.facts("met")

    assert days(home) == (30, 30)
    assert days(last)[0] == 50


async def test_a_death_of_unknown_order_keeps_nothing_possible_for_ever(new_graph: NewGraph, language: str) -> None:
    """Ben's house and his death are both looked back to. Whichever came first, the house is Wu's when Wu buys it."""
    told = Story(
        (
            (("第五十日，老宅是白安的。白安死了。", "On day 50, the house had been Ben's. Ben had died."),),
            (("第六十日，吴海买下老宅。", "On day 60, Wu bought the house."),),
        ),
        (
            (("老宅是白安的", "the house had been Ben's"), [quoted("ben", "holds", "house", placing="back")]),
            (("白安死了", "Ben had died"), [quoted("ben", "dead", phase="begins", placing="back")]),
            (
                ("吴海买下老宅", "Wu bought the house"),
                [quoted("wu", "holds", "house", phase="begins", time=("第六十日", "On day 60"))],
            ),
        ),
    )
    story = await read(new_graph, told, language)

    assert await story.at(70, "holds") == {"wu house": "holds"}
    assert await story.at("ch2", "holds") == {"wu house": "holds"}
