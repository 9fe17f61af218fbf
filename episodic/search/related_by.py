"""What a search hit has in common with the query: a name, a word, or only a similar vector or a graph neighbour."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class RelatedBy(StrEnum):
    """The strongest relation between a hit and the query."""

    NAME = "name"
    """The hit is about an entity that the query names, or contains one of its names."""
    WORDS = "words"
    """The hit contains a content word of the query, in any inflection."""
    SIMILARITY = "similarity"
    """The hit has no name and no content word of the query. It may answer the query in other words, or have nothing to
    do with it: vector search always finds the nearest records, and full-text search also finds words such as "the".
    """


def strongest(relations: Iterable[RelatedBy]) -> RelatedBy:
    """Return the strongest of several relations, or SIMILARITY if there is none."""
    order = list(RelatedBy)
    return min(relations, key=order.index, default=RelatedBy.SIMILARITY)
