"""The facets of records in the SQLite store: their column, and the conditions of queries on the column."""

import sqlite3
from collections.abc import Sequence

from episodic.model.facets import facets_of, facets_of_value
from episodic.model.records import Kind, Record
from episodic.stores.sqlite import sql

_BATCH = 1_000

FacetSets = Sequence[frozenset[str]]


def facets_column(record: Record) -> str | None:
    """Return the facets of a record, joined with spaces, or None if the record has no facets."""
    return " ".join(facets_of(record)) or None


def having(sets: FacetSets) -> str:
    """Return the SQL condition that a row of `records AS r` has at least one facet of each set.

    Facets are words of one length without special characters, so that no facet is a part of another facet. The
    condition contains only placeholders, whose values `facet_parameters` returns.
    """
    groups = (" OR ".join(["instr(r.facets, ?)"] * len(facets)) or "FALSE" for facets in sets)
    return "".join(f" AND ({group})" for group in groups)


def facet_parameters(sets: FacetSets) -> list[str]:
    """Return the values of the placeholders in the condition of `having`."""
    return [one for facets in sets for one in sorted(facets)]


def fill_facets(connection: sqlite3.Connection) -> None:
    """Compute the facets of all searched records."""
    last = 0
    while rows := connection.execute(sql.VALUES_AFTER, (last, _BATCH)).fetchall():
        columns = ((" ".join(facets_of_value(Kind(kind), value)) or None, number) for number, kind, value in rows)
        connection.executemany(sql.SET_FACETS, columns)
        last = rows[-1][0]
