"""Tests of the order of chapter ends and other moments."""

from __future__ import annotations

from episodic.model.readings import Placement
from episodic.temporal.chapter_ends import ChapterEnd, ChapterEnds
from episodic.temporal.chronology.chronology import Chronology
from tests.unit.temporal.story_builder import LIVES_IN, MET, DayCount, Tale, day, later


def test_a_moment_of_a_chapter_comes_after_the_chapter_before_and_before_its_own_end() -> None:
    """The statements of the main line lie between two chapter ends."""
    tale = Tale().chapter(1).say("Lin", MET, "Wu").chapter(2).say("Lin", MET, "Mei").chapter(3).say("Wu", MET, "Mei")
    chronology = tale.read().chronology

    ends = ChapterEnds(chronology)

    for number, statement in enumerate(tale.statements):
        place = chronology.position_of(statement.uuid)
        assert (ends.first_not_before(place), ends.first_after(place)) == (number, number)


def test_a_chapter_end_is_after_itself_and_not_before_itself() -> None:
    tale = Tale().chapter(1).say("Lin", MET, "Wu").chapter(2).say("Lin", MET, "Mei")
    ends = ChapterEnds(tale.read().chronology)

    end = ChapterEnd(ends, 1)

    assert (end.has_reached(end.place), end.is_before(end.place)) == (True, False)
    assert [ends.number_of(place) for place in ends.places] == [0, 1]


def test_a_moment_ahead_is_reached_by_the_chapter_that_is_certainly_later() -> None:
    """An event three days after chapter 1 may be before or after the end of chapter 1, and is over on day 90."""
    tale = (
        Tale().chapter(1, day(1)).say("Lin", MET, "Wu", time=later(3, 3), placing=Placement.AHEAD).chapter(2, day(90))
    )
    chronology = tale.read().chronology
    place = chronology.position_of(tale.statements[0].uuid)

    ends = ChapterEnds(chronology)

    assert ends.first_after(place) == 1
    assert ends.has_reached(place)


def test_a_plan_without_a_time_is_reached_by_no_chapter() -> None:
    tale = Tale().chapter(1).say("Lin", MET, "Wu", placing=Placement.AHEAD).chapter(2)
    chronology = tale.read().chronology
    place = chronology.position_of(tale.statements[0].uuid)

    ends = ChapterEnds(chronology)

    assert ends.first_after(place) == len(ends) == 2
    assert not ends.has_reached(place)


def test_a_moment_of_chapters_that_were_removed_counts_as_reached() -> None:
    """After the removal of chapters, a fold asks about its groups before it forgets those of the removed chapters."""
    long = Tale().chapter(1, day(1)).say("Lin", MET, "Wu")
    for number in range(2, 20):
        long = long.chapter(number, day(number)).say("Wu", MET, "Mei")
    gone = long.read().chronology.position_of(long.statements[-1].uuid)

    ends = ChapterEnds(Tale().chapter(1, day(1)).say("Lin", MET, "Wu").read().chronology)

    assert ends.has_reached(gone)


def test_chapter_ends_are_not_ordered_where_the_main_line_goes_back() -> None:
    tale = Tale().chapter(1, day(20)).say("Lin", LIVES_IN, "Harbor").chapter(2, day(10)).say("Lin", MET, "Wu")

    assert not ChapterEnds(tale.read().chronology).are_ordered


def test_chapter_ends_extend_those_of_the_first_chapters() -> None:
    first = Tale().chapter(1).say("Lin", MET, "Wu")
    chronology = Chronology.of(first.passages, first.statements, DayCount())
    before = ChapterEnds(chronology)
    second = Tale().chapter(2).say("Lin", MET, "Mei")

    after = ChapterEnds(chronology.extended(second.passages, second.statements))

    assert after.extends(before)
    assert not before.extends(after)
