"""Times of what somebody thinks or says, in Chinese and in English: beliefs of the dead, habits, wishes for several
people, and what a speaker tells of the past.
"""

from __future__ import annotations

import pytest

from episodic.model.predicates import Cardinality, Predicate
from episodic.model.settings import WorkSettings
from episodic.search.scope import Scope
from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES, chapter
from tests.stories.script import Says, Script
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

ENDED = Scope(include_ended=True)


async def test_a_belief_ends_with_the_death_of_its_holder(new_graph: NewGraph, language: str) -> None:
    """The belief of the dead man is over, and that of a living woman and what he has claimed are not."""
    story = Story(
        (
            (
                ("吴海以为阿梅住在石镇。", "Wu thought that Mei was in Town."),
                ("白安以为阿梅住在山村。", "Ben thought that Mei was in Village."),
                ("吴海说阿梅住在海港。", "Wu said that Mei was in Harbor."),
            ),
            (("吴海死了。", "Wu died."),),
        ),
        (
            (
                ("吴海以为阿梅住在石镇", "Wu thought that Mei was in Town"),
                [quoted("mei", "lives_in", "town", scope="belief", holder="wu")],
            ),
            (
                ("白安以为阿梅住在山村", "Ben thought that Mei was in Village"),
                [quoted("mei", "lives_in", "village", scope="belief", holder="ben")],
            ),
            (
                ("吴海说阿梅住在海港", "Wu said that Mei was in Harbor"),
                [quoted("mei", "lives_in", "harbor", scope="claim", holder="wu")],
            ),
            (("吴海死了", "Wu died"), [quoted("wu", "dead", phase="begins")]),
        ),
    )
    found = await read(new_graph, story, language)

    (death,) = await found.facts("dead")
    town, village, harbor = await found.facts("lives_in", scope=ENDED)

    assert (town.ended_by, village.ended_by, harbor.ended_by) == ((death.uuid,), (), ())


async def test_a_habit_has_no_date_of_its_telling(new_graph: NewGraph, language: str) -> None:
    """On the day on which he tells it, the birds need not be caught."""
    story = Story(
        ((("第十日，吴海说，下雪时他去海港。", "On day 10, Wu said he went to Harbor in snow."),),),
        (
            (
                ("吴海说，下雪时他去海港", "Wu said he went to Harbor in snow"),
                [quoted("wu", "went_to", "harbor", scope="claim", holder="wu", marks=[("habit", "habit")])],
            ),
            (
                ("第十日", "On day 10"),
                [quoted("wu", "spoke", time=("第十日", "day 10"))],
            ),
        ),
    )
    (habit,) = await (await read(new_graph, story, language)).facts("went_to")

    assert habit.valid_at is None
    assert habit.said is not None


async def test_a_wish_for_two_people_does_not_end_itself(new_graph: NewGraph, language: str) -> None:
    """Only one person can have the sword, but one sentence wishes it for both."""
    people = {"zh": ("林河", "吴海", "断剑"), "en": ("Lin", "Wu", "sword")}[language]
    quote = {"zh": "林河和吴海都有断剑", "en": "Lin and Wu each have the sword"}[language]
    kinds = dict(zip(people, ("Person", "Person", "Item"), strict=True))
    says = [Says(one, "keeps", people[2], text=quote, scope="wish", holder=people[0]) for one in people[:2]]
    graph = new_graph(
        Script(kinds, {quote: says}).model(),
        WorkSettings(predicates=(Predicate("keeps", cardinality=Cardinality.ONE_SUBJECT),)),
    )
    await graph.add_manuscript([chapter(1, f"{quote}{'。' if language == 'zh' else '.'}\n")])

    page = await graph.get_facts(scope=ENDED)

    assert [one.fact.ended_by for one in page.one_by_one] == [(), ()]


async def test_what_a_speaker_tells_of_the_past_is_before_the_scene(new_graph: NewGraph, language: str) -> None:
    """It is before what the scene told already, but what has just happened in this scene is not."""
    story = Story(
        (
            (
                (
                    "林河到了海港。他见到阿梅。阿梅说：“吴海从前去过京城。”白安刚才去了石镇。",
                    "Lin reached Harbor. He met Mei. “Wu once went to Capital,” said Mei. Ben had just gone to Town.",
                ),
            ),
        ),
        (
            (("林河到了海港", "Lin reached Harbor"), [quoted("lin", "reached", "harbor")]),
            (
                ("吴海从前去过京城", "Wu once went to Capital"),
                [quoted("wu", "went_to", "capital", scope="claim", holder="mei", placing="back")],
            ),
            (("白安刚才去了石镇", "Ben had just gone to Town"), [quoted("ben", "walked", "town", placing="earlier")]),
        ),
    )
    found = await read(new_graph, story, language)
    (arrival,), (told,), (walk,) = [await found.facts(one) for one in ("reached", "went_to", "walked")]

    assert order_of(told, arrival) is StoryOrder.BEFORE
    assert order_of(walk, arrival) is StoryOrder.UNKNOWN


async def test_what_a_letter_says_never_happened_has_no_order(new_graph: NewGraph, language: str) -> None:
    """It is a judgement of the writer, who may write it before or after what happened instead."""
    opening = ("“吴海没有去京城", "“Wu never went to Capital")
    story = Story(
        (
            (
                ("阿梅打开信。", "Mei opened the letter."),
                ("“吴海没有去京城。林河去了石镇。”", "“Wu never went to Capital. Lin walked to Town.”"),
            ),
        ),
        (
            (
                ("吴海没有去京城", "Wu never went to Capital"),
                [quoted("wu", "went_to", "capital", phase="denied", scope="claim", holder="mei")],
            ),
            (
                ("林河去了石镇", "Lin walked to Town"),
                [quoted("lin", "walked", "town", scope="claim", holder="mei")],
            ),
        ),
        ((opening, "letter!"),),
    )
    found = await read(new_graph, story, language)
    (denied,), (walk,) = [await found.facts(one) for one in ("went_to", "walked")]

    assert order_of(denied, walk) is StoryOrder.UNKNOWN
