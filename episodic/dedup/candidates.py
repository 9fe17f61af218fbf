"""Ranks the known entities to which a node may refer, by similar names, similar descriptions and recency.

A node is an entity as one part of a chapter describes it.

The ranking uses no database index and breaks ties by narrative order, so that the resulting graph does not depend on
the kind of database.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from heapq import merge, nsmallest
from itertools import accumulate, chain, islice

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz
from rapidfuzz.process import cdist

from episodic.dedup.han_name_index import HanNameIndex
from episodic.dedup.name_affinity import affinities, name_parts
from episodic.dedup.packed_vectors import PackedVector, matrix_of
from episodic.model.name_keys import name_key

CANDIDATES = 5
"""The maximum number of candidates that candidate search returns for one node."""
LOOKED_AT = 12
"""The maximum number of clusters that each part of candidate search (by name, by description, by recency) finds."""
NAME_FLOOR = 50.0
"""The minimum affinity of two names (0 to 100) for an entity to become a candidate by its name."""
_SEPARATOR = "\n"
VECTOR_FLOOR = 0.35
"""The minimum cosine similarity of the vectors of two descriptions (each a name with a quote) for an entity to become a
candidate by its description.
"""
_SLACK = 1e-4
"""A bound of the rounding error of a product of vectors with single precision."""
_BLOCK = 1 << 18
"""The maximum size, in numbers, of a part of the vectors that is multiplied at once. For more than 460,800 numbers, the
library OpenBLAS starts threads, which wait for each other. If the processors are busy, these threads take ten times as
much processor time.
"""


@dataclass(slots=True)
class CandidateCluster:
    """The values of a cluster that the search for candidates uses, such as its names.

    Clusters are numbered in narrative order.
    """

    number: int
    type: str
    keys: list[str] = field(default_factory=list[str])
    vectors: list[PackedVector] = field(default_factory=list[PackedVector])
    last_seen: int = -1
    """The index of the last chapter that mentions the entity, or -1 if no chapter mentions the entity."""
    chapters: int = 0

    def __hash__(self) -> int:
        return hash(self.number)

    def copy(self) -> CandidateCluster:
        return CandidateCluster(
            self.number, self.type, list(self.keys), list(self.vectors), self.last_seen, self.chapters
        )


def interleaved(lists: Sequence[Iterable[int]], limit: int) -> tuple[int, ...]:
    """Return at most *limit* items without duplicates: the first item of each list, then the second item of each list,
    and so on.
    """
    found: dict[int, None] = {}
    rest = [iter(one) for one in lists]
    while rest and len(found) < limit:
        for one in list(rest):
            item = next(one, None)
            if item is None:
                rest.remove(one)
            elif len(found) < limit:
                found.setdefault(item)
    return tuple(found)


class CandidatePool:
    """The clusters in which candidate search looks for candidates. A pool can extend another pool: it then contains the
    clusters of the other pool, without those whose numbers are in *replaced*, and the clusters *known*.

    A pool collects the names and vectors of its clusters only once; pools that extend it reuse them. Each name of a
    pool has a position: the names of the extended pool come first.
    """

    def __init__(
        self,
        known: Sequence[CandidateCluster],
        earlier: CandidatePool | None = None,
        replaced: frozenset[int] = frozenset(),
    ) -> None:
        self._known = known
        self._earlier = earlier
        self._replaced = replaced
        self._first: int = 0 if earlier is None else earlier.size
        self._ratios: tuple[str, NDArray[np.float64]] | None = None
        """The name that was asked about last, and the ratios of equal letters to it."""
        self._names: list[str] = []
        self._owners: list[int] = []
        for one in known:
            self._names += one.keys
            self._owners += [one.number] * len(one.keys)

    @property
    def size(self) -> int:
        """The number of positions."""
        return self._first + len(self._names)

    def names_at(self, positions: Iterable[int]) -> list[str]:
        return list(map(self._name_at, positions))

    def _name_at(self, position: int) -> str:
        if self._earlier is not None and position < self._first:
            return self._earlier._name_at(position)  # noqa: SLF001 - an object of the same class
        return self._names[position - self._first]

    def owner_at(self, position: int) -> int:
        """Return the number of the cluster that has the name at a position."""
        if self._earlier is not None and position < self._first:
            return self._earlier.owner_at(position)
        return self._owners[position - self._first]

    @cached_property
    def _positions(self) -> dict[str, list[int]]:
        positions: dict[str, list[int]] = {}
        for position, name in enumerate(self._names, start=self._first):
            for part in _indexed(name):
                positions.setdefault(part, []).append(position)
        return positions

    @cached_property
    def _described(self) -> list[int]:
        return [one.number for one in self._known for _ in one.vectors]

    @cached_property
    def _vectors(self) -> NDArray[np.float32]:
        """The vectors of the descriptions as columns."""
        return matrix_of([vector for one in self._known for vector in one.vectors]).T.copy()

    def _not_replaced(self, positions: list[int]) -> list[int]:
        earlier = self._earlier
        if earlier is None or not self._replaced:
            return positions
        return [one for one in positions if earlier.owner_at(one) not in self._replaced]

    def spelled_like(self, key: str, limit: int) -> list[int]:
        """Return the positions of at most *limit* names with the highest ratio of equal letters to the name *key*, of
        at least NAME_FLOOR. Of names with equal ratios, those of the clusters with the lowest numbers come first.
        """
        return [position for _, _, position in nsmallest(limit, self._spelled_like(key))]

    def _spelled_like(self, key: str) -> Iterator[tuple[float, int, int]]:
        if self._earlier is not None:
            earlier = self._earlier._spelled_like(key)  # noqa: SLF001 - an object of the same class
            yield from (one for one in earlier if one[1] not in self._replaced)
        ratios = self._ratios_to(key)
        for place in np.flatnonzero(ratios).tolist():
            yield -float(ratios[place]), self._owners[place], self._first + place

    def _ratios_to(self, key: str) -> NDArray[np.float64]:
        """Return for each name of this pool its ratio of equal letters to the name *key*, or 0 if the ratio is less than
        NAME_FLOOR.
        """
        if self._ratios is None or self._ratios[0] != key:
            found = np.zeros(0)
            if self._names:
                found = cdist([key], self._names, scorer=fuzz.ratio, score_cutoff=NAME_FLOOR, dtype=np.float64)[0]
            self._ratios = (key, found)
        return self._ratios[1]

    def sharing_in_han(self, key: str, limit: int) -> list[tuple[float, int]]:
        """Return the clusters with Chinese names that share a part with the Chinese name *key*, at most *limit* for each
        pool: the negative affinity of a name (see `HanNameIndex.sharing`), and the cluster's number. The clusters with
        the highest affinities are returned, and of those with equal affinities the clusters with the lowest numbers.
        """
        found: list[tuple[float, int]] = []
        if self._earlier is not None:
            # Each replaced cluster takes at most one place.
            earlier = self._earlier.sharing_in_han(key, limit + len(self._replaced))
            found = [one for one in earlier if one[1] not in self._replaced]
        places, scores = self._han.sharing(key, self._ratios_to(key))
        owners = self._own_owners[places]
        best: dict[int, float] = {}
        for at in np.lexsort((owners, -scores)).tolist():
            best.setdefault(int(owners[at]), -float(scores[at]))
            if len(best) == limit:
                break
        return [*found, *((score, number) for number, score in best.items())]

    @cached_property
    def _han(self) -> HanNameIndex:
        return HanNameIndex(self._names)

    @cached_property
    def _own_owners(self) -> NDArray[np.int64]:
        return np.array(self._owners, dtype=np.int64)

    def sharing(self, key: str) -> list[int]:
        """Return the positions of the names that share an indexed word (see `_indexed`) with the name *key*, possibly
        with repetitions. No words of Chinese names are indexed.
        """
        found = [] if self._earlier is None else self._not_replaced(self._earlier.sharing(key))
        parts = sorted(_indexed(key))
        return [*found, *(place for part in parts for place in self._positions.get(part, ()))]

    @cached_property
    def _joined(self) -> tuple[str, list[int]]:
        return _SEPARATOR.join([*self._names, ""]), [0, *accumulate(len(name) + 1 for name in self._names)]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for position, name in enumerate(self._names, start=self._first):
            places.setdefault(name, []).append(position)
        return places

    def containing(self, key: str) -> list[int]:
        """Return the positions of the pool's names that contain the name *key*, and of the names of at least two
        characters that occur in *key*.
        """
        found = [] if self._earlier is None else self._not_replaced(self._earlier.containing(key))
        text, offsets = self._joined
        inside: set[int] = set()
        at = text.find(key)
        while at >= 0:
            number = bisect_right(offsets, at) - 1
            inside.add(self._first + number)
            at = text.find(key, offsets[number + 1])
        parts = {key[start:end] for start in range(len(key)) for end in range(start + 2, len(key) + 1)}
        inside.update(place for part in parts for place in self._places.get(part, ()))
        return [*found, *sorted(inside)]

    def with_more(self, known: Sequence[CandidateCluster]) -> CandidatePool:
        """Return a pool that contains the clusters of this pool followed by the clusters *known*."""
        return CandidatePool(known, self) if known else self

    def cosines(self, vector: NDArray[np.float32]) -> list[tuple[int, float]]:
        """Return the numbers of the clusters with a description whose cosine similarity to *vector* is at least
        VECTOR_FLOOR, each with the similarity. A cluster with several similar descriptions occurs several times.
        """
        found = [] if self._earlier is None else self._earlier.cosines(vector)
        if self._replaced:
            found = [one for one in found if one[0] not in self._replaced]
        if not self._described:
            return found
        # Most numbers of a vector of words are zeros.
        used = vector.nonzero()[0]
        asked, columns = vector[used], max(1, _BLOCK // max(1, len(used)))
        for first in range(0, len(self._described), columns):
            part = self._vectors[used, first : first + columns]
            near = np.flatnonzero(asked @ part >= VECTOR_FLOOR - _SLACK)
            # The products of each vector are added up separately, so that a cosine does not depend on the vectors
            # beside it.
            cosines = (part[:, near].T.astype(np.float64) * asked).sum(axis=1)
            alike = cosines >= VECTOR_FLOOR
            places: list[int] = (first + near[alike]).tolist()
            values: list[float] = cosines[alike].tolist()
            found += zip([self._described[place] for place in places], values, strict=True)
        return found

    def latest(self) -> Iterator[CandidateCluster]:
        """Yield the clusters, the most recently mentioned first. Of clusters mentioned equally recently, the one that is
        mentioned in more chapters comes first.
        """
        earlier = iter(()) if self._earlier is None else self._earlier.latest()
        kept = (one for one in earlier if one.number not in self._replaced)
        return merge(kept, self._by_recency, key=_recency)

    @cached_property
    def _by_recency(self) -> list[CandidateCluster]:
        return sorted(self._known, key=_recency)


def _recency(one: CandidateCluster) -> tuple[int, int, int]:
    return -one.last_seen, -one.chapters, one.number


@lru_cache(maxsize=1 << 16)
def _indexed(name: str) -> frozenset[str]:
    """Return the words of a name by which candidate search finds similar names: its rare words (see `NameParts`). A
    Chinese name has none.
    """
    parts = name_parts(name)
    return frozenset() if parts.han else parts.rare or parts.common


def by_name(keys: Iterable[str], pool: CandidatePool, limit: int) -> list[int]:
    """Return the numbers of at most *limit* clusters whose names have the highest affinity to any of *keys*, best
    first. Only clusters with an affinity of at least NAME_FLOOR are returned.
    """
    scores: dict[int, float] = {}
    for key in keys:
        alike = [*pool.spelled_like(key, limit * 4), *pool.sharing(key)]
        if len(key) > 1:
            alike += pool.containing(key)
        positions = list(dict.fromkeys(alike))
        found = zip(map(pool.owner_at, positions), affinities(key, pool.names_at(positions)), strict=True)
        in_han = pool.sharing_in_han(key, limit) if name_parts(key).han else ()
        for number, score in chain(found, ((number, -score) for score, number in in_han)):
            if score >= NAME_FLOOR:
                scores[number] = max(scores.get(number, 0.0), score)
    return [number for _, number in nsmallest(limit, ((-score, number) for number, score in scores.items()))]


def by_vector(vector: NDArray[np.float32] | None, pool: CandidatePool, limit: int) -> list[int]:
    """Return the numbers of at most *limit* clusters whose first or latest description has the highest cosine
    similarity to *vector*, best first. Similarities below VECTOR_FLOOR do not count, and the list is empty if *vector*
    is None.
    """
    if vector is None:
        return []
    best: dict[int, float] = {}
    for number, cosine in pool.cosines(vector):
        best[number] = max(best.get(number, 0.0), round(cosine, 4))
    return [number for number, _ in sorted(best.items(), key=lambda one: (-one[1], one[0]))][:limit]


def by_nearness(pool: CandidatePool, limit: int) -> list[int]:
    """Return the numbers of at most *limit* clusters that were mentioned most recently, whatever their names are.

    Recently mentioned clusters are candidates because 30 to 55 % of Chinese aliases share no character with the main
    name.
    """
    return [one.number for one in islice(pool.latest(), limit)]


def ranked_candidates(
    names: Iterable[str], pool: CandidatePool, *, vector: NDArray[np.float32] | None
) -> tuple[list[int], ...]:
    """Return the numbers of the known clusters that a node may belong to, as three lists: the best clusters by name, by
    description, and by recency.
    """
    keys = [name_key(name) for name in names]
    return by_name(keys, pool, LOOKED_AT), by_vector(vector, pool, LOOKED_AT), by_nearness(pool, LOOKED_AT)


def candidates(
    ranked: Sequence[Sequence[int]], *, plausible: Callable[[int], bool] = lambda _number: True
) -> tuple[int, ...]:
    """Return the numbers of at most CANDIDATES clusters, taken in turn from the lists *ranked*. Clusters for which
    *plausible* returns false are left out.
    """
    judged = cache(plausible)
    return interleaved([filter(judged, listed) for listed in ranked], CANDIDATES)
