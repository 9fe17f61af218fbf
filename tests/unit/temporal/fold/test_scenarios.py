"""Tests of the story-time scenarios S1 to S10 on chronology and fold."""

from __future__ import annotations

from episodic.model.episodes import FrameKind
from episodic.model.holding import Holding
from episodic.model.moments import Anchor
from episodic.model.readings import Phase, Placement, StatementScope
from tests.unit.temporal.story_builder import (
    ALIVE,
    DEAD,
    EYES,
    HOLDS,
    LIVES_IN,
    MET,
    YEARS_BEFORE,
    Tale,
    after,
    before,
    day,
    later,
    year,
)

HARBOR, CAPITAL, VILLAGE = "Lin lives_in Harbor", "Lin lives_in Capital", "Lin lives_in Village"


def two_homes() -> Tale:
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor")
    return tale.chapter(5, day(20)).say("Lin", LIVES_IN, "Capital")


def with_a_flashback() -> Tale:
    tale = two_homes().chapter(9, day(30)).say("Lin", MET, "Wu")
    return tale.passage(YEARS_BEFORE, frame=FrameKind.FLASHBACK).say("Lin", LIVES_IN, "Village")


def test_a_later_home_ends_the_earlier_one() -> None:
    """Scenario S1: between the two days the first home holds, and after the second day the second home."""
    story = two_homes().read()

    assert [story.at(HARBOR, 15), story.at(CAPITAL, 15)] == [Holding.HOLDS, Holding.NO]
    assert [story.at(HARBOR, 25), story.at(CAPITAL, 25)] == [Holding.NO, Holding.HOLDS]
    assert story.fact(HARBOR).core.ended_by == (story.fact(CAPITAL).uuid,)
    assert story.folded.issues == ()


def test_a_flashback_stands_where_it_happened_not_where_it_is_told() -> None:
    """Scenario S2: the home of years before has ended. Long before, that home is only possible. Nothing conflicts."""
    story = with_a_flashback().read()

    assert story.true_at(story.end_of(9)) == {CAPITAL, "Lin met Wu"}
    assert story.true_at(5) == {VILLAGE}
    assert story.at(VILLAGE, -5000) is Holding.POSSIBLE
    assert story.fact(VILLAGE).core.ended_by == (story.fact(HARBOR).uuid,)
    assert story.folded.issues == ()


def test_what_is_told_later_is_not_there_before() -> None:
    """Scenario S3: as told by chapter 8, the village and its consequences do not exist."""
    story = with_a_flashback().read(told_by=8)

    assert story.facts(VILLAGE) == []
    assert story.folded == two_homes().read().folded


def test_an_offset_is_resolved_when_its_anchor_is_dated() -> None:
    """Scenario S4: "three days after the fire" is a day only if the fire has a date."""
    undated = Tale().chapter(1, after("fire", 3, 3)).say("Lin", LIVES_IN, "Harbor")

    first = undated.read().fact(HARBOR).core.valid_at
    undated.chapter(2).say("town", MET, "fire", event="fire", time=day(100), placing=Placement.BACK)
    then = undated.read().fact(HARBOR).core.valid_at

    assert first is not None
    assert (first.earliest, first.latest) == (None, None)
    assert then is not None
    assert (then.earliest, then.latest) == (103, 103)


