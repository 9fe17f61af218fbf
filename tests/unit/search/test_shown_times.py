"""Tests of the words of long ranges of days: an inferred range is shown as a chapter, and never as a date."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.readings import StatementScope
from episodic.search.chapter_refs import chapter_refs
from episodic.search.shown_times import is_vague, shown_end, shown_start
from episodic.search.story_order import is_dated
from episodic.search.validity import validity_of
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from tests.unit.search.story_builder import harbor

TALE = harbor()
FACT = replace(TALE.facts[0], valid_at=None, invalid_at=None, ended_by=())


def lasting(days: int, *, text: str | None = None, basis: TimeBasis = TimeBasis.BY) -> TimePoint:
    """Return a moment somewhere within so many days."""
    return TimePoint(text, 1, days, f"day 1 to day {days}", basis=basis)


def words(fact: Fact) -> str:
    """Return the words for the validity of a fact."""
    return validity_of(View(TALE.group_id, SQLiteStore(":memory:"), None, chapter_refs(TALE.episodes)), fact).words


@pytest.mark.parametrize(("days", "shown"), [(31, "by day 1 to day 31"), (32, "by chapter 1")])
def test_an_inferred_start_is_a_date_up_to_a_month(days: int, shown: str) -> None:
    assert words(replace(FACT, valid_at=lasting(days))) == shown


@pytest.mark.parametrize(
    ("frame", "turn", "shown"),
    [
        (FrameKind.MAIN, TimelineTurn.BACK, "before this point in chapter 1 (looking back)"),
        (FrameKind.MAIN, TimelineTurn.AHEAD, "after this point in chapter 1 (looking ahead)"),
        (FrameKind.FLASHBACK, TimelineTurn.ON, "before this point in chapter 1 (flashback)"),
        (FrameKind.DREAM, TimelineTurn.ON, "by chapter 1 (dream)"),
    ],
)
def test_the_chapter_of_an_inferred_start_is_before_or_after_it(
    frame: FrameKind, turn: TimelineTurn, shown: str
) -> None:
    fact = replace(FACT, valid_at=lasting(9000), frame=frame, turn=turn, may_have_ended=True)

    assert words(fact).replace("at chapter", "by chapter") == shown


@pytest.mark.parametrize(
    ("days", "shown"),
    [(400, "from day 1 to day 400 (“that year”)"), (401, "from “that year”")],
)
def test_words_of_the_text_stand_alone_beside_a_range_of_more_than_a_year(days: int, shown: str) -> None:
    assert words(replace(FACT, valid_at=lasting(days, text="that year", basis=TimeBasis.STATED))) == shown


def test_an_inferred_end_is_its_chapter_or_not_stated() -> None:
    ended = replace(FACT, invalid_at=lasting(9000), ended_by=("x",))
    known = replace(ended, invalid_at=replace(lasting(9000), chapter=TALE.episodes[2].uuid))

    assert words(ended) == "ended at a time not stated"
    assert words(known) == "until chapter 3 at the latest"
    assert shown_end(FACT) is None


def test_a_claim_about_an_unknown_time_shows_when_it_is_made() -> None:
    said = replace(lasting(9000), chapter=TALE.episodes[1].uuid)
    of_wu = replace(FACT, scope=StatementScope.CLAIM, holder="wu", holder_name="Wu")
    claim = replace(of_wu, valid_at=lasting(8000), said=said, turn=TimelineTurn.BACK)

    assert shown_start(claim) is None
    assert words(claim) == "said in chapter 2 of an earlier time"


def test_a_long_or_one_sided_inferred_range_is_no_date() -> None:
    """Facts with a date are listed by their dates, and not under their flashback."""
    assert is_vague(lasting(32))
    assert is_vague(TimePoint(earliest=1))
    assert is_vague(TimePoint(latest=1))
    assert not is_vague(TimePoint(latest=1, text="before the feast"))
    assert [is_dated(replace(FACT, valid_at=lasting(days))) for days in (31, 32)] == [True, False]


def test_the_hour_at_which_a_passage_begins_is_not_shown_for_what_comes_later_in_it() -> None:
    """The words in the quote of a fact are its own; a habit is older than the passage that tells it."""
    here, elsewhere = FACT.evidence[0].quote, "次日一早"
    shown = {text: shown_start(replace(FACT, valid_at=TimePoint(text))) for text in (elsewhere, here, "Monday evening")}
    habit = replace(FACT, habit=True, valid_at=TimePoint(elsewhere))

    assert [one and one.text for one in shown.values()] == ["次日", here, "Monday"]
    assert words(habit) == "by chapter 1"
    assert words(replace(habit, valid_at=TimePoint(here))) == f"by “{here}”"


@pytest.mark.parametrize("predicate", ["friend_of", "门客"])
def test_a_bond_of_two_people_is_not_dated_by_the_passage_that_mentions_it(predicate: str) -> None:
    """Somebody may have been somebody's client long before. A beginning, a feeling and a home have the date."""
    start = lasting(20, text="in that spring")
    bond = replace(FACT, predicate=predicate, subject_type="Person", object_type="Person", valid_at=start)

    def shown(fact: Fact) -> str | None:
        point = shown_start(fact)
        return None if point is None else point.label

    assert shown(bond) is None
    assert shown(replace(bond, begins=True)) == start.label
    assert shown(replace(bond, predicate="hates")) == start.label
    assert shown(replace(bond, predicate="lives_in", object_type="Place")) == start.label
    own = replace(start, text=FACT.evidence[0].quote)
    assert shown(replace(bond, valid_at=own)) == start.label


def test_a_membership_is_not_dated_by_the_passage_that_mentions_it() -> None:
    """ "When Dick returned, one after another of the trio drank" does not say when the three came together."""
    start = lasting(20, text="When Dick returned")
    member = replace(FACT, predicate="member_of", subject_type="Person", object_type="Organization", valid_at=start)

    def shown(fact: Fact) -> str | None:
        point = shown_start(fact)
        return None if point is None else point.text

    assert shown(member) is None
    assert shown(replace(member, begins=True)) == shown(replace(member, predicate="hates")) == start.text
