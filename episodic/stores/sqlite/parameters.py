"""Query parameters for SQLite: ids in batches of fixed size, and row limits."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import TypeVar

from episodic.stores.sqlite.sql import BATCH
from episodic.stores.validation import KEY_LIMIT, is_storable

Value = TypeVar("Value")
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def padded(values: Sequence[Value], size: int = BATCH) -> Iterator[tuple[Value | None, ...]]:
    """Yield *values* in batches of exactly *size* items. The last batch is padded with None."""
    for start in range(0, len(values), size):
        batch = values[start : start + size]
        yield (*batch, *repeat(None, size - len(batch)))


def ids_parameter(ids: Iterable[str]) -> str:
    """Return ids as one JSON list, without those that no record can have."""
    return _as_json([uuid for uuid in ids if is_storable(uuid)])


def row_limit(limit: int) -> int:
    """Return *limit* as a value for SQLite's LIMIT: at least 0, because SQLite treats a negative limit as no limit."""
    return max(0, min(limit, KEY_LIMIT))
