"""Property tests of chronology and fold on random stories."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.episodes import ORDER_GAP
from episodic.model.holding import Holding, holding_at
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.as_of import DayRange, When, certainly_reached, holds
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Certainty, Chronology
from episodic.temporal.exclusion import Exclusions, content_of, exclusive_keys
from episodic.temporal.fold.fold import FoldContext, fold
from episodic.temporal.fold.folded_facts import FactEnd, FoldedFact
from episodic.temporal.fold.partitions import partition_of
from episodic.temporal.issues import IssueContext
from episodic.temporal.place_nesting import compatible_contents
from episodic.temporal.placed import PlacedStatement
from tests.sample_sizes import examples
from tests.unit.temporal.reference_fold import reference_folds
from tests.unit.temporal.stories import tales, without_chapter
from tests.unit.temporal.story_builder import IS_IN, LIVES_IN, DayCount, Reading, Tale, read

LAW = settings(max_examples=examples(50), deadline=None)


@LAW
@given(tales(judged=True))
def test_the_fold_equals_the_reference_fold(tale: Tale) -> None:
    """The optimised fold gives the same facts, statements and ends as the reference implementation."""
    equals_the_reference_fold(tale)


@LAW
@given(tales(judged=True))
def test_the_fold_of_arrivals_equals_the_reference_fold(tale: Tale) -> None:
    """Every home is a place where somebody is. Every place in a flashback, dream, letter or tale follows from an arrival,
    and every end from a departure.
    """
    equals_the_reference_fold(with_arrivals(tale))


@pytest.mark.parametrize("again", [False, True])
def test_one_quote_ends_a_value_and_begins_another(again: bool) -> None:
    """ "He left Harbor for the Capital, where he now lived": Harbor ends once, at the first words about the Capital,
    although the quote has two statements about it.
    """
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)
    tale.say("Lin", LIVES_IN, "Capital", phase=Phase.BEGINS, same_quote=True)
    if again:
        tale.say("Lin", LIVES_IN, "Capital", same_quote=True)

    equals_the_reference_fold(tale)

    harbor, capital = tale.read().folded.facts
    assert {end.by for end in harbor.validity.ends} == {harbor.uuid, capital.uuid}
    assert capital.validity.ends == ()


def test_two_statements_of_one_quote_begin_a_value_once() -> None:
    """ "He moved to the Capital, and the Capital was now his home": a rival starts at its earliest statement."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").chapter(2)
    tale.say("Lin", LIVES_IN, "Capital", phase=Phase.BEGINS).say("Lin", LIVES_IN, "Capital", same_quote=True)

    equals_the_reference_fold(tale)

    harbor, capital = tale.read().folded.facts
    assert [(end.by, end.place) for end in harbor.validity.ends] == [(capital.uuid, capital.validity.starts[0])]


def with_arrivals(tale: Tale) -> Tale:
    told = {one.uuid for one in tale.passages if not one.main}
    statements: list[PlacedStatement] = []
    for one in tale.statements:
        predicate = IS_IN if one.predicate is LIVES_IN else one.predicate
        begins = one.core.phase is Phase.BEGINS or (one.core.phase is Phase.HOLDS and one.passage in told)
        core = one.core
        if predicate is IS_IN and begins:
            core = replace(core, phase=Phase.BEGINS, derived=True)
        elif predicate is IS_IN and core.phase is Phase.ENDS:
            core = replace(core, derived=True)
        statements.append(replace(one, predicate=predicate, core=replace(core, predicate=predicate.name)))
    return replace(tale, statements=statements)


def equals_the_reference_fold(tale: Tale) -> None:
    reading = tale.read()

    pairs = compatible_contents(tale.statements)
    plain = reference_folds(tale.statements, reading.chronology, Exclusions(tale.verdicts).with_compatible(pairs))

    fast = {
        (
            one.uuid,
            one.statements,
            one.closing,
            frozenset((end.by, end.place) for end in one.validity.ends if not is_over(one, end, reading)),
            one.validity.open_start,
            frozenset(one.validity.fades),
        )
        for one in reading.folded.facts
    }
    slow = {
        (
            one.uuid,
            tuple(two.uuid for two in one.said),
            tuple(two.uuid for two in one.closing),
            frozenset((by, reading.chronology.position_of(at)) for by, at in one.enders),
            told.open_start(one),
            frozenset(told.last_certain_moments(one)),
        )
        for told in plain
        for one in told.facts
        if one.said or not all(two.core.derived for two in one.closing)
    }
    assert fast == slow


