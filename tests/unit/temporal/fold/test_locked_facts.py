"""Tests of locked facts: nothing in the text ends them, and a conflict with them is an issue."""

from __future__ import annotations

from episodic.model.episodes import FrameKind
from episodic.model.graph import IssueKind
from episodic.model.holding import Holding
from episodic.model.readings import Phase, Placement
from tests.unit.temporal.story_builder import ALIVE, DEAD, HOLDS, LIVES_IN, MEMBER, Tale, after, day

HARBOR, CAPITAL, VILLAGE = "Lin lives_in Harbor", "Lin lives_in Capital", "Lin lives_in Village"


def in_the_harbor() -> Tale:
    return Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor", locked=True)


def test_a_later_rival_does_not_end_a_locked_fact() -> None:
    """The locked fact holds, the rival is possible, and a contradiction has both quotes."""
    story = in_the_harbor().chapter(2, day(20)).say("Lin", LIVES_IN, "Capital").read()

    harbor = story.fact(HARBOR)

    assert harbor.core.locked
    assert (harbor.core.ended_by, harbor.core.invalid_at) == ((), None)
    assert [story.at(HARBOR, one) for one in (9, 15, 25)] == [Holding.POSSIBLE, Holding.HOLDS, Holding.HOLDS]
    assert story.at(CAPITAL, 25) is Holding.POSSIBLE
    assert story.kinds() == ["contradiction"]
    assert [one.episode for one in story.folded.issues[0].evidence] == ["ch1", "ch2"]
    assert set(story.folded.issues[0].facts) == {harbor.uuid, story.fact(CAPITAL).uuid}


def test_every_rival_of_a_locked_fact_is_an_issue_however_far_apart() -> None:
    """The third home contradicts the locked first home, and ends the second home."""
    tale = in_the_harbor().chapter(2, day(20)).say("Lin", LIVES_IN, "Capital")
    story = tale.chapter(3, day(30)).say("Lin", LIVES_IN, "Village").read()

    assert story.kinds() == ["contradiction", "contradiction"]
    assert story.fact(CAPITAL).core.ended_by == (story.fact(VILLAGE).uuid,)
    assert story.true_at(35) == {HARBOR}


def test_a_stated_end_of_a_locked_fact_ends_nothing() -> None:
    """ "She left the Harbor" is an issue with both quotes. The issue belongs to the locked fact."""
    tale = in_the_harbor().chapter(2, day(20)).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)

    story = tale.read()
    fact = story.fact(HARBOR)

    assert (fact.core.ended_by, fact.core.ends) == ((), ())
    assert story.kinds() == ["contradiction"]
    assert [one.episode for one in story.folded.issues[0].evidence] == ["ch1", "ch2"]
    assert set(story.folded.fact_of.values()) == {fact.uuid}
    assert story.at(HARBOR, 25) is Holding.HOLDS


def test_an_end_that_is_locked_with_its_fact_stands() -> None:
    """The author has confirmed the fact and its end."""
    tale = in_the_harbor().chapter(2, day(20)).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS, locked=True)

    story = tale.chapter(3, day(30)).say("Lin", LIVES_IN, "Capital").read()

    assert [story.at(HARBOR, one) for one in (15, 25)] == [Holding.HOLDS, Holding.NO]
    assert story.folded.issues == ()


def test_of_two_locked_facts_the_later_ends_the_earlier() -> None:
    """Only a locked fact can end another locked fact."""
    story = in_the_harbor().chapter(2, day(20)).say("Lin", LIVES_IN, "Capital", locked=True).read()

    assert story.fact(HARBOR).core.ended_by == (story.fact(CAPITAL).uuid,)
    assert story.folded.issues == ()


def test_a_locked_fact_ends_what_comes_before_it() -> None:
    """A locked home ends the earlier home like any other home."""
    tale = Tale().chapter(1, day(5)).say("Lin", LIVES_IN, "Village")
    story = tale.chapter(2, day(10)).say("Lin", LIVES_IN, "Harbor", locked=True).read()

    assert story.fact(VILLAGE).core.ended_by == (story.fact(HARBOR).uuid,)
    assert story.folded.issues == ()


