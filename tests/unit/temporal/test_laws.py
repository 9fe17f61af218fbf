"""The laws of story time, on random stories."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.readings import Phase
from episodic.temporal.asof import Days, Holding, When, holds
from episodic.temporal.chronology import Certainty, Chronology
from episodic.temporal.exclusion import Exclusions, content_of
from episodic.temporal.fold_facts import FoldedFact
from tests.unit.temporal.plain_fold import plain_fold
from tests.unit.temporal.stories import judged_tales, tales, without_chapter
from tests.unit.temporal.telling import DayCount, Reading, Tale, read

LAW = settings(max_examples=12, deadline=None)


@LAW
@given(judged_tales())
def test_the_fold_is_the_plain_one(tale: Tale) -> None:
    """Sweeping, ranks and lines change nothing: facts, their statements and their ends are those of the plain rules."""
    reading = tale.read()

    plain = plain_fold(tale.statements, reading.chronology, Exclusions(tale.verdicts))

    fast = {
        (one.uuid, one.statements, one.closing, frozenset((end.by, end.place) for end in one.course.ends))
        for one in reading.folded.facts
    }
    slow = {
        (
            one.uuid,
            tuple(two.uuid for two in one.said),
            tuple(two.uuid for two in one.closing),
            frozenset((by, reading.chronology.node_of(at)) for by, at in one.enders),
        )
        for one in plain
    }
    assert fast == slow


@LAW
@given(judged_tales(), st.randoms(use_true_random=False))
def test_any_order_of_handing_in_gives_the_same(tale: Tale, chance: random.Random) -> None:
    """Facts, ends and issues hang on the telling, not on arrival."""
    passages, statements, verdicts = list(tale.passages), list(tale.statements), list(tale.verdicts)
    chance.shuffle(passages)
    chance.shuffle(statements)
    chance.shuffle(verdicts)

    shuffled = read(passages, statements, verdicts)

    assert shuffled.folded == tale.read().folded


@LAW
@given(tales(most=6))
def test_growing_chapter_by_chapter_gives_the_same_chronology(tale: Tale) -> None:
    """An extended chronology answers as one built at once."""
    whole = Chronology.of(tale.passages, tale.statements, DayCount())
    grown = Chronology.of([], [], DayCount())
    for episode in dict.fromkeys(one.episode for one in tale.passages):
        here = [one for one in tale.passages if one.episode == episode]
        grown = grown.extended(here, [one for one in tale.statements if one.evidence.episode == episode])

    assert sorted(map(repr, grown.conflicts)) == sorted(map(repr, whole.conflicts))
    for one in tale.statements:
        assert grown.bounds(grown.node_of(one.uuid)) == whole.bounds(whole.node_of(one.uuid))
        for other in tale.statements:
            pairs = [(some.node_of(one.uuid), some.node_of(other.uuid)) for some in (grown, whole)]
            assert grown.before(*pairs[0]) is whole.before(*pairs[1])


@LAW
@given(tales(most=6))
def test_order_is_strict_and_carries_over(tale: Tale) -> None:
    """Nothing precedes itself, nothing precedes both ways, and before is transitive."""
    chronology = Chronology.of(tale.passages, tale.statements, DayCount())
    places = sorted({chronology.node_of(one.uuid) for one in tale.statements})

    before = {(a, b) for a in places for b in places if chronology.before(a, b) is Certainty.CERTAIN}

    assert all((b, a) not in before for a, b in before)
    assert all((a, d) in before for a, b in before for c, d in before if b == c)


@LAW
@given(tales(most=6))
def test_a_removed_chapter_was_never_there(tale: Tale) -> None:
    """Reading without the last chapter is reading up to it; and every chapter can be taken back."""
    last = tale.passages[-1].episode

    removed = without_chapter(tale, last).read()

    assert removed.folded == tale.read(told_by=tale.passages[-1].order - 1 >> 20).folded


def moments(reading: Reading, tale: Tale) -> list[When]:
    """Places and days at which to ask."""
    places: list[When] = [reading.chronology.node_of(one.uuid) for one in tale.statements]
    places += [reading.chronology.end_of(one.uuid) for one in tale.passages]
    return [*places, *(Days("days", one, one) for one in (-1000, 5, 10, 15, 20, 30, 31, 40))]


@LAW
@given(judged_tales())
def test_a_fact_may_hold_where_its_own_statement_stands(tale: Tale) -> None:
    """No fact is denied by the answer at the very place where the text says it."""
    reading = tale.read()

    for fact in reading.folded.facts:
        for uuid in fact.statements:
            assert holds(fact, reading.chronology.node_of(uuid), reading.chronology) is not Holding.NO
            bounds = reading.chronology.bounds(reading.chronology.node_of(uuid))
            if bounds.axis and bounds.earliest is not None and bounds.earliest == bounds.latest:
                day = Days(bounds.axis, bounds.earliest, bounds.earliest)
                assert holds(fact, day, reading.chronology) is not Holding.NO


def exclusive(one: FoldedFact, other: FoldedFact) -> bool:
    """Whether two facts are two values of a one-value predicate, in one reality."""
    if (one.scope, one.holder) != (other.scope, other.holder) or one.denied or other.denied:
        return False
    if one.predicate.name in {"lives_in", "eye_colour"}:
        return one.predicate == other.predicate and one.subject == other.subject and one.object != other.object
    if one.predicate.name == "holds":
        return other.predicate.name == "holds" and one.object == other.object and one.subject != other.subject
    return {one.predicate.name, other.predicate.name} == {"dead", "alive"} and one.subject == other.subject


@LAW
@given(tales())
def test_at_most_one_value_holds_at_a_moment(tale: Tale) -> None:
    """Two homes never both hold for certain."""
    reading = tale.read()

    for moment in moments(reading, tale):
        true = [one for one in reading.folded.facts if holds(one, moment, reading.chronology) is Holding.HOLDS]
        assert not [(one.text, other.text) for one in true for other in true if exclusive(one, other)]


@LAW
@given(judged_tales())
def test_no_fact_ends_before_it_starts(tale: Tale) -> None:
    """Neither by its places nor by its days."""
    reading = tale.read()

    for fact in reading.folded.facts:
        for end in fact.course.ends:
            assert not all(reading.chronology.precedes(end.place, start) for start in fact.course.starts or [end.place])
        since, until = fact.valid_at, fact.invalid_at
        if since and until and since.earliest is not None and until.latest is not None:
            assert since.earliest <= until.latest


@LAW
@given(judged_tales())
def test_coarse_bounds_are_never_too_narrow(tale: Tale) -> None:
    """At the end of no chapter outside its bounds may a fact hold."""
    reading = tale.read()

    for order, _, end in reading.chronology.chapters():
        for fact in reading.folded.facts:
            outside = (fact.lo is not None and order < fact.lo) or (fact.hi is not None and order >= fact.hi)
            if outside:
                assert holds(fact, end, reading.chronology) is Holding.NO


@LAW
@given(tales(), st.data())
def test_an_end_between_two_statements_splits_and_taking_it_back_joins(tale: Tale, data: st.DataObject) -> None:
    """Where a fact has two statements in certain order, "he left" between them makes two facts."""
    reading = tale.read()
    chronology = reading.chronology
    of = {one.uuid: one for one in tale.statements}
    found = [
        (of[one], of[other])
        for fact in reading.folded.facts
        for one in fact.statements
        for other in fact.statements
        if fact.predicate.name == "lives_in" and not fact.denied and of[one].passage != of[other].passage
        if chronology.spot_of(chronology.node_of(one)) and chronology.node_of(one).sub
        if chronology.spot_of(chronology.node_of(other)) and chronology.node_of(other).sub
        if chronology.precedes(chronology.node_of(one), chronology.node_of(other))
    ]
    if not found:
        return
    first, second = data.draw(st.sampled_from(found))
    told = replace(first.evidence.told, offset=first.evidence.told.offset + 1)
    left = replace(first, uuid="left", phase=Phase.ENDS, evidence=replace(first.evidence, told=told, quote="he left"))

    split = read(tale.passages, [*tale.statements, left], tale.verdicts)

    assert split.folded.fact_of[first.uuid] != split.folded.fact_of[second.uuid]
    assert read(tale.passages, tale.statements, tale.verdicts).folded == reading.folded
    assert content_of(left) == content_of(second)
