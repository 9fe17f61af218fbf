"""Tests of places: nested places are compatible; two separate places at one moment are an issue of their own kind."""

from __future__ import annotations

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import IssueKind
from episodic.model.holding import Holding
from episodic.model.predicates import Predicate
from episodic.model.readings import Phase, Placement, StatementScope
from tests.unit.temporal.story_builder import IS_IN, LIVES_IN, PART_OF, Tale, day

FERRY, ROOMS = "Mara lives_in Ferry", "Mara lives_in rooms"


def two_grains(*, dated: bool = True) -> Tale:
    """A letter with one sentence about two homes: she lives in the rooms, in the village."""
    tale = Tale().chapter(1, day(1)).passage(day(10) if dated else None, frame=FrameKind.LETTER)
    return tale.say("Mara", LIVES_IN, "Ferry").say("Mara", LIVES_IN, "rooms", same_quote=True)


def test_a_home_inside_a_home_is_one_home() -> None:
    """The rooms are over the boathouse and the boathouse is in Harrow Ferry. Both homes hold, and no issue is raised."""
    tale = two_grains().chapter(2).say("rooms", PART_OF, "boathouse").say("boathouse", IS_IN, "Ferry")

    story = tale.read()

    assert [story.at(one, 10) for one in (FERRY, ROOMS)] == [Holding.HOLDS, Holding.HOLDS]
    assert story.folded.issues == ()


def test_a_move_within_a_place_does_not_end_the_place() -> None:
    """The kitchen and the garden are in the Harbor. A person who goes from one to the other does not leave the Harbor."""
    tale = Tale().chapter(1).say("kitchen", PART_OF, "Harbor").say("garden", PART_OF, "Harbor")
    for number, place in enumerate(("Harbor", "kitchen", "garden"), start=1):
        tale.chapter(number + 1, day(number * 10)).say("Lin", IS_IN, place)

    story = tale.read()

    assert story.at("Lin located_in kitchen", 35) is Holding.NO
    assert [story.at(f"Lin located_in {one}", 35) for one in ("Harbor", "garden")] == [Holding.HOLDS] * 2


def test_leaving_the_outer_place_leaves_the_inner_one() -> None:
    """A person in the Capital is neither in the Harbor nor in the Harbor's kitchen."""
    tale = Tale().chapter(1).say("kitchen", PART_OF, "Harbor")
    for number, place in enumerate(("Harbor", "kitchen", "Capital"), start=1):
        tale.chapter(number + 1, day(number * 10)).say("Lin", IS_IN, place)

    story = tale.read()

    assert story.true_at(35) & {"Lin located_in Harbor", "Lin located_in kitchen"} == set()
    assert story.at("Lin located_in Capital", 35) is Holding.HOLDS


def test_a_moving_thing_contains_no_place() -> None:
    """A ship that is first in one harbour and then in another puts nobody on board in both harbours."""
    tale = Tale().chapter(1, day(1)).say("ship", IS_IN, "Harbor").chapter(2, day(10)).say("Lin", IS_IN, "Harbor")
    tale.chapter(3, day(20)).say("Lin", IS_IN, "ship").chapter(4, day(30)).say("ship", IS_IN, "Capital")

    story = tale.read()

    assert story.fact("Lin located_in Harbor").core.ended_by == (story.fact("Lin located_in ship").uuid,)


