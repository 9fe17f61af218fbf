"""Tests of how what a flashback tells is shown and ordered, in Chinese and in English."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import BREAK, Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_shown_times import views

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_a_time_that_opens_a_flashback_is_not_shown_for_what_comes_after(
    new_graph: NewGraph, language: str
) -> None:
    """The flashback begins on an evening, and may go on to the next day. Words for years last as long as the passage."""
    shown: list[list[str | None]] = []
    for opening in (("当天晚上", "That evening"), ("两年前", "Two years ago")):
        story = Story(
            (
                (
                    ("林河到了海港。", "Lin came to Harbor."),
                    (
                        f"{opening[0]}，林河见到吴海。众人散了。天亮了。林河去了京城。",
                        f"{opening[1]} Lin had met Wu. They parted. Day broke. Lin went to Capital.",
                    ),
                ),
            ),
            (
                (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
                (("林河见到吴海", "Lin had met Wu"), [quoted("lin", "met", "wu")]),
                (("林河去了京城", "Lin went to Capital"), [quoted("lin", "went_to", "capital")]),
            ),
            ((opening, "flashback!"),),
        )
        told = await read(new_graph, story, language)
        times = [(await told.facts(one))[0].valid_at for one in ("met", "went_to")]
        shown.append([None if one is None else one.text for one in times])

    evening, years = (("当天晚上", "两年前"), ("That evening", "Two years ago"))[language == "en"]
    assert shown == [[evening, None], [years, years]]


async def test_a_marriage_told_in_a_flashback_is_not_shown_as_a_former_one(new_graph: NewGraph, language: str) -> None:
    """A flashback mentions the wife. Where somebody lived then may be over."""
    told = Story(
        (
            (
                ("吴海望着海。", "Wu looked at the sea."),
                ("多年以前，林河娶了阿梅，住在山村。", "Years before, Lin had Mei for a wife and lived in Village."),
                ("吴海见到白安。", "Wu met Ben."),
            ),
        ),
        (
            (
                ("林河娶了阿梅，住在山村", "Lin had Mei for a wife and lived in Village"),
                [quoted("lin", "married_to", "mei"), quoted("lin", "lives_in", "village")],
            ),
            (("吴海见到白安", "Wu met Ben"), [quoted("wu", "met", "ben")]),
        ),
        ((("多年以前", "Years before"), "flashback!"),),
    )

    story = await read(new_graph, told, language)

    (marriage,), (home,) = await views(story.graph, "married_to"), await views(story.graph, "lives_in")
    former = ("第1章之前", "before chapter 1")[language == "en"]
    assert former in home.validity.words
    assert former not in marriage.validity.words


async def test_the_other_day_in_a_flashback_is_not_shown_as_counted_from_it(new_graph: NewGraph, language: str) -> None:
    """It may count from the scene around the flashback."""
    told = Story(
        (
            (
                ("林河到了海港。", "Lin came to Harbor."),
                (
                    "三年前，吴海买了断剑。前日阿梅见到白安。",
                    "Three years ago Wu bought the sword. Yesterday Mei met Ben.",
                ),
            ),
        ),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("吴海买了断剑", "Wu bought the sword"), [quoted("wu", "bought", "sword")]),
            (("阿梅见到白安", "Mei met Ben"), [quoted("mei", "met", "ben", time=("前日", "Yesterday"))]),
        ),
        ((("三年前", "Three years ago"), "flashback!"),),
    )
    story = await read(new_graph, told, language)

    (met,) = await story.facts("met")

    assert met.valid_at is not None
    assert (met.valid_at.text, met.valid_at.counted_from) == (("前日", "Yesterday")[language == "en"], None)


REMEMBERED = Story(
    (
        (
            ("林河到了海港。", "Lin came to Harbor."),
            (BREAK + "阿梅望着海。", BREAK + "Mei looked at the sea."),
            ("早些时候，林河见到吴海。", "Some time before, Lin had met Wu."),
            ("吴海道：“白安住在草屋。”", "Wu said, 'Ben lives in Hut.'"),
        ),
        (
            ("从前，吴海买了断剑。", "Once, Wu had bought the sword."),
            ("阿梅笑了。", "Mei laughed."),
        ),
    ),
    (
        (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        (("林河见到吴海", "Lin had met Wu"), [quoted("lin", "met", "wu")]),
        (("白安住在草屋", "Ben lives in Hut"), [quoted("ben", "lives_in", "hut", scope="claim", holder="wu")]),
        (("吴海买了断剑", "Wu had bought the sword"), [quoted("wu", "bought", "sword")]),
    ),
    (
        (("早些时候", "Some time before"), "flashback!"),
        (("吴海道", "Wu said"), "flashback"),
        (("从前", "Once"), "flashback!"),
    ),
)


async def test_a_flashback_of_a_later_scene_may_go_back_to_the_same_chapter(new_graph: NewGraph, language: str) -> None:
    """A flashback in the first scene of a chapter goes back to before the chapter."""
    story = await read(new_graph, REMEMBERED, language)

    shown = {one: (await views(story.graph, one))[0] for one in ("met", "bought", "lives_in")}

    words = {one: view.validity.words for one, view in shown.items()}
    assert words == (
        {
            "met": "第1章此处之前（倒叙）",
            "bought": "第2章之前（倒叙）",
            "lives_in": "第1章此处之前所说（倒叙）",
        }
        if language == "zh"
        else {
            "met": "before this point in chapter 1 (flashback)",
            "bought": "before chapter 2 (flashback)",
            "lives_in": "said before this point in chapter 1 (flashback)",
        }
    )


async def test_a_flashback_stands_before_the_scene_that_narrates_it(new_graph: NewGraph, language: str) -> None:
    """A flashback of the second scene of a chapter stands after the first scene of this chapter."""
    story = await read(new_graph, REMEMBERED, language)

    sections = (await story.graph.timeline()).sections

    listed = [(one.kind.value, [version.shown.fact.predicate for version in one.versions]) for one in sections]
    assert listed == [("placed", ["arrived_at"]), ("narrated", ["met", "lives_in"]), ("narrated", ["bought"])]
