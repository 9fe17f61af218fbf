"""Tests of queries that ask for a relation: the facts with the predicate of the relation are read and found."""

from __future__ import annotations

import pytest

from episodic.model.facets import Facet, facet
from episodic.model.predicates import PredicateKind, predicate_key
from episodic.search.asked_predicates import asked_facets
from episodic.search.filter_fields import HitKind
from episodic.search.fusion import Recipe
from episodic.search.hybrid_search import search
from episodic.search.vocabulary import SHIPPED
from episodic.search.word_overlap import QueryTerms
from tests.unit.search.story_builder import Tale


@pytest.mark.parametrize(
    ("query", "name", "asked"),
    [
        ("林河的妻子", "林河", {"married_to"}),
        ("谁是林河的儿子", "林河", {"child_of", "parent_of"}),
        ("Who is Lin's wife?", "lin", {"married_to"}),
        ("Lin's apprentice", "lin", {"student_of", "teacher_of"}),
        ("Lin and the green lamp", "lin", set[str]()),
        ("林河", "林河", set[str]()),
    ],
)
def test_words_for_a_relation_ask_for_its_predicate_and_the_inverse(query: str, name: str, asked: set[str]) -> None:
    found = asked_facets(QueryTerms.of(query, [name]), SHIPPED)

    predicates = {"married_to", "child_of", "parent_of", "student_of", "teacher_of", "serves", "owns"}
    assert {one for one in predicates if facet(Facet.PREDICATE, predicate_key(one)) in found} == asked


@pytest.mark.parametrize(
    ("query", "names", "sentence"),
    [
        ("刘备的妻子", ("刘备", "甘氏"), "甘氏是刘备的配偶。"),
        ("Lin's wife", ("Lin", "Mei"), "Mei and Lin are married."),
    ],
)
async def test_an_early_fact_of_a_main_character_is_found_by_its_relation(
    query: str, names: tuple[str, str], sentence: str
) -> None:
    """The graph retriever reads only the last facts of an entity unless the query asks for a predicate."""
    tale = Tale("kin")
    later = [f"{names[0]} {number}." for number in range(30)]
    tale.chapter("One", sentence, *later)
    for name in names:
        tale.who(name)
    wed = tale.fact(names[0], "married_to", names[1], quote=sentence, text=sentence)
    for quote in later:
        tale.fact(names[0], "met", quote=quote, text=quote, kind=PredicateKind.EVENT)

    found = await search(
        await tale.view(), query, kinds=[HitKind.FACT], limit=3, recipe=Recipe(candidates=3, neighbours=3, nearby=1)
    )

    assert found.facts[0].uuid == wed.uuid


@pytest.mark.parametrize(
    ("query", "names", "answer", "other"),
    [
        (
            "林河住在哪里",
            ("林河", "阿梅", "海港"),
            "林河在一座高高的白房子顶上安了家，那里是海港。",
            "阿梅在林河家住。",
        ),
        (
            "where does Lin live",
            ("Lin", "Mei", "Harbor"),
            "Lin lived at the top of a thin house in Harbor, under a roof of red tiles.",
            "Mei once lived with them; Lin was small.",
        ),
    ],
)
async def test_the_asked_predicate_of_a_named_entity_comes_before_a_shorter_sentence_with_all_words(
    query: str, names: tuple[str, str, str], answer: str, other: str
) -> None:
    tale = Tale("homes")
    visits = [f"{names[0]} {names[1]} {number}." for number in range(8)]
    tale.chapter("One", other, answer, *visits)
    for name in names:
        tale.who(name)
    tale.fact(names[1], "stayed", quote=other, text=other, kind=PredicateKind.EVENT)
    for quote in visits:
        tale.fact(names[0], "met", names[1], quote=quote, text=quote, kind=PredicateKind.EVENT)
    home = tale.fact(names[0], "lives_in", names[2], quote=answer, text=answer)

    found = await search(await tale.view(), query, kinds=[HitKind.FACT], limit=3)

    assert found.facts[0].uuid == home.uuid
