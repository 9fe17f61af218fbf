"""A chronology that was built anew answers every question with the node numbers of the chronology before."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.temporal.chronology.chronology import Chronology
from tests.unit.temporal.stories import tales, without_chapter
from tests.unit.temporal.story_builder import DayCount, Tale

DAYS = DayCount()


def revised(chronology: Chronology, tale: Tale) -> Chronology:
    """The chronology after the text became *tale*."""
    passages = {one.uuid: one for one in tale.passages}
    return chronology.revised(passages, {one.uuid: one for one in tale.statements}, DAYS)


@settings(max_examples=100, deadline=None)
@given(tales(), st.integers(0, 7))
def test_other_numbers_give_the_same_orders_and_days(tale: Tale, number: int) -> None:
    """Chapters are taken out and put back."""
    chapters = list(dict.fromkeys(one.episode for one in tale.passages))
    shorter = without_chapter(tale, chapters[number % len(chapters)])
    chronology = revised(Chronology.of((), (), DAYS), tale)

    for version in (shorter, tale):
        chronology = revised(chronology, version)
        built = Chronology.of(version.passages, version.statements, DAYS)
        statements = [one.uuid for one in version.statements]
        for one in statements:
            assert chronology.bounds(chronology.position_of(one)) == built.bounds(built.position_of(one))
            assert chronology.line_places(one) == built.line_places(one)
        for one, other in permutations(statements, 2):
            assert chronology.before(chronology.position_of(one), chronology.position_of(other)) == built.before(
                built.position_of(one), built.position_of(other)
            )


def test_a_chapter_less_keeps_the_positions_of_the_other_chapters() -> None:
    """Positions that facts refer to stay valid."""
    tale = Tale()
    for number in range(1, 6):
        tale.chapter(number).passage()
    before = revised(Chronology.of((), (), DAYS), tale)
    shorter = without_chapter(tale, "ch3")

    after = revised(before, shorter)

    for one in shorter.passages:
        assert (after.now_of(one.uuid), after.end_of(one.uuid)) == (before.now_of(one.uuid), before.end_of(one.uuid))
