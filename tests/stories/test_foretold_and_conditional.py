"""Tests that what is only foretold or conditional ends nothing, in Chinese and in English, on every store."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

HOME = ("林河说：“我住在海港。", "Lin said: “I live in Harbor.")


def told(*, placing: str = "now", condition: bool = False) -> Story:
    """Return a story in which Lin says where he lives, and that he dies."""
    words = ("灯灭了我就死。”", "If the lamp goes out, I die.”")
    marks = [("if:灯灭了", "if:the lamp goes out")] if condition else []
    return Story(
        ((HOME, words),),
        (
            (HOME, [quoted("lin", "lives_in", "harbor", scope="claim", holder="lin")]),
            (words, [quoted("lin", "dead", marks=marks, scope="claim", holder="lin", placing=placing)]),
        ),
    )


async def test_a_death_that_somebody_foretells_ends_nothing(new_graph: NewGraph, language: str) -> None:
    for foretold in (told(placing="ahead"), told(condition=True)):
        story = await read(new_graph, foretold, language)

        (home,) = await story.facts("lives_in")

        assert home.ended_by == ()


async def test_a_death_that_somebody_reports_ends_what_he_claims(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, told(), language)

    (home,), (death,) = await story.facts("lives_in"), await story.facts("dead")

    assert home.ended_by == (death.uuid,)


async def test_a_conditional_home_ends_no_home_and_contradicts_none(new_graph: NewGraph, language: str) -> None:
    there = ("林河住在海港。", "Lin lives in Harbor.")
    moved = ("下雪的话，林河住在京城。", "If it snows, Lin lives in Capital.")
    condition = [("if:下雪的话", "if:If it snows")]
    story = await read(
        new_graph,
        Story(
            ((there, moved),),
            (
                (there, [quoted("lin", "lives_in", "harbor")]),
                (moved, [quoted("lin", "lives_in", "capital", marks=condition)]),
            ),
        ),
        language,
    )

    home, _ = await story.facts("lives_in")

    assert home.ended_by == ()
    assert await story.kinds() == []


async def test_what_is_so_on_a_condition_is_another_fact_than_what_is_so_anyway(
    new_graph: NewGraph, language: str
) -> None:
    there = ("林河住在海港。", "Lin lives in Harbor.")
    snow = ("下雪的话，林河住在海港。", "If it snows, Lin lives in Harbor.")
    again = ("若下雪，林河住在海港。", "Lin lives in Harbor if it snows.")
    first, second = [("if:下雪的话", "if:If it snows")], [("if:下雪的话", "if:if it snows")]
    story = await read(
        new_graph,
        Story(
            ((there, snow, again),),
            (
                (there, [quoted("lin", "lives_in", "harbor")]),
                (snow, [quoted("lin", "lives_in", "harbor", marks=first)]),
                (again, [quoted("lin", "lives_in", "harbor", marks=second)]),
            ),
        ),
        language,
    )

    always, snowing = await story.facts("lives_in")

    assert [always.condition, len(always.evidence)] == [None, 1]
    assert snowing.condition is not None
    assert len(snowing.evidence) == 2
