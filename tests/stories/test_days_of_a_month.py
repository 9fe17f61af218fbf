"""Stories that name days without their month, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.search.fact_listing import FactQuery
from tests.stories.conftest import NewGraph
from tests.stories.lines import QuotedStatement, Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import Read, days, read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

MONTH: Words = ("建安五年三月", "In March 1840")
THIRD: Words = ("初三日", "On the 3rd")
SEVENTH: Words = ("初七日", "on the seventh")
FIFTEENTH: Words = ("十五日", "On the 15th")


def _story(*told: tuple[Words, QuotedStatement, Words]) -> Story:
    """A story of sentences, each with its statement and the statement's quote."""
    text: Words = ("。".join((*(one[0] for one, _, _ in told), "")), " ".join(f"{one[1]}." for one, _, _ in told))
    return Story(((text,),), [(quote, [statement]) for _, statement, quote in told])


HARBOR: Words = ("阿梅搬到海港", "Mei moved to Harbor")
YORK: Words = ("白安去了越州", "Ben went to York")
TOWN: Words = ("林河去过石镇", "Lin had been to Town")


def _dated(words: Words, quote: Words) -> Words:
    return f"{words[0]}，{quote[0]}", f"{words[1]}, {quote[1]}"


async def test_days_of_one_month_are_dated_by_the_month_that_the_text_named(new_graph: NewGraph, language: str) -> None:
    story = _story(
        (_dated(MONTH, ("林河见到吴海", "Lin met Wu")), quoted("lin", "met", "wu"), ("林河见到吴海", "Lin met Wu")),
        (_dated(THIRD, HARBOR), quoted("mei", "moved_to", "harbor", time=THIRD), HARBOR),
        (_dated(FIFTEENTH, YORK), quoted("ben", "went_to", "york", time=FIFTEENTH), YORK),
        (
            (f"{SEVENTH[0]}，{TOWN[0]}", f"Lin had been to Town {SEVENTH[1]}"),
            quoted("lin", "went_to", "town", time=SEVENTH, placing="back"),
            TOWN,
        ),
    )
    told = await read(new_graph, story, language)

    found = await by_target(told)

    first, third, seventh, fifteenth = (days(found[one])[0] for one in ("wu", "harbor", "town", "york"))
    assert first is not None
    assert (third, seventh, fifteenth) == (first + 2, first + 6, first + 14)
    assert await _listed(told) == ["wu", "harbor", "town", "york"]


async def test_a_day_that_the_month_has_passed_has_no_date(new_graph: NewGraph, language: str) -> None:
    """The month may be the next one, or the text may look back."""
    begun: Words = ("建安五年三月十五日", "On 15 March 1840")
    story = _story(
        (_dated(begun, YORK), quoted("ben", "went_to", "york", time=begun), YORK),
        (_dated(THIRD, HARBOR), quoted("mei", "moved_to", "harbor", time=THIRD), HARBOR),
    )

    found = await by_target(await read(new_graph, story, language))

    assert days(found["harbor"]) == (days(found["york"])[0], None)


async def _listed(story: Read) -> list[str]:
    keys = {name: key for key, name in story.words.items()}
    page = await story.graph.get_facts(FactQuery())
    return [keys[one.fact.object_name or ""] for one in page.facts if not one.fact.derived]
