"""Prepares query parameters for SQLite: ids in batches of fixed size, row limits, and conditions on facets."""

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
    """Yield *values* in batches of exactly BATCH items, the last of which is filled up with None."""
    for start in range(0, len(values), BATCH):
        batch = values[start : start + BATCH]
        yield (*batch, *repeat(None, BATCH - len(batch)))


def json_list(texts: Iterable[str]) -> str:
    """Return texts as a JSON list, without those that SQLite cannot store."""
    listed = list(texts)
    column = _as_json(listed)
    return column if is_storable(column) else _as_json([text for text in listed if is_storable(text)])


def row_limit(limit: int) -> int:
    """Return *limit* as SQLite's LIMIT needs it: at least 0, because a negative LIMIT means no limit in SQLite."""
    return max(0, min(limit, KEY_LIMIT))


def having(sets: FacetSets) -> str:
    """Return SQL to append to a WHERE condition: a row of `records AS r` must also have at least one facet of each set.

    The facet condition looks for facets as parts of text, which is safe because no facet is a part of another one. The
    values in the facet condition are placeholders, which `facet_parameters` fills.
    """
    groups = (" OR ".join(["instr(r.facets, ?)"] * len(facets)) or "FALSE" for facets in sets)
    return "".join(f" AND ({group})" for group in groups)


def facet_parameters(sets: FacetSets) -> list[str]:
    """Return the values for the placeholders of `having`, in their order."""
    return [one for facets in sets for one in sorted(facets)]
