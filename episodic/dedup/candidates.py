"""Whom a node may be: known entities from three lists (names, vectors, nearness), interleaved, best first.

Ranked over answers that are equal on every store, ties by order of first telling: the graph must not depend on an engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from episodic.model.names import name_key

CANDIDATES = 5
"""How many known entities a question shows at most."""
NAME_FLOOR = 50.0
"""Names less alike than this (rapidfuzz ratio, 0 to 100) are no candidates by name."""
VECTOR_FLOOR = 0.35
"""Cosine under which a description is no candidate by meaning."""


@dataclass(slots=True)
class Known:
    """What candidate search sees of one cluster; `number` counts clusters by first telling."""

    number: int
    type: str
    keys: list[str] = field(default_factory=list[str])
    vectors: list[NDArray[np.float32]] = field(default_factory=list[NDArray[np.float32]])
    last_seen: int = -1
    """The count of the chapter in which it was told of last."""
    chapters: int = 0
    """In how many chapters it was told of."""


def interleaved(lists: Sequence[Sequence[int]], limit: int) -> tuple[int, ...]:
    """The first of each list, then the second of each, each thing once, until *limit*."""
    found: dict[int, None] = {}
    for rank in range(max((len(one) for one in lists), default=0)):
        for one in lists:
            if rank < len(one):
                found.setdefault(one[rank])
    return tuple(found)[:limit]


class Shelf:
    """Vectors laid side by side, each once: rows of many are taken together faster than one by one."""

    def __init__(self) -> None:
        self._kept: list[NDArray[np.float32]] = []
        self._places: dict[int, int] = {}
        self._rows = np.zeros((0, 0), dtype=np.float32)
        self._laid = 0

    def rows(self, vectors: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
        """The vectors as the rows of one array. They are kept, and must not be changed."""
        places = self._places
        for one in vectors:
            # A vector goes by its address, which nothing else has while it is kept.
            if id(one) not in places:
                places[id(one)] = len(self._kept)
                self._kept.append(one)
        if self._laid < len(self._kept):
            self._lay()
        return self._rows[[places[id(one)] for one in vectors]]

    def _lay(self) -> None:
        if len(self._kept) > len(self._rows):
            wider = np.zeros((2 * len(self._kept), len(self._kept[0])), dtype=np.float32)
            if self._laid:
                wider[: self._laid] = self._rows[: self._laid]
            self._rows = wider
        for place in range(self._laid, len(self._kept)):
            self._rows[place] = self._kept[place]
        self._laid = len(self._kept)


class Pool:
    """Known clusters that many nodes are compared with: their names and vectors are laid side by side once."""

    def __init__(self, known: Sequence[Known], shelf: Shelf | None = None) -> None:
        self._shelf = shelf or Shelf()
        self.known = known
        self.owners = [one.number for one in known for _ in one.keys]
        self.names = [key for one in known for key in one.keys]
        self._described = [(one.number, row) for one in known for row in one.vectors]
        self._rows: NDArray[np.float32] | None = None
        self._near: tuple[int, int, list[int]] | None = None

    def with_more(self, known: Sequence[Known]) -> Pool:
        """These and *known*, which were told of later."""
        return Pool([*self.known, *known], self._shelf) if known else self

    def cosines(self, vector: NDArray[np.float32]) -> tuple[Sequence[int], Sequence[float]]:
        """Numbers of the clusters with a description at least VECTOR_FLOOR like *vector*, and how like it is."""
        if not self._described:
            return (), ()
        if self._rows is None:
            self._rows = self._shelf.rows([row for _, row in self._described])
        cosines = (self._rows @ vector).astype(np.float64)
        alike = np.flatnonzero(cosines >= VECTOR_FLOOR)
        places: list[int] = alike.tolist()
        found: list[float] = cosines[alike].tolist()
        return [self._described[one][0] for one in places], found

    def nearest(self, chapter: int, limit: int) -> list[int]:
        """Numbers of the clusters told of most recently and most often."""
        if self._near is None or self._near[:2] != (chapter, limit):
            ranked = nsmallest(limit, self.known, key=lambda one: (chapter - one.last_seen, -one.chapters, one.number))
            self._near = (chapter, limit, [one.number for one in ranked])
        return self._near[2]


def by_name(keys: Iterable[str], pool: Pool, limit: int) -> list[int]:
    """Numbers of the clusters whose names are most like any of *keys*: shared characters count, containment counts more."""
    scores: dict[int, float] = {}
    for key in keys:
        ranked = process.extract(key, pool.names, scorer=fuzz.ratio, score_cutoff=NAME_FLOOR, limit=limit * 4)
        alike = [position for _, _, position in ranked]
        if len(key) > 1:
            alike += [place for place, name in enumerate(pool.names) if len(name) > 1 and (key in name or name in key)]
        for position in alike:
            number = pool.owners[position]
            scores[number] = max(scores.get(number, 0.0), likeness(key, pool.names[position]))
    return [number for number, _ in sorted(scores.items(), key=lambda one: (-one[1], one[0]))][:limit]


def likeness(first: str, second: str) -> float:
    """0 to 100: the rapidfuzz ratio, and 90 at least where one name stands whole inside the other."""
    score = fuzz.ratio(first, second)
    return max(score, 90.0) if first in second or second in first else score


def by_vector(vector: NDArray[np.float32] | None, pool: Pool, limit: int) -> list[int]:
    """Numbers of the clusters described most alike, by cosine to their first or latest description."""
    if vector is None:
        return []
    best: dict[int, float] = {}
    for number, cosine in zip(*pool.cosines(vector), strict=True):
        best[number] = max(best.get(number, 0.0), round(cosine, 4))
    return [number for number, _ in sorted(best.items(), key=lambda one: (-one[1], one[0]))][:limit]


def by_nearness(pool: Pool, chapter: int, limit: int) -> list[int]:
    """Numbers of the clusters told of most recently and most often: 30 to 55 % of Chinese aliases share no character."""
    return pool.nearest(chapter, limit)


def candidates(
    names: Iterable[str], pool: Pool, *, vector: NDArray[np.float32] | None, chapter: int
) -> tuple[int, ...]:
    """At most CANDIDATES numbers of known clusters, best first."""
    keys = [name_key(name) for name in names]
    lists = (
        by_name(keys, pool, CANDIDATES),
        by_vector(vector, pool, CANDIDATES),
        by_nearness(pool, chapter, CANDIDATES),
    )
    return interleaved(lists, CANDIDATES)
