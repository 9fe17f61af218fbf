"""How well the facts around an entity answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.readings import StatementScope
from episodic.search.overlap import Asked, fact_terms, nearness
from tests.unit.search.telling import harbor, lotm


def test_names_are_not_asked_for_again() -> None:
    """What the query says beside them is, and no pair that is half of a name."""
    asked = Asked.of("克莱恩的武器", ["克莱恩"])

    assert {token.text for token in asked.tokens} == {"武器"}


def test_a_verb_between_two_names_is_asked_for_by_itself() -> None:
    """Its pairs with the names' characters would say that something else is missing."""
    asked = Asked.of("克莱恩杀邓恩", ["克莱恩", "邓恩"])

    assert [(token.text, token.prefix) for token in asked.tokens] == [("杀", True)]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("潮簿库什么时候失火？", {"潮簿", "簿库", "失火"}),
        ("是谁烧了磨坊", {"烧", "磨坊"}),
        ("老尺怎么死的", {"老尺", "死"}),
        ("他住在哪里", {"住"}),
        ("她為什麼離開", {"離開"}),
        ("When did the mill burn?", {"mill", "burn"}),
        ("Whose are the lamps of Caldmere", {"lamps", "caldmere"}),
    ],
)
def test_how_is_asked_is_not_what_is_asked(query: str, words: set[str]) -> None:
    """Words of questions are in no answer."""
    assert {token.text for token in Asked.of(query, []).tokens} == words


def test_a_fact_that_says_the_asked_words_is_nearer() -> None:
    """Of two facts of one entity."""
    tale = harbor()
    seeds = {tale.entities["Lin Marsh"].uuid: 1.0}
    asked = Asked.of("what did Lin give to Wu at noon", ["lin", "wu"])
    gift = next(one for one in tale.facts if one.predicate == "gave")
    home = next(one for one in tale.facts if one.predicate == "lives_in")

    assert nearness(gift, asked, seeds) > nearness(home, asked, seeds)


def test_a_predicate_counts_in_every_language_it_is_known_in() -> None:
    """An English fact answers a Chinese question."""
    tale = harbor()
    seeds = {tale.entities["Lin Marsh"].uuid: 1.0}
    asked = Asked.of("Lin 住在哪里", ["lin"])
    home = next(one for one in tale.facts if one.predicate == "lives_in")
    gift = next(one for one in tale.facts if one.predicate == "gave")

    assert nearness(home, asked, seeds) > nearness(gift, asked, seeds)


def test_a_fact_between_two_who_are_named_is_nearer_than_one_of_either() -> None:
    """Whatever else it says."""
    tale = lotm()
    seeds = {tale.entities[name].uuid: 1.0 for name in ("克莱恩·莫雷蒂", "值夜者")}
    asked = Asked.of("克莱恩和值夜者", ["克莱恩", "值夜者"])
    member, leads = tale.facts[0], tale.facts[1]

    assert nearness(member, asked, seeds) > nearness(leads, asked, seeds)


def test_who_is_named_weighs_more_than_who_was_found_otherwise() -> None:
    """By the weight of its seed."""
    tale = lotm()
    asked = Asked.of("值夜者", ["值夜者"])
    fact, uuid = tale.facts[1], tale.entities["值夜者"].uuid

    assert nearness(fact, asked, {uuid: 1.0}) > nearness(fact, asked, {uuid: 0.3}) > nearness(fact, asked, {})


def test_a_word_is_found_in_another_form() -> None:
    """Questions ask in one form, stories answer in another."""
    asked = Asked.of("where did Lin live when the mill burned", ["lin"])

    assert asked.finds({"lived", "mill", "burns"}) == [True, True, True]
    assert asked.finds({"liver", "milled", "burnish"}) == [False, True, False]


def test_who_says_something_is_asked_of_claims() -> None:
    """A claim need not have the word in it."""
    tale = lotm()
    said = next(iter(tale.facts))
    asked = Asked.of("who says so", [])

    assert asked.share(fact_terms(replace(said, scope=StatementScope.CLAIM))) > asked.share(
        fact_terms(replace(said, scope=StatementScope.WORLD))
    )
