"""Stories in which the narration makes a journey between two paragraphs: the day before it does not go on after it."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

DAY = ("1840年8月9日", "On 9 August 1840")
STAY = ("林河坐在窗前。", "Lin sat down by the window.")
JOURNEYS = (
    ("林河起程往越州而去。", "Lin set out for York at once."),
    ("林河径到越州，下了马。", "Lin arrived in York and dismounted."),
    ("林河引众人回越州。", "Lin took the coach to York."),
)
SAID = (
    ("阿梅说：“他径到越州，下了马。”", '"He arrived in York and dismounted," said Mei.'),
    ("阿梅差人星夜往越州去。", "Mei had set out for York in the spring."),
)
FILLER = (
    "城里的人都出来看，街上挤得满满的。" * 8,
    "The people of the town came out to look, and the street was full. " * 5,
)


async def last_day(new_graph: NewGraph, language: str, middle: tuple[str, str]) -> int | None:
    """Return the last possible day of what a paragraph tells after the paragraph *middle*, in the same chapter."""
    met, moved = ("林河见到吴海", "Lin met Wu"), ("阿梅见到白安", "Mei met Ben")
    first, second, third = (
        tuple(f"{before}{words}{after}" for before, words, after in zip(*parts, strict=True))
        for parts in (
            ((f"{DAY[0]}，", f"{DAY[1]}, "), met, (f"。{FILLER[0]}", f". {FILLER[1]}")),
            (("", ""), middle, FILLER),
            (("", ""), moved, (f"。{FILLER[0]}", f". {FILLER[1]}")),
        )
    )
    whole = tuple(f"{one}\n{two}\n{three}" for one, two, three in zip(first, second, third, strict=True))
    told = Story(
        ([(whole[0], whole[1])],), ((met, [quoted("lin", "met", "wu")]), (moved, [quoted("mei", "met", "ben")]))
    )
    facts = await by_target(await read(new_graph, told, language))
    start, end = days(facts["wu"])
    assert start == end
    assert days(facts["ben"])[0] == start
    return days(facts["ben"])[1]


@pytest.mark.parametrize("journey", JOURNEYS)
async def test_the_day_does_not_go_on_after_a_journey(
    new_graph: NewGraph, language: str, journey: tuple[str, str]
) -> None:
    assert await last_day(new_graph, language, journey) is None


@pytest.mark.parametrize("middle", [STAY, *SAID])
async def test_the_day_goes_on_without_a_journey_of_the_narration(
    new_graph: NewGraph, language: str, middle: tuple[str, str]
) -> None:
    """Somebody's words of a journey, a messenger's journey and an earlier one are no journey of the narration."""
    assert await last_day(new_graph, language, middle) is not None
