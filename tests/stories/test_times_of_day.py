"""The order of what people report at times of day and on weekdays, in Chinese and in English."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from episodic.model.graph import Fact
from episodic.search.scope import Scope
from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import QuotedStatement, Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

VISITS: tuple[tuple[str, str, Words], ...] = (
    ("met", "ben", ("吴海见到白安", "Wu met Ben")),
    ("bought", "house", ("吴海买了老宅", "Wu bought the house")),
    ("went_to", "capital", ("吴海去了京城", "Wu went to Capital")),
)
SEA: Words = ("林河望着海。", "Lin looked at the sea.")


def account(*times: Words, claimed: bool = True, scene: Words = SEA) -> Story:
    """A story in which Mei, or the narration, tells what Wu did at each of *times* before the scene."""
    says: list[tuple[Words, Sequence[QuotedStatement]]] = []
    for time, (predicate, target, words) in zip(times, VISITS, strict=False):
        opened = (time[0], time[1].capitalize())
        scope, holder = ("claim", "mei") if claimed else ("world", "")
        what = quoted("wu", predicate, target, time=opened, scope=scope, holder=holder, placing="back")
        says.append(((f"{opened[0]}{words[0]}", f"{opened[1]} {words[1]}"), [what]))
    chinese = "".join(f"{quote[0]}。" for quote, _ in says)
    english = " ".join(f"{quote[1]}." for quote, _ in says)
    told = (f"阿梅道：“{chinese}”", f"Mei said: “{english}”") if claimed else (chinese, english)
    return Story((((f"{scene[0]}{told[0]}", f"{scene[1]} {told[1]}"),),), says)


async def facts_of(new_graph: NewGraph, story: Story, language: str) -> list[Fact]:
    """Return the facts about what Wu did, in the order of the telling."""
    facts = await by_target(await read(new_graph, story, language))
    return [facts[target] for _, target, _ in VISITS if target in facts]


async def orders(new_graph: NewGraph, story: Story, language: str) -> list[StoryOrder]:
    """Return the order of each two events that follow each other in the telling."""
    return [order_of(one, other) for one, other in pairwise(await facts_of(new_graph, story, language))]


@pytest.mark.parametrize("claimed", [True, False])
async def test_times_of_one_evening_give_the_order(new_graph: NewGraph, language: str, claimed: bool) -> None:
    story = account(
        ("八点二十分", "at eight twenty"),
        ("半夜", "about midnight"),
        ("凌晨两点", "at two in the morning"),
        claimed=claimed,
    )

    assert await orders(new_graph, story, language) == [StoryOrder.BEFORE, StoryOrder.BEFORE]


@pytest.mark.parametrize("claimed", [True, False])
async def test_hours_of_which_the_text_names_no_half_of_the_day_give_no_order(
    new_graph: NewGraph, language: str, claimed: bool
) -> None:
    story = account(("九点", "at nine"), ("两点", "at two"), claimed=claimed)

    assert await orders(new_graph, story, language) == [StoryOrder.UNKNOWN]


async def test_parts_of_the_day_give_the_order(new_graph: NewGraph, language: str) -> None:
    story = account(("清晨", "at dawn"), ("午后", "in the afternoon"), ("三更时分", "towards midnight"))

    assert await orders(new_graph, story, language) == [StoryOrder.BEFORE, StoryOrder.BEFORE]


async def test_an_earlier_hour_told_later_is_earlier_only_on_a_named_day(new_graph: NewGraph, language: str) -> None:
    evening, morning = ("晚上九点", "at nine in the evening"), ("早上八点", "at eight in the morning")
    unnamed = account(evening, morning)
    named = account(*((f"昨日{time[0]}", f"yesterday {time[1]}") for time in (evening, morning)))

    assert await orders(new_graph, unnamed, language) == [StoryOrder.UNKNOWN]
    assert await orders(new_graph, named, language) == [StoryOrder.AFTER]


async def test_a_time_of_day_invents_no_date(new_graph: NewGraph, language: str) -> None:
    """The times are shown as the author wrote them, and have no day."""
    times = (("八点二十分", "at eight twenty"), ("半夜", "about midnight"))

    for fact, words in zip(await facts_of(new_graph, account(*times), language), times, strict=True):
        assert fact.valid_at is not None
        assert fact.valid_at.text == (words[0] if language == "zh" else words[1].capitalize())
        assert (fact.valid_at.earliest, fact.valid_at.label) == (None, None)


async def test_a_weekday_is_the_last_one_before_a_known_day_of_the_speech(new_graph: NewGraph, language: str) -> None:
    """19 October 1878 was a Saturday."""
    scene = ("公元1878年10月19日，林河望着海。", "On 19 October 1878, Lin looked at the sea.")
    weekdays = (("星期四", "on Thursday"), ("星期五晚上", "on Friday evening"))

    facts = await facts_of(new_graph, account(*weekdays, scene=scene), language)
    undated = await facts_of(new_graph, account(*weekdays), language)

    assert [one.valid_at and one.valid_at.earliest for one in facts] == [685_850, 685_851]
    assert [one.valid_at and one.valid_at.earliest for one in undated] == [None, None]
    assert order_of(*facts) is order_of(*undated) is StoryOrder.BEFORE


async def test_a_removed_chapter_leaves_no_order_of_its_times(new_graph: NewGraph, language: str) -> None:
    """After the edit, and told by the first chapter, the facts have the places of a fresh reading."""
    first = account(("八点二十分", "at eight twenty"), ("半夜", "about midnight"))
    later = ("阿梅道：“九点吴海回到海港。”", "Mei said: “At nine Wu came home to Harbor.”")
    what = quoted("wu", "returned_to", "harbor", time=("九点", "At nine"), scope="claim", holder="mei", placing="back")
    both = first.with_chapter(later, what, quote=("九点吴海回到海港", "At nine Wu came home to Harbor"))
    edited, fresh = await read(new_graph, both, language), await read(new_graph, first, language)

    told = [one.fact for one in (await edited.graph.get_facts(scope=Scope(told_by=1))).facts]
    await edited.graph.remove_episode(2)

    seen = [told, *[[one.fact for one in (await one.graph.get_facts()).facts] for one in (edited, fresh)]]
    places = [[[(place.told.offset, place.turn) for place in one.places] for one in facts] for facts in seen]
    assert places[0] == places[1] == places[2]
    assert order_of(*sorted(told, key=lambda one: one.told_at)) is StoryOrder.BEFORE