def test_what_is_told_again_joins_the_locked_fact_over_a_rival() -> None:
    """The locked fact never ended, so the Harbor of day 30 is the same fact as the Harbor of day 10."""
    tale = in_the_harbor().chapter(2, day(20)).say("Lin", LIVES_IN, "Capital")
    story = tale.chapter(3, day(30)).say("Lin", LIVES_IN, "Harbor").read()

    assert len(story.fact(HARBOR).core.evidence) == 2
    assert story.at(CAPITAL, 25) is Holding.POSSIBLE
    assert story.kinds() == ["contradiction"]


def test_a_lock_on_the_later_statement_holds_from_there() -> None:
    """The stay before the rival is a separate fact and ends as usual."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor").chapter(2, day(20)).say("Lin", LIVES_IN, "Capital")
    story = tale.chapter(3, day(30)).say("Lin", LIVES_IN, "Harbor", locked=True).read()

    first, second = story.facts(HARBOR)

    assert [first.core.locked, second.core.locked] == [False, True]
    assert first.core.ended_by == (story.fact(CAPITAL).uuid,)
    assert story.folded.issues == ()


def test_a_death_ends_no_locked_fact() -> None:
    """The issue has the quotes of the death and of the locked fact."""
    tale = Tale().chapter(1, day(10)).say("Jon", MEMBER, "Guild", locked=True)
    story = tale.chapter(2, day(30)).say("Jon", DEAD, phase=Phase.BEGINS).read()

    fact = story.fact("Jon member_of Guild")

    assert fact.core.ended_by == ()
    assert story.at(fact.core.text, 40) is Holding.HOLDS
    assert story.kinds() == ["contradiction"]
    assert set(story.folded.issues[0].facts) == {fact.uuid, story.fact("Jon dead").uuid}


def test_a_person_locked_as_alive_does_not_die() -> None:
    """A later death contradicts the locked fact and ends no other fact."""
    tale = Tale().chapter(1, day(10)).say("Jon", ALIVE, locked=True).say("Jon", MEMBER, "Guild")
    story = tale.chapter(2, day(30)).say("Jon", DEAD).read()

    assert story.kinds() == ["contradiction"]
    assert story.at("Jon alive", 40) is Holding.HOLDS
    assert story.at("Jon dead", 40) is Holding.POSSIBLE
    assert story.fact("Jon member_of Guild").core.ended_by == ()


def test_an_end_of_unknown_order_leaves_a_locked_fact_holding() -> None:
    """An end of unknown order makes other facts possible, but not a locked fact."""
    tale = Tale().chapter(1, day(10)).say("Lin", MEMBER, "Guild", locked=True)
    tale.passage(frame=FrameKind.TALE).say("Lin", MEMBER, "Guild", phase=Phase.ENDS, time=after("fair"))

    assert tale.chapter(2, day(20)).read().at("Lin member_of Guild", 20) is Holding.HOLDS


def test_a_rival_of_unknown_order_stays_open_beside_a_locked_fact() -> None:
    """A rival of unknown order does not certainly contradict the locked fact. A low issue is raised, and only the rival
    is possible.
    """
    tale = Tale().chapter(1, day(10)).say("Lin", HOLDS, "sword", locked=True)
    story = tale.passage(frame=FrameKind.DREAM).say("Wu", HOLDS, "sword").read()

    assert story.kinds() == [IssueKind.ORDER_UNKNOWN]
    assert story.at("Lin holds sword", 15) is Holding.HOLDS
    assert story.at("Wu holds sword", 15) is Holding.POSSIBLE


def test_a_locked_denial_is_not_ended_by_what_it_denies() -> None:
    """The locked denial "she never lived there" is not ended by a later quote."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor", phase=Phase.DENIED, locked=True)
    story = tale.chapter(2, day(20)).say("Lin", LIVES_IN, "Harbor", placing=Placement.NOW).read()

    (denied,) = (one for one in story.folded.facts if one.core.denied)

    assert denied.core.ended_by == ()
    assert story.at(HARBOR, 25) is Holding.POSSIBLE
    assert story.kinds() == ["contradiction"]
