"""Query parameters for SQLite: ids in batches of fixed size, row limits, and conditions on facets."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import TypeVar

from episodic.stores.sqlite.sql import BATCH
from episodic.stores.validation import KEY_LIMIT, is_storable

Value = TypeVar("Value")
FacetSets = Sequence[frozenset[str]]
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def padded(values: Sequence[Value]) -> Iterator[tuple[Value | None, ...]]:
    """Yield *values* in batches of exactly BATCH items. The last batch is padded with None."""
    for start in range(0, len(values), BATCH):
        batch = values[start : start + BATCH]
        yield (*batch, *repeat(None, BATCH - len(batch)))


def json_list(texts: Iterable[str]) -> str:
    """Return ids or name keys as one JSON list, without those that no record can have."""
    listed = list(texts)
    column = _as_json(listed)
    return column if is_storable(column) else _as_json([text for text in listed if is_storable(text)])


def row_limit(limit: int) -> int:
    """Return *limit* as a value for SQLite's LIMIT: at least 0, because SQLite treats a negative limit as no limit."""
    return max(0, min(limit, KEY_LIMIT))


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
