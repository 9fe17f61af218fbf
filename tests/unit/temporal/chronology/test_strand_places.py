"""Tests of where the statements of a parallel strand lie on the lines of the story."""

from __future__ import annotations

from itertools import pairwise

from episodic.model.graph import TimelineTurn
from episodic.model.readings import Placement
from episodic.temporal.chronology.chronology import Chronology
from tests.unit.temporal.story_builder import MET, Tale, chronology_of, day


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


def test_a_chapter_ends_after_its_strands_and_those_beside_it() -> None:
    """Chapter 2 has two strands, chapter 3 is told beside it, and chapter 4 comes after all of them."""
    tale = Tale().chapter(1).chapter(2).passage().passage(aside=True).chapter(3, aside=True).passage().chapter(4)
    chronology = chronology_of(tale)

    ends = [place for _, _, place in chronology.chapters()]
    strands = [chronology.end_of(one) for one in ("p2.1", "p2.2", "p3.1")]

    assert all(chronology.precedes(one, two) for one, two in pairwise(ends))
    assert [[chronology.precedes(one, end) for one in strands] for end in ends] == [
        [False] * 3,
        [True, True, False],
        [True] * 3,
        [True] * 3,
    ]
    assert chronology.precedes(ends[2], chronology.now_of("p4.0"))


def test_a_chapter_with_strands_ends_on_the_day_of_its_last_passage() -> None:
    tale = Tale().chapter(1, day(3)).passage(day(5)).passage(day(4), aside=True)
    chronology = chronology_of(tale)

    late = Tale().chapter(1, day(3)).passage(day(4)).passage(day(5), aside=True)

    assert [one.bounds(one.chapters()[0][2])[:2] for one in (chronology, chronology_of(late))] == [(5, None), (5, 5)]
