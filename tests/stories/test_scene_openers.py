"""Chinese stories whose paragraphs turn to another scene with words such as 却说: the year and day do not go on."""

from __future__ import annotations

import pytest

from episodic.model.graph import Fact
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.story_reading import days, read
from tests.stories.test_told_orders import by_target

MONTH = "建安五年三月"
LATER = "六月"


async def facts_of(new_graph: NewGraph, opener: str, *, new_chapter: bool = False) -> dict[str, Fact]:
    """Return the facts of a story that names a month with its year, and after the words *opener* another month."""
    first = (f"{MONTH}，林河见到吴海。" + "城里的人都出来看。" * 12,) * 2
    second = (f"{opener}阿梅搬到海港。{LATER}，白安去了越州。",) * 2
    chapters = ((first,), (second,)) if new_chapter else ((first, second),)
    story = Story(
        chapters,
        (
            (("林河见到吴海",) * 2, [quoted("lin", "met", "wu")]),
            (("阿梅搬到海港",) * 2, [quoted("mei", "moved_to", "harbor")]),
            (("白安去了越州",) * 2, [quoted("ben", "went_to", "york", time=(LATER,) * 2)]),
        ),
    )
    return await by_target(await read(new_graph, story, "zh"))


@pytest.mark.parametrize("opener", ["却说", "且说"])
async def test_a_month_of_another_scene_has_no_year(new_graph: NewGraph, opener: str) -> None:
    facts = await facts_of(new_graph, opener)

    start = days(facts["wu"])[0]
    assert start is not None
    assert days(facts["york"]) == days(facts["harbor"]) == (start, None)


@pytest.mark.parametrize("opener", ["", "次日，", "忽然"])
async def test_a_month_of_the_same_account_has_the_year_told_before(new_graph: NewGraph, opener: str) -> None:
    facts = await facts_of(new_graph, opener)

    first, last = days(facts["york"])
    assert first is not None
    assert last is not None
    assert last - first < 100  # a lunar month, whose first day is not known to the day


async def test_the_opening_of_a_chapter_goes_on_from_the_chapter_before(new_graph: NewGraph) -> None:
    facts = await facts_of(new_graph, "却说", new_chapter=True)

    first, last = days(facts["york"])
    assert None not in (first, last)