def test_a_year_is_a_whole_year_however_late() -> None:
    """Scenario S5: a date has the precision of its text, and the year 12345 comes after the year 1349."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor", time=year(1349), placing=Placement.BACK)
    tale.say("Lin", LIVES_IN, "Capital", time=year(12345), placing=Placement.AHEAD)

    story = tale.read()
    since, then = story.fact(HARBOR).core.valid_at, story.fact(CAPITAL).core.valid_at

    assert since is not None
    assert since.earliest is not None
    assert since.latest is not None
    assert since.latest - since.earliest == 363
    assert then is not None
    assert then.earliest == 12344 * 364
    assert story.fact(HARBOR).core.ended_by == (story.fact(CAPITAL).uuid,)


def test_a_belief_lives_beside_the_world() -> None:
    """Scenario S6: between the death and the letter, the world and the believer differ without a contradiction."""
    belief = StatementScope.BELIEF
    tale = Tale().chapter(1, day(5)).say("Chen", ALIVE, scope=belief, holder="Mei")
    tale.chapter(2, day(30)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(3, day(40)).say("Chen", DEAD, scope=belief, holder="Mei")

    story = tale.read()
    alive = story.fact("Chen alive")
    world, believed = (one for one in story.facts("Chen dead"))

    assert story.true_at(35) == {"Chen alive", "Chen dead"}
    assert world.core.scope is StatementScope.WORLD
    assert alive.core.ended_by == (believed.uuid,)
    assert story.at("Chen alive", 45) is Holding.NO
    assert story.folded.issues == ()


def test_two_values_of_a_fixed_thing_contradict_each_other() -> None:
    """Scenario S7: both values stay, with one issue that has both quotes, although narrative order is known."""
    tale = Tale().chapter(2).say("Lin", EYES, "green").chapter(8).say("Lin", EYES, "brown")

    story = tale.read()

    assert story.kinds() == ["contradiction"]
    assert len(story.folded.issues[0].evidence) == 2
    assert [one.core.ended_by for one in story.folded.facts] == [(), ()]
    assert story.at("Lin eye_colour green", story.end_of(8)) is Holding.POSSIBLE


def test_what_no_order_parts_stays_open_until_one_is_told() -> None:
    """Scenario S9: the order of a sword's owners in two undated tales is unknown until a later "a year after" states
    it.
    """
    tale = Tale().chapter(1)
    tale.passage(frame=FrameKind.TALE).say("Lin", HOLDS, "sword", time=after("flood", 0, 0))
    tale.passage(frame=FrameKind.TALE).say("Wu", HOLDS, "sword")

    first = tale.read()
    tale.chapter(2).say("Wu", HOLDS, "sword", time=after("flood", 1, 1, "year"), phase=Phase.BEGINS)
    then = tale.read()

    assert first.kinds() == ["order_unknown"]
    assert [one.core.ended_by for one in first.folded.facts] == [(), ()]
    assert then.fact("Lin holds sword").core.ended_by == (then.fact("Wu holds sword").uuid,)
    assert then.kinds() == []


def wedding_war_and_peace() -> Tale:
    tale = Tale().chapter(1).say("a", MET, "wedding", event="wedding", time=day(10), quote="the wedding on day ten")
    tale.chapter(2).say("b", MET, "war", event="war", time=after("wedding", 5, 5), quote="five days later the war")
    tale.chapter(3).say(
        "c", MET, "peace", event="peace", time=day(12), placing=Placement.BACK, quote="peace on day twelve"
    )
    return tale.say(
        "c", MET, "peace", event="peace", time=after("war"), placing=Placement.BACK, quote="peace after the war"
    )


def test_times_that_cannot_be_are_an_issue_with_a_loop_of_quotes() -> None:
    """Scenario S10: a peace cannot come after a war that began later, and the issue shows every quote of the
    contradiction.
    """
    (found,) = wedding_war_and_peace().read().folded.issues

    assert found.kind == "timeline_conflict"
    assert [one.quote for one in found.evidence] == [
        "the wedding on day ten",
        "five days later the war",
        "peace on day twelve",
        "peace after the war",
    ]


def test_no_quote_of_the_loop_can_be_left_out() -> None:
    """Scenario S10: without any one quote, the others are consistent."""
    for number in range(4):
        tale = wedding_war_and_peace()
        del tale.statements[number]

        assert tale.read().folded.issues == ()


def test_only_the_dead_cannot_act() -> None:
    """Scenario S10: an act between death and revival is an issue, and an act after the revival is not."""
    tale = Tale().chapter(1, day(30)).say("Jon", DEAD, phase=Phase.BEGINS)
    tale.chapter(2, day(35)).say("Jon", MET, "Wu")
    tale.chapter(3, day(40)).say("Jon", DEAD, phase=Phase.ENDS)
    tale.chapter(4, day(45)).say("Jon", MET, "Mei")

    story = tale.read()

    assert story.kinds() == ["dead_acts"]
    assert "Wu" in story.folded.issues[0].evidence[1].quote
    assert before("war").before
    assert later(1, 1).anchor is Anchor.PREVIOUS
