"""The differences between a chronology and the chronology that was built anew after an edit."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from tests.sample_sizes import examples
from tests.unit.temporal.chronology.test_alignment import DAYS, revised
from tests.unit.temporal.stories import tales, without_chapter
from tests.unit.temporal.story_builder import Tale, day


def changed(chronology: Chronology, place: TimePosition) -> bool:
    """Whether a position has a node that may have changed."""
    growth = chronology.growth
    return growth is None or not growth.nodes.isdisjoint((place.start, place.end))


@settings(max_examples=examples(150), deadline=None)
@given(tales(), st.integers(0, 7))
def test_two_moments_that_did_not_change_have_the_same_order(tale: Tale, number: int) -> None:
    """An edit far away changes the order of two moments only if both are among the changed nodes."""
    chapters = list(dict.fromkeys(one.episode for one in tale.passages))
    shorter = without_chapter(tale, chapters[number % len(chapters)])

    for first, second in ((tale, shorter), (shorter, tale)):
        before = revised(Chronology.of((), (), DAYS), first)
        after = revised(before, second)
        moved = frozenset[str]() if after.growth is None else after.growth.statements
        known = [one.uuid for one in shorter.statements if one.uuid not in moved]
        places = {one: before.position_of(one) for one in known}
        calm = [one for one in known if not changed(after, places[one])]
        for one in calm:
            assert after.position_of(one) == places[one]
            assert after.bounds(places[one]) == before.bounds(places[one])
            assert after.effective_time_text(one) == before.effective_time_text(one)
            for other in known:
                for two in permutations((places[one], places[other])):
                    assert after.before(*two) == before.before(*two)


def test_a_sentence_less_changes_no_moment_of_other_chapters() -> None:
    """The moments of the next chapters have the same order and the same days."""
    tale = Tale().chapter(1, day(1)).passage().chapter(2, day(5)).passage().chapter(3, day(9)).passage()
    before = revised(Chronology.of((), (), DAYS), tale)
    shorter = without_chapter(tale, "")
    shorter.passages = [one for one in tale.passages if one.uuid != "p2.1"]

    after = revised(before, shorter)

    others = [one.uuid for one in tale.passages if one.episode != "ch2"]
    assert after.growth is not None
    assert not [one for one in others if changed(after, before.now_of(one))]


def test_another_day_changes_the_moments_whose_days_it_bounds() -> None:
    """The second chapter has no date of its own, and its latest day is the day of the third chapter."""
    tale = Tale().chapter(1, day(1)).chapter(2).chapter(3, day(9))
    before = revised(Chronology.of((), (), DAYS), tale)
    later = Tale().chapter(1, day(1)).chapter(2).chapter(3, day(20))

    after = revised(before, later)

    second = before.now_of("p2.0")
    assert (before.bounds(second).latest, after.bounds(second).latest) == (9, 20)
    assert changed(after, second)
