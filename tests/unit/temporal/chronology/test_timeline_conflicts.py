"""Tests of timeline conflicts: which time expression is set aside, and which quotes the conflict shows."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from episodic.model.readings import Placement
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.placed import PlacedPassage
from tests.unit.temporal.stories import tales
from tests.unit.temporal.story_builder import MET, DayCount, Tale, after, before, chronology_of, day, later


def wedding_war_and_peace() -> Tale:
    tale = Tale().chapter(1).say("a", MET, "wedding", event="wedding", time=day(10), quote="wed on day 10")
    tale.say("r", MET, "river", event="river", time=day(11), quote="a river on day 11")
    tale.chapter(2).say("b", MET, "war", event="war", time=after("wedding", 5, 5), quote="war 5 days after")
    tale.chapter(3).say("c", MET, "peace", event="peace", time=day(12), quote="peace on day 12")
    return tale.say("c", MET, "peace", event="peace", time=after("war"), quote="peace after the war")


def test_one_event_with_two_times_is_shown_by_the_whole_loop_and_nothing_else() -> None:
    """The conflict has exactly the quotes that are needed to understand it."""
    (conflict,) = chronology_of(wedding_war_and_peace()).conflicts

    quotes = [one.quote for one in conflict.loop]
    assert quotes == ["wed on day 10", "war 5 days after", "peace on day 12", "peace after the war"]
    assert conflict.repeats_event


def test_leaving_out_any_quote_of_the_loop_leaves_no_conflict() -> None:
    tale = wedding_war_and_peace()
    (conflict,) = chronology_of(tale).conflicts

    for quote in conflict.loop:
        rest = [one for one in tale.statements if one.evidence != quote]
        assert Chronology.of(tale.passages, rest, DayCount()).conflicts == ()


def test_of_two_orders_the_one_told_first_counts() -> None:
    """If the flood is after the fire, and later the fire after the flood, the second order is set aside."""
    tale = Tale().chapter(1).say("a", MET, "x", event="flood", time=after("fire"), placing=Placement.BACK)
    tale.say("b", MET, "x", event="fire", time=after("flood"), placing=Placement.BACK)
    tale.say("c", MET, "x", time=before("fire"), placing=Placement.BACK)

    chronology = chronology_of(tale)
    flood, fire, other = (chronology.position_of(one.uuid) for one in tale.statements)

    assert [one.owner for one in chronology.conflicts] == [tale.statements[1].uuid]
    assert chronology.set_aside == {tale.statements[1].uuid}
    assert chronology.precedes(fire, flood)
    assert chronology.precedes(other, flood)


def test_a_date_counts_before_a_distance_whatever_is_told_first() -> None:
    """A date takes precedence over an earlier offset from the passage before."""
    tale = Tale().chapter(1, day(10)).passage(later(5, 5), words="five days later").say("a", MET, "x")
    tale.passage(later(1, 1), words="the next morning").say("b", MET, "x", time=day(13))

    chronology = chronology_of(tale)

    assert chronology.bounds(chronology.now_of("p1.1"))[:2] == (15, 15)
    assert chronology.bounds(chronology.position_of(tale.statements[1].uuid))[:2] == (13, 13)
    assert chronology.bounds(chronology.now_of("p1.2"))[:2] == (16, 16)
    assert chronology.conflicts == ()


@settings(max_examples=40, deadline=None)
@given(tales(most=6))
def test_conflict_loops_are_minimal(tale: Tale) -> None:
    for conflict in chronology_of(tale).conflicts:
        if len(conflict.loop) < 2 or conflict.repeats_event:
            continue
        for left_out in conflict.loop:
            kept = set(conflict.loop) - {left_out}
            statements = [one for one in tale.statements if one.evidence in kept or not one.dated]
            passages = [one if one.evidence in kept else _silent(one) for one in tale.passages]
            again = Chronology.of(passages, statements, DayCount()).conflicts
            assert conflict.loop not in [one.loop for one in again]


def _silent(passage: PlacedPassage) -> PlacedPassage:
    return replace(passage, time=None, time_text=None)