def is_over(fact: FoldedFact, end: FactEnd, reading: Reading) -> bool:
    """Return whether a passing fact has ended by itself, at the beginning of a later passage."""
    begun = {reading.chronology.now_of(one.uuid) for one in reading.passages}
    by_itself = bool(fact.predicate.passing) and end.by == fact.uuid and not fact.closing
    return by_itself and end.place in begun


@LAW
@given(tales())
def test_no_claim_moves_a_moment_or_an_order_of_the_world(tale: Tale) -> None:
    """Without claims, beliefs, plans and dreams, every order and every day of the world is the same."""
    world = [one for one in tale.statements if one.world]
    with_claims = Chronology.of(tale.passages, tale.statements, DayCount())
    without = Chronology.of(tale.passages, world, DayCount())

    assert [one.loop for one in with_claims.conflicts] == [one.loop for one in without.conflicts]
    for one in world:
        first = [some.position_of(one.uuid) for some in (with_claims, without)]
        assert with_claims.bounds(first[0]) == without.bounds(first[1])
        for other in world:
            second = [some.position_of(other.uuid) for some in (with_claims, without)]
            assert with_claims.before(first[0], second[0]) is without.before(first[1], second[1])


@LAW
@given(tales(judged=True, locking=True), st.integers(0, 1 << 30))
def test_the_input_order_does_not_matter(tale: Tale, seed: int) -> None:
    """Facts, ends and issues depend on narrative order, not on the input order."""
    chance = random.Random(seed)
    passages, statements, verdicts = list(tale.passages), list(tale.statements), list(tale.verdicts)
    chance.shuffle(passages)
    chance.shuffle(statements)
    chance.shuffle(verdicts)

    shuffled = read(passages, statements, verdicts)

    assert shuffled.folded == tale.read().folded


@LAW
@given(tales(most=6))
def test_growing_chapter_by_chapter_gives_the_same_chronology(tale: Tale) -> None:
    whole = Chronology.of(tale.passages, tale.statements, DayCount())
    grown = Chronology.of([], [], DayCount())
    for episode in dict.fromkeys(one.episode for one in tale.passages):
        here = [one for one in tale.passages if one.episode == episode]
        grown = grown.extended(here, [one for one in tale.statements if one.evidence.episode == episode])

    assert sorted(map(repr, grown.conflicts)) == sorted(map(repr, whole.conflicts))
    for one in tale.statements:
        assert grown.bounds(grown.position_of(one.uuid)) == whole.bounds(whole.position_of(one.uuid))
        for other in tale.statements:
            pairs = [(some.position_of(one.uuid), some.position_of(other.uuid)) for some in (grown, whole)]
            assert grown.before(*pairs[0]) is whole.before(*pairs[1])


@LAW
@given(tales(most=6))
def test_order_is_strict_and_transitive(tale: Tale) -> None:
    """No moment precedes itself, no two moments precede each other, and "before" is transitive."""
    chronology = Chronology.of(tale.passages, tale.statements, DayCount())
    places = sorted({chronology.position_of(one.uuid) for one in tale.statements})

    before = {(a, b) for a in places for b in places if chronology.before(a, b) is Certainty.CERTAIN}

    assert all((b, a) not in before for a, b in before)
    assert all((a, d) in before for a, b in before for c, d in before if b == c)


@LAW
@given(tales(judged=True, locking=True), st.integers(0, 7))
def test_a_removed_chapter_was_never_there(tale: Tale, which: int) -> None:
    """Removing the statements of a chapter and then its passages changes nothing further. Adding the chapter again
    restores the work.
    """
    chapters = list(dict.fromkeys(one.episode for one in tale.passages))
    never = without_chapter(tale, chapters[which % len(chapters)])
    reading = never.read()

    frame = FoldContext(
        reading.chronology, Exclusions(tale.verdicts), ChapterBounds(reading.chronology), IssueContext("work")
    )
    back = [one for one in tale.passages if one not in never.passages]
    told_again = [one for one in tale.statements if one not in never.statements]

    assert fold(tale.statements, frame) == reading.folded
    again = read([*never.passages, *back], [*never.statements, *told_again], tale.verdicts)
    assert again.folded == tale.read().folded


