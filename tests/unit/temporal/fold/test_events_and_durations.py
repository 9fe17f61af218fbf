"""Tests which event statements report one event, and how long states last that have no stated end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.holding import Holding
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement
from episodic.temporal.as_of import holds
from episodic.temporal.questions import Verdict
from tests.unit.temporal.fold.test_fold import CAPITAL, HARBOR, verdict
from tests.unit.temporal.story_builder import (
    DEAD,
    FOUGHT,
    HAIR,
    HOLDS,
    IN_ROOM,
    KILLED,
    LIVES_IN,
    MET,
    YEARS_BEFORE,
    Tale,
    day,
    later,
)


def test_an_event_has_one_moment_and_no_end() -> None:
    """Two meetings are two events. A look back at a meeting without a name for it is a third event."""
    tale = Tale().chapter(1, day(3)).say("Lin", MET, "Wu").chapter(2, day(8)).say("Lin", MET, "Wu")
    tale.say("Lin", MET, "Wu", placing=Placement.BACK)

    story = tale.read()
    first, second, third = story.facts("Lin met Wu")

    assert [one.core.invalid_at for one in (first, second, third)] == [None, None, None]
    assert [story.at("Lin met Wu", one) for one in (5, 99)] == [Holding.HOLDS, Holding.HOLDS]


def test_an_event_told_twice_is_one_on_evidence() -> None:
    """The evidence is one name with a look back, one stated day in two runs, or a judgement."""
    named = Tale().chapter(1, day(3)).say("Lin", MET, "Wu", event="battle").chapter(2, day(8))
    named.say("Lin", MET, "Wu", event="battle", placing=Placement.BACK)
    dated = Tale().chapter(1, day(3)).say("Lin", MET, "Wu").chapter(2, day(8))
    dated.say("Lin", MET, "Wu", time=day(3), placing=Placement.BACK)
    judged = Tale().chapter(1).say("Lin", MET, "Wu").chapter(2).say("Lin", FOUGHT, "Wu", placing=Placement.BACK)

    assert len(named.read().folded.facts) == 1
    assert len(dated.read().folded.facts) == 1
    assert len(judged.read().folded.facts) == 2
    assert len(verdict(judged, Verdict.SAME).read().folded.facts) == 1


def test_an_event_told_twice_as_now_on_one_line_is_two() -> None:
    """Two visits in one run are two visits, even with one name or one day."""
    named = Tale().chapter(1, day(3)).say("Lin", MET, "Wu", event="battle").chapter(2)
    named.say("Lin", MET, "Wu", event="battle")
    dated = Tale().chapter(1, day(3)).say("Lin", MET, "Wu").say("Lin", MET, "Wu")

    assert [len(one.read().folded.facts) for one in (named, dated)] == [2, 2]


def test_what_can_happen_only_once_is_one_event() -> None:
    """A killing that is narrated again some chapters later is the same killing."""
    tale = Tale().chapter(1).say("Lin", KILLED, "Wu").chapter(2).say("Lin", KILLED, "Wu")

    assert len(tale.read().folded.facts) == 1


def test_a_state_told_as_it_is_began_at_some_time_before() -> None:
    """A state holds at its statement, and began before, unless the text states the beginning or the state follows a
    rival.
    """
    held = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor")
    begun = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor", phase=Phase.BEGINS)
    followed = held.chapter(2, day(20)).say("Lin", LIVES_IN, "Capital")

    assert begun.read().at(HARBOR, 5) is Holding.NO
    story = followed.read()
    assert [story.at(one, 5) for one in (HARBOR, CAPITAL)] == [Holding.POSSIBLE, Holding.NO]
    assert [one.validity.open_start for one in story.folded.facts] == [True, False]


def test_a_state_told_only_of_the_past_is_possible_after_it() -> None:
    """Long hair in a flashback may be cut by now. A death or a move in a flashback is permanent."""
    tale = Tale().chapter(1, day(5000)).passage(YEARS_BEFORE, frame=FrameKind.FLASHBACK)
    tale.say("Lin", HAIR, "long").say("Lin", LIVES_IN, "Harbor", phase=Phase.BEGINS).say("Wu", DEAD)

    story = tale.read()
    now = story.chronology.now_of("p1.0")

    assert [story.at(one, now) for one in ("Lin hair long", HARBOR, "Wu dead")] == [
        Holding.POSSIBLE,
        Holding.HOLDS,
        Holding.HOLDS,
    ]


def test_what_was_said_to_be_so_once_is_possible_after_that_moment() -> None:
    """ "Had long hair" certainly holds at its own moment, and is possible at the moment of the scene."""
    tale = Tale().chapter(1, day(5000)).say("Lin", HAIR, "long", time=day(100), placing=Placement.BACK)

    story = tale.read()

    assert [story.at("Lin hair long", one) for one in (100, 5000)] == [Holding.HOLDS, Holding.POSSIBLE]


def test_a_passing_state_is_over_after_the_next_passage() -> None:
    """A person was in the kitchen as a child and again thirty years later, which gives two facts. Each of the two facts
    ends after its scene.
    """
    tale = Tale().chapter(1).say("Lin", IN_ROOM, "kitchen").passage().passage()
    tale.chapter(2).say("Lin", IN_ROOM, "kitchen").passage().say("Lin", IN_ROOM, "kitchen").passage().passage()

    story = tale.read()
    first, second = story.facts("Lin in_room kitchen")
    ends = [story.chronology.end_of(one) for one in ("p1.0", "p1.1", "p1.2")]

    assert [holds(first, one, story.chronology) for one in ends] == [Holding.HOLDS, Holding.POSSIBLE, Holding.NO]
    assert len(second.core.evidence) == 2
    assert first.core.ended_by == (first.uuid,)


def test_a_state_of_its_scene_holds_until_the_scene_ends() -> None:
    """A person takes the sword in the first of three passages, and the fourth passage is three days later."""
    tale = Tale().chapter(1).say("Lin", HOLDS, "sword", scene=True).passage().passage().passage(later(3, 3))

    story = tale.read()
    fact = story.fact("Lin holds sword")
    ends = [story.chronology.end_of(f"p1.{one}") for one in range(4)]

    assert [holds(fact, one, story.chronology) for one in ends] == [*[Holding.HOLDS] * 3, Holding.NO]
    assert fact.core.ended_by == (fact.uuid,)
    assert fact.core.invalid_at is None


def test_a_state_that_another_statement_calls_lasting_is_not_over_with_a_scene() -> None:
    tale = Tale().chapter(1).say("Lin", HOLDS, "sword").chapter(2).say("Lin", HOLDS, "sword", scene=True).chapter(3)

    story = tale.read()

    assert len(story.facts("Lin holds sword")) == 1
    assert story.at("Lin holds sword", story.end_of(3)) is Holding.HOLDS


def test_a_lasting_state_does_not_begin_with_an_earlier_scene_in_which_it_passed() -> None:
    tale = Tale().chapter(1).say("Lin", HOLDS, "sword", scene=True).chapter(2).passage()
    tale.chapter(3).say("Lin", HOLDS, "sword").chapter(4)

    story = tale.read()
    holding = [story.at("Lin holds sword", story.end_of(one)) for one in range(1, 5)]

    assert len(story.facts("Lin holds sword")) == 2
    assert holding == [Holding.HOLDS, Holding.NO, Holding.HOLDS, Holding.HOLDS]


def test_a_lasting_state_told_in_the_scene_in_which_it_seemed_to_pass_is_one_fact() -> None:
    tale = Tale().chapter(1).say("Lin", HOLDS, "sword", scene=True).passage().passage().say("Lin", HOLDS, "sword")

    assert len(tale.read().facts("Lin holds sword")) == 1


@pytest.mark.parametrize(
    ("said", "denied", "contradicts"),
    [
        ("adopted daughter", "father", False),
        ("养女", None, False),
        ("daughter", "father", True),
        ("adopted daughter", "foster father", True),
        (None, None, True),
    ],
)
def test_who_is_adopted_is_not_a_child_by_blood(said: str | None, denied: str | None, *, contradicts: bool) -> None:
    parent_of = Predicate("parent_of", PredicateKind.FIXED)
    tale = Tale().chapter(1).say("Lin", parent_of, "Mei").say("Lin", parent_of, "Mei", phase=Phase.DENIED)
    tale.statements = [
        replace(one, core=replace(one.core, qualifier=words))
        for one, words in zip(tale.statements, (said, denied), strict=True)
    ]

    assert bool(tale.read().kinds()) is contradicts


@pytest.mark.parametrize(
    ("said", "denied", "contradicts"),
    [
        ("to stay", "to see him again", False),
        ("to stay", "To stay", True),
        ("to stay", None, True),
        (None, "to see him again", True),
    ],
)
def test_a_denial_of_something_else_contradicts_nothing(
    said: str | None, denied: str | None, *, contradicts: bool
) -> None:
    """Lin asked Wu to stay, and did not ask Wu to see him again, in one scene."""
    tale = Tale().chapter(1).say("Lin", MET, "Wu").say("Lin", MET, "Wu", phase=Phase.DENIED, same_quote=True)
    tale.statements = [
        replace(one, core=replace(one.core, qualifier=words))
        for one, words in zip(tale.statements, (said, denied), strict=True)
    ]

    assert bool(tale.read().kinds()) is contradicts
