"""Tests of the fold rules for joining and ending facts, one rule per test."""

from __future__ import annotations

from episodic.model.episodes import FrameKind, Layer
from episodic.model.holding import Holding
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import NarrativePosition
from episodic.temporal.exclusion import JudgedPair, content_of
from episodic.temporal.questions import Verdict
from tests.unit.temporal.story_builder import (
    ALIVE,
    DEAD,
    ENEMY,
    EYES,
    FRIEND,
    HOLDS,
    LIVES_IN,
    MARRIED,
    MEMBER,
    MET,
    Tale,
    after,
    before,
    day,
    later,
)

HARBOR, CAPITAL, VILLAGE = "Lin lives_in Harbor", "Lin lives_in Capital", "Lin lives_in Village"


def test_the_same_statement_again_is_one_more_evidence() -> None:
    """A repeated fact has both quotes in narrative order."""
    story = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2).say("Lin", LIVES_IN, "Harbor").read()

    fact = story.fact(HARBOR)

    assert [one.episode for one in fact.core.evidence] == ["ch1", "ch2"]
    assert fact.uuid == fact.statements[0]
    assert set(story.folded.fact_of.values()) == {fact.uuid}


def test_a_state_that_comes_back_is_a_new_fact() -> None:
    """A person who left and returned has two stays. The first stay ends where the text says so."""
    tale = Tale().chapter(1, day(1)).say("Lin", LIVES_IN, "Harbor")
    tale.chapter(2, day(5)).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)
    tale.chapter(3, day(9)).say("Lin", LIVES_IN, "Harbor")

    story = tale.read()
    first, second = story.facts(HARBOR)

    assert first.core.ended_by == (first.uuid,)
    assert first.core.ends[0].episode == "ch2"
    assert second.core.ended_by == ()
    assert [story.at(HARBOR, one) for one in (3, 7, 12)] == [Holding.HOLDS, Holding.NO, Holding.HOLDS]


def test_a_rival_in_between_splits_a_state_too() -> None:
    """The homes Harbor, Capital and Harbor again are three facts. Each fact is ended by the next."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2).say("Lin", LIVES_IN, "Capital")
    tale.chapter(3).say("Lin", LIVES_IN, "Harbor")

    story = tale.read()
    first, second = story.facts(HARBOR)

    assert first.core.ended_by == (story.fact(CAPITAL).uuid,)
    assert story.fact(CAPITAL).core.ended_by == (second.uuid,)


def test_an_end_without_a_beginning_makes_a_fact_of_unknown_start() -> None:
    """ "She left the Guild" says that she was a member, with an unknown start."""
    story = Tale().chapter(1, day(4)).say("Lin", MEMBER, "Guild", phase=Phase.ENDS).read()

    (fact,) = story.folded.facts

    assert (fact.core.valid_at, fact.core.ended_by) == (None, (fact.uuid,))
    assert fact.core.invalid_at is not None
    assert (fact.core.invalid_at.earliest, fact.core.invalid_at.latest) == (4, 4)
    assert [story.at(fact.core.text, one) for one in (1, 9)] == [Holding.POSSIBLE, Holding.NO]


def test_a_rival_known_only_by_its_end_began_somewhere_in_between() -> None:
    """A person who lived in the Harbor on day 10 and left the Capital on day 20 moved to the Capital in between."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor")
    tale.chapter(2, day(20)).say("Lin", LIVES_IN, "Capital", phase=Phase.ENDS)

    story = tale.read()
    fact = story.fact(HARBOR)

    assert story.at(HARBOR, fact.validity.evidenced_at[0]) is Holding.HOLDS
    assert [story.at(HARBOR, one) for one in (10, 15, 20)] == [Holding.POSSIBLE, Holding.POSSIBLE, Holding.NO]
    assert fact.core.invalid_at is not None
    assert (fact.core.invalid_at.earliest, fact.core.invalid_at.latest) == (10, 20)


def test_the_first_of_several_later_rivals_ends_a_fact() -> None:
    """A home is ended by the next home, not by all later homes."""
    tale = Tale()
    for number, place in enumerate(("Harbor", "Capital", "Village"), start=1):
        tale.chapter(number).say("Lin", LIVES_IN, place)

    story = tale.read()

    assert story.fact(HARBOR).core.ended_by == (story.fact(CAPITAL).uuid,)
    assert story.fact(CAPITAL).core.ended_by == (story.fact(VILLAGE).uuid,)


