"""Validity in words of claims, plans and what somebody foresees."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from tests.unit.search.story_builder import Tale, day
from tests.unit.search.test_validity import CHINESE, ENGLISH, both, chapter, event, state, words


def claimed(fact: Fact, tale: Tale, turn: TimelineTurn, start: TimePoint | None = None) -> Fact:
    said = chapter(tale, 1, TimeBasis.EVENT)
    return replace(state(fact, start), scope=StatementScope.CLAIM, holder="wu", holder_name="Wu", said=said, turn=turn)


@pytest.mark.parametrize(
    ("turn", "chinese", "english"),
    [
        (TimelineTurn.ON, "第1章所说（指当时）", "said in chapter 1 of that time"),
        (TimelineTurn.BACK, "第1章所说（指从前）", "said in chapter 1 of an earlier time"),
        (TimelineTurn.AHEAD, "第1章所说（指以后）", "said in chapter 1 of a later time"),
    ],
)
def test_a_claim_says_when_it_is_made_and_of_which_time(turn: TimelineTurn, chinese: str, english: str) -> None:
    """The claim has no date of its own."""
    assert both(lambda tale, fact: claimed(fact, tale, turn)) == (chinese, english)


def test_what_somebody_says_of_a_trait_or_a_death_is_of_no_certain_time() -> None:
    """He may speak of somebody who is dead. What he says of an illness or a look is so at the time."""

    def said(tale: Tale, fact: Fact, predicate: str) -> Fact:
        return replace(claimed(fact, tale, TimelineTurn.ON), predicate=predicate)

    for predicate in ("character", "ability", "dead"):
        words_of = both(partial(said, predicate=predicate))
        assert words_of == ("第1章所说", "said in chapter 1"), predicate
    ill = both(lambda tale, fact: said(tale, fact, "health"))
    pale = both(lambda tale, fact: said(tale, fact, "appearance"))
    assert ill == pale == ("第1章所说（指当时）", "said in chapter 1 of that time")
    before = both(lambda tale, fact: replace(said(tale, fact, "character"), turn=TimelineTurn.BACK))
    assert before == ("第1章所说（指从前）", "said in chapter 1 of an earlier time")


def test_what_a_tale_tells_is_of_an_earlier_time_if_it_is_before_the_telling() -> None:
    """Wu tells in chapter 1 of something that certainly happened before, and of something without a known moment."""

    def told(tale: Tale, fact: Fact, start: TimePoint | None) -> Fact:
        return replace(claimed(fact, tale, TimelineTurn.ON, start), frame=FrameKind.TALE, kind=PredicateKind.EVENT)

    before = both(lambda tale, fact: told(tale, fact, chapter(tale, 1, TimeBasis.BEFORE)))
    unknown = both(lambda tale, fact: told(tale, fact, None))

    assert before == ("第1章所说（指从前）（故事）", "said in chapter 1 of an earlier time (tale)")
    assert unknown == ("第1章所说（故事）", "said in chapter 1 (tale)")


def test_the_first_possible_day_of_words_is_not_a_time_of_what_they_report() -> None:
    """Wu says, on day 5 or later, that something happened. It may have happened before day 5."""

    def told(tale: Tale, fact: Fact) -> Fact:
        moment = chapter(tale, 1, TimeBasis.EVENT)
        reported = replace(claimed(fact, tale, TimelineTurn.ON, moment), kind=PredicateKind.EVENT)
        return replace(reported, said=replace(moment, earliest=5))

    assert both(told) == ("第1章所说", "said in chapter 1")


def test_a_dated_claim_shows_both_moments() -> None:
    """Wu says in chapter 1 what was so on day 10."""
    said = words(ENGLISH, claimed(ENGLISH.facts[0], ENGLISH, TimelineTurn.BACK, replace(day(10), basis=TimeBasis.BY)))

    assert said == "by day 10, said in chapter 1"


def test_what_is_reported_as_happened_is_not_of_the_time_of_the_words() -> None:
    """Wu says in chapter 1 that Lin came, which the reader did not mark as past."""
    said = both(lambda tale, fact: replace(claimed(fact, tale, TimelineTurn.ON), kind=PredicateKind.EVENT))

    assert said == ("第1章所说", "said in chapter 1")


def test_a_claim_shows_its_own_time_words() -> None:
    point = replace(chapter(ENGLISH, 1, TimeBasis.BY), text="one Michaelmas")

    shown = words(ENGLISH, claimed(ENGLISH.facts[0], ENGLISH, TimelineTurn.ON, point))

    assert shown == "by “one Michaelmas”, said in chapter 1"


def test_a_plan_of_an_earlier_time_is_no_plan_of_the_scene_that_tells_of_it() -> None:
    said = both(lambda tale, fact: replace(claimed(fact, tale, TimelineTurn.BACK), scope=StatementScope.PLAN))

    assert said == ("第1章此处之前所打算", "planned before this point in chapter 1")


def test_a_plan_that_its_holder_asks_for_is_shown_as_asked_for() -> None:
    def plan(tale: Tale, fact: Fact, turn: TimelineTurn) -> Fact:
        return replace(claimed(fact, tale, turn), scope=StatementScope.PLAN, asked_for=True)

    now = both(lambda tale, fact: plan(tale, fact, TimelineTurn.ON))
    before = both(lambda tale, fact: plan(tale, fact, TimelineTurn.BACK))

    assert now == ("第1章所要求", "asked for in chapter 1")
    assert before == ("第1章此处之前所要求", "asked for before this point in chapter 1")


def test_the_words_of_what_is_foreseen_do_not_read_as_if_it_had_happened() -> None:
    """Words of the passage that are not those of the quote may be the time of the saying."""

    def foreseen(tale: Tale, fact: Fact, text: str) -> Fact:
        return claimed(fact, tale, TimelineTurn.AHEAD, replace(chapter(tale, 1, TimeBasis.BY), text=text))

    own = both(lambda tale, fact: foreseen(tale, fact, fact.evidence[0].quote[:4].strip()))
    passage = both(lambda tale, fact: foreseen(tale, fact, "next day"))

    assert [one.endswith(("（指以后）", "of a later time")) for one in (*own, *passage)] == [True, True, False, False]


def test_what_a_reported_deed_of_an_earlier_time_began_goes_on_from_then() -> None:
    """Wu says in chapter 1 that Lin bought the house, so that Lin has it since."""

    def bought(tale: Tale, fact: Fact, start: TimePoint | None = None) -> Fact:
        made = claimed(fact, tale, TimelineTurn.BACK, start)
        return replace(made, predicate="holds", derived=True, begins=True, may_have_ended=True)

    assert both(bought) == ("第1章所说（从前起）", "said in chapter 1, from an earlier time on")
    dated = replace(chapter(ENGLISH, 1, TimeBasis.EVENT), text="three years ago")
    assert words(ENGLISH, bought(ENGLISH, ENGLISH.facts[0], dated)) == "from “three years ago”, said in chapter 1"


def test_words_for_the_time_since_an_event_are_no_moment() -> None:
    def ago(tale: Tale, fact: Fact) -> Fact:
        text = "已有七年了" if tale is CHINESE else "going on for seven years now"
        return event(fact, replace(chapter(tale, 1, TimeBasis.EVENT), text=text))

    assert both(ago) == ("距今「已有七年了」", "time since then: “going on for seven years now”")


def test_words_that_somebody_passes_on_were_said_before_and_show_who_tells_them() -> None:
    """A belief that somebody passes on may still be held, so that it is not shown as an earlier one."""

    def passed_on(tale: Tale, fact: Fact) -> Fact:
        said = chapter(tale, 1, TimeBasis.BEFORE)
        made = claimed(fact, tale, TimelineTurn.ON)
        return replace(made, said=said, tellers=("lin",), teller_names=("林河" if tale is CHINESE else "Lin",))

    assert both(passed_on) == ("第1章此处之前所说，林河转述", "said before this point in chapter 1, told by Lin")
    assert both(lambda tale, fact: replace(passed_on(tale, fact), turn=TimelineTurn.BACK)) == both(passed_on)
    believed = both(lambda tale, fact: replace(passed_on(tale, fact), scope=StatementScope.BELIEF))
    assert believed == ("第1章所信（指当时），林河转述", "believed in chapter 1 of that time, told by Lin")


@pytest.mark.parametrize("basis", [TimeBasis.BEFORE, TimeBasis.STATED])
def test_somebody_who_says_that_a_state_has_ended_need_not_say_when(basis: TimeBasis) -> None:
    """ "I did not like the job till I had this talk with you" says of no end before the chapter, and "I did think I
    could have trusted him" of none in it.
    """

    def end(tale: Tale, fact: Fact) -> Fact:
        point = chapter(tale, 1, basis)
        return replace(claimed(fact, tale, TimelineTurn.BACK), invalid_at=point, ends=fact.evidence)

    assert both(end) == ("第1章所说（指从前）", "said in chapter 1 of an earlier time")
