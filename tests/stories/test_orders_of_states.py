"""The order of a state and an event in story time, in Chinese and in English."""

from __future__ import annotations

from itertools import pairwise

import pytest

from episodic.search.scope import Scope
from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_a_state_of_which_only_the_end_is_told_is_compared_by_its_end(new_graph: NewGraph, language: str) -> None:
    """The text first mentions that Ben lives in Town where it says that he leaves, in a scene and in a look back."""
    told = Story(
        (
            (
                (
                    "吴海见到阿梅。白安不再住在石镇。林河来到海港。",
                    "Wu met Mei. Ben left his home in Town. Lin came to Harbor.",
                ),
                ("阿梅早已不再住在京城。林河去了里城。", "Mei had left her home in Capital. Lin went to Leeds."),
            ),
        ),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (("白安不再住在石镇", "Ben left his home in Town"), [quoted("ben", "lives_in", "town", phase="ends")]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (
                ("阿梅早已不再住在京城", "Mei had left her home in Capital"),
                [quoted("mei", "lives_in", "capital", phase="ends", placing="back")],
            ),
            (("林河去了里城", "Lin went to Leeds"), [quoted("lin", "went_to", "leeds")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    for first, second in pairwise([facts[one] for one in ("mei", "town", "harbor", "leeds")]):
        assert order_of(first, second) is StoryOrder.BEFORE, (first.text, second.text)
    assert order_of(facts["capital"], facts["leeds"]) is StoryOrder.BEFORE
    assert order_of(facts["capital"], facts["harbor"]) is StoryOrder.UNKNOWN


async def test_a_state_that_began_before_it_was_told_comes_before_what_follows(
    new_graph: NewGraph, language: str
) -> None:
    """The text says later that Ben had lived in Town before, at a time of unknown order to its first mention."""
    told = Story(
        (
            (("吴海见到阿梅。白安住在石镇。林河来到海港。", "Wu met Mei. Ben lived in Town. Lin came to Harbor."),),
            (("白安从前就住在石镇。", "Ben had once had his home in Town."),),
        ),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (("白安住在石镇", "Ben lived in Town"), [quoted("ben", "lives_in", "town")]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (
                ("白安从前就住在石镇", "Ben had once had his home in Town"),
                [quoted("ben", "lives_in", "town", placing="back")],
            ),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert len(facts["town"].evidence) == 2
    assert order_of(facts["town"], facts["harbor"]) is StoryOrder.BEFORE
    assert order_of(facts["town"], facts["mei"]) is StoryOrder.UNKNOWN


async def test_a_state_comes_before_the_death_that_ends_it(new_graph: NewGraph, language: str) -> None:
    """Two looks back have no order among themselves, but a man lives where he lived before he dies."""
    told = Story(
        (
            (
                (
                    "林河来到海港。吴海从前住在石镇。白安从前去过里城。吴海早已死了。",
                    "Lin came to Harbor. Wu had lived in Town. Ben had gone to Leeds. Wu had died.",
                ),
            ),
        ),
        (
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("吴海从前住在石镇", "Wu had lived in Town"), [quoted("wu", "lives_in", "town", placing="back")]),
            (("白安从前去过里城", "Ben had gone to Leeds"), [quoted("ben", "went_to", "leeds", placing="back")]),
            (("吴海早已死了", "Wu had died"), [quoted("wu", "dead", "", placing="back", phase="begins")]),
        ),
    )

    graph = await read(new_graph, told, language)
    facts = await by_target(graph)
    death = next(one for one in facts.values() if one.predicate == "dead")

    assert order_of(facts["town"], death) is StoryOrder.BEFORE
    assert order_of(death, facts["town"]) is StoryOrder.AFTER
    assert order_of(facts["leeds"], death) is StoryOrder.UNKNOWN


async def test_a_state_of_long_standing_comes_after_nothing_of_its_scene(new_graph: NewGraph, language: str) -> None:
    """Wu has known Ben for long when the meeting is told, and knows of Mei from then on."""
    told = Story(
        (
            (
                (
                    "吴海见到白安。吴海久已怕白安。吴海怕阿梅。林河来到海港。",
                    "Wu met Ben. Wu had long feared Ben. Wu feared Mei. Lin came to Harbor.",
                ),
            ),
        ),
        (
            (("吴海见到白安", "Wu met Ben"), [quoted("wu", "met", "ben")]),
            (("吴海久已怕白安", "Wu had long feared Ben"), [quoted("wu", "enemy_of", "ben")]),
            (("吴海怕阿梅", "Wu feared Mei"), [quoted("wu", "enemy_of", "mei")]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        ),
    )

    graph = await read(new_graph, told, language)
    page = await graph.graph.get_facts()
    kinds = {(one.fact.predicate, one.fact.position): one.fact for one in page.facts if not one.fact.derived}
    meeting = next(one for (predicate, _), one in kinds.items() if predicate == "met")
    long, new = sorted((one for (name, _), one in kinds.items() if name == "enemy_of"), key=lambda one: one.told_at)
    arrival = next(one for (predicate, _), one in kinds.items() if predicate == "arrived_at")

    assert order_of(meeting, long) is StoryOrder.UNKNOWN
    assert order_of(meeting, new) is StoryOrder.BEFORE
    assert order_of(long, arrival) is StoryOrder.BEFORE


@pytest.mark.parametrize(
    ("phase", "quote"),
    [
        ("begins", ("白安搬到石镇住了", "Ben has moved to Town")),
        ("ends", ("白安不在石镇住了", "Ben has left his home in Town")),
    ],
)
async def test_what_somebody_says_to_have_begun_or_ended_did_so_before_he_says_so(
    new_graph: NewGraph, language: str, phase: str, quote: tuple[str, str]
) -> None:
    told = Story(
        (
            (
                (
                    f"吴海见到阿梅。“{quote[0]}。”吴海说。林河来到海港。",
                    f"Wu met Mei. “{quote[1]},” said Wu. Lin came to Harbor.",
                ),
            ),
        ),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (quote, [quoted("ben", "lives_in", "town", phase=phase, scope="claim", holder="wu")]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["mei"], facts["town"]) is StoryOrder.UNKNOWN
    assert order_of(facts["town"], facts["harbor"]) is StoryOrder.BEFORE


@pytest.mark.parametrize(
    ("quote", "order"),
    [
        (("白安和林河是结义兄弟", "Ben and Lin are known as sworn brothers"), StoryOrder.UNKNOWN),
        (("白安和林河如今是结义兄弟", "Ben and Lin are now sworn brothers"), StoryOrder.BEFORE),
    ],
)
async def test_a_bond_of_which_somebody_speaks_is_older_than_his_words(
    new_graph: NewGraph, language: str, quote: tuple[str, str], order: StoryOrder
) -> None:
    """A bond that is so "now" may be new."""
    told = Story(
        (
            (
                (
                    f"吴海见到阿梅。“{quote[0]}。”吴海说。林河来到海港。",
                    f"Wu met Mei. “{quote[1]},” said Wu. Lin came to Harbor.",
                ),
            ),
        ),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (quote, [quoted("ben", "sworn_sibling_of", "lin", scope="claim", holder="wu")]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))
    bond = next(one for one in facts.values() if one.predicate == "sworn_sibling_of")

    assert order_of(facts["mei"], bond) is order
    assert order_of(bond, facts["harbor"]) is StoryOrder.BEFORE


@pytest.mark.parametrize(
    ("sentence", "order"),
    [
        (("起初吴海见到白安。", "At first Wu met Ben."), StoryOrder.UNKNOWN),
        (("吴海见到白安。", "Wu met Ben."), StoryOrder.BEFORE),
        (("吴海起初不肯，后来见到白安。", "At first Wu refused, but then he met Ben."), StoryOrder.BEFORE),
    ],
)
async def test_what_was_so_at_first_comes_after_nothing_told_just_before(
    new_graph: NewGraph, language: str, sentence: tuple[str, str], order: StoryOrder
) -> None:
    """It may be the beginning of what has just been told in sum."""
    text = sentence[LANGUAGES.index(language)]
    told = Story(
        (
            (
                (
                    "吴海见到阿梅。起初吴海见到白安。林河来到海港。",
                    "Wu met Mei. At first Wu met Ben. Lin came to Harbor.",
                ),
            ),
        ),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (("起初吴海见到白安", "At first Wu met Ben"), [quoted("wu", "met", "ben", text=text)]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["mei"], facts["ben"]) is order
    assert order_of(facts["ben"], facts["harbor"]) is StoryOrder.BEFORE


async def test_what_a_speaker_has_already_done_may_have_been_in_his_scene(new_graph: NewGraph, language: str) -> None:
    """What he did before, at a time that he does not call past in his scene, was before the whole scene."""
    told = Story(
        (
            (
                (
                    "吴海见到阿梅。“我已去过石镇。我从前去过京城。”吴海说。林河来到海港。",
                    "Wu met Mei. “I have already been to Town. I once went to Capital,” said Wu. Lin came to Harbor.",
                ),
            ),
        ),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (
                ("我已去过石镇", "I have already been to Town"),
                [quoted("wu", "went_to", "town", scope="claim", holder="wu", placing="back")],
            ),
            (
                ("我从前去过京城", "I once went to Capital"),
                [quoted("wu", "went_to", "capital", scope="claim", holder="wu", placing="back")],
            ),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["capital"], facts["mei"]) is StoryOrder.BEFORE
    assert order_of(facts["town"], facts["mei"]) is StoryOrder.UNKNOWN
    assert order_of(facts["town"], facts["harbor"]) is StoryOrder.BEFORE


@pytest.mark.parametrize(
    ("sentence", "order"),
    [
        (("白安早已到了石镇", "Ben had come to Town"), StoryOrder.UNKNOWN),
        (("白安先前曾到过石镇", "Ben had walked to Town"), StoryOrder.UNKNOWN),
        (("白安到了石镇", "Ben came to Town"), StoryOrder.BEFORE),
        (("白安到了曾家的石镇", "Ben came to Town when he had eaten"), StoryOrder.BEFORE),
        (("白安曾受伤，这时他到了石镇", "Ben had been ill, and now Ben came to Town"), StoryOrder.BEFORE),
    ],
)
async def test_the_past_perfect_looks_back_though_the_reader_did_not_say_so(
    new_graph: NewGraph, language: str, sentence: tuple[str, str], order: StoryOrder
) -> None:
    """A subordinate clause in the past perfect says nothing of what its sentence tells."""
    told = Story(
        (((f"吴海见到阿梅。{sentence[0]}。林河来到海港。", f"Wu met Mei. {sentence[1]}. Lin came to Harbor."),),),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (sentence, [quoted("ben", "arrived_at", "town")]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["mei"], facts["town"]) is order
    assert order_of(facts["town"], facts["harbor"]) is StoryOrder.BEFORE


@pytest.mark.parametrize(
    ("quote", "order"),
    [
        (("吴海从前见过白安", "Wu had once met Ben"), StoryOrder.BEFORE),
        (("吴海从前葬在石镇", "Wu had once been buried in Town"), StoryOrder.UNKNOWN),
    ],
)
async def test_somebody_acts_before_he_dies(
    new_graph: NewGraph, language: str, quote: tuple[str, str], order: StoryOrder
) -> None:
    """A look back that comes after a death in the text has no other order to the death."""
    buried = order is StoryOrder.UNKNOWN
    act = quoted("wu", "buried in" if buried else "met", "town" if buried else "ben", placing="back")
    told = Story(
        (
            (("吴海死了。", "Wu died."),),
            ((f"林河来到海港。{quote[0]}。", f"Lin came to Harbor. {quote[1]}."),),
        ),
        (
            (("吴海死了", "Wu died"), [quoted("wu", "dead", "", phase="begins")]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (quote, [act]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))
    death = next(one for one in facts.values() if one.predicate == "dead")
    acted = facts["town" if buried else "ben"]

    assert order_of(acted, death) is order
    assert order_of(death, acted) is (StoryOrder.UNKNOWN if buried else StoryOrder.AFTER)


@pytest.mark.parametrize(
    ("quote", "order"),
    [
        (("自此白安夜夜见吴海", "From that day on Ben met Wu each night"), StoryOrder.BEFORE),
        (("白安夜夜见吴海", "Ben met Wu each night"), StoryOrder.UNKNOWN),
    ],
)
async def test_a_habit_that_begins_comes_after_what_was_told_before(
    new_graph: NewGraph, language: str, quote: tuple[str, str], order: StoryOrder
) -> None:
    """A habit without words such as "from that day on" may be older."""
    told = Story(
        (((f"林河来到海港。{quote[0]}。", f"Lin came to Harbor. {quote[1]}."),),),
        (
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (quote, [quoted("ben", "met", "wu", marks=[("habit", "habit")])]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["harbor"], facts["wu"]) is order


async def test_somebody_who_comes_back_to_life_may_act_after_his_death(new_graph: NewGraph, language: str) -> None:
    told = Story(
        (
            (("吴海死了。", "Wu died."),),
            (("吴海又活了。", "Wu came back to life."),),
            (("林河来到海港。吴海从前见过白安。", "Lin came to Harbor. Wu had once met Ben."),),
        ),
        (
            (("吴海死了", "Wu died"), [quoted("wu", "dead", "", phase="begins")]),
            (("吴海又活了", "Wu came back to life"), [quoted("wu", "dead", "", phase="ends")]),
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("吴海从前见过白安", "Wu had once met Ben"), [quoted("wu", "met", "ben", placing="back")]),
        ),
    )

    graph = (await read(new_graph, told, language)).graph
    facts = [one.fact for one in (await graph.get_facts(scope=Scope(include_ended=True))).facts]
    death, met = (next(one for one in facts if one.predicate == name) for name in ("dead", "met"))

    assert order_of(met, death) is StoryOrder.UNKNOWN
