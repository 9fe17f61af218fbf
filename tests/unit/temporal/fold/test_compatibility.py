"""Tests of the maintained pairs of compatible contents, which equal the pairs of all statements."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace

import pytest

from episodic.model.lazy_entries import LazyEntries
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.model.readings import Phase, StatementCore
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.exclusion import Exclusions, JudgedPair, content_of
from episodic.temporal.fold.compatibility import CompatibilityIndex
from episodic.temporal.place_nesting import PairedStatement, compatible_contents, paired_statement
from episodic.temporal.placed import PlacedStatement
from episodic.temporal.questions import Verdict
from tests.unit.temporal.story_builder import LIVES_IN

WITHIN = Predicate("lies_in", kind=PredicateKind.STATE, cardinality=Cardinality.MANY, within=True, place=True)
PLACES = ("Harbor", "Mill", "Town", "Valley")


def drawn(chance: random.Random, number: int) -> PlacedStatement:
    """Return a statement about a home, or about a place in another place."""
    inner, outer = sorted(chance.sample(PLACES, 2))
    within = chance.random() < 0.3
    place = chance.choice((*PLACES, None))
    evidence = Evidence("ch1", "words", number, number + 1, NarrativePosition(1, number))
    return PlacedStatement(
        f"s{number}",
        f"p{number // 3}",
        evidence,
        StatementCore("text", "", phase=chance.choice((Phase.HOLDS, Phase.HOLDS, Phase.BEGINS, Phase.ENDS))),
        inner if within else chance.choice(("Lin", "Mei")),
        WITHIN if within else LIVES_IN,
        object=outer if within else place,
    )


def paired_of(statements: list[PlacedStatement]) -> dict[str, PairedStatement]:
    """Return the parts of statements that decide on compatibility, by id."""
    return {one.uuid: found for one in statements if (found := paired_statement(one)) is not None}


def judgement(first: PlacedStatement, second: PlacedStatement, answer: Verdict) -> JudgedPair:
    """Return a judgement about the contents of two statements."""
    return JudgedPair(content_of(first), content_of(second), answer, first.evidence.told)


@pytest.mark.parametrize("seed", range(40))
def test_the_maintained_pairs_are_those_of_all_statements(seed: int) -> None:
    """Statements are added at the end, removed or changed, and judgements are made, in any order."""
    chance = random.Random(seed)
    index, paired = CompatibilityIndex(), SharedDict[str, PairedStatement]()
    statements: list[PlacedStatement] = []
    judged: list[JudgedPair] = []
    for number in range(30):
        statements.append(drawn(chance, number))
        if chance.random() < 0.1:
            first, second = chance.choices(statements, k=2)
            judged.append(judgement(first, second, chance.choice(list(Verdict))))
        if chance.random() < 0.1:
            at = chance.randrange(len(statements))
            statements[at] = replace(statements[at], object=chance.choice(PLACES))
            paired = SharedDict(paired_of(statements))
        if chance.random() < 0.1:
            del statements[chance.randrange(len(statements))]
            paired = SharedDict(paired_of(statements))
        paired.update(paired_of(statements[-1:]))

        told_in = defaultdict[str, list[str]](list)
        for one in statements:
            told_in[one.passage].append(one.uuid)
        found = index.extended(paired.copy(), Exclusions(judged), told_in=told_in.__getitem__)

        expected = Exclusions(judged).with_compatible(compatible_contents(statements))
        assert dict(found.compatible) == dict(expected.compatible)


def ids_read(statements: list[PlacedStatement]) -> tuple[list[str], list[str]]:
    """Add the last statement to an index that has the other ones. Return the ids of the statements that the index reads
    then, and the ids of the statements in the passage of the last one.
    """
    paired, told_in = paired_of(statements), defaultdict[str, list[str]](list)
    for one in statements:
        told_in[one.passage].append(one.uuid)
    index = CompatibilityIndex()
    index.extended(SharedDict(list(paired.items())[:-1]), Exclusions(), told_in=told_in.__getitem__)
    read: list[str] = []

    def read_statement(uuid: str) -> PairedStatement:
        read.append(uuid)
        return paired[uuid]

    known = SharedDict(lazy=LazyEntries(list(paired)[:-1], read_statement))
    index.restored(known.copy(), Exclusions())
    known[statements[-1].uuid] = paired[statements[-1].uuid]

    index.extended(known, Exclusions(), told_in=told_in.__getitem__)

    return read, told_in[statements[-1].passage]


def test_a_new_statement_is_compared_only_with_those_of_its_passage() -> None:
    statements = [drawn(random.Random(number), number) for number in range(60)]
    statements = [replace(one, subject="Lin", predicate=LIVES_IN, object=f"place {one.uuid}") for one in statements]

    read, near = ids_read(statements)

    assert set(read) <= set(near)


def test_a_repeated_unspecific_statement_is_compared_with_no_earlier_one() -> None:
    """Only the first statement without object and value makes other statements of its subject compatible."""
    statements = [drawn(random.Random(number), number) for number in range(60)]
    objects = [None, *(f"place {one.uuid}" for one in statements[1:-1]), None]
    statements = [
        replace(one, subject="Lin", predicate=LIVES_IN, object=object_)
        for one, object_ in zip(statements, objects, strict=True)
    ]

    read, near = ids_read(statements)

    assert set(read) <= set(near)
