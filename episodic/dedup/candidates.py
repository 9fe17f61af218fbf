"""Candidate search: ranks the known entities to which a node may refer, by similar names, similar descriptions and
recency.

The ranking uses no database index and breaks ties by narrative order, so that the resulting graph does not depend on
the kind of database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from episodic.dedup.name_affinity import NameParts, affinity, name_parts
from episodic.model.name_keys import name_key

CANDIDATES = 5
"""The maximum number of candidates that candidate search returns for one node."""
LOOKED_AT = 12
"""The number of clusters from each list of candidate search that are checked for plausibility."""
NAME_FLOOR = 50.0
"""The minimum affinity of two names (0 to 100) for an entity to become a candidate by its name."""
VECTOR_FLOOR = 0.35
"""The minimum cosine similarity of two descriptions for an entity to become a candidate by its description."""


@dataclass(slots=True)
class CandidateCluster:
    """The part of a cluster that candidate search uses.

    `number` is the number of the cluster. Clusters are numbered in narrative order.
    """

    number: int
    type: str
    keys: list[str] = field(default_factory=list[str])
    vectors: list[NDArray[np.float32]] = field(default_factory=list[NDArray[np.float32]])
    last_seen: int = -1
    """The index of the last chapter that mentions the entity, or -1 if no chapter mentions the entity."""
    chapters: int = 0
    """The number of chapters that mention the entity."""


def interleaved(lists: Sequence[Sequence[int]], limit: int) -> tuple[int, ...]:
    """Return at most *limit* items without duplicates: the first item of each list, then the second item of each list,
    and so on.
    """
    found: dict[int, None] = {}
    for rank in range(max((len(one) for one in lists), default=0)):
        for one in lists:
            if rank < len(one):
                found.setdefault(one[rank])
    return tuple(found)[:limit]


class VectorMatrix:
    """An array that stores each vector once, as a row.

    The vectors are kept in one array because NumPy selects rows of one array faster than it stacks separate arrays.
    """

    def __init__(self) -> None:
        self._kept: list[NDArray[np.float32]] = []
        self._places: dict[int, int] = {}
        self._rows = np.zeros((0, 0), dtype=np.float32)
        self._filled = 0

    def rows(self, vectors: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
        """Return the vectors as the rows of one array.

        The matrix keeps references to the vectors, so the caller must not change the vectors.
        """
        places = self._places
        for one in vectors:
            # The built-in `id` identifies a vector, because no other object can have the same id while the matrix keeps
            # a reference to the vector.
            if id(one) not in places:
                places[id(one)] = len(self._kept)
                self._kept.append(one)
        if self._filled < len(self._kept):
            self._fill()
        return self._rows[[places[id(one)] for one in vectors]]

    def _fill(self) -> None:
        if len(self._kept) > len(self._rows):
            wider = np.zeros((2 * len(self._kept), len(self._kept[0])), dtype=np.float32)
            if self._filled:
                wider[: self._filled] = self._rows[: self._filled]
            self._rows = wider
        for place in range(self._filled, len(self._kept)):
            self._rows[place] = self._kept[place]
        self._filled = len(self._kept)


class CandidatePool:
    """The clusters among which candidate search looks for the candidates of many nodes.

    The pool collects the names and vectors of its clusters only once.
    """

    def __init__(self, known: Sequence[CandidateCluster], matrix: VectorMatrix | None = None) -> None:
        self._matrix = matrix or VectorMatrix()
        self.known = known
        self.owners = [one.number for one in known for _ in one.keys]
        self.names = [key for one in known for key in one.keys]
        self._described = [(one.number, row) for one in known for row in one.vectors]
        self._rows: NDArray[np.float32] | None = None
        self._near: tuple[int, int, list[int]] | None = None
        self._parts: dict[str, list[int]] | None = None

    def sharing(self, key: str) -> list[int]:
        """Return the positions of the names that share a word or a rare Han character with the name *key*."""
        if self._parts is None:
            self._parts = {}
            for position, name in enumerate(self.names):
                parts = name_parts(name)
                for part in _indexed(parts):
                    self._parts.setdefault(part, []).append(position)
        asked = name_parts(key)
        return [place for part in sorted(_indexed(asked)) for place in self._parts.get(part, ())]

    def with_more(self, known: Sequence[CandidateCluster]) -> CandidatePool:
        """Return a pool that contains the clusters of this pool followed by the clusters *known*."""
        return CandidatePool([*self.known, *known], self._matrix) if known else self

    def cosines(self, vector: NDArray[np.float32]) -> tuple[Sequence[int], Sequence[float]]:
        """Return two lists: the numbers of the clusters whose description has a cosine similarity of at least
        VECTOR_FLOOR to *vector*, and the cosine similarities of these clusters.
        """
        if not self._described:
            return (), ()
        if self._rows is None:
            self._rows = self._matrix.rows([row for _, row in self._described])
        cosines = (self._rows @ vector).astype(np.float64)
        alike = np.flatnonzero(cosines >= VECTOR_FLOOR)
        places: list[int] = alike.tolist()
        found: list[float] = cosines[alike].tolist()
        return [self._described[one][0] for one in places], found

    def nearest(self, chapter: int, limit: int) -> list[int]:
        """Return the numbers of at most *limit* clusters, the most recently mentioned cluster first.

        Of clusters mentioned equally recently, the cluster that is mentioned in more chapters comes first.
        """
        if self._near is None or self._near[:2] != (chapter, limit):
            ranked = nsmallest(limit, self.known, key=lambda one: (chapter - one.last_seen, -one.chapters, one.number))
            self._near = (chapter, limit, [one.number for one in ranked])
        return self._near[2]


def _indexed(parts: NameParts) -> frozenset[str]:
    """Return the words or rare Han characters of a name that candidate search compares with other names."""
    found = parts.rare or parts.common
    return found | {parts.family} if parts.han and parts.family else found


def by_name(keys: Iterable[str], pool: CandidatePool, limit: int) -> list[int]:
    """Return the numbers of the *limit* clusters whose names have the highest affinity to any of *keys*."""
    scores: dict[int, float] = {}
    for key in keys:
        ranked = process.extract(key, pool.names, scorer=fuzz.ratio, score_cutoff=NAME_FLOOR, limit=limit * 4)
        alike = [*(position for _, _, position in ranked), *pool.sharing(key)]
        if len(key) > 1:
            alike += [place for place, name in enumerate(pool.names) if len(name) > 1 and (key in name or name in key)]
        for position in dict.fromkeys(alike):
            score = affinity(key, pool.names[position])
            if score >= NAME_FLOOR:
                number = pool.owners[position]
                scores[number] = max(scores.get(number, 0.0), score)
    return [number for number, _ in sorted(scores.items(), key=lambda one: (-one[1], one[0]))][:limit]


def by_vector(vector: NDArray[np.float32] | None, pool: CandidatePool, limit: int) -> list[int]:
    """Return the numbers of the *limit* clusters whose first or latest description has the highest cosine similarity to
    *vector*.
    """
    if vector is None:
        return []
    best: dict[int, float] = {}
    for number, cosine in zip(*pool.cosines(vector), strict=True):
        best[number] = max(best.get(number, 0.0), round(cosine, 4))
    return [number for number, _ in sorted(best.items(), key=lambda one: (-one[1], one[0]))][:limit]


def by_nearness(pool: CandidatePool, chapter: int, limit: int) -> list[int]:
    """Return the numbers of the *limit* clusters that were mentioned most recently, whatever their names are.

    Recently mentioned clusters are candidates because 30 to 55 % of Chinese aliases share no character with the main
    name.
    """
    return pool.nearest(chapter, limit)


def candidates(
    names: Iterable[str],
    pool: CandidatePool,
    *,
    vector: NDArray[np.float32] | None,
    chapter: int,
    plausible: Callable[[int], bool] = lambda _number: True,
) -> tuple[int, ...]:
    """Return the numbers of at most CANDIDATES known clusters that a node may belong to, best first. Clusters for which
    *plausible* returns false are left out.
    """
    keys = [name_key(name) for name in names]
    lists = (
        by_name(keys, pool, LOOKED_AT),
        by_vector(vector, pool, LOOKED_AT),
        by_nearness(pool, chapter, LOOKED_AT),
    )
    judged: dict[int, bool] = {}
    for number in (number for listed in lists for number in listed):
        if number not in judged:
            judged[number] = plausible(number)
    return interleaved([[number for number in listed if judged[number]] for listed in lists], CANDIDATES)
