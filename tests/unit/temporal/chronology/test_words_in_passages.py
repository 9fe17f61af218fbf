"""Tests of time expressions inside passages: their positions, their anchors, and which of them set a new now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
from episodic.model.readings import Placement, StatementScope
from episodic.temporal.chronology.chronology import Certainty
from episodic.temporal.placed import TimeShift
from tests.unit.temporal.story_builder import (
    LIVES_IN,
    MEMBER,
    MET,
    YEARS_BEFORE,
    Tale,
    chronology_of,
    day,
    days,
    later,
    order,
)


def test_words_inside_a_passage_count_from_the_moment_before_them() -> None:
    """The passage says that he laughed, that he asked on the next day, and that he left on the day after."""
    tale = Tale().chapter(1, day(10)).say("laughed", MET, "x").say("asked", MET, "x", time=later(1, 1))
    tale.say("left", MET, "x", time=later(1, 1)).passage().say("then", MET, "x")
    tale.statements[2] = replace(tale.statements[2], core=replace(tale.statements[2].core, time="the day after"))

    assert [days(tale, one) for one in range(4)] == [(10, 10), (11, 11), (12, 12), (12, 12)]


def test_words_repeated_for_several_statements_count_once() -> None:
    """Two statements of "the next day" are both on the next day."""
    tale = Tale().chapter(1, day(10)).say("a", MET, "x", time=later(1, 1))
    tale.say("a", MET, "y", time=later(1, 1)).say("b", MET, "y")

    assert [days(tale, one) for one in range(3)] == [(11, 11)] * 3


def shifted(tale: Tale, *shifts: TimeShift) -> Tale:
    tale.passages[-1] = replace(tale.passages[-1], shifts=shifts)
    return tale


def test_words_that_no_statement_carries_set_a_new_now() -> None:
    """Statements before the expression are not moved, and statements after the expression count from it."""
    tale = Tale().chapter(1, day(10)).say("a", MET, "x").say("b", MET, "x").chapter(2, later(2, 2)).say("c", MET, "x")
    tale.passages[0] = replace(tale.passages[0], shifts=(TimeShift(1015, "three days later", later(3, 3)),))

    assert [days(tale, one) for one in range(3)] == [(10, 10), (13, 13), (15, 15)]


def test_words_of_the_passage_before_count_once() -> None:
    """He asked in the passage after "the next day". The statement repeats these words, which its passage does not have.
    Other words count from that day.
    """
    tale = shifted(Tale().chapter(1, day(10)), TimeShift(1015, "on the next day", later(1, 1))).say("a", MET, "x")
    tale.passage().say("b", MET, "y").say("b", MET, "x", time=later(1, 1)).say("b", MET, "z", time=later(1, 1))
    for number, words in ((2, "the next day"), (3, "the day after")):
        one = tale.statements[number]
        tale.statements[number] = replace(one, core=replace(one.core, time=words), time_start=None)

    assert [days(tale, one) for one in range(1, 4)] == [(11, 11), (11, 11), (12, 12)]


def test_words_dated_back_inside_a_passage_leave_the_line_where_it_was() -> None:
    """The next chapter continues from 6 July, not from 30 June."""
    tale = shifted(Tale().chapter(1, day(36)), TimeShift(1015, "on day 30", day(30)))
    tale.say("a", MET, "x").say("b", MET, "x").chapter(2).say("c", MET, "x")

    assert [days(tale, one) for one in range(3)] == [(36, 36), (30, 30), (36, None)]
    assert order(tale, 1, 0) is Certainty.CERTAIN


def test_recalled_words_set_no_now() -> None:
    """Nine years before, Ben had lived in York. The next paragraph is on the day of the scene."""
    tale = Tale().chapter(1, day(5000)).say("Ben", LIVES_IN, "York", time=YEARS_BEFORE, placing=Placement.BACK)
    tale.say("a", MET, "x").passage().say("b", MET, "x")

    assert days(tale) == (None, 5000 - 2 * 354)
    assert [days(tale, one) for one in (1, 2)] == [(5000, 5000)] * 2


def test_the_times_of_a_habit_set_no_now() -> None:
    """Ann came to the house where Bo lodges on day 60 of each year. What the text looks back to is before she came."""
    tale = Tale().chapter(1, day(10)).say("Ann", MET, "x").say("Bo", LIVES_IN, "House", time=day(60))
    tale.statements[-1] = replace(tale.statements[-1], core=replace(tale.statements[-1].core, habit=True))
    tale.say("Ann", MET, "y", placing=Placement.BACK).say("Ann", MET, "z")

    assert days(tale, 0) == days(tale, 3) == (10, 10)
    assert order(tale, 2, 0) is Certainty.CERTAIN


def test_then_is_the_moment_to_which_the_text_has_just_looked_back() -> None:
    """After "I came on day 7", the words "I was glad then" refer to day 7."""
    then = TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.RECALLED)
    tale = Tale().chapter(1, day(50)).say("I", MET, "x", time=day(7), placing=Placement.BACK)
    tale.say("I", MEMBER, "Guild", time=then, placing=Placement.BACK)

    assert days(tale, 1) == (7, 7)


def test_even_now_in_a_tale_is_the_day_of_the_telling() -> None:
    """ "Even now" in a tale means the day of the scene around the tale."""
    even_now = TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.SCENE)
    tale = Tale().chapter(1, day(50)).passage(day(7), frame=FrameKind.TALE).say("a", MET, "x")
    tale.say("b", MEMBER, "Guild", time=even_now)

    assert [days(tale, one) for one in range(2)] == [(7, 7), (50, 50)]


def test_a_scene_is_less_than_a_day_long() -> None:
    """The next paragraph is on the same day, unless a scene break or a chapter boundary comes between."""
    tale = Tale().chapter(1, day(10)).passage().say("a", MET, "x").passage().say("b", MET, "x")
    tale.passages[-1] = replace(tale.passages[-1], breaks=True)

    assert [days(tale, one) for one in range(2)] == [(10, 10), (10, None)]


@pytest.mark.parametrize("words", ["Presently", "after a little\nwhile", "良久", "须臾"])
def test_words_for_soon_stay_in_their_scene(words: str) -> None:
    """Ann plans to leave to-morrow. Presently, Ben comes; this is before Ann can leave, and so is the next passage. A
    look back from there is before the whole scene.
    """
    tale = Tale().chapter(1).say("Cal", MET, "Ann").say("Ann", MET, "sea", scope=StatementScope.PLAN, holder="Ann")
    tale.statements[-1] = replace(tale.statements[-1], time=later(1, 1, anchor=Anchor.HERE))
    soon = TimeExpression(TimeKind.ORDER, anchor=Anchor.PREVIOUS)
    shifted(tale.passage(), TimeShift(2005, words, soon)).say("Ben", MET, "Ann")
    tale.passage().say("Dan", MET, "Ann").say("Eve", LIVES_IN, "hill", placing=Placement.BACK)

    assert [order(tale, one, 1) for one in (2, 3)] == [Certainty.CERTAIN] * 2
    chronology = chronology_of(tale)
    (met,), (back,) = (chronology.line_places(tale.statements[one].uuid) for one in (0, 4))
    assert back.told < met.told


@pytest.mark.parametrize("words", ["Presently", "良久"])
def test_words_for_soon_that_open_a_passage_stay_in_their_scene(words: str) -> None:
    tale = Tale().chapter(1, day(4)).say("Ann", MET, "Cal")
    tale.passage(TimeExpression(TimeKind.ORDER, anchor=Anchor.PREVIOUS), words=words).say("Ben", MET, "Ann")

    assert days(tale, 1) == (4, 4)


@pytest.mark.parametrize("words", ["at last", "后来"])
def test_words_for_a_later_time_may_leave_the_scene(words: str) -> None:
    tale = Tale().chapter(1, day(4)).say("Ann", MET, "Cal")
    tale.passage(TimeExpression(TimeKind.ORDER, anchor=Anchor.PREVIOUS), words=words).say("Ben", MET, "Ann")

    assert days(tale, 1) == (4, None)


@pytest.mark.parametrize("words", ["one day", "One fine\nmorning", "一日", "忽一日"])
def test_some_day_is_not_the_day_told_before(words: str) -> None:
    """A letter comes on day 4. One day the lords meet. That evening they feast."""
    tale = Tale().chapter(1, day(4)).say("Ann", MET, "letter")
    shifted(tale.passage(), TimeShift(2005, words, UNKNOWN_TIME)).say("lords", MET, "Ann")
    tale.passage(later(0, 0), words="that evening").say("lords", MET, "feast")
    chronology = chronology_of(tale)
    feast = tale.statements[2].uuid

    assert [days(tale, one) for one in (1, 2)] == [(4, None)] * 2
    assert order(tale, 1, 2) is Certainty.CERTAIN
    found = chronology.counted_from(chronology.position_of(feast))
    assert found is not None
    assert found.quote.endswith("lords met Ann")


@pytest.mark.parametrize("words", ["One evening", "有一天"])
def test_some_day_that_opens_a_passage_is_not_the_day_told_before(words: str) -> None:
    tale = (
        Tale().chapter(1, day(4)).say("Ann", MET, "letter").passage(UNKNOWN_TIME, words=words).say("lords", MET, "Ann")
    )
    tale.passage(later(0, 0), words="that evening").say("lords", MET, "feast")

    assert [days(tale, one) for one in (1, 2)] == [(4, None)] * 2


def test_time_words_that_name_no_day_leave_the_day() -> None:
    tale = (
        Tale().chapter(1, day(4)).say("Ann", MET, "letter").passage(UNKNOWN_TIME, words="often").say("Ann", MET, "Ben")
    )

    assert days(tale, 1) == (4, 4)
