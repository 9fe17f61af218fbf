"""Tests of the moments of claims: when a claim was made, and when its content happens."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.readings import Placement, StatementScope
from tests.unit.temporal.story_builder import (
    LIVES_IN,
    MEMBER,
    MET,
    Tale,
    after,
    chronology_of,
    day,
    days,
    later,
)


def said_days(tale: Tale, number: int = 0) -> tuple[int | None, int | None]:
    """The first and the last day on which a statement may have been said."""
    chronology = chronology_of(tale)
    return chronology.bounds(chronology.said_of(tale.statements[number].uuid))[:2]


def test_a_claim_has_two_moments() -> None:
    """R9: the day that a claim speaks of is its content's; it is said where it is made."""
    claim = StatementScope.CLAIM
    tale = Tale().chapter(1, day(40)).say("Chen", MEMBER, "Guild", scope=claim, holder="Mei", time=day(30))
    tale.say("Chen", LIVES_IN, "Village", scope=claim, holder="Mei", placing=Placement.BACK)

    assert (days(tale), said_days(tale)) == ((30, 30), (40, 40))
    assert (days(tale, 1), said_days(tale, 1)) == ((None, 40), (40, 40))


def test_that_night_in_a_claim_is_not_the_night_of_the_claim() -> None:
    """R9: rather no date than the day of the speech; what the speaker says of that night next is of the same night."""
    claim, that_night = StatementScope.CLAIM, later(0, 0)
    tale = Tale().chapter(1, day(40)).say("Otter", MET, "mill", scope=claim, holder="Sim", time=that_night)
    tale.say("Otter", MET, "torch", scope=claim, holder="Sim", time=that_night)

    assert [days(tale, one) for one in range(2)] == [(None, None)] * 2
    assert said_days(tale) == (40, 40)


def test_what_is_passed_on_was_said_before() -> None:
    """R9: who repeats somebody's words repeats words of an earlier moment."""
    tale = Tale().chapter(1, day(40)).say("Chen", MEMBER, "Guild", scope=StatementScope.CLAIM, holder="Mei")
    tale.statements = [replace(one, tellers=("Wu",)) for one in tale.statements]

    assert said_days(tale) == (None, 40)


def test_an_event_in_a_claim_is_the_world_s_unless_the_claim_places_it() -> None:
    """R9: a lie about the fire's day counts for what its holder says of the fire, and for nothing else."""
    claim = StatementScope.CLAIM
    tale = Tale().chapter(1, day(30)).say("fire", MET, "x", event="fire").chapter(2, day(50))
    tale.say("a", MET, "x", scope=claim, holder="Mei", time=after("fire", 2, 2))
    tale.say("fire", MET, "x", scope=claim, holder="Wu", event="fire", time=day(10))
    tale.say("b", MET, "x", scope=claim, holder="Wu", time=after("fire", 2, 2))

    assert [days(tale, one) for one in range(4)] == [(30, 30), (32, 32), (10, 10), (12, 12)]
