"""Searches the digests (lists of salient facts) of chapters, volumes and communities (groups of entities with many
common facts).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from episodic.context.communities import Community
from episodic.context.digests import Digest
from episodic.search.digest_hits import DigestHit, DigestKind, matching_digests


def search_digests(
    query: str, digests: Sequence[Digest], communities: Sequence[Community], *, limit: int
) -> tuple[DigestHit, ...]:
    """Return the digests and communities that match the query, best first, at most *limit* of them."""
    return matching_digests(query, list(_candidates(digests, communities)), limit=limit)


def _candidates(digests: Sequence[Digest], communities: Sequence[Community]) -> Iterator[DigestHit]:
    for one in digests:
        kind = DigestKind.VOLUME if one.volume else DigestKind.CHAPTER
        yield DigestHit(kind, one.title, one.facts, first=one.first, last=one.last)
    for found in communities:
        yield DigestHit(
            DigestKind.COMMUNITY,
            found.name,
            found.facts,
            members=tuple(one.uuid for one in found.members),
            names=tuple(one.name for one in found.members),
        )
