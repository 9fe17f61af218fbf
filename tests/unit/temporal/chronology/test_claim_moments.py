"""Tests of the moments of claims: when a claim was made, and when its content happens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.graph import TimelineTurn
from episodic.model.moments import Anchor
from episodic.model.readings import Placement, StatementScope
from episodic.temporal.chronology.chronology import Certainty
from tests.unit.temporal.story_builder import (
    LIVES_IN,
    MEMBER,
    MET,
    YEARS_BEFORE,
    Tale,
    after,
    chronology_of,
    day,
    days,
    later,
    order,
)


def said_days(tale: Tale, number: int = 0) -> tuple[int | None, int | None]:
    """The first and the last day on which a statement may have been said."""
    chronology = chronology_of(tale)
    return chronology.bounds(chronology.said_of(tale.statements[number].uuid))[:2]


def test_a_claim_has_two_moments() -> None:
    """A day that a claim mentions is the day of its content. The moment of saying is the moment at which the claim is
    made.
    """
    claim = StatementScope.CLAIM
    tale = Tale().chapter(1, day(40)).say("Chen", MEMBER, "Guild", scope=claim, holder="Mei", time=day(30))
    tale.say("Chen", LIVES_IN, "Village", scope=claim, holder="Mei", placing=Placement.BACK)

    assert (days(tale), said_days(tale)) == ((30, 30), (40, 40))
    assert (days(tale, 1), said_days(tale, 1)) == ((None, 40), (40, 40))


def test_a_plan_is_carried_out_after_the_planning() -> None:
    """Mei means to leave, with or without a time, and the text does not tell whether she does so before the next event."""
    plan = StatementScope.PLAN
    tale = Tale().chapter(1, day(40)).say("Mei", MET, "a", scope=plan, holder="Mei").say("Mei", MET, "b")
    timed = tale.statements[0]

    for time in ("by eight", None):
        tale.statements[0] = replace(timed, core=replace(timed.core, time=time))
        assert [one.turn for one in chronology_of(tale).line_places(timed.uuid)] == [TimelineTurn.AHEAD]


@pytest.mark.parametrize("own_passage", [True, False])
def test_a_plan_for_to_morrow_counts_from_the_scene_around_a_look_back(own_passage: bool) -> None:
    """Ann says that she will come to-morrow. She had come years before. What she does on this day is before to-morrow,
    and what happens two days later is after it. The next day is the planned day.
    """
    tale = Tale().chapter(1, day(4)).say("Ann", MET, "Ben", scope=StatementScope.PLAN, holder="Ann")
    tale.statements[-1] = replace(tale.statements[-1], time=later(1, 1, anchor=Anchor.HERE))
    tale = tale.passage() if own_passage else tale
    tale.say("Ann", MET, "Ben", placing=Placement.BACK, time=YEARS_BEFORE).say("Ann", MET, "Cal")
    tale.passage(later(1, 1)).say("Ann", MET, "Dan").passage(later(1, 1)).say("Ann", MET, "Eve")

    assert [days(tale, one) for one in (0, 2, 3, 4)] == [(5, 5), (4, 4), (5, 5), (6, 6)]
    assert order(tale, 2, 0) is order(tale, 0, 4) is Certainty.CERTAIN


def test_that_night_in_a_claim_is_not_the_night_of_the_claim() -> None:
    """ "That night" gets no date, and not the day of the speech. The speaker's next claim about that night is about the
    same night.
    """
    claim, that_night = StatementScope.CLAIM, later(0, 0)
    tale = Tale().chapter(1, day(40)).say("Otter", MET, "mill", scope=claim, holder="Sim", time=that_night)
    tale.say("Otter", MET, "torch", scope=claim, holder="Sim", time=that_night)

    assert [days(tale, one) for one in range(2)] == [(None, None)] * 2
    assert said_days(tale) == (40, 40)


def test_that_night_in_the_claims_of_a_letter_is_after_what_the_letter_has_told() -> None:
    """In speech of the main line, "that night" is a night of which the speaker has spoken before."""
    claim, that_night = StatementScope.CLAIM, later(0, 0)
    orders: list[bool] = []
    for frame, run in ((FrameKind.LETTER, "letter"), (FrameKind.TALE, "tale"), (FrameKind.MAIN, None)):
        tale = Tale().chapter(1).say("Wu", MET, "Lin").passage(frame=frame, run=run)
        tale.say("Otter", MET, "mill", scope=claim, holder="Sim")
        tale.say("Otter", MET, "torch", scope=claim, holder="Sim", time=that_night)
        chronology = chronology_of(tale)
        _, first, second = (chronology.position_of(one.uuid) for one in tale.statements)
        orders.append(chronology.precedes(first, second))

    assert orders == [True, True, False]


def test_what_is_passed_on_was_said_before() -> None:
    """A person who passes on somebody's words repeats words of an earlier moment."""
    tale = Tale().chapter(1, day(40)).say("Chen", MEMBER, "Guild", scope=StatementScope.CLAIM, holder="Mei")
    tale.statements = [replace(one, tellers=("Wu",)) for one in tale.statements]

    assert said_days(tale) == (None, 40)


def test_an_event_in_a_claim_is_the_world_s_unless_the_claim_places_it() -> None:
    """A lie about the day of the fire dates only what the liar says about the fire."""
    claim = StatementScope.CLAIM
    tale = Tale().chapter(1, day(30)).say("fire", MET, "x", event="fire").chapter(2, day(50))
    tale.say("a", MET, "x", scope=claim, holder="Mei", time=after("fire", 2, 2))
    tale.say("fire", MET, "x", scope=claim, holder="Wu", event="fire", time=day(10))
    tale.say("b", MET, "x", scope=claim, holder="Wu", time=after("fire", 2, 2))

    assert [days(tale, one) for one in range(4)] == [(30, 30), (32, 32), (10, 10), (12, 12)]


def test_a_belief_before_the_first_dated_statement_of_a_passage_changes_no_day() -> None:
    told = Tale().chapter(1, day(10)).say("Wu", MET, "Mei", time=after("fire", 3, 3))
    believed = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor", scope=StatementScope.BELIEF, holder="Mei")
    believed.say("Wu", MET, "Mei", time=after("fire", 3, 3))

    assert days(believed, 1) == days(told, 0) == (10, 10)


def told_tale(*placings: Placement) -> Tale:
    """Return a tale told in a scene, with one claim of its teller for each placing and then one of its own time."""
    tale = Tale().chapter(1).say("Lin", MET, "Wu").passage(frame=FrameKind.TALE, run="tale")
    for number, placing in enumerate((*placings, Placement.NOW)):
        tale.say("Bo", MET, f"guest {number}", scope=StatementScope.CLAIM, holder="Wu", placing=placing)
    return tale


def test_a_look_back_that_opens_a_tale_may_sum_up_the_tale() -> None:
    """It is before the telling, and has no order to what the tale tells next."""
    tale = told_tale(Placement.BACK)
    chronology = chronology_of(tale)
    scene, summary, event = (chronology.position_of(one.uuid) for one in tale.statements)

    assert chronology.precedes(summary, scene)
    assert not chronology.precedes(summary, event)
    assert not chronology.precedes(event, summary)


def test_a_look_back_inside_a_tale_is_before_what_the_tale_has_reached() -> None:
    tale = told_tale(Placement.NOW, Placement.BACK)
    chronology = chronology_of(tale)
    first, back, event = (chronology.position_of(one.uuid) for one in tale.statements[1:])

    assert chronology.precedes(back, event)
    assert chronology.precedes(first, event)
