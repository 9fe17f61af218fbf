"""The columns that a store computes from the value of a fact, entity or passage for searches and lists, and keeps
beside the value.
"""

from typing import NamedTuple

from pydantic_core import from_json as parsed

from episodic.model.facets import facets_of_fields, predicate_facet
from episodic.model.records import SEARCHED, Kind
from episodic.text.listing_rows import listing_row
from episodic.text.scoring_rows import scoring_json


class DerivedColumns(NamedTuple):
    """The computed columns of a record. `facets` are its facets, joined with spaces. `scoring` is its scoring row (what
    a search reads first, such as its words). `listing` is its listing row (what a list or count reads). `predicate` is
    the facet of a fact's predicate. A field is None if the record has no value for this column.
    """

    facets: str | None = None
    scoring: str | None = None
    listing: str | None = None
    predicate: str | None = None


def derived_columns(kind: Kind, value: str) -> DerivedColumns:
    """Return the derived columns of a record, given its kind and its JSON value, which is parsed once.

    A record that is not searched, and a record whose value is not JSON, have no derived columns.
    """
    if kind not in SEARCHED:
        return DerivedColumns()
    try:
        fields: object = parsed(value)
    except ValueError:
        return DerivedColumns()
    facets = " ".join(facets_of_fields(kind, fields)) or None
    return DerivedColumns(facets, scoring_json(kind, fields), listing_row(kind, fields), predicate_facet(kind, fields))
