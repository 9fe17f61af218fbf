"""Flashbacks whose time words stand after their first sentence, in Chinese and in English."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_the_first_time_words_of_a_flashback_count_from_the_scene_around_it(
    new_graph: NewGraph, language: str
) -> None:
    """The words stand in the second sentence. What the flashback tells in its next paragraph may be years later, and
    has no certain date.
    """
    ago = ("十一年前", "Eleven years before")
    told = Story(
        (
            (
                ("1850年8月4日，白安搬到里城。", "On 4 August 1850, Ben moved to Leeds."),
                (
                    f"他好久没有想起从前了。{ago[0]}，他住在湖州。林河见到吴海。",
                    f"He had not thought of it for long. {ago[1]}, he lived in Hull. Lin met Wu.",
                ),
                ("白安去了越州。", "Ben went to York."),
                ("白安见到阿梅。", "Ben met Mei."),
            ),
        ),
        (
            (("白安搬到里城", "Ben moved to Leeds"), [quoted("ben", "lives_in", "leeds", phase="begins")]),
            (("他住在湖州", "he lived in Hull"), [quoted("ben", "lives_in", "hull", time=ago)]),
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
            (("白安去了越州", "Ben went to York"), [quoted("ben", "went_to", "york")]),
            (("白安见到阿梅", "Ben met Mei"), [quoted("ben", "met", "mei")]),
        ),
        ((("他好久", "He had not"), "flashback!"), (("白安去了", "Ben went"), "flashback")),
    )

    facts = await by_target(await read(new_graph, told, language))

    moved = days(facts["leeds"])[0]
    assert moved is not None
    for one in ("hull", "wu"):
        first, last = days(facts[one])
        assert first is not None, one
        assert last is not None, one
        assert first <= moved - 11 * 365 - 2 <= last <= first + 3, one
        shown = facts[one].valid_at
        assert shown is not None
        assert shown.text == ago[language == "en"]
    first, last = days(facts["york"])
    assert first is not None
    assert last is not None
    assert first <= moved - 11 * 365 - 2
    assert moved - 1 <= last
    assert days(facts["mei"])[0] == moved