@LAW
@given(tales(judged=True, locking=True), st.integers(0, 7))
def test_told_by_a_chapter_equals_a_work_that_ends_there(tale: Tale, which: int) -> None:
    """Later text is removed before facts, ends and issues are derived, so that none of them depends on it."""
    orders = sorted({one.order for one in tale.passages})
    last = orders[which % len(orders)]
    cut = tale
    for later_on in {one.episode for one in tale.passages if one.order > last}:
        cut = without_chapter(cut, later_on)
    cut.verdicts = [one for one in tale.verdicts if one.told.order <= last]

    told = tale.read(told_by=last // ORDER_GAP).folded

    assert told == cut.read().folded
    assert all(quote.told.order <= last for fact in told.facts for quote in (*fact.core.evidence, *fact.core.ends))
    assert all(quote.told.order <= last for one in told.issues for quote in one.evidence)


def moments(reading: Reading, tale: Tale) -> list[When]:
    """Return narrative positions and days for queries."""
    places: list[When] = [reading.chronology.position_of(one.uuid) for one in tale.statements]
    places += [reading.chronology.end_of(one.uuid) for one in tale.passages]
    return [*places, *(DayRange("days", one, one) for one in (-1000, 5, 10, 15, 20, 30, 31, 40))]


@LAW
@given(tales(judged=True))
def test_a_fact_may_hold_where_its_own_statement_stands(tale: Tale) -> None:
    """A query at the position of a fact's own statement never answers *no*."""
    reading = tale.read()

    for fact in reading.folded.facts:
        for uuid in fact.statements:
            assert holds(fact, reading.chronology.position_of(uuid), reading.chronology) is not Holding.NO
            bounds = reading.chronology.bounds(reading.chronology.position_of(uuid))
            if bounds.axis and bounds.earliest is not None and bounds.earliest == bounds.latest:
                day = DayRange(bounds.axis, bounds.earliest, bounds.earliest)
                assert holds(fact, day, reading.chronology) is not Holding.NO


def exclusive(tale: Tale, exclusions: Exclusions, facts: Sequence[FoldedFact]) -> set[frozenset[str]]:
    """Return pairs of facts that exclude each other by cardinality, and are not judged or nested to be compatible."""
    told = {one.uuid: one for one in tale.statements}
    held: dict[object, list[FoldedFact]] = defaultdict(list)
    for fact in facts:
        first_told = told[fact.uuid]
        for key in () if fact.core.denied else exclusive_keys(content_of(first_told), first_told.predicate):
            held[partition_of(first_told), key].append(fact)
    pairs: set[frozenset[str]] = set()
    for rivals in held.values():
        for one, other in combinations(rivals, 2):
            first, second = (exclusions.class_of(content_of(told[two.uuid])) for two in (one, other))
            if first != second and second not in exclusions.compatible_classes(first):
                pairs.add(frozenset((one.uuid, other.uuid)))
    return pairs


@LAW
@given(tales(most=6, judged=True, locking=True))
def test_at_most_one_value_holds_at_a_moment(tale: Tale) -> None:
    """At no moment do two homes both certainly hold."""
    reading = tale.read()
    pairs = compatible_contents(tale.statements)
    apart = exclusive(tale, Exclusions(tale.verdicts).with_compatible(pairs), reading.folded.facts)
    involved = [one for one in reading.folded.facts if any(one.uuid in pair for pair in apart)]

    for moment in moments(reading, tale) if apart else ():
        true = {one.uuid for one in involved if holds(one, moment, reading.chronology) is Holding.HOLDS}
        assert not [pair for pair in apart if pair <= true]


@LAW
@given(tales(judged=True, locking=True))
def test_only_locked_statements_end_a_locked_fact(tale: Tale) -> None:
    """A fact with a locked statement is locked. After the start of a locked fact, only another locked fact or a locked
    end can end it.
    """
    reading = tale.read()
    locked = {one.uuid for one in tale.statements if one.locked}
    facts = {one.uuid: one for one in reading.folded.facts}

    for fact in facts.values():
        assert fact.core.locked == (not locked.isdisjoint((*fact.statements, *fact.closing)))
        if not fact.core.locked or fact.predicate.kind is not PredicateKind.STATE:
            continue
        assert all(facts[by].core.locked for by in fact.core.ended_by)
        assert set(fact.closing) <= locked
        confirmed = {reading.chronology.position_of(one) for one in locked}
        assert confirmed.issuperset(fact.validity.possible_ends)
        settled = not fact.core.ended_by and not fact.rivals and not fact.validity.possible_ends
        for moment in moments(reading, tale) if settled else ():
            if any(certainly_reached(place, moment, reading.chronology) for place in fact.validity.evidenced_at):
                assert holds(fact, moment, reading.chronology) is Holding.HOLDS


@LAW
@given(tales(judged=True))
def test_no_fact_ends_before_it_starts(tale: Tale) -> None:
    reading = tale.read()

    for fact in reading.folded.facts:
        for end in fact.validity.ends:
            assert not all(
                reading.chronology.precedes(end.place, start) for start in fact.validity.starts or [end.place]
            )
        since, until = fact.core.valid_at, fact.core.invalid_at
        if since and until and since.earliest is not None and until.latest is not None:
            assert since.earliest <= until.latest


@LAW
@given(tales(judged=True))
def test_coarse_bounds_are_never_too_narrow(tale: Tale) -> None:
    """A fact never holds at the end of a chapter outside its bounds."""
    reading = tale.read()

    for order, _, end in reading.chronology.chapters():
        for fact in reading.folded.facts:
            outside = (fact.core.lo is not None and order < fact.core.lo) or (
                fact.core.hi is not None and order >= fact.core.hi
            )
            if outside:
                assert holds(fact, end, reading.chronology) is Holding.NO


@LAW
@given(tales(judged=True, locking=True))
def test_the_runs_of_a_fact_say_whether_it_holds_at_each_chapter_end(tale: Tale) -> None:
    reading = tale.read()
    chronology = reading.chronology

    for fact in reading.folded.facts:
        for order, _, end in chronology.chapters() if fact.core.holdings is not None else ():
            assert holding_at(fact.core.holdings or (), order) is holds(fact, end, chronology)


@LAW
@given(tales(), st.integers(0, 1 << 30))
def test_an_end_between_two_statements_splits_and_taking_it_back_joins(tale: Tale, choice: int) -> None:
    """ "He left" between two statements of a fact in certain order makes two facts."""
    tale.chapter(90).say("Wu", LIVES_IN, "Capital").chapter(95).say("Wu", LIVES_IN, "Capital")
    reading = tale.read()
    found = in_order(tale, reading)
    if not found:
        return
    first, second = found[choice % len(found)]
    told = replace(first.evidence.told, offset=first.evidence.told.offset + 1)
    words = replace(first.evidence, told=told, quote="he left")
    left = replace(first, uuid="left", core=replace(first.core, phase=Phase.ENDS), evidence=words)

    split = read(tale.passages, [*tale.statements, left], tale.verdicts)

    assert split.folded.fact_of[first.uuid] != split.folded.fact_of[second.uuid]
    assert split.folded.fact_of["left"] == split.folded.fact_of[first.uuid]
    assert read(tale.passages, tale.statements, tale.verdicts).folded == reading.folded


def in_order(tale: Tale, reading: Reading) -> list[tuple[PlacedStatement, PlacedStatement]]:
    """Return two statements of one home in two passages of the main line, in a certain order."""
    chronology = reading.chronology
    of = {one.uuid: one for one in tale.statements}
    place = {one: chronology.position_of(one) for one in of}
    return [
        (of[one], of[other])
        for fact in reading.folded.facts
        if fact.predicate.name == "lives_in" and not fact.core.denied
        for one, other in permutations([two for two in fact.statements if place[two].sub], 2)
        if of[one].passage != of[other].passage
        and chronology.chain_position(place[one])
        and chronology.chain_position(place[other])
        if chronology.precedes(place[one], place[other])
    ]
