"""Tests of predicate names that mean something else with other entity types."""

from __future__ import annotations

import pytest

from episodic.model.predicates import PredicateKind, shipped_table
from episodic.model.readings import StatementCore, StatementReading
from episodic.model.spans import Span
from episodic.pipeline.replay.statements.predicate_resolution import PredicateResolver


@pytest.mark.parametrize(
    ("written", "subject", "target", "name"),
    [
        ("received", "Person", "Person", "received"),
        ("received", "Person", "Item", "took"),
        ("得到", "Person", "Person", "得到"),
        ("得到", "Person", "Item", "took"),
        ("has", "Person", "Person", "has"),
        ("带着", "Person", "Person", "带着"),
        ("带着", "Person", "Creature", "holds"),
        ("失去", "Person", "Person", "失去"),
        ("失去", "Person", "Item", "lost"),
        ("made", "Person", "Person", "made"),
        ("made", "Person", "Item", "created"),
        ("joined", "Person", "Person", "joined"),
        ("加入", "Person", "Organization", "member_of"),
        ("master of", "Person", "Place", "master of"),
        ("master of", "Person", "Person", "teacher_of"),
        ("encountered", "Person", "Concept", "encountered"),
        ("ruined", "Person", None, "ruined"),
        ("ruined", "Place", None, "destroyed"),
        ("took", "Person", "Person", "took"),
    ],
)
def test_a_word_that_means_something_else_of_persons_is_a_predicate_of_its_own(
    written: str, subject: str, target: str | None, name: str
) -> None:
    """Who receives a guest takes nobody away. The name of a predicate itself is never replaced."""
    resolver = PredicateResolver(shipped_table(), {})
    canonical, _, _ = resolver.canonical(written, "e")

    reading = StatementReading(Span(0, 1), StatementCore("Ann.", written), 0)

    found = resolver.fitting(canonical, reading, (subject, target))

    assert found.predicate.name == name
    assert found.predicate.kind is canonical.predicate.kind
    assert found.predicate.living == canonical.predicate.living


def test_a_predicate_of_its_own_has_the_kind_that_the_reader_gave_it() -> None:
    """Who joins two people on a road becomes a member of nothing."""
    resolver = PredicateResolver(shipped_table(), {})
    canonical, _, _ = resolver.canonical("joined", "e")
    reading = StatementReading(Span(0, 1), StatementCore("Ann.", "joined"), 0, coined_kind=PredicateKind.EVENT)

    found = resolver.fitting(canonical, reading, ("Person", "Person"))

    assert (canonical.predicate.kind, found.predicate.kind) == (PredicateKind.STATE, PredicateKind.EVENT)
    assert resolver.fitting(canonical, reading, ("Person", "Organization")) is canonical
