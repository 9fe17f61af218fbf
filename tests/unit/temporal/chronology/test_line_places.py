"""Tests of where statements belong on the lines of the story."""

from __future__ import annotations

import pytest

from episodic.model.graph import Fact
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told


@pytest.mark.parametrize(
    ("text", "people", "asked", "planned", "days"),
    [
        (
            "吴海拿到林河的书信。书中约于八月二十日会合。\n",
            ["人物|吴海", "人物|林河", "物品|书信"],
            "吴海拿到林河的书信",
            "约于八月二十日会合",
            "八月二十日",
        ),
        (
            "Bo took the letter of Ann. It asked him to meet her on 20 August.\n",
            ["Person|Bo", "Person|Ann", "Item|the letter"],
            "Bo took the letter of Ann",
            "to meet her on 20 August",
            "on 20 August",
        ),
    ],
)
async def test_a_planned_day_that_somebody_passes_on_may_be_before_or_after_the_scene(
    text: str, people: list[str], asked: str, planned: str, days: str
) -> None:
    """Without a day, and with a day of the past, the plan lies where it was before."""

    async def plan(time: str, placing: str = "now") -> Fact:
        told = Stated(quote=planned, subject=1, predicate="met", object=2, text=planned, time=time, placing=placing)
        told = told.model_copy(update={"scope": "plan", "holder": 2, "tellers": [3]})
        facts = [Stated(quote=asked, subject=1, predicate="took", object=3, text=asked), told]
        return next(one for one in await facts_told(text, people, facts) if one.predicate == "met")

    assert (await plan(days)).places == ()
    assert (await plan("")).places != ()
    assert (await plan(days, "back")).places != ()
