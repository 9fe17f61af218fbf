"""The order in which people say or think things, and of events in one quote, in Chinese and in English."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from episodic.model.graph import Fact
from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


VIA_MEI = ("via:3", "via:3")
"""Mei, the third name of the story, passes the statement on."""


def said_order(first: Fact, second: Fact) -> StoryOrder:
    return order_of(first, second, said=True)


@pytest.mark.parametrize("habit", [(), [("habit", "habit")]], ids=["once", "often"])
async def test_what_people_say_of_the_past_is_ordered_by_their_words(
    new_graph: NewGraph, language: str, habit: Sequence[Words]
) -> None:
    """Lin comes, Wu speaks of a visit or of many, Ben believes in a home and Mei goes."""
    told = Story(
        (
            (
                (
                    "林河来到海港。吴海说，白安去过里城。白安以为阿梅住在石镇。阿梅去了京城。",
                    "Lin came to Harbor. Wu said Ben went to Leeds. Ben believed Mei was in Town. Mei went to Capital.",
                ),
            ),
        ),
        (
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (
                ("吴海说，白安去过里城", "Wu said Ben went to Leeds"),
                [quoted("ben", "went_to", "leeds", scope="claim", holder="wu", placing="back", marks=habit)],
            ),
            (
                ("白安以为阿梅住在石镇", "Ben believed Mei was in Town"),
                [quoted("mei", "lives_in", "town", scope="belief", holder="ben")],
            ),
            (("阿梅去了京城", "Mei went to Capital"), [quoted("mei", "went_to", "capital")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    for first, second in pairwise([facts[one] for one in ("harbor", "leeds", "town", "capital")]):
        assert said_order(first, second) is StoryOrder.BEFORE, (first.text, second.text)
        assert said_order(second, first) is StoryOrder.AFTER, (first.text, second.text)
    # The contents: the visits were before the scene, and the home may be older than Ben's thought.
    assert order_of(facts["harbor"], facts["leeds"]) is StoryOrder.AFTER
    assert order_of(facts["harbor"], facts["town"]) is StoryOrder.UNKNOWN
    assert order_of(facts["town"], facts["capital"]) is StoryOrder.BEFORE


async def test_words_that_are_passed_on_were_said_before(new_graph: NewGraph, language: str) -> None:
    """Mei passes on what Wu said: his words are earlier than hers, and have no order to what the text told before."""
    told = Story(
        (
            (
                (
                    "林河来到海港。阿梅说，吴海说过白安去过里城。白安去了京城。",
                    "Lin came to Harbor. Mei said that Wu had told of Ben's visit to Leeds. Ben went to Capital.",
                ),
            ),
        ),
        (
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (
                ("吴海说过白安去过里城", "Wu had told of Ben's visit to Leeds"),
                [quoted("ben", "went_to", "leeds", scope="claim", holder="wu", placing="back", marks=[VIA_MEI])],
            ),
            (("白安去了京城", "Ben went to Capital"), [quoted("ben", "went_to", "capital")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert said_order(facts["leeds"], facts["capital"]) is StoryOrder.BEFORE
    assert said_order(facts["harbor"], facts["leeds"]) is StoryOrder.UNKNOWN


async def test_words_of_a_letter_come_before_the_scene_in_which_it_is_read(new_graph: NewGraph, language: str) -> None:
    """What the writer says of himself is written before the letter is read."""
    told = Story(
        (
            (
                ("林河来到海港，收到吴海的信。", "Lin came to Harbor and got a letter from Wu."),
                ("“我如今住在石镇。”", "“I live in Town now.”"),
                ("白安去了京城。", "Ben went to Capital."),
            ),
        ),
        (
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (
                ("我如今住在石镇", "I live in Town now"),
                [quoted("wu", "lives_in", "town", scope="claim", holder="wu")],
            ),
            (("白安去了京城", "Ben went to Capital"), [quoted("ben", "went_to", "capital")]),
        ),
        ((("“我如今", "“I live"), "letter!"),),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert said_order(facts["town"], facts["capital"]) is StoryOrder.BEFORE


async def test_a_quote_tells_its_events_one_after_another(new_graph: NewGraph, language: str) -> None:
    """Two events of the same kind and subject have no order, and neither have events whose words are mixed."""
    side = 0 if language == "zh" else 1
    told = Story(
        (
            (
                (
                    "吴海拿起断剑，骑马去了京城，又去了石镇。阿梅与白安在里城相会饮酒。",
                    "Wu took up the sword, rode to Capital and went to Town. Mei and Ben met and drank in Leeds.",
                ),
            ),
        ),
        (
            (
                (
                    "吴海拿起断剑，骑马去了京城，又去了石镇",
                    "Wu took up the sword, rode to Capital and went to Town",
                ),
                [
                    quoted("wu", "took", "sword", text=("吴海拿起断剑。", "Wu took up the sword.")[side]),
                    quoted("wu", "went_to", "capital", text=("吴海骑马去了京城。", "Wu rode to Capital.")[side]),
                    quoted("wu", "went_to", "town", text=("吴海又去了石镇。", "Wu went to Town.")[side]),
                ],
            ),
            (
                ("阿梅与白安在里城相会饮酒", "Mei and Ben met and drank in Leeds"),
                [
                    quoted("mei", "met", "ben", text=("阿梅与白安相会。", "Mei and Ben met.")[side]),
                    quoted(
                        "mei", "drank", "leeds", text=("阿梅与白安在里城饮酒。", "Mei and Ben drank in Leeds.")[side]
                    ),
                ],
            ),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["sword"], facts["capital"]) is StoryOrder.BEFORE
    assert order_of(facts["capital"], facts["sword"]) is StoryOrder.AFTER
    assert order_of(facts["capital"], facts["town"]) is StoryOrder.UNKNOWN
    assert order_of(facts["town"], facts["ben"]) is StoryOrder.BEFORE
    assert order_of(facts["ben"], facts["leeds"]) is StoryOrder.UNKNOWN


async def test_a_kinship_that_begins_has_a_place_in_the_story(new_graph: NewGraph, language: str) -> None:
    """Wu takes Ben for his father after one event and before another; another kinship holds at all times."""
    told = Story(
        (
            (
                (
                    "林河来到海港。吴海拜白安为义父。阿梅是林河的女儿。吴海去了京城。",
                    "Lin came to Harbor. Wu took Ben for his godfather. Mei was Lin's daughter. Wu went to Capital.",
                ),
            ),
        ),
        (
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (
                ("吴海拜白安为义父", "Wu took Ben for his godfather"),
                [quoted("ben", "parent_of", "wu", phase="begins")],
            ),
            (("阿梅是林河的女儿", "Mei was Lin's daughter"), [quoted("lin", "parent_of", "mei")]),
            (("吴海去了京城", "Wu went to Capital"), [quoted("wu", "went_to", "capital")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["harbor"], facts["wu"]) is StoryOrder.BEFORE
    assert order_of(facts["wu"], facts["capital"]) is StoryOrder.BEFORE
    assert order_of(facts["mei"], facts["capital"]) is StoryOrder.UNKNOWN


async def test_a_plan_of_the_past_is_older_than_what_was_said_before_it_is_told(
    new_graph: NewGraph, language: str
) -> None:
    """Wu praises Lin, who then remembers that he had once meant to go to Leeds, and meets Mei."""
    told = Story(
        (
            (
                (
                    "吴海说，林河是好人。林河从前想去里城。林河见到阿梅。",
                    "Wu said Lin was good. Lin had once meant to go to Leeds. Lin met Mei.",
                ),
            ),
        ),
        (
            (
                ("吴海说，林河是好人", "Wu said Lin was good"),
                [quoted("lin", "character", value=("好人", "good"), scope="claim", holder="wu")],
            ),
            (
                ("林河从前想去里城", "Lin had once meant to go to Leeds"),
                [quoted("lin", "went_to", "leeds", scope="plan", holder="lin", placing="back")],
            ),
            (("林河见到阿梅", "Lin met Mei"), [quoted("lin", "met", "mei")]),
        ),
    )
    story = await read(new_graph, told, language)
    (praise,), (plan,), (meeting,) = [await story.facts(one) for one in ("character", "went_to", "met")]

    assert said_order(plan, praise) is StoryOrder.UNKNOWN
    assert said_order(plan, meeting) is StoryOrder.BEFORE


async def test_a_named_event_of_which_somebody_speaks_is_before_the_scene(new_graph: NewGraph, language: str) -> None:
    """Mei speaks of the fire of long ago. If the scene had told of the fire, she could mean this fire."""
    told = Story(
        (
            (
                (
                    "林河来到海港。吴海见到白安。阿梅说，大火时白安烧了老宅。",
                    "Lin came to Harbor. Wu met Ben. Mei said that Ben burned the house in the fire.",
                ),
            ),
        ),
        (
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("吴海见到白安", "Wu met Ben"), [quoted("wu", "met", "ben")]),
            (
                ("大火时白安烧了老宅", "Ben burned the house in the fire"),
                [
                    quoted(
                        "ben",
                        "destroyed",
                        "house",
                        scope="claim",
                        holder="mei",
                        placing="back",
                        event=("大火", "the fire"),
                    )
                ],
            ),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["house"], facts["harbor"]) is StoryOrder.BEFORE
    assert order_of(facts["house"], facts["ben"]) is StoryOrder.BEFORE