def test_a_retelling_of_unknown_order_decides_nothing() -> None:
    """ "She had lived in the Capital", repeated after the move, does not make the move uncertain."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2)
    tale.say("Lin", LIVES_IN, "Capital", phase=Phase.BEGINS)
    tale.chapter(3).say("Lin", LIVES_IN, "Capital", placing=Placement.BACK)

    story = tale.read()

    assert story.fact(HARBOR).core.ended_by == (story.fact(CAPITAL).uuid,)
    assert story.at(HARBOR, story.end_of(1)) is Holding.HOLDS
    assert story.at(CAPITAL, story.end_of(1)) is Holding.NO
    assert len(story.fact(CAPITAL).core.evidence) == 2


def test_crossed_order_counts_as_unknown() -> None:
    """If one quote is before the rival's and one quote is after it, no fact ends, and one low issue says so."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor")
    tale.passage(frame=FrameKind.DREAM).say("Lin", LIVES_IN, "Harbor", time=after("fair"))
    tale.passage(frame=FrameKind.DREAM).say("Lin", LIVES_IN, "Capital", time=before("fair"))
    tale.chapter(2, day(20)).say("Lin", LIVES_IN, "Capital")

    story = tale.read()

    assert story.fact(HARBOR).core.ended_by == ()
    assert story.kinds() == ["order_unknown"]


def test_dated_words_that_may_stand_after_the_end_keep_a_fact_possible() -> None:
    """ "In year 1" may be before or after a move within year 1."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor")
    tale.say("Lin", LIVES_IN, "Harbor", time=later(0, 300), placing=Placement.AHEAD)
    tale.chapter(2, day(100)).say("Lin", LIVES_IN, "Capital")

    story = tale.read()

    assert story.fact(HARBOR).core.ended_by == (story.fact(CAPITAL).uuid,)
    assert story.at(HARBOR, 50) is Holding.HOLDS
    assert story.at(HARBOR, 200) is Holding.POSSIBLE


def test_an_end_of_unknown_order_makes_a_fact_possible_from_where_it_may_stand() -> None:
    """In a frame without a known time, she leaves. Whether a fact still holds after an event of unknown time is
    unknown.
    """
    tale = Tale().chapter(1, day(10)).say("Lin", MEMBER, "Guild")
    tale.passage(frame=FrameKind.DREAM).say("Lin", MEMBER, "Guild", phase=Phase.ENDS, time=after("fair"))
    tale.chapter(2, day(20)).say("Lin", MEMBER, "Guild")

    story = tale.read()
    fact = next(one for one in story.folded.facts if one.statements)

    assert fact.core.ended_by == ()
    assert story.at("Lin member_of Guild", 15) is Holding.POSSIBLE


def test_a_stated_end_stays_and_a_rival_that_starts_before_it_contradicts() -> None:
    """A home in the Harbor until day 30 and a home in the Capital from day 20 contradict each other."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor").chapter(2, day(20)).say("Lin", LIVES_IN, "Capital")
    tale.chapter(3, day(30)).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)

    story = tale.read()

    assert story.fact(HARBOR).core.ended_by == (story.fact(HARBOR).uuid,)
    assert story.fact(CAPITAL).core.ended_by == ()
    assert story.kinds() == ["contradiction"]
    assert len(story.folded.issues[0].evidence) == 3
    assert [story.at(one, 25) for one in (HARBOR, CAPITAL)] == [Holding.POSSIBLE] * 2
    assert [story.at(one, 15) for one in (HARBOR, CAPITAL)] == [Holding.HOLDS, Holding.NO]


