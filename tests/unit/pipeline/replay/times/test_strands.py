"""Tests of passages that return to an earlier strand of the story."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.pipeline.replay.times.strands import returns_to_strand
from episodic.stores.sqlite import SQLiteStore
from tests.stories.scenario_stories import chapter
from tests.stories.script import Says, Script


@pytest.mark.parametrize(
    ("before", "text", "returns"),
    [
        ("旺儿回来．且不在话下．", "　却说凤姐等又过一日", True),
        ("他从此闭门不出，按下不表。", "且说林河", True),
        ("旺儿回来．且不在话下．", "里面凤姐心中不安", False),
        ("旺儿回来了。", "却说凤姐等又过一日", False),
        ("Wu came back.", "But to return to Ann: she waited.", True),
        ("Wu came back.", "Ann returned to York.", False),
    ],
)
def test_a_return_to_an_earlier_strand_is_known(before: str, text: str, *, returns: bool) -> None:
    assert returns_to_strand(before, text) == returns


@pytest.mark.parametrize(
    ("people", "errand", "formula", "parting"),
    [
        (("林河", "吴海", "海港"), "吴海送信去了海港", "不在话下。\n\n却说", "次日林河离开海港"),
        (("Lin", "Wu", "Harbor"), "Wu rode to Harbor", "\n\nTo return to our story: ", "The next day Lin left Harbor"),
    ],
)
async def test_time_words_after_an_aside_are_not_counted_from_it(
    people: tuple[str, str, str], errand: str, formula: str, parting: str
) -> None:
    """Nobody knows from which day of his own strand the next day of Lin counts."""
    lin, wu, harbor = people
    sentences = {errand: [Says(wu, "went_to", harbor)], parting: [Says(lin, "left", harbor)]}
    script = Script(dict.fromkeys((lin, wu), "Person") | {harbor: "Place"}, sentences)
    counted: list[bool] = []
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model()) as graph:
        for between in (formula, "\n\n"):
            await graph.add_manuscript([chapter(1, f"{errand}。{between}{parting}。\n")])
            left = next(one for one in (await graph.get_facts()).facts if one.fact.predicate == "left")
            assert left.fact.valid_at is not None
            counted.append(left.fact.valid_at.counted_from is not None)

    assert counted == [False, True]
