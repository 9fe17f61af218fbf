"""Tests of words such as "at that time", with which the narration goes on after a look back."""

from __future__ import annotations

import pytest

from episodic.search.fact_listing import FactQuery
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

PAST: Words = ("从前，阿梅曾住在石镇。", "Mei had once lived in Town.")
BACK_IN_SCENE: Words = ("吴海去了海港。", "Wu went to Harbor.")
THEN: Words = ("那时，白安搬到了水宫。", "At that time, Ben moved to Palace.")


def story(*passages: Words) -> Story:
    return Story(
        ((("林河搬到了京城。", "Lin moved to Capital."), *passages),),
        (
            (("林河搬到了京城", "Lin moved to Capital"), [quoted("lin", "lives_in", "capital", phase="begins")]),
            (("阿梅曾住在石镇", "Mei had once lived in Town"), [quoted("mei", "lives_in", "town", placing="back")]),
            (("吴海去了海港", "Wu went to Harbor"), [quoted("wu", "went_to", "harbor")]),
            (
                ("那时，白安搬到了水宫", "At that time, Ben moved to Palace"),
                [quoted("ben", "lives_in", "palace", time=("那时", "At that time"), phase="begins")],
            ),
        ),
    )


@pytest.mark.parametrize("language", LANGUAGES)
async def test_at_that_time_means_the_scene_once_the_narration_is_back_in_it(
    new_graph: NewGraph, language: str
) -> None:
    shown: list[str] = []
    for told in (story(PAST, THEN), story(PAST, BACK_IN_SCENE, THEN)):
        found = await read(new_graph, told, language)
        page = await found.graph.get_facts(FactQuery(subject=found.words["ben"]))
        shown.append(page.facts[0].validity.words)

    past, then = (PAST[0][3:-1], "「那时」") if language == "zh" else (PAST[1][:-1], "“At that time”")
    assert past in shown[0]
    assert past not in shown[1]
    assert then in shown[1]
