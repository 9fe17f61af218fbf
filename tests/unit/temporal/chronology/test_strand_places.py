"""Tests of where the statements of a parallel strand lie on the lines of the story."""

from __future__ import annotations

from episodic.model.graph import TimelineTurn
from episodic.model.readings import Placement
from episodic.temporal.chronology.chronology import Chronology
from tests.unit.temporal.story_builder import MET, Tale, chronology_of


def two_strands() -> Tale:
    """Return a chapter in which the strand of p1.2 follows p1.0 and lies beside p1.1."""
    tale = Tale().chapter(1).say("Lin", MET, "a").passage().say("Mei", MET, "b")
    return tale.passage(aside=True, follows=["p1.0"]).say("Lin", MET, "c")


def places(chronology: Chronology, statement: str) -> set[tuple[str, int, TimelineTurn]]:
    return {(one.line, one.told.offset // 1000, one.turn) for one in chronology.line_places(statement)}


def test_a_strand_comes_after_what_it_follows_on_the_main_line() -> None:
    tale = two_strands()

    assert places(chronology_of(tale), tale.statements[2].uuid) == {
        ("p1.2", 3, TimelineTurn.ON),
        ("main", 1, TimelineTurn.AHEAD),
    }


def test_a_strand_that_has_ended_comes_before_the_next_chapter() -> None:
    """The next chapter goes on with the main line, and adding it changes the places of the statements of the strand."""
    tale = two_strands()
    before = chronology_of(tale)
    known = len(tale.passages), len(tale.statements)
    tale.chapter(2).say("Mei", MET, "d")

    after = before.extended(tale.passages[known[0] :], tale.statements[known[1] :])

    assert places(after, tale.statements[3].uuid) == {("main", 1, TimelineTurn.ON)}
    assert ("main", 1, TimelineTurn.BACK) in places(after, tale.statements[2].uuid)
    assert places(after, tale.statements[2].uuid) == places(chronology_of(tale), tale.statements[2].uuid)
    assert after.growth is not None
    assert tale.statements[2].uuid in after.growth.statements


def test_a_look_back_in_a_strand_lies_before_its_passage() -> None:
    """What somebody recalls may have happened after the strand began, which no words mark as one scene."""
    tale = two_strands().passage().say("Lin", MET, "d", placing=Placement.BACK)
    recalled = tale.statements[3].uuid

    assert places(chronology_of(tale), recalled) == {("p1.2", 4, TimelineTurn.BACK)}
