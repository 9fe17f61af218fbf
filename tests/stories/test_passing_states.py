"""Tests of states that end with their scene (the story-time scenario S17, moods, and what a reader says of one scene
only), in Chinese and in English, on every store.
"""

from __future__ import annotations

import pytest

from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.serialisers.views import VIEWS
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_s17_a_passing_state_is_over_with_its_scene(new_graph: NewGraph, language: str) -> None:
    """A person is in the kitchen as a child and thirty years later. These are two facts, each of which is possible in
    the following passage and then over.
    """
    there, again = ("林河走进厨房", "Lin went into the kitchen"), ("林河又坐在厨房", "Lin sat in the kitchen again")
    here = [quoted("lin", "in_room", "kitchen")]
    story = await read(
        new_graph,
        Story(
            (
                ((f"{there[0]}。", f"{there[1]}."),),
                (("阿梅笑了。", "Mei laughed."),),
                (("吴海来了。", "Wu came."),),
                ((f"三十年后，{again[0]}。", f"Thirty years later, {again[1]}."),),
            ),
            ((there, here), (again, here)),
        ),
        language,
    )

    found = [(await story.at(f"chapter {number}", "in_room")).get("lin kitchen", "no") for number in range(1, 5)]

    assert len(await story.facts("in_room")) == 2
    assert found == ["holds", "possible", "no", "holds"]


async def test_a_mood_ends_with_its_scene_and_not_at_a_later_death(new_graph: NewGraph, language: str) -> None:
    """Wu is glad in chapter 1 and dies in chapter 4."""
    glad, died = ("吴海很高兴", "Wu was glad"), ("吴海死了", "Wu died")
    story = await read(
        new_graph,
        Story(
            (
                ((f"{glad[0]}。", f"{glad[1]}."),),
                (("阿梅笑了。", "Mei laughed."),),
                (("林河来了。", "Lin came."),),
                ((f"三十年后，{died[0]}。", f"Thirty years later, {died[1]}."),),
            ),
            (
                (glad, [quoted("wu", "feels", value=("高兴", "glad"))]),
                (died, [quoted("wu", "dead", phase="begins")]),
            ),
        ),
        language,
    )

    (mood,) = await story.facts("feels")
    found = [list((await story.at(f"chapter {number}", "feels")).values()) for number in range(1, 5)]

    (shown,) = (await story.graph.get_facts(FactQuery(predicate="feels"), scope=Scope(include_ended=True))).facts
    assert mood.ended_by == (mood.uuid,)
    assert VIEWS.object_of(shown)["ended_by"] == []
    assert found == [["holds"], ["possible"], [], []]


@pytest.mark.parametrize("marked", [True, False])
async def test_what_the_reader_says_of_one_scene_only_is_over_after_it(
    new_graph: NewGraph, language: str, *, marked: bool
) -> None:
    """Lin goes to the harbor with the sword in his hand. His next chapter begins a new scene. The event and its sentence
    stay; the place that follows from it passes like the sword in his hand.
    """
    marks = [("scene", "scene")] if marked else []
    went, held = ("林河走进海港", "Lin went into the Harbor"), ("手里拿着断剑", "the sword was in his hand")
    story = await read(
        new_graph,
        Story(
            (((f"{went[0]}，{held[0]}。", f"{went[1]}, and {held[1]}."),), (("阿梅笑了。", "Mei laughed."),)),
            (
                (went, [quoted("lin", "arrived_at", "harbor", marks=marks)]),
                (held, [quoted("lin", "holds", "sword", marks=marks)]),
            ),
        ),
        language,
    )

    found = [
        [await story.at(f"chapter {number}", predicate) for predicate in ("located_in", "holds", "arrived_at")]
        for number in (1, 2)
    ]

    here, sword, event = {"lin harbor": "holds"}, {"lin sword": "holds"}, {"lin harbor": "holds"}
    assert found == [[here, sword, event], [{}, {}, event] if marked else [here, sword, event]]


async def test_nobody_tells_when_a_mood_ends(new_graph: NewGraph, language: str) -> None:
    """A mood of chapter 1 is not shown as ended at a moment that the text does not give. It is no current state either:
    a summary and the default list leave it out.
    """
    glad = ("吴海很高兴", "Wu was glad")
    later: list[tuple[Words, ...]] = [
        (("阿梅笑了。", "Mei laughed."),),
        (("林河来了。", "Lin came."),),
        (("林河走了。", "Lin went."),),
    ]
    story = await read(
        new_graph,
        Story((((f"{glad[0]}。", f"{glad[1]}."),), *later), ((glad, [quoted("wu", "feels", value=("高兴", "glad"))]),)),
        language,
    )

    every = await story.graph.get_facts(FactQuery(predicate="feels"), scope=Scope(include_ended=True))
    current = await story.graph.get_facts(FactQuery(predicate="feels"))
    profile = await story.graph.get_entity(story.words["wu"])

    (mood,) = every.facts
    assert (mood.fact.invalid_at, mood.fact.may_have_ended, mood.validity.ended) == (None, True, False)
    assert mood.validity.words == ("第1章" if language == "zh" else "at chapter 1")
    assert current.facts == ()
    assert profile.entity.summary == ""


async def test_a_former_and_a_recurrent_mood_are_other_facts_than_the_mood_of_the_scene(
    new_graph: NewGraph, language: str
) -> None:
    afraid: Words = ("害怕", "fear")
    now, before, often = (
        ("吴海又害怕了，", "Wu was afraid again, "),
        ("从前他也害怕过，", "as he had been afraid before, "),
        ("他常常害怕。", "and he was often afraid."),
    )
    says = (
        (now, [quoted("wu", "feels", value=afraid)]),
        (before, [quoted("wu", "feels", value=afraid, placing="back")]),
        (often, [quoted("wu", "feels", value=afraid, marks=[("habit", "habit")])]),
    )
    story = await read(new_graph, Story(((now, before, often),), says), language)

    moods = await story.facts("feels")

    assert [len(one.evidence) for one in moods] == [1, 1, 1]
