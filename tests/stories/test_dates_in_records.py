"""Dates that stand in a record, or of what had happened by then, are not the date of the scene."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

DAY = ("1745年6月12日", "12 June 1745")
RECORDS: tuple[Words, ...] = (
    (f"例如{DAY[0]}白安欠吴海七十镑", f"On {DAY[1]}, for instance, Ben owed Wu seventy pounds"),
    (f"白安曾于{DAY[0]}还吴海七十镑", f"On {DAY[1]} Ben had paid Wu seventy pounds"),
    (f"账簿上{DAY[0]}白安欠吴海七十镑", f"One entry said that on {DAY[1]} Ben owed Wu seventy pounds"),
)
NARRATED: Words = (f"{DAY[0]}白安欠吴海七十镑", f"On {DAY[1]} Ben owed Wu seventy pounds")
MET: Words = ("林河见到阿梅", "Lin met Mei")


async def day_after(new_graph: NewGraph, language: str, owed: Words) -> tuple[int | None, int | None]:
    """Return the first and last possible day of a meeting that is told after *owed*, and check the day of the debt."""
    told = Story(
        ([(f"{owed[0]}。{MET[0]}。", f"{owed[1]}. {MET[1]}.")],),
        ((owed, [quoted("ben", "paid", "wu", time=DAY)]), (MET, [quoted("lin", "met", "mei")])),
    )
    story = await read(new_graph, told, language)

    (debt,), (met,) = await story.facts("paid"), await story.facts("met")
    first, last = days(debt)
    assert first is not None
    assert first == last
    return days(met)


@pytest.mark.parametrize("record", RECORDS)
async def test_a_date_in_a_record_is_not_that_of_the_scene(new_graph: NewGraph, language: str, record: Words) -> None:
    """The record is older than the scene in which somebody reads it."""
    first, last = await day_after(new_graph, language, record)

    assert first is not None
    assert last is None


async def test_a_date_of_the_narration_goes_on(new_graph: NewGraph, language: str) -> None:
    first, last = await day_after(new_graph, language, NARRATED)

    assert None not in (first, last)


@pytest.mark.parametrize("time", [("自1745年6月12日以来", "since 12 June 1745"), DAY])
async def test_a_state_that_has_held_since_a_date_goes_on(new_graph: NewGraph, language: str, time: Words) -> None:
    """The reader may copy the date with or without the word "since"."""
    living = ("自1745年6月12日以来白安一直住在越州", "Ben had been living in York since 12 June 1745")
    told = Story(
        ([(f"{living[0]}。{MET[0]}。", f"{living[1]}. {MET[1]}.")],),
        ((living, [quoted("ben", "lives_in", "york", time=time)]), (MET, [quoted("lin", "met", "mei")])),
    )
    story = await read(new_graph, told, language)

    assert await story.at("ch1", "lives_in") == {"ben york": "holds"}
