"""Fragments of JSON: the JSON of every record that fulfils a condition contains one of the condition's fragments."""

from __future__ import annotations

from episodic.model.records import to_json
from episodic.search.chapter_refs import chapter_refs
from episodic.search.filter_fields import (
    ALLOWED,
    FIELDS,
    FieldType,
    Filterable,
    Op,
    kind_of,
    type_of,
    validated,
    values_of,
)
from episodic.search.filter_fragments import json_fragments
from episodic.search.filters import FilterMatcher, SearchFilters
from episodic.search.vocabulary import SHIPPED
from tests.unit.search.story_builder import Tale, harbor, lotm


def items(tale: Tale) -> list[Filterable]:
    return [*tale.facts, *tale.entities.values(), *tale.passages]


def test_the_json_of_a_record_that_passes_contains_the_fragments() -> None:
    """For every text field and operation, with the texts of the record and with parts of them."""
    passed = 0
    for tale in (harbor(), lotm()):
        chapters = chapter_refs(tale.episodes)
        for item in items(tale):
            fields = [one for one in sorted(FIELDS[kind_of(item)]) if type_of(one) is FieldType.TEXT]
            for field in fields:
                for found in values_of(field, item, {}):
                    text = str(found)
                    for op in ALLOWED[FieldType.TEXT] - {Op.EXISTS}:
                        value = (text, "other") if op in (Op.IN, Op.NOT_IN) else text
                        conditions = [(field, op.value, value)]
                        if op in (Op.CONTAINS, Op.STARTS, Op.ENDS):
                            conditions += [(field, op.value, text[:2]), (field, op.value, text[-2:])]
                        for condition in conditions:
                            matcher = FilterMatcher(SearchFilters(properties=(condition,)), chapters, SHIPPED)
                            passed += matcher.passes(item)
                            assert matcher.may_pass(to_json(item)) or not matcher.passes(item), (condition, item)
    assert passed


def test_a_record_without_the_text_is_not_decoded() -> None:
    tale = harbor()
    for filters in (
        SearchFilters(properties=(("subject", "=", "Nobody"),)),
        SearchFilters(properties=(("text", "in", ("nowhere", "nothing")),)),
        SearchFilters(all=(SearchFilters(properties=(("alias", "contains", "zzz"),)),)),
        SearchFilters(
            any=(SearchFilters(properties=(("name", "starts_with", "zzz"),)), SearchFilters(qualifiers=("x",)))
        ),
    ):
        matcher = FilterMatcher(filters, chapter_refs(tale.episodes), SHIPPED)
        plain = [one for one in items(tale) if '"qualifier"' not in to_json(one)]
        assert not any(matcher.may_pass(to_json(one)) for one in plain), filters


def test_a_text_that_json_escapes_has_no_fragments() -> None:
    for text in ('said "no"', "back\\slash", "two\nlines"):
        assert json_fragments(validated(("text", "=", text))) == ()
    assert json_fragments(validated(("text", "=", "海门城 café’s"))) == ("海门城 café’s",)
    assert json_fragments(validated(("text", "!=", "Lin"))) == ()
    assert json_fragments(validated(("predicate", "=", "lives_in"))) == ()