@pytest.mark.parametrize(
    ("phase", "scope"),
    [
        (Phase.DENIED, StatementScope.WORLD),
        (Phase.ENDS, StatementScope.WORLD),
        (Phase.HOLDS, StatementScope.CLAIM),
        (Phase.HOLDS, StatementScope.DREAM),
    ],
)
def test_only_world_statements_nest_places(phase: Phase, scope: StatementScope) -> None:
    """A containment that is denied, ended, claimed or dreamt does not make two homes compatible."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor").chapter(2, day(20)).say("Lin", LIVES_IN, "house")
    holder = "Wu" if scope is StatementScope.CLAIM else None
    tale.chapter(3).say("house", PART_OF, "Harbor", phase=phase, scope=scope, holder=holder)

    assert tale.read().at("Lin lives_in Harbor", 25) is Holding.NO


CONTAINS = Predicate("contains")


def two_homes() -> Tale:
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor").chapter(2, day(20)).say("Lin", LIVES_IN, "house")
    return tale.chapter(3)


def test_a_place_lies_in_the_place_that_contains_it() -> None:
    """The object of "contains" is the inner place, also when another statement leads on from the inner place."""
    tale = two_homes().say("house", PART_OF, "quay").say("Harbor", CONTAINS, "quay")

    assert tale.read().at("Lin lives_in Harbor", 25) is Holding.HOLDS


def test_two_places_in_one_land_are_two_homes() -> None:
    """Neither place lies in the other if a land contains both."""
    tale = two_homes().say("land", CONTAINS, "Harbor").say("house", PART_OF, "land")

    assert tale.read().at("Lin lives_in Harbor", 25) is Holding.NO


def test_a_place_that_no_longer_contains_another_does_not_nest_it() -> None:
    """The end of "contains" removes the containment."""
    tale = two_homes().say("Harbor", CONTAINS, "house").say("Harbor", CONTAINS, "house", phase=Phase.ENDS)

    assert tale.read().at("Lin lives_in Harbor", 25) is Holding.NO


def test_two_levels_of_detail_in_one_passage_are_one_home() -> None:
    """One passage mentions a second home without a move, so nothing contradicts."""
    story = two_grains().read()

    assert story.kinds() == []
    assert [story.at(one, 10) for one in (FERRY, ROOMS)] == [Holding.HOLDS] * 2


def claimed(tale: Tale, place: str, *, holder: str = "Wu", placing: Placement = Placement.NOW) -> Tale:
    return tale.say("Lin", LIVES_IN, place, scope=StatementScope.CLAIM, holder=holder, placing=placing)


def hall_ended(tale: Tale, scope: StatementScope = StatementScope.CLAIM) -> bool:
    facts = tale.read().facts("Lin lives_in Hall")
    return any(one.core.ended_by for one in facts if one.core.scope is scope)


def test_two_places_in_the_words_of_one_person_are_one_home() -> None:
    """Mr. Frankland, of Lafter Hall, lives on the moor: one place may lie in the other."""
    assert not hall_ended(claimed(claimed(Tale().chapter(1, day(10)), "Hall"), "moor"))


def test_two_places_at_two_times_in_the_words_of_one_person_are_two_homes() -> None:
    """The first place is one of the past, or the second one is told in a later passage."""
    before = claimed(Tale().chapter(1, day(10)), "Hall", placing=Placement.BACK)
    apart = claimed(Tale().chapter(1, day(10)), "Hall").passage(day(11))

    assert hall_ended(claimed(before, "moor"))
    assert hall_ended(claimed(apart, "moor"))


def test_the_words_of_a_person_nest_no_places_in_the_world() -> None:
    told = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Hall").chapter(2, day(20)).say("Lin", LIVES_IN, "moor")

    claimed(claimed(told.chapter(3, day(30)), "Hall"), "moor")

    assert hall_ended(told, StatementScope.WORLD)


def test_a_move_in_the_same_passage_is_a_move() -> None:
    """A home that begins is a new home, not a detail of the old home."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor").say("Lin", LIVES_IN, "Capital", phase=Phase.BEGINS)

    story = tale.read()

    assert story.fact("Lin lives_in Harbor").core.ended_by == (story.fact("Lin lives_in Capital").uuid,)


def test_two_homes_in_two_passages_are_two_homes() -> None:
    """The rule for two levels of detail applies only within one passage."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor").passage(day(11)).say("Lin", LIVES_IN, "Capital")

    story = tale.read()

    assert story.fact("Lin lives_in Harbor").core.ended_by == (story.fact("Lin lives_in Capital").uuid,)


def test_two_homes_of_one_day_in_two_chapters_contradict() -> None:
    """Two homes in two chapters are two accounts of one moment."""
    tale = Tale().chapter(1, day(30)).say("Lin", LIVES_IN, "Harbor", time=day(10), placing=Placement.BACK)
    tale.chapter(2).say("Lin", LIVES_IN, "Capital", time=day(10), placing=Placement.BACK)

    assert tale.read().kinds() == ["contradiction"]


def test_two_moves_of_one_day_contradict_in_one_chapter_too() -> None:
    """Two moves mean two places, not one place at two levels of detail."""
    tale = Tale().chapter(1, day(30))
    for place in ("Harbor", "Capital"):
        tale.say("Lin", LIVES_IN, place, phase=Phase.BEGINS, time=day(10), placing=Placement.BACK)

    assert tale.read().kinds() == ["contradiction"]


@pytest.mark.parametrize(
    ("language", "words"),
    [(ENGLISH, "two places at the same moment"), (CHINESE, "同一时刻")],
)
def test_a_person_in_two_places_at_one_moment_is_an_issue(language: Language, words: str) -> None:
    """Two chapters put Lin into two towns on one day. The issue ranks lower than a contradiction, because a day is
    long.
    """
    tale = Tale().chapter(1, day(30)).say("Lin", IS_IN, "Harbor", time=day(10), placing=Placement.BACK)
    tale.chapter(2).say("Lin", IS_IN, "Capital", time=day(10), placing=Placement.BACK)

    (found,) = tale.read(language=language).folded.issues

    assert (found.kind, found.rank) == (IssueKind.TWO_PLACES_AT_ONCE, 1)
    assert words in found.text
    assert [one.episode for one in found.evidence] == ["ch1", "ch2"]


def test_somewhere_and_not_there_is_a_contradiction_not_two_places() -> None:
    """A denial names no second place."""
    tale = Tale().chapter(1, day(30)).say("Lin", IS_IN, "Harbor", time=day(10), placing=Placement.BACK)
    tale.chapter(2).say("Lin", IS_IN, "Harbor", time=day(10), placing=Placement.BACK, phase=Phase.DENIED)

    assert tale.read().kinds() == ["contradiction"]
