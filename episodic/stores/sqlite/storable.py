"""Lists of ids in batches, and limits, as SQLite takes them."""

from collections.abc import Iterator, Sequence

from episodic.stores.sqlite.sql import BATCH
from episodic.stores.storable import KEY_LIMIT


def padded(texts: Sequence[str], size: int = BATCH) -> Iterator[tuple[str | None, ...]]:
    """*texts* in batches of exactly *size*, the last one filled up with None."""
    for start in range(0, len(texts), size):
        batch = texts[start : start + size]
        yield (*batch, *[None] * (size - len(batch)))


def row_limit(limit: int) -> int:
    """*limit* as SQLite takes it, where a negative one would mean all."""
    return max(0, min(limit, KEY_LIMIT))
