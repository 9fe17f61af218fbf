"""Word overlap: content words of queries, and graph scores of facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.graph import Fact
from episodic.model.readings import StatementScope
from episodic.model.records import Kind, to_json
from episodic.search.searched_text import searched_text
from episodic.search.word_overlap import QueryTerms, fact_terms, graph_scores
from episodic.text.scoring_rows import ScoringRow, scoring_row
from tests.unit.search.story_builder import harbor, lotm


def row_of(fact: Fact) -> ScoringRow:
    """Return the scoring row of a fact."""
    return scoring_row(Kind.FACT, to_json(fact))


def graph_score(fact: Fact, asked: QueryTerms, seeds: Mapping[str, float]) -> float:
    """Return the score of one fact."""
    return graph_scores([row_of(fact)], asked, seeds)[0]


def plain_graph_score(fact: Fact, asked: QueryTerms, seeds: Mapping[str, float]) -> float:
    """The reference: the score of one fact by the definition."""
    ends = (fact.subject, fact.object, *(one.entity for one in fact.participants))
    near = sorted([weight for uuid, weight in seeds.items() if uuid in ends], reverse=True)
    by_seeds = 0.1 * near[0] + 0.5 * sum(near[1:2]) if near else 0.0
    return by_seeds + asked.matched_share(fact_terms(fact))


@given(data=st.data())
def test_facts_are_scored_together_as_they_are_scored_alone(data: st.DataObject) -> None:
    """For any seeds, and for queries with and without content words."""
    tale = data.draw(st.sampled_from([harbor(), lotm()]))
    query = data.draw(st.sampled_from(["", "who gave the sword to Wu", "Lin lived", "克莱恩住在哪里", "值夜者 死"]))
    ids = st.sampled_from([one.uuid for one in tale.entities.values()])
    seeds = data.draw(st.dictionaries(ids, st.floats(0, 1), max_size=4))
    facts = data.draw(st.lists(st.sampled_from(tale.facts), max_size=12))
    asked = QueryTerms.of(query, [])

    assert graph_scores([row_of(one) for one in facts], asked, seeds) == [
        plain_graph_score(one, asked, seeds) for one in facts
    ]


def test_names_are_no_content_words() -> None:
    """All words of a query except names are content words. No character pair overlaps a name."""
    asked = QueryTerms.of("克莱恩的武器", ["克莱恩"])

    assert {token.text for token in asked.tokens} == {"武器"}


def test_a_verb_between_two_names_is_a_token_of_its_own() -> None:
    """A verb between two names forms no character pairs with the names."""
    asked = QueryTerms.of("克莱恩杀邓恩", ["克莱恩", "邓恩"])

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
def test_question_words_are_no_content_words(query: str, words: set[str]) -> None:
    assert {token.text for token in QueryTerms.of(query, []).tokens} == words


def test_a_fact_with_the_query_words_scores_higher() -> None:
    tale = harbor()
    seeds = {tale.entities["Lin Marsh"].uuid: 1.0}
    asked = QueryTerms.of("what did Lin give to Wu at noon", ["lin", "wu"])
    gift = next(one for one in tale.facts if one.predicate == "gave")
    home = next(one for one in tale.facts if one.predicate == "lives_in")

    assert graph_score(gift, asked, seeds) > graph_score(home, asked, seeds)


def test_a_predicate_matches_in_every_language() -> None:
    """An English fact matches a Chinese query."""
    tale = harbor()
    seeds = {tale.entities["Lin Marsh"].uuid: 1.0}
    asked = QueryTerms.of("Lin 住在哪里", ["lin"])
    home = next(one for one in tale.facts if one.predicate == "lives_in")
    gift = next(one for one in tale.facts if one.predicate == "gave")

    assert graph_score(home, asked, seeds) > graph_score(gift, asked, seeds)


def test_a_fact_between_two_named_entities_scores_higher_than_a_fact_of_one() -> None:
    tale = lotm()
    seeds = {tale.entities[name].uuid: 1.0 for name in ("克莱恩·莫雷蒂", "值夜者")}
    asked = QueryTerms.of("克莱恩和值夜者", ["克莱恩", "值夜者"])
    member, leads = tale.facts[0], tale.facts[1]

    assert graph_score(member, asked, seeds) > graph_score(leads, asked, seeds)


def test_facts_of_named_seeds_score_higher_than_facts_of_other_seeds() -> None:
    """The weight of a seed raises the scores of its facts."""
    tale = lotm()
    asked = QueryTerms.of("值夜者", ["值夜者"])
    fact, uuid = tale.facts[1], tale.entities["值夜者"].uuid

    assert graph_score(fact, asked, {uuid: 1.0}) > graph_score(fact, asked, {uuid: 0.3}) > graph_score(fact, asked, {})


def test_inflected_forms_match() -> None:
    """The query and the text may use different forms of a word."""
    asked = QueryTerms.of("where did Lin live when the mill burned", ["lin"])

    assert asked.matches(searched_text("Lived at the mill that burns")) == [True, True, True]
    assert asked.matches(searched_text("liver, milled, burnish")) == [False, True, False]


def test_a_query_for_who_says_something_matches_claims() -> None:
    """The text of a claim need not contain the word "say"."""
    tale = lotm()
    said = next(iter(tale.facts))
    asked = QueryTerms.of("who says so", [])

    assert asked.matched_share(fact_terms(replace(said, scope=StatementScope.CLAIM))) > asked.matched_share(
        fact_terms(replace(said, scope=StatementScope.WORLD))
    )
