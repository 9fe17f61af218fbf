"""Facets of records."""

from __future__ import annotations

import re
from dataclasses import replace

from episodic.model.facets import Facet, facet, facets_of
from episodic.model.records import Kind, Record
from episodic.pipeline.projection.record_encoding import record_of
from tests.unit.search.story_builder import harbor


def test_a_fact_has_facets_of_its_predicate_types_and_chapters() -> None:
    """The salience that the value leaves out counts too."""
    tale = harbor()
    fact = tale.facts[0]

    found = facets_of(record_of(fact))

    assert facet(Facet.PREDICATE, fact.predicate.replace("_", "")) in found
    assert facet(Facet.ENTITY_TYPE, fact.subject_type.lower()) in found
    assert {facet(Facet.CHAPTER, one.episode) for one in fact.evidence} <= set(found)
    assert facet(Facet.SALIENCE, "2") in found
    assert facet(Facet.SALIENCE, "3") in facets_of(record_of(replace(fact, salience=3)))


def test_an_entity_has_facets_of_its_type_and_of_the_chapters_of_its_names() -> None:
    """A name may be told later than the entity."""
    tale = harbor()
    entity = tale.entities["Lin Marsh"]

    found = set(facets_of(record_of(entity)))

    assert facet(Facet.ENTITY_TYPE, "person") in found
    assert {facet(Facet.CHAPTER, one.first.episode) for one in entity.aliases} <= found


def test_a_value_without_the_fields_has_no_such_facets() -> None:
    """Values of other programs and broken values are no error."""
    for value in ("", "[]", "null", '{"evidence": 3, "aliases": [1, null], "first": "x"}', "not JSON"):
        for kind in (Kind.ENTITY, Kind.PASSAGE):
            assert facets_of(Record(kind, "a", value)) == (), value


def test_records_that_are_not_searched_have_no_facets() -> None:
    """A record of any other kind has no facets, whatever its value is."""
    assert facets_of(Record(Kind.EPISODE, "a", '{"type": "Person"}')) == ()


def test_a_facet_is_one_word_of_a_fixed_length() -> None:
    """All facets have one length, so that no facet is a part of another facet in a search index."""
    for value in ("", "Person", "人物", "a b\"c'd*", "\ud800"):
        assert re.fullmatch("f[0-9a-f]{12}", facet(Facet.PREDICATE, value)), value
