"""Tests of `as_of` queries: positions, days, dates of any precision, and calendars that are not tied."""

from __future__ import annotations

from episodic.model.episodes import ORDER_GAP
from episodic.model.holding import Holding
from episodic.model.readings import Phase, Placement
from episodic.temporal.as_of import DayRange, holds, on_day
from tests.unit.temporal.story_builder import EYES, HOLDS, LIVES_IN, MEMBER, Tale, day, year

HARBOR, CAPITAL = "Lin lives_in Harbor", "Lin lives_in Capital"


def test_a_day_is_asked_about_at_its_end() -> None:
    """On the day of the move, the new home holds, and the old home of that day is possible."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor")
    tale.say("Lin", LIVES_IN, "Capital", phase=Phase.BEGINS)

    story = tale.read()

    assert [story.at(CAPITAL, one) for one in (9, 10)] == [Holding.NO, Holding.HOLDS]
    assert [story.at(HARBOR, one) for one in (10, 11)] == [Holding.POSSIBLE, Holding.NO]


def test_a_year_is_asked_about_as_a_whole() -> None:
    """In the year of the move both homes are possible. In the year after the move, only the new home holds."""
    tale = Tale().chapter(1, year(1)).say("Lin", LIVES_IN, "Harbor").chapter(2, year(2)).say("Lin", LIVES_IN, "Capital")

    story = tale.read()
    asked = [DayRange("epoch", (number - 1) * 364, number * 364 - 1) for number in (1, 2, 3)]

    assert [story.at(HARBOR, one) for one in asked] == [Holding.POSSIBLE, Holding.POSSIBLE, Holding.NO]
    assert [story.at(CAPITAL, one) for one in asked] == [Holding.NO, Holding.POSSIBLE, Holding.HOLDS]


def test_a_day_of_an_untied_calendar_leaves_everything_possible() -> None:
    """A query with a calendar that is not tied leaves every state possible, except unchanging facts."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor").say("Lin", EYES, "green")

    story = tale.read()

    assert story.at(HARBOR, on_day("moons", 10)) is Holding.POSSIBLE
    assert story.at("Lin eye_colour green", on_day("moons", 10)) is Holding.HOLDS


def test_the_end_of_a_chapter_knows_what_the_chapter_said() -> None:
    """At the end of a chapter its statements hold, and at its beginning they do not."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2).say("Lin", LIVES_IN, "Capital")

    story = tale.read()
    fact = story.fact(CAPITAL)

    assert holds(fact, story.chronology.now_of("p2.0"), story.chronology) is Holding.NO
    assert holds(fact, story.chronology.end_of("p2.0"), story.chronology) is Holding.HOLDS
    assert story.true_at(story.end_of(1)) == {HARBOR}


def test_two_excluding_facts_that_would_both_hold_are_possible() -> None:
    """Two holders of one sword on the same day, without an order, are both possible and a contradiction."""
    tale = Tale().chapter(1).say("Lin", HOLDS, "sword", time=day(10), placing=Placement.BACK, phase=Phase.BEGINS)
    tale.say("Wu", HOLDS, "sword", time=day(10), placing=Placement.BACK, phase=Phase.BEGINS)

    story = tale.read()

    assert [story.at(f"{one} holds sword", 15) for one in ("Lin", "Wu")] == [Holding.POSSIBLE] * 2
    assert story.kinds() == ["contradiction"]


def test_coarse_bounds_are_the_chapters_between_which_a_fact_may_hold() -> None:
    """The coarse bounds of a fact are the first chapter that states the fact and the first chapter at whose end the
    fact no longer holds.
    """
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2).chapter(3).say("Lin", LIVES_IN, "Capital")

    story = tale.read()

    assert (story.fact(HARBOR).core.lo, story.fact(HARBOR).core.hi) == (None, 3 * ORDER_GAP)
    assert (story.fact(CAPITAL).core.lo, story.fact(CAPITAL).core.hi) == (3 * ORDER_GAP, None)


def test_coarse_bounds_are_open_where_the_main_line_goes_back() -> None:
    """A chapter with an earlier date than the chapter before it makes all bounds open."""
    tale = Tale().chapter(1, day(20)).say("Lin", MEMBER, "Guild").chapter(2, day(10))
    tale.say("Lin", MEMBER, "Guild", phase=Phase.ENDS)

    story = tale.read()

    assert {(one.core.lo, one.core.hi) for one in story.folded.facts} == {(None, None)}


def test_an_inexact_end_casts_no_doubt_on_the_time_before_an_earlier_exact_end() -> None:
    """Lin may still live in Harbor after the move of day 100. By day 200, this is over, at whichever day. Neither makes
    it doubtful that Lin lives in Harbor on day 50.
    """
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor", phase=Phase.BEGINS)
    tale.chapter(2).say("Lin", LIVES_IN, "Harbor")
    tale.chapter(3).say("Lin", LIVES_IN, "Capital", time=day(100), placing=Placement.BACK, phase=Phase.BEGINS)
    tale.chapter(4, day(200)).say("Lin", LIVES_IN, "Town", phase=Phase.ENDS)

    story = tale.read()

    assert [story.at(HARBOR, one) for one in (50, 150, 250)] == [Holding.HOLDS, Holding.POSSIBLE, Holding.NO]
