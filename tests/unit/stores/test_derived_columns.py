"""The columns that stores compute from the values of searched records."""

from __future__ import annotations

from pydantic_core import from_json

from episodic.model.facets import facets_of
from episodic.model.records import Kind
from episodic.pipeline.projection.record_encoding import record_of
from episodic.stores.derived_columns import DerivedColumns, derived_columns
from episodic.text.listing_rows import listing_row
from episodic.text.scoring_rows import scoring_json
from tests.unit.search.story_builder import harbor


def test_a_fact_and_an_entity_have_all_columns_and_a_passage_is_not_listed() -> None:
    tale = harbor()
    for value in (tale.facts[0], tale.entities["Lin Marsh"], tale.passages[0]):
        record = record_of(value)
        fields = from_json(record.value)
        made = derived_columns(record.kind, record.value)

        assert made.facets == " ".join(facets_of(record)), record.kind
        assert made.scoring == scoring_json(record.kind, fields), record.kind
        assert made.listing == listing_row(record.kind, fields), record.kind
        assert (made.listing is None) == (record.kind is Kind.PASSAGE)
        assert (made.predicate in facets_of(record)) == (record.kind is Kind.FACT)


def test_other_records_and_values_that_are_not_json_have_no_columns() -> None:
    assert derived_columns(Kind.EPISODE, "{}") == DerivedColumns()
    assert derived_columns(Kind.FACT, "lamp") == DerivedColumns()