def test_one_sentence_may_end_a_state_and_begin_its_rival() -> None:
    """ "She left the Harbor for the Capital" states the end of one home and the start of the other."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2)
    tale.say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)
    tale.say("Lin", LIVES_IN, "Capital", phase=Phase.BEGINS, same_quote=True)

    story = tale.read()

    assert set(story.fact(HARBOR).core.ended_by) == {story.fact(HARBOR).uuid, story.fact(CAPITAL).uuid}
    assert story.folded.issues == ()


def test_whichever_of_them_is_told_first_a_stated_end_contradicts() -> None:
    """The home that ends on day 30 may be narrated last."""
    tale = Tale().chapter(1, day(20)).say("Lin", LIVES_IN, "Capital")
    tale.say("Lin", LIVES_IN, "Harbor", time=day(10), placing=Placement.BACK)
    tale.chapter(2, day(30)).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)

    story = tale.read()

    assert story.kinds() == ["contradiction"]
    assert story.fact(CAPITAL).core.ended_by == ()


def test_a_fact_starts_at_its_earliest_statement_though_a_later_one_says_that_it_begins() -> None:
    """At home on day 3 and "moved in" on day 5: the fact starts on day 3."""
    tale = Tale().chapter(1, day(3)).say("Lin", LIVES_IN, "Harbor")
    tale.chapter(2, day(5)).say("Lin", LIVES_IN, "Harbor", phase=Phase.BEGINS)

    since = tale.read().fact(HARBOR).core.valid_at

    assert since is not None
    assert (since.text, since.earliest, since.latest) == ("time of 1.0", 3, 3)


def test_where_two_homes_would_both_hold_both_are_possible() -> None:
    """A person lives in the Harbor on day 8 and moves away on day 20. A tale about day 5 says that the person lives in
    the Capital. On day 10, both homes are possible.
    """
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2, day(8))
    tale.passage(day(5), frame=FrameKind.TALE).say("Lin", LIVES_IN, "Capital")
    tale.chapter(3, day(20)).say("Lin", LIVES_IN, "Capital")

    story = tale.read()

    assert story.fact(HARBOR).core.ended_by == (story.fact(CAPITAL).uuid,)
    assert [story.at(one, 10) for one in (HARBOR, CAPITAL)] == [Holding.POSSIBLE] * 2
    assert [story.at(one, 25) for one in (HARBOR, CAPITAL)] == [Holding.NO, Holding.HOLDS]


def test_a_state_that_begins_again_after_its_end_is_a_second_fact() -> None:
    """A person joins an order, leaves the order, and joins the order again."""
    tale = Tale().chapter(1, day(10)).say("Lin", MEMBER, "Order", phase=Phase.BEGINS)
    tale.chapter(2, day(20)).say("Lin", MEMBER, "Order", phase=Phase.ENDS)
    tale.chapter(3, day(30)).say("Lin", MEMBER, "Order", phase=Phase.BEGINS)

    story = tale.read()

    first, second = story.facts("Lin member_of Order")
    assert (bool(first.core.ended_by), bool(second.core.ended_by)) == (True, False)
    assert [story.at("Lin member_of Order", one) for one in (15, 25, 35)] == [
        Holding.HOLDS, Holding.NO, Holding.HOLDS
    ]  # fmt: skip


def test_a_denial_ends_what_it_denies_and_is_ended_by_it() -> None:
    """A person is no longer in the Guild, and later is in the Guild again."""
    tale = Tale().chapter(1).say("Lin", MEMBER, "Guild").chapter(2).say("Lin", MEMBER, "Guild", phase=Phase.DENIED)
    tale.chapter(3).say("Lin", MEMBER, "Guild")

    story = tale.read()
    first, second = story.facts("Lin member_of Guild")
    denial = story.fact("denied: Lin member_of Guild")

    assert denial.core.denied
    assert first.core.ended_by == (denial.uuid,)
    assert denial.core.ended_by == (second.uuid,)


def test_never_having_met_ends_with_the_meeting_and_contradicts_one_before() -> None:
    """A denied event is a state that the event ends."""
    tale = Tale().chapter(1).say("Lin", MET, "Wu", phase=Phase.DENIED).chapter(2).say("Lin", MET, "Wu")
    wrong = Tale().chapter(1).say("Lin", MET, "Wu").chapter(2).say("Lin", MET, "Wu", phase=Phase.DENIED)

    story = tale.read()

    assert story.fact("denied: Lin met Wu").core.ended_by == (story.fact("Lin met Wu").uuid,)
    assert story.folded.issues == ()
    assert wrong.read().kinds() == ["contradiction"]


def test_a_fixed_thing_holds_whenever_it_is_asked_about() -> None:
    """Green eyes were green before the chapter that says so."""
    story = Tale().chapter(1).say("Lin", MET, "Wu").chapter(2).say("Lin", EYES, "green").read()

    assert story.at("Lin eye_colour green", story.end_of(1)) is Holding.HOLDS
    assert story.fact("Lin eye_colour green").core.valid_at is None


def test_death_ends_what_needs_the_living() -> None:
    """A home and the possession of a sword end with the death. A friendship that is mentioned after the death does not."""
    tale = Tale().chapter(1).say("Jon", LIVES_IN, "Harbor").say("Jon", HOLDS, "sword").say("Jon", MARRIED, "Mei")
    tale.chapter(2).say("Jon", DEAD, phase=Phase.BEGINS)

    story = tale.read()
    dead = story.fact("Jon dead")

    for text in ("Jon lives_in Harbor", "Jon holds sword", "Jon married_to Mei"):
        assert story.fact(text).core.ended_by == (dead.uuid,)
    assert story.at("Jon dead", story.end_of(2)) is Holding.HOLDS


def test_death_leaves_what_is_told_of_the_time_after_it() -> None:
    """A statement that is certainly after the death is a separate fact and an issue."""
    tale = Tale().chapter(1).say("Jon", MEMBER, "Guild").chapter(2).say("Jon", DEAD, phase=Phase.BEGINS)
    tale.chapter(3).say("Jon", MEMBER, "Guild")

    story = tale.read()
    before, later_on = story.facts("Jon member_of Guild")

    assert before.core.ended_by == (story.fact("Jon dead").uuid,)
    assert later_on.core.ended_by == ()
    assert story.kinds() == ["dead_acts"]


def test_a_death_told_again_leaves_the_time_before_it_certain() -> None:
    """ "Jon had died", some chapters later, does not make his earlier life uncertain."""
    tale = Tale().chapter(1).say("Jon", LIVES_IN, "Harbor").chapter(2).say("Jon", DEAD, phase=Phase.BEGINS)
    tale.chapter(3).say("Jon", DEAD, placing=Placement.BACK)

    story = tale.read()

    assert story.at("Jon lives_in Harbor", story.end_of(1)) is Holding.HOLDS
    assert story.at("Jon dead", story.end_of(1)) is Holding.NO
    assert len(story.facts("Jon dead")) == 1


def test_being_alive_and_being_dead_exclude_each_other() -> None:
    """A person who is alive again was dead until then."""
    tale = Tale().chapter(1).say("Jon", DEAD).chapter(2).say("Jon", ALIVE, phase=Phase.BEGINS)

    story = tale.read()

    assert story.fact("Jon dead").core.ended_by == (story.fact("Jon alive").uuid,)


def test_two_cannot_be_friend_and_enemy() -> None:
    """The predicates of a family exclude each other for a pair of persons, in either direction."""
    tale = Tale().chapter(1).say("Lin", FRIEND, "Wu").chapter(2).say("Wu", ENEMY, "Lin")

    story = tale.read()

    assert story.fact("Lin friend_of Wu").core.ended_by == (story.fact("Wu enemy_of Lin").uuid,)


def test_a_marriage_ends_the_one_before_for_either() -> None:
    """The old marriage of the new husband ends, too."""
    tale = Tale().chapter(1).say("Lin", MARRIED, "Mei").say("Wu", MARRIED, "Ann")
    tale.chapter(2).say("Ann", MARRIED, "Lin")

    story = tale.read()
    third = story.fact("Ann married_to Lin").uuid

    assert [story.fact(one).core.ended_by for one in ("Lin married_to Mei", "Wu married_to Ann")] == [
        (third,),
        (third,),
    ]


def test_beliefs_claims_and_layers_keep_to_themselves() -> None:
    """A belief does not end a fact of the world or a belief of another person, and a note is separate from canon."""
    belief = StatementScope.BELIEF
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor")
    tale.say("Lin", LIVES_IN, "Capital", scope=belief, holder="Mei")
    tale.say("Lin", LIVES_IN, "Village", scope=belief, holder="Wu")
    tale.chapter(2, layer=Layer.NOTE).say("Lin", LIVES_IN, "Harbor")

    story = tale.read()

    assert len(story.folded.facts) == 4
    assert all(one.core.ended_by == () for one in story.folded.facts)
    assert story.folded.issues == ()


def verdict(tale: Tale, answer: Verdict) -> Tale:
    first, second = (content_of(one) for one in tale.statements[:2])
    tale.verdicts.append(JudgedPair(first, second, answer, NarrativePosition(2, 0)))
    return tale


def two_memberships() -> Tale:
    return Tale().chapter(1).say("Lin", MEMBER, "Guild").chapter(2).say("Lin", MEMBER, "Brotherhood")


def test_a_judgement_excludes_where_no_rule_does() -> None:
    """Two memberships are judged to exclude each other, so the later ends the earlier."""
    story = verdict(two_memberships(), Verdict.EXCLUDES).read()

    assert story.fact("Lin member_of Guild").core.ended_by == (story.fact("Lin member_of Brotherhood").uuid,)


def test_a_judgement_makes_two_wordings_one_fact() -> None:
    """A judgement says that the Brotherhood is the Guild."""
    story = verdict(two_memberships(), Verdict.SAME).read()

    assert len(story.folded.facts) == 1


def test_a_judgement_counts_before_cardinality() -> None:
    """If the Harbor is a part of the Capital, a person can live in both."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2).say("Lin", LIVES_IN, "Capital")

    story = verdict(tale, Verdict.BOTH).read()

    assert story.true_at(story.end_of(2)) == {HARBOR, CAPITAL}
