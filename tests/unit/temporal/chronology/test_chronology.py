"""Tests of the chronology: default order from narrative order, and its change by time expressions."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.episodes import FrameKind, Layer
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.readings import Placement, StatementScope
from episodic.temporal.chronology.chronology import Certainty
from episodic.temporal.chronology.day_bounds import DayBounds
from episodic.temporal.constraints import anchor_date
from tests.unit.temporal.story_builder import (
    LIVES_IN,
    MET,
    YEARS_BEFORE,
    Tale,
    after,
    before,
    chronology_of,
    day,
    days,
    later,
    order,
    year,
)


def test_what_is_told_later_on_the_main_line_comes_later() -> None:
    tale = Tale().chapter(1).say("a", MET, "x").say("b", MET, "x").passage().say("c", MET, "x")
    tale.chapter(2).say("d", MET, "x")

    assert [order(tale, one, one + 1) for one in range(3)] == [Certainty.CERTAIN] * 3
    assert order(tale, 3, 0) is Certainty.IMPOSSIBLE


def test_statements_of_one_quote_stand_in_the_order_of_the_reply() -> None:
    """The order of the statements in the reply counts, not their ids."""
    tale = Tale().chapter(1).say("b", MET, "x").say("a", MET, "x", same_quote=True)

    assert order(tale) is Certainty.CERTAIN
    assert order(tale, 1, 0) is Certainty.IMPOSSIBLE


def test_strands_told_side_by_side_have_no_order_until_the_next_chapter() -> None:
    """ "Meanwhile" leaves two strands without order. Both strands follow the earlier text, and the next chapter follows
    both.
    """
    tale = Tale().chapter(1).say("before", MET, "x")
    tale.chapter(2).say("here", MET, "x").passage(aside=True).say("there", MET, "x")
    tale.chapter(3).say("then", MET, "x")

    assert order(tale, 1, 2) is Certainty.UNKNOWN
    assert [order(tale, 0, one) for one in (1, 2, 3)] == [Certainty.CERTAIN] * 3
    assert [order(tale, one, 3) for one in (1, 2)] == [Certainty.CERTAIN] * 2


def test_a_chapter_aside_runs_beside_the_chapter_before() -> None:
    """A chapter that is marked as a parallel strand has no order to the chapter before it."""
    tale = Tale().chapter(1).say("a", MET, "x").chapter(2, aside=True).say("b", MET, "x")

    assert order(tale) is Certainty.UNKNOWN


def test_a_line_that_goes_back_within_a_chapter_is_back_with_the_next() -> None:
    """The evening before is narrated second but comes first. The chapter after the look back comes after both evenings."""
    tale = Tale().chapter(1).say("morning", MET, "x").passage(time=later(1, 1, before=True)).say("evening", MET, "x")
    tale.chapter(2).say("then", MET, "x")

    assert order(tale, 1, 0) is Certainty.CERTAIN
    assert [order(tale, one, 2) for one in (0, 1)] == [Certainty.CERTAIN] * 2


def test_words_that_look_back_take_a_statement_out_of_the_line() -> None:
    """ "Once" is before now. The order to earlier parts of the text is unknown."""
    tale = Tale().chapter(1).say("a", MET, "x").chapter(2).say("b", MET, "x", placing=Placement.BACK)
    tale.say("c", MET, "x")

    assert order(tale, 0, 1) is Certainty.UNKNOWN
    assert order(tale, 1, 2) is Certainty.CERTAIN


def test_what_happened_earlier_in_the_scene_is_before_now_and_not_before_the_scenes_day() -> None:
    """ "He had just locked the door" looks back to a moment within the scene."""
    tale = Tale().chapter(1).say("a", MET, "x").chapter(2, time=day(20)).say("b", MET, "x", placing=Placement.EARLIER)
    tale.say("c", MET, "x")

    chronology = chronology_of(tale)
    bounds = chronology.bounds(chronology.position_of(tale.statements[1].uuid))

    assert order(tale, 1, 2) is Certainty.CERTAIN
    assert (bounds.earliest, bounds.latest) == (19, 20)


def test_words_that_look_ahead_come_after_now_and_after_nothing_else() -> None:
    """ "Will" is after now. The next passage may come before or after the announced event."""
    tale = Tale().chapter(1).say("a", MET, "x", placing=Placement.AHEAD).chapter(2).say("b", MET, "x")

    chronology = chronology_of(tale)
    now, ahead = chronology.now_of("p1.0"), chronology.position_of(tale.statements[0].uuid)

    assert chronology.before(now, ahead) is Certainty.CERTAIN
    assert order(tale) is Certainty.UNKNOWN


def test_every_run_is_a_line_of_its_own() -> None:
    """Within one flashback, narrative order is the default order. A tale has no order to the flashback, and both are
    before now.
    """
    tale = Tale().chapter(1).say("now", MET, "x")
    tale.passage(frame=FrameKind.FLASHBACK, run="back").say("a", MET, "x").say("b", MET, "x")
    tale.passage(frame=FrameKind.TALE, run="tale").say("c", MET, "x")
    tale.passage().passage(frame=FrameKind.FLASHBACK, run="back").say("d", MET, "x")

    assert [order(tale, one, two) for one, two in ((1, 2), (2, 4), (1, 0), (3, 0))] == [Certainty.CERTAIN] * 4
    assert {order(tale, one, 3) for one in (1, 2, 4)} == {Certainty.UNKNOWN}


def test_a_dream_is_a_line_tied_to_nothing() -> None:
    """Passages of a dream have an order, but no order to the world around the dream."""
    tale = Tale().chapter(1).say("now", MET, "x").passage(frame=FrameKind.DREAM).say("a", MET, "x").say("b", MET, "x")
    tale.passage().say("then", MET, "x")

    assert order(tale, 1, 2) is Certainty.CERTAIN
    assert {order(tale, one, two) for one in (1, 2) for two in (0, 3)} == {Certainty.UNKNOWN}


def test_a_flashback_within_a_tale_lies_before_the_tale_s_moment() -> None:
    """A frame that interrupts a run is inside that run."""
    tale = Tale().chapter(1).say("now", MET, "x").passage(frame=FrameKind.TALE, run="tale").say("village", MET, "x")
    tale.passage(frame=FrameKind.FLASHBACK).say("hut", MET, "x")
    tale.passage(frame=FrameKind.TALE, run="tale").say("town", MET, "x")

    assert [order(tale, one, two) for one, two in ((2, 1), (1, 3), (3, 0))] == [Certainty.CERTAIN] * 3


def test_what_a_tale_places_ahead_is_free() -> None:
    """The plans in a letter have no order to the reading of the letter. The plans come after the earlier content of the
    letter.
    """
    tale = Tale().chapter(1).say("reading", MET, "x").passage(frame=FrameKind.LETTER).say("inn", MET, "x")
    tale.say("come", MET, "x", placing=Placement.AHEAD, same_quote=True).say("after", MET, "x")

    assert order(tale, 1, 0) is Certainty.CERTAIN
    assert order(tale, 1, 2) is Certainty.CERTAIN
    assert order(tale, 2, 0) is Certainty.UNKNOWN
    assert order(tale, 2, 3) is Certainty.UNKNOWN


def test_a_flashback_counts_from_the_scene_around_it() -> None:
    """ "Years before" in a flashback means years before the interrupted scene."""
    tale = Tale().chapter(1, day(1000)).say("now", MET, "x")
    tale.passage(YEARS_BEFORE, frame=FrameKind.FLASHBACK).say("then", MET, "x")

    assert days(tale, 1) == (None, 1000 - 2 * 354)


def test_a_flashback_that_opens_the_story_counts_from_the_first_scene() -> None:
    """If no scene comes before the flashback, the scene after it counts."""
    tale = Tale()
    tale.chapter(1)
    tale.passages.clear()
    tale.passage(YEARS_BEFORE, frame=FrameKind.FLASHBACK).say("then", MET, "x")
    tale.passage(day(1000)).say("now", MET, "x")

    assert days(tale, 0) == (None, 1000 - 2 * 354)


def test_the_rest_of_a_flashback_lies_before_the_scene_too() -> None:
    """A passage of a flashback without time expressions is not later than the interrupted scene."""
    tale = Tale().chapter(1).say("a", MET, "x").chapter(2, day(30)).say("now", MET, "x")
    tale.passage(YEARS_BEFORE, frame=FrameKind.FLASHBACK, run="back").say("b", MET, "x")
    tale.passage(frame=FrameKind.FLASHBACK, run="back").say("c", MET, "x")

    assert order(tale, 3, 1) is Certainty.CERTAIN
    assert order(tale, 2, 3) is Certainty.CERTAIN


def test_a_flashback_of_years_ago_may_go_on_for_years() -> None:
    """What the next passage of a flashback tells need not be on the day "eleven years before" the scene."""
    ago = TimeExpression(TimeKind.OFFSET, low=11, high=11, unit="year", before=True, anchor=Anchor.HERE)
    tale = Tale().chapter(1, day(9000)).say("now", MET, "x")
    tale.passage(ago, frame=FrameKind.FLASHBACK, run="back").say("b", MET, "x")
    tale.passage(frame=FrameKind.FLASHBACK, run="back").say("c", MET, "x")

    first, last = days(tale, 1)
    assert first is not None
    assert last is not None
    assert last < 9000 - 11 * 354 + 1
    assert days(tale, 2) == (first, 9000)


def test_the_next_morning_counts_within_its_own_frame() -> None:
    """ "The day after" in a letter means the day after the last passage of the letter, not of the main line."""
    tale = Tale().chapter(1, day(50)).say("now", MET, "x")
    tale.passage(day(10), frame=FrameKind.LETTER, run="letter").say("a", MET, "x")
    tale.passage(day(51)).say("later", MET, "x")
    tale.passage(later(1, 1), frame=FrameKind.LETTER, run="letter").say("b", MET, "x")
    tale.passage(later(1, 1)).say("at last", MET, "x")

    assert [days(tale, one) for one in (1, 3, 4)] == [(10, 10), (11, 11), (52, 52)]


def test_a_day_passes_whether_or_not_a_statement_says_so() -> None:
    """A passage without statements advances the count of days."""
    tale = Tale().chapter(1, day(10)).passage(later(1, 1)).passage(later(2, 2)).say("a", MET, "x")

    assert days(tale) == (13, 13)


def test_a_year_keeps_its_own_precision() -> None:
    """A date with only a year covers the whole year, and the next passage is not earlier."""
    tale = Tale().chapter(1, year(2)).say("a", MET, "x").chapter(2).say("b", MET, "x")

    assert days(tale) == (364, 727)
    assert days(tale, 1) == (364, None)


def test_what_lies_between_two_dates_is_bounded_by_them() -> None:
    """A moment without a date lies between the dated moments around it."""
    tale = Tale().chapter(1, day(10)).chapter(2).say("a", MET, "x").chapter(3, day(20))

    assert days(tale) == (10, 20)


def test_years_and_days_count_on() -> None:
    """An offset in years has a range as wide as the possible lengths of years."""
    tale = Tale().chapter(1, day(0)).chapter(2, later(1, 1, unit="year")).say("a", MET, "x")

    assert days(tale) == (354, 366)


def test_calendars_that_nothing_ties_together_stay_unknown_to_each_other() -> None:
    """Year 3 of one calendar is neither before nor after day 5 of another, unless a passage with both dates ties them."""
    tale = Tale().chapter(1).say("a", MET, "x", time=year(3), placing=Placement.BACK)
    tale.say("b", MET, "x", time=day(5), placing=Placement.BACK)
    tied = Tale().chapter(1, year(1)).say("t", MET, "x", time=day(1))
    tied.say("a", MET, "x", time=year(3), placing=Placement.AHEAD)
    tied.say("b", MET, "x", time=day(5), placing=Placement.AHEAD)

    assert order(tale) is Certainty.UNKNOWN
    assert order(tied, 2, 1) is Certainty.CERTAIN


def test_an_offset_may_count_from_a_date() -> None:
    """Three days after day 7 is day 10."""
    from_date = TimeExpression(TimeKind.OFFSET, calendar="days", day=7, low=3, high=3, anchor=Anchor.REFERENCE)
    tale = Tale().chapter(1).say("a", MET, "x", time=from_date, placing=Placement.BACK)

    assert anchor_date(from_date) == day(7)
    assert days(tale) == (10, 10)


def test_a_named_event_ties_what_counts_from_it() -> None:
    """All statements about the fire move when a later chapter dates the fire."""
    tale = Tale().chapter(1, after("fire", 3, 3)).say("a", MET, "x")
    tale.chapter(2).say("b", MET, "x", time=before("fire"), placing=Placement.BACK)
    undated = days(tale)
    tale.chapter(3).say("c", MET, "x", event="fire", time=day(100), placing=Placement.BACK)

    assert undated == (None, None)
    assert days(tale) == (103, 103)
    assert days(tale, 1) == (None, 100)
    assert order(tale, 1, 0) is Certainty.CERTAIN


def test_a_named_event_told_again_from_afar_is_the_same() -> None:
    """A passage that looks back at the fire refers to the known fire."""
    tale = Tale().chapter(1, day(7)).say("fire", MET, "town", event="fire")
    tale.chapter(2, day(90)).say("fire", MET, "town", event="fire", placing=Placement.BACK)

    assert days(tale, 1) == (7, 7)


def test_two_events_of_one_name_on_the_main_line_are_two() -> None:
    """A fire that breaks out some chapters later is another fire and does not move statements about the first fire."""
    tale = Tale().chapter(1, day(7)).say("fire", MET, "town", event="fire")
    tale.chapter(2, day(90)).say("fire", MET, "town", event="fire")

    assert days(tale, 1) == (90, 90)
    assert chronology_of(tale).conflicts == ()


def test_a_default_gives_way_to_a_date_without_a_word() -> None:
    """A passage with an earlier date causes no conflict, and the main line continues from the passage before it."""
    tale = Tale().chapter(1, day(30)).say("a", MET, "x").chapter(2, day(10)).say("b", MET, "x")
    tale.chapter(3).say("c", MET, "x")

    assert order(tale, 1, 0) is Certainty.CERTAIN
    assert order(tale, 1, 2) is Certainty.CERTAIN
    assert order(tale, 0, 2) is Certainty.CERTAIN
    assert chronology_of(tale).conflicts == ()


def test_after_a_chapter_of_years_before_the_line_goes_on_where_it_left() -> None:
    """After a chapter about earlier years, the main line continues from the chapter before it."""
    tale = Tale().chapter(1).say("a", MET, "x").chapter(2, YEARS_BEFORE).say("b", MET, "x")
    tale.chapter(3).say("c", MET, "x").chapter(4).say("d", MET, "x")

    assert order(tale, 1, 0) is Certainty.CERTAIN
    assert order(tale, 0, 2) is Certainty.CERTAIN
    assert order(tale, 1, 2) is Certainty.CERTAIN
    assert order(tale, 0, 3) is Certainty.CERTAIN


def test_a_part_told_in_the_years_before_stays_there_where_its_words_say_so() -> None:
    """ "Three days later" after a look back counts from the look back, because a time expression is stronger than a
    default.
    """
    tale = Tale().chapter(1, day(1000)).say("a", MET, "x").chapter(2, YEARS_BEFORE).say("b", MET, "x")
    tale.chapter(3, later(3, 3)).say("c", MET, "x")

    assert order(tale, 1, 2) is Certainty.CERTAIN
    assert order(tale, 2, 0) is Certainty.CERTAIN
    assert chronology_of(tale).conflicts == ()


def test_a_statement_dated_elsewhere_leaves_its_neighbours_in_line() -> None:
    """One sentence about long ago does not separate the statements of its passage."""
    tale = Tale().chapter(1, day(30)).say("a", MET, "x").say("b", MET, "x", time=day(2)).say("c", MET, "x")
    tale.chapter(2).say("d", MET, "x")

    assert days(tale, 1) == (2, 2)
    assert order(tale, 0, 2) is Certainty.CERTAIN
    assert order(tale, 2, 3) is Certainty.CERTAIN
    assert days(tale, 2) == (30, 30)


def test_a_dream_does_not_date_the_world() -> None:
    """A date for the fire in a dream or plan does not date the real fire."""
    tale = Tale().chapter(1).say("a", MET, "x", time=after("fire", 1, 1), placing=Placement.BACK)
    tale.passage(day(5), frame=FrameKind.DREAM)
    tale.say("b", MET, "x", scope=StatementScope.DREAM, holder="Mei", event="fire", time=day(5))
    tale.say("c", MET, "x", scope=StatementScope.PLAN, holder="Mei", time=after("fire", 3, 3))
    tale.say("d", MET, "x", scope=StatementScope.DREAM, holder="Wu", time=after("fire", 9, 9))

    assert days(tale) == (None, None)
    assert order(tale, 0, 3) is Certainty.CERTAIN


def test_the_callers_story_time_dates_a_chapter_and_gives_way_to_the_text() -> None:
    """The caller's date of a chapter counts only if the text has no time expression."""
    tale = Tale().chapter(1).say("a", MET, "x").chapter(2, day(9)).say("b", MET, "x")
    tale.passages = [replace(one, reference=day(3)) for one in tale.passages]

    assert days(tale) == (3, 3)
    assert days(tale, 1) == (9, 9)


def test_layers_have_lines_of_their_own() -> None:
    """A note between two chapters is not between the chapters in story time."""
    tale = Tale().chapter(1).say("a", MET, "x").chapter(2, layer=Layer.NOTE).say("b", MET, "x")
    tale.chapter(3).say("c", MET, "x")

    assert order(tale, 0, 1) is Certainty.UNKNOWN
    assert order(tale, 0, 2) is Certainty.CERTAIN


def test_a_chapter_without_a_scene_ends_where_the_line_stood() -> None:
    """A chapter that is only a letter ends at the moment of the chapter before it."""
    tale = Tale().chapter(1, day(3)).say("a", LIVES_IN, "x").chapter(2)
    tale.passages.pop()
    tale.passage(frame=FrameKind.LETTER).say("b", MET, "x")

    chronology = chronology_of(tale)

    end = chronology.chapter_end(2 << 20)
    assert end is not None
    assert chronology.bounds(end) == DayBounds(3, 3, "days")
    assert chronology.chapter_end(0) is None
