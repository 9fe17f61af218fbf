"""Tales whose statements have time words of their own, such as "three days ago", in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.search import order_of
from episodic.search.fact_listing import FactQuery
from episodic.search.story_order import StoryOrder
from tests.stories.conftest import NewGraph
from tests.stories.lines import QuotedStatement, Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

TEN: Words = ("十日前", "Ten days ago")
THREE: Words = ("三日前", "three days ago")
FIRST: Words = ("阿梅搬到海港", "Mei moved to Harbor")
LATER: Words = ("阿梅三日前去了越州", "Mei went to York three days ago")


def _tale(first: QuotedStatement, later: QuotedStatement) -> Story:
    """On day 50, Wu tells what happened ten days ago, and after it what happened three days ago."""
    opening: Words = (f"“{TEN[0]}", f"“{TEN[1]}")
    return Story(
        (
            (
                ("第五十日，林河见到吴海。", "On day 50, Lin met Wu."),
                (f"“{TEN[0]}，{FIRST[0]}。后来{LATER[0]}。”", f"“{TEN[1]}, {FIRST[1]}. Afterwards {LATER[1]}.”"),
            ),
        ),
        (
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
            (FIRST, [first]),
            (LATER, [later]),
        ),
        ((opening, "tale!"),),
        times=((opening, TEN),),
    )


@pytest.mark.parametrize("scope", ["claim", "world"])
async def test_days_ago_in_a_tale_count_from_its_telling(new_graph: NewGraph, language: str, scope: str) -> None:
    holder = "wu" if scope == "claim" else ""
    moved = quoted("mei", "moved_to", "harbor", scope=scope, holder=holder, time=TEN)
    went = quoted("mei", "went_to", "york", scope=scope, holder=holder, time=THREE)

    found = await by_target(await read(new_graph, _tale(moved, went), language))

    assert days(found["harbor"]) == (40, 40)
    assert days(found["york"]) == (47, 47)
    assert order_of(found["york"], found["wu"]) is StoryOrder.BEFORE


async def test_days_ago_in_the_words_of_somebody_in_the_tale_count_from_them(
    new_graph: NewGraph, language: str
) -> None:
    """Wu tells that Mei said so ten days ago."""
    moved = quoted("mei", "moved_to", "harbor", scope="claim", holder="wu", time=TEN)
    went = quoted("mei", "went_to", "york", scope="claim", holder="mei", time=THREE)

    found = await by_target(await read(new_graph, _tale(moved, went), language))

    assert days(found["york"]) == (37, 37)


async def test_a_tale_is_not_said_on_the_day_of_which_it_tells(new_graph: NewGraph, language: str) -> None:
    moved = quoted("mei", "moved_to", "harbor", scope="claim", holder="wu", time=TEN)
    went = quoted("mei", "went_to", "york", scope="claim", holder="wu", time=THREE)
    story = await read(new_graph, _tale(moved, went), language)

    page = await story.graph.get_facts(FactQuery(predicate="moved_to"))
    (told,) = page.facts

    assert told.fact.said is not None
    assert told.fact.said.label is None
    assert (told.fact.said.earliest, told.fact.said.latest) == (40, 50)
    assert told.validity.words.endswith(("第1章所说（故事）", "said in chapter 1 (tale)"))
