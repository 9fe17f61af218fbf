"""Stories with words such as "that day" after a look back or in a parallel strand, in Chinese and in English."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import QuotedStatement, Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

DAY_30: Words = ("第三十日", "on day 30")
THAT_DAY: Words = ("当日", "That day")
SCENE: Words = ("第五十日，林河见到吴海。", "On day 50, Lin met Wu.")
EXPLAINED: Words = (
    f"原来{DAY_30[0]}，阿梅搬到海港。",
    f"It turned out that {DAY_30[1]}, Mei moved to Harbor.",
)
WENT: Words = ("当日，白安去了越州。", "That day, Ben went to York.")
SAYS = (
    (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
    (("白安去了越州", "Ben went to York"), [quoted("ben", "went_to", "york", time=THAT_DAY)]),
)


def _moved(placing: str) -> tuple[Words, list[QuotedStatement]]:
    return ("阿梅搬到海港", "Mei moved to Harbor"), [quoted("mei", "moved_to", "harbor", time=DAY_30, placing=placing)]


@pytest.mark.parametrize("placing", ["now", "back"])
async def test_that_day_after_a_look_back_is_the_day_of_the_scene(
    new_graph: NewGraph, language: str, placing: str
) -> None:
    """The reader need not have seen that the sentence before it looks back."""
    text: Words = (f"{SCENE[0]}{EXPLAINED[0]}{WENT[0]}", f"{SCENE[1]} {EXPLAINED[1]} {WENT[1]}")
    told = Story(((text,),), (*SAYS, _moved(placing)))

    found = await by_target(await read(new_graph, told, language))

    assert days(found["harbor"]) == (30, 30)
    assert days(found["wu"]) == days(found["york"]) == (50, 50)


async def test_that_day_after_a_paragraph_that_looks_back_is_not_the_day_it_recalled(
    new_graph: NewGraph, language: str
) -> None:
    recalled: Words = ("第三十日，阿梅搬到海港。", "On day 30, Mei moved to Harbor.")
    day: Words = ("第三十日", "On day 30")
    moved = quoted("mei", "moved_to", "harbor", time=day, placing="back")
    told = Story(((SCENE, recalled, WENT),), (*SAYS, (("阿梅搬到海港", "Mei moved to Harbor"), [moved])))

    found = await by_target(await read(new_graph, told, language))

    assert days(found["harbor"]) == (30, 30)
    assert days(found["york"])[0] == 50


async def test_that_day_after_the_explanation_of_a_flashback_is_the_day_of_the_scene(
    new_graph: NewGraph, language: str
) -> None:
    text: Words = (f"{EXPLAINED[0]}{WENT[0]}", f"{EXPLAINED[1]} {WENT[1]}")

    found = await by_target(await read(new_graph, _with_flashback(text), language))

    assert days(found["harbor"]) == (30, 30)
    assert days(found["york"]) == (50, 50)


async def test_that_day_in_a_longer_flashback_is_its_day(new_graph: NewGraph, language: str) -> None:
    text: Words = (
        f"{EXPLAINED[0]}老宅很旧。{WENT[0]}",
        f"{EXPLAINED[1]} The house was old. {WENT[1]}",
    )

    found = await by_target(await read(new_graph, _with_flashback(text), language))

    assert days(found["york"]) == (30, 30)


async def test_that_day_of_another_strand_counts_from_nothing_that_was_told_before_it(
    new_graph: NewGraph, language: str
) -> None:
    strand: Words = (
        "却说白安住在里城。当日，白安去了越州。",
        "Ben, meanwhile, lived in Leeds. That day, Ben went to York.",
    )
    told = Story(
        ((SCENE, strand),),
        (*SAYS, (("白安住在里城", "lived in Leeds"), [quoted("ben", "lives_in", "leeds")])),
        asides=(strand,),
    )

    found = await by_target(await read(new_graph, told, language))

    point = found["york"].valid_at
    assert point is not None
    assert point.text == THAT_DAY[language == "en"]
    assert point.counted_from is None


def _with_flashback(text: Words) -> Story:
    """Return a story whose second paragraph *text* begins with a flashback to day 30."""
    opening = (EXPLAINED[0][:4], EXPLAINED[1][:14])
    return Story(((SCENE, text),), (*SAYS, _moved("now")), ((opening, "flashback!"),), times=((opening, DAY_30),))
