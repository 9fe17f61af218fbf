"""Tests of the runs of chapters at whose ends a fact holds."""

from __future__ import annotations

from episodic.model.episodes import ORDER_GAP
from episodic.model.holding import Holding
from episodic.model.readings import Phase, Placement
from tests.unit.temporal.story_builder import EYES, HOLDS, LIVES_IN, MEMBER, MET, Reading, Tale, day

HARBOR, CAPITAL = "Lin lives_in Harbor", "Lin lives_in Capital"


def runs(story: Reading, text: str) -> list[tuple[float, Holding]] | None:
    """The runs of a fact with the numbers of their first chapters, or 0 from the first chapter on."""
    found = story.fact(text).core.holdings
    return None if found is None else [(one.order / ORDER_GAP, one.holding) for one in found]


def test_a_state_is_possible_before_its_first_statement_and_over_after_its_end() -> None:
    tale = Tale().chapter(1).chapter(2).say("Lin", LIVES_IN, "Harbor").chapter(3).chapter(4)

    story = tale.say("Lin", LIVES_IN, "Capital").chapter(5).read()

    assert runs(story, HARBOR) == [(0, Holding.POSSIBLE), (2, Holding.HOLDS), (4, Holding.NO)]
    assert runs(story, CAPITAL) == [(4, Holding.HOLDS)]


def test_an_event_holds_from_its_chapter_on() -> None:
    story = Tale().chapter(1).chapter(2).say("Lin", MET, "Wu").chapter(3).read()

    assert runs(story, "Lin met Wu") == [(2, Holding.HOLDS)]


def test_a_fixed_fact_always_holds() -> None:
    story = Tale().chapter(1).chapter(2).say("Lin", EYES, "green").read()

    assert runs(story, "Lin eye_colour green") == [(0, Holding.HOLDS)]


def test_two_rivals_are_possible_from_the_chapter_at_whose_end_both_would_hold() -> None:
    tale = Tale().chapter(1).chapter(2).say("Lin", HOLDS, "sword", time=day(10), placing=Placement.BACK)
    story = tale.say("Wu", HOLDS, "sword", time=day(10), placing=Placement.BACK).read()

    for name in ("Lin", "Wu"):
        assert (runs(story, f"{name} holds sword") or [])[-1] == (0, Holding.POSSIBLE)


def test_there_are_no_runs_where_the_main_line_goes_back() -> None:
    tale = Tale().chapter(1, day(20)).say("Lin", MEMBER, "Guild").chapter(2, day(10))

    story = tale.say("Lin", MEMBER, "Guild", phase=Phase.ENDS).read()

    assert {one.core.holdings for one in story.folded.facts} == {None}


def test_a_chapter_before_the_first_one_moves_no_run_that_begins_there() -> None:
    """The first chapter that tells of the home is another one, and the fact stays possible from the first one on."""
    for before in (1, 2):
        tale = Tale().chapter(before).chapter(3).say("Lin", LIVES_IN, "Harbor")

        assert runs(tale.read(), HARBOR) == [(0, Holding.POSSIBLE), (3, Holding.HOLDS)]
