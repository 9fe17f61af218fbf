"""Filters: every operation on every type of field, nesting, names in any language, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from episodic.errors import InvalidFilterError, UnknownEpisodeError
from episodic.model.graph import Entity, Fact
from episodic.model.moments import TimePoint
from episodic.model.readings import StatementScope
from episodic.search.chapter_refs import chapter_refs
from episodic.search.filter_fields import FIELDS, Condition, Filterable, HitKind, Op
from episodic.search.filters import FilterMatcher, SearchFilters
from tests.unit.search.story_builder import Tale, harbor, lotm

TALE = lotm()
SIEVE_CHAPTERS = chapter_refs(TALE.episodes)


def passing(filters: SearchFilters, tale: Tale = TALE) -> set[str]:
    """Return the texts of facts, names of entities and texts of passages that pass the filter."""
    sieve = FilterMatcher(filters, chapter_refs(tale.episodes))
    entities = {one.uuid: one for one in tale.entities.values()}
    items: tuple[Filterable, ...] = (*tale.facts, *entities.values(), *tale.passages)
    return {one.name if isinstance(one, Entity) else one.text for one in items if sieve.passes(one)}


def fact_that(number: int = 0, **changes: object) -> Fact:
    """Return a fact of the test work with other values in some fields."""
    return replace(TALE.facts[number], **changes)  # type: ignore[arg-type] # the fields are spelt by the tests


def passes(item: Fact, *condition: Condition) -> bool:
    """Return whether the fact fulfils the conditions."""
    return FilterMatcher(SearchFilters(properties=condition), SIEVE_CHAPTERS).passes(item)


@pytest.mark.parametrize(
    ("condition", "fulfilled"),
    [
        (("value", "=", "序列8"), True),
        (("value", "=", "序列"), False),
        (("value", "!=", "序列8"), False),
        (("value", "!=", "序列9"), True),
        (("value", "in", ("序列7", "序列8")), True),
        (("value", "in", ()), False),
        (("value", "not_in", ("序列7",)), True),
        (("value", "not_in", ("序列8",)), False),
        (("value", "contains", "列"), True),
        (("value", "contains", "门"), False),
        (("value", "starts_with", "序"), True),
        (("value", "starts_with", "8"), False),
        (("value", "ends_with", "8"), True),
        (("value", "ends_with", "序"), False),
        (("value", "exists", True), True),
        (("value", "exists", False), False),
        (("object", "exists", False), True),
        (("object", "=", "x"), False),
        (("object", "!=", "x"), True),
        (("object", "contains", ""), False),
        (("evidence", "=", 1), True),
        (("evidence", "!=", 1), False),
        (("evidence", "in", (1, 2)), True),
        (("evidence", "not_in", (1, 2)), False),
        (("evidence", "<", 2), True),
        (("evidence", "<", 1), False),
        (("evidence", "<=", 1), True),
        (("evidence", ">", 0), True),
        (("evidence", ">", 1), False),
        (("evidence", ">=", 1), True),
        (("evidence", "between", (1, 3)), True),
        (("evidence", "between", (2, 3)), False),
        (("starts", "<", 100), False),
        (("starts", "exists", False), True),
        (("denied", "=", False), True),
        (("denied", "=", True), False),
        (("denied", "!=", True), True),
        (("locked", "exists", True), True),
    ],
)
def test_each_operation_means_what_it_says(condition: Condition, fulfilled: bool) -> None:
    """A field without a value equals nothing and fulfils no comparison."""
    fact = fact_that(5, value="序列8", object=None, object_name=None, valid_at=None)

    assert passes(fact, condition) is fulfilled


def test_every_field_takes_an_operation_or_refuses_it() -> None:
    """A condition that a filter accepts never fails during the search."""
    values: tuple[object, ...] = ("字", 1, True, ("字",), (1, 2), (True,))
    for field, op in product(sorted(frozenset[str]().union(*FIELDS.values())), Op):
        accepted: list[object] = []
        for value in values:
            try:
                filters = SearchFilters(properties=((field, op, value),))  # type: ignore[arg-type] # wrong ones are meant
            except InvalidFilterError:
                continue
            accepted.append(value)
            passing(filters)

        assert len(accepted) < len(values), (field, op)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (("colour", "=", "red"), "colour"),
        (("id IS NOT NULL OR n.id", "=", "x"), "IS NOT NULL"),
        (("text", "like", "x"), "like"),
        (("text", "<", "x"), "'<'"),
        (("evidence", "contains", 1), "contains"),
        (("evidence", "=", "1"), "'1'"),
        (("evidence", "=", True), "True"),
        (("denied", "=", 1), "1"),
        (("text", "in", "abc"), "abc"),
        (("evidence", "between", (1,)), "(1,)"),
        (("evidence", "exists", 1), "1"),
    ],
)
def test_an_invalid_condition_is_refused_and_named(condition: Condition, words: str) -> None:
    """An invalid condition is refused when the filter is created, before any record is read."""
    with pytest.raises(InvalidFilterError, match=r".") as refused:
        SearchFilters(properties=(condition,))

    assert words in refused.value.message


def test_an_invalid_nested_condition_is_refused() -> None:
    """Nested filters are validated like outer filters."""
    with pytest.raises(InvalidFilterError):
        SearchFilters(any=(SearchFilters(all=(SearchFilters(properties=(("nothing", "=", 1),)),)),))


@pytest.mark.parametrize("name", ["人物", "Person", "person", "character", "ＰＥＲＳＯＮ"])
def test_entity_types_match_by_any_of_their_names(name: str) -> None:
    """The language of a type name in a filter may differ from the language of the work."""
    found = passing(SearchFilters(entity_types=(name,), kinds=(HitKind.ENTITY,)))

    assert found == {"克莱恩·莫雷蒂", "邓恩·史密斯"}


def test_a_fact_matches_the_types_of_both_its_ends() -> None:
    """An organisation is the object of one fact and the subject of another fact."""
    found = passing(SearchFilters(entity_types=("地点",)))

    assert found == {"圣赛琳娜教堂", "值夜者的驻地在圣赛琳娜教堂。"}


@pytest.mark.parametrize("name", ["lives_in", "lives in", "Lives-In", "住在"])
def test_predicates_match_by_any_of_their_names(name: str) -> None:
    """A filter accepts the names of the shipped predicate table in both languages."""
    found = passing(SearchFilters(predicates=(name,)), harbor())

    assert found == {"Lin Marsh lives in Harbor.", "Lin Marsh lives in the Capital."}


def test_unknown_predicates_are_compared_by_key() -> None:
    """A predicate outside the predicate table matches by its own name."""
    assert passing(SearchFilters(predicates=("序列",))) == {
        "克莱恩·莫雷蒂的序列是序列9：占卜家。",
        "克莱恩·莫雷蒂的序列是序列8：小丑。",
    }


@pytest.mark.parametrize("holder", ["Mei", "mei", harbor().entities["Mei"].uuid])
def test_holders_match_by_name_and_id(holder: str) -> None:
    """The holder in this test is the holder of a belief."""
    assert passing(SearchFilters(holders=(holder,)), harbor()) == {"Mei believed that Chen was alive."}


def test_scopes_match_only_facts_of_these_scopes() -> None:
    """A belief does not match the world scope."""
    found = passing(SearchFilters(scopes=(StatementScope.BELIEF,)), harbor())

    assert found == {"Mei believed that Chen was alive."}


@pytest.mark.parametrize("chapter", [3, "笔记", "canon-3", TALE.episodes[2].uuid])
def test_chapters_match_by_ordinal_title_key_and_id(chapter: str | int) -> None:
    found = passing(SearchFilters(chapters=(chapter,)))

    assert found == {
        "克莱恩在查尼斯门后得到了安提哥努斯家族笔记。",
        "克莱恩·莫雷蒂的序列是序列9：占卜家。",
        "安提哥努斯家族笔记",
        *(one.text for one in TALE.passages if one.episode == TALE.episodes[2].uuid),
    }


def test_an_unknown_chapter_is_an_error() -> None:
    """A filter that no record can fulfil is refused."""
    with pytest.raises(UnknownEpisodeError, match="99"):
        passing(SearchFilters(chapters=(99,)))


def test_a_record_without_the_field_does_not_fulfil_the_condition() -> None:
    """A passage has no predicate, and fulfils neither == nor != conditions on predicates."""
    found = passing(SearchFilters(properties=(("predicate", "!=", "序列"),)))

    assert found == {one.text for one in TALE.facts if one.predicate != "序列"}


def test_one_of_several_values_is_enough() -> None:
    """An alias matches like the main name. A != condition requires that no value is equal."""
    bears = passing(SearchFilters(properties=(("alias", "=", "周明瑞"),)))
    bears_not = passing(SearchFilters(properties=(("alias", "!=", "周明瑞"),)))

    assert bears == {"克莱恩·莫雷蒂"}
    assert bears & bears_not == set()
    assert len(bears | bears_not) == 6


def test_all_must_be_fulfilled_and_any_at_least_once() -> None:
    """Filters combine conditions with "all" and "any" at any depth."""
    diviner = SearchFilters(properties=(("value", "contains", "占卜家"),))
    leads = SearchFilters(predicates=("领导",))
    facts = SearchFilters(kinds=(HitKind.FACT,))

    either = passing(SearchFilters(all=(facts, SearchFilters(any=(diviner, leads)))))
    both = passing(SearchFilters(all=(diviner, leads)))

    assert either == {"克莱恩·莫雷蒂的序列是序列9：占卜家。", "邓恩·史密斯领导着值夜者。"}
    assert both == set()


def test_an_empty_filter_lets_everything_pass() -> None:
    assert SearchFilters().empty
    assert len(passing(SearchFilters())) == len(TALE.facts) + 6 + len(TALE.passages)


def test_filters_describe_their_conditions_in_words() -> None:
    """The description is for a user whose search found nothing."""
    filters = SearchFilters(
        predicates=("序列",),
        chapters=(3,),
        properties=(("value", "contains", "9"),),
        any=(SearchFilters(kinds=(HitKind.FACT,)), SearchFilters(holders=("Mei",))),
    )

    assert filters.words() == (
        "predicates: 序列",
        "chapters: 3",
        "value contains '9'",
        "(kinds: fact) or (holders: Mei)",
    )


def test_story_days_are_numbers() -> None:
    """The day of a fact is its earliest start or its latest end."""
    fact = fact_that(valid_at=TimePoint(earliest=-5, latest=3), invalid_at=TimePoint(earliest=7, latest=9))

    assert passes(fact, ("starts", "<", 0), ("ends", "between", (9, 9)))


def test_a_kind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidFilterError, match="kinds"):
        SearchFilters(kinds=("villains",))  # type: ignore[arg-type] # a wrong one is meant


def test_labels_are_counted_over_predicate_and_types() -> None:
    """A fact with the predicate and a type of the list has two labels in common with it."""
    labels = ("位于", "组织", "人物")

    either = passing(SearchFilters(labels=labels))
    both = passing(SearchFilters(labels=labels, min_label_overlap=2))
    all_three = passing(SearchFilters(labels=labels, min_label_overlap=3))

    located = next(one.text for one in TALE.facts if one.predicate == "位于")
    assert {located, "值夜者", "邓恩·史密斯"} <= either
    assert located in both
    assert "值夜者" not in both
    assert all_three == set()


def test_a_minimum_of_labels_below_one_is_refused() -> None:
    with pytest.raises(InvalidFilterError, match="minimum of labels"):
        SearchFilters(labels=("人物",), min_label_overlap=0)
