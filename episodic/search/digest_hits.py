"""Finds chapters, volumes and communities of entities by their digests (their most salient facts), as search hits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from episodic.model.graph import Fact
from episodic.search.searched_text import searched_text
from episodic.search.word_overlap import QueryTerms


class DigestKind(StrEnum):
    """The kinds of digests (lists of the most salient facts): of a chapter, of a volume or part, and of a community of
    entities.
    """

    CHAPTER = "chapter"
    VOLUME = "volume"
    COMMUNITY = "community"


@dataclass(frozen=True, slots=True)
class DigestHit:
    """A digest of a chapter, a volume or a community of entities, with its salient facts. `title` is the heading of a
    chapter or volume, or the main name of the most connected entity of a community. `first` and `last` are the ordinals
    of the digest's chapters, or None for a community. `members` are the ids of a community's entities, and `names`
    their names. `score`, from 0 to 1, says how well the digest fits the query.
    """

    kind: DigestKind
    title: str
    facts: tuple[Fact, ...]
    score: float = 0.0
    first: int | None = None
    last: int | None = None
    members: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the title, the names of a community's members and the facts, one per line."""
        return "\n".join((self.title, *self.names, *(one.text for one in self.facts)))


def matching_digests(query: str, candidates: Sequence[DigestHit], *, limit: int) -> tuple[DigestHit, ...]:
    """Return those digests of *candidates* that have words of the query, with their scores, best first and at most
    *limit*.

    The score of a digest is the share of the query's content words that the digest contains, where rare words count
    more. Of digests with equal scores, the one with fewer facts comes first.
    """
    terms = QueryTerms.of(query, ())
    matches = [terms.matches(searched_text(one.text)) for one in candidates]
    counts = [sum(column) for column in zip(*matches, strict=True)]
    weights = [math.log1p(len(candidates) / max(1, count)) for count in counts]
    whole = sum(weights)
    ranked = [
        (sum(weight for weight, found in zip(weights, row, strict=True) if found) / whole, len(one.facts), place)
        for place, (row, one) in enumerate(zip(matches, candidates, strict=True))
        if any(row)
    ]
    ranked.sort(key=lambda one: (-one[0], one[1], one[2]))
    return tuple(replace(candidates[place], score=round(score, 4)) for score, _, place in ranked[:limit])
