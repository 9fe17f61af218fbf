"""Filters as facets: no record that passes a filter lacks the facets."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.facets import facets_of
from episodic.model.readings import StatementScope
from episodic.pipeline.projection.record_encoding import record_of
from episodic.search.chapter_refs import chapter_refs
from episodic.search.filter_facets import facet_sets, facets_decide
from episodic.search.filter_fields import Filterable, HitKind, kind_of
from episodic.search.filters import FilterMatcher, SearchFilters
from episodic.search.vocabulary import SHIPPED
from tests.unit.search.story_builder import Tale, harbor, lotm

EXACT = (
    SearchFilters(entity_types=("人物",)),
    SearchFilters(predicates=("居住于", "领导")),
    SearchFilters(chapters=(1,)),
    SearchFilters(salience=2),
    SearchFilters(salience=3),
    SearchFilters(holders=("Klein", "林")),
    SearchFilters(kinds=(HitKind.PASSAGE,)),
    SearchFilters(all=(SearchFilters(chapters=(1, 2)), SearchFilters(entity_types=("Place",)))),
    SearchFilters(any=(SearchFilters(predicates=("lives_in",)), SearchFilters(kinds=(HitKind.ENTITY,)))),
    SearchFilters(labels=("居住于", "人物")),
    SearchFilters(labels=("lives_in", "Person"), min_label_overlap=2),
    SearchFilters(labels=("lives_in", "居住于"), min_label_overlap=2),
    SearchFilters(labels=("no such label",)),
    SearchFilters(properties=(("predicate", "=", "lives_in"),)),
    SearchFilters(properties=(("predicate", "in", ("lives_in", "leads")),)),
    SearchFilters(properties=(("scope", "=", "belief"),)),
    SearchFilters(properties=(("type", "=", "Person"),)),
    SearchFilters(kinds=(HitKind.FACT, HitKind.PASSAGE), properties=(("chapter", "between", (2, 3)),)),
    SearchFilters(properties=(("scope", "!=", "world"),)),
    SearchFilters(properties=(("predicate_kind", "in", ("state", "fixed")), ("salience", "<", 3))),
    SearchFilters(properties=(("layer", "exists", True), ("frame", "not_in", ("dream", "letter")))),
    SearchFilters(properties=(("subject", "=", "Lin Marsh"),)),
    SearchFilters(properties=(("object", "in", ("值夜者", "Mei")),)),
    SearchFilters(properties=(("participant", "=", "Mei"),)),
    SearchFilters(properties=(("role", "=", "recipient"),)),
    SearchFilters(properties=(("denied", "=", True),)),
    SearchFilters(properties=(("habit", "!=", False),)),
    SearchFilters(properties=(("locked", "exists", True),)),
    SearchFilters(properties=(("qualifier", "exists", True),)),
)
"""Filters that facets express completely, or that no record passes."""
PARTIAL = (
    SearchFilters(qualifiers=("x",)),
    SearchFilters(labels=("lives_in", "Person", "Place"), min_label_overlap=2),
    SearchFilters(labels=("lives_in", "Person"), min_label_overlap=3),
    SearchFilters(properties=(("subject_type", "=", "Person"), ("chapter", "!=", 1))),
    SearchFilters(properties=(("holder", "=", "Mei"),)),
    SearchFilters(properties=(("holder", "=", ""),)),
    SearchFilters(properties=(("scope", "in", ()),)),
    SearchFilters(properties=(("predicate", "not_in", ("lives_in",)), ("chapter", ">", 1))),
    SearchFilters(properties=(("predicate", "=", "lives_in"), ("length", "<", 30))),
    SearchFilters(properties=(("denied", "=", False), ("locked", "!=", True))),
    SearchFilters(properties=(("name", "=", "周明瑞"),)),
    SearchFilters(properties=(("alias", "in", ("周明瑞", "Mei")),)),
    SearchFilters(properties=(("value", "=", ""),)),
    *(
        SearchFilters(properties=((field, op, number),))
        for field in ("length", "evidence", "mentions", "index", "starts", "ends")
        for op in ("=", "!=", "<", "<=", ">", ">=")
        for number in (-400, -1, 0, 1, 2, 15, 16, 1 << 40)
    ),
    SearchFilters(properties=(("starts", "between", (-5, 12)), ("ends", "exists", False))),
    SearchFilters(properties=(("evidence", "in", (1, 3)),)),
    SearchFilters(any=(SearchFilters(chapters=(1,), salience=3), SearchFilters(entity_types=("Person",)))),
)


def items(tale: Tale) -> list[Filterable]:
    return [*tale.facts, *tale.entities.values(), *tale.passages]


def has_facets(tale: Tale, item: Filterable, filters: SearchFilters) -> bool:
    kind = kind_of(item)
    sets = facet_sets(filters, kind, chapters=chapter_refs(tale.episodes), vocabulary=SHIPPED)
    found = set(facets_of(record_of(item)))
    return sets is not None and all(found & one for one in sets)


def test_a_record_that_passes_the_filter_has_the_facets() -> None:
    """The test covers every kind of filter and of record."""
    for tale in (harbor(), lotm()):
        for filters in (*EXACT, *PARTIAL):
            matcher = FilterMatcher(filters, chapter_refs(tale.episodes), SHIPPED)
            for item in items(tale):
                assert has_facets(tale, item, filters) or not matcher.passes(item), (filters, item)


def test_a_record_with_the_facets_passes_filters_that_facets_express() -> None:
    """A store then returns no records that the search would remove again."""
    for tale in (harbor(), lotm()):
        for filters in EXACT:
            matcher = FilterMatcher(filters, chapter_refs(tale.episodes), SHIPPED)
            for item in items(tale):
                assert matcher.passes(item) or not has_facets(tale, item, filters), (filters, item)


def test_a_condition_on_a_property_has_the_facets_of_the_same_filter_by_field() -> None:
    """A search therefore ranks the same facts in the same order."""
    chapters = chapter_refs(harbor().episodes)
    pairs = (
        (SearchFilters(properties=(("salience", ">=", 3),)), SearchFilters(salience=3)),
        (SearchFilters(properties=(("scope", "in", ("belief",)),)), SearchFilters(scopes=(StatementScope.BELIEF,))),
    )

    for by_property, by_field in pairs:
        sets = [facet_sets(one, HitKind.FACT, chapters=chapters, vocabulary=SHIPPED) for one in (by_property, by_field)]
        assert sets[0] == sets[1]
        assert facets_decide(by_property, chapters, SHIPPED)
    assert not facets_decide(SearchFilters(properties=(("text", "contains", "sword"),)), chapters, SHIPPED)


def test_a_long_list_of_chapters_is_left_to_the_matcher() -> None:
    """A query with thousands of alternatives would be slower than the check of the found records."""
    tale = harbor()
    ref = next(iter(chapter_refs(tale.episodes).values()))
    many = {f"{number}": replace(ref, uuid=f"{number}", key=f"{number}", title="Fog") for number in range(300)}
    filters = SearchFilters(chapters=("Fog",))

    assert facet_sets(filters, HitKind.PASSAGE, chapters=many, vocabulary=SHIPPED) == ()
