"""Keeps, for each entity, the values that candidate search uses (such as its names), and brings these values up to date
when the entity changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from episodic.dedup.candidates import CandidateCluster, CandidatePool
from episodic.model.shared_dict import SharedDict

_SHARE_CHANGED = 32
_LEAST_CHANGED = 256
"""The pools of all entities are made again when more than this fraction (1/32) of the entities and more than this number
of entities have changed.
"""


class KnownCandidates:
    """For each entity of a work, a copy of the values that candidate search uses, such as its names. Only the copies of
    changed entities are made again, so that a new chapter need not read all clusters of the work.

    A checkpoint stores, for each entity, the values that candidate search uses (such as its names), as they were after
    the last replay. A replay without a checkpoint copies the values of all entities when they are first needed.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_known", "_touched", "_count")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_known"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._known = SharedDict[int, CandidateCluster]()
        self._touched: set[int] = set()
        self._count = 0
        """The number of clusters that existed when the copies of the entities' values were last brought up to date."""
        self._pools: Mapping[str, CandidatePool] | None = None
        """The pools of the entities of each type, as they were when the pools were made, or None if none were made."""
        self._since: set[int] = set()
        """The numbers of the entities that have changed since the pools were made."""

    def copy(self) -> KnownCandidates:
        other = KnownCandidates()
        other._known, other._touched, other._count = self._known.copy(), set(self._touched), self._count
        other._pools, other._since = self._pools, set(self._since)
        return other

    def touch(self, numbers: Iterable[int]) -> None:
        """Record that the entities with these numbers have changed, or have become a part of another entity. The copied
        values of these entities are then out of date.
        """
        self._touched.update(numbers)

    def of(self, roots: Sequence[int], known_of: Callable[[int], CandidateCluster]) -> list[CandidateCluster]:
        """Return what candidate search needs to know of each entity, such as its names, ordered by the entities'
        numbers. *roots* contains, for each cluster, the number of its entity. *known_of* returns the present values of
        an entity, given its number.
        """
        self._update(roots, known_of)
        return [one for _, one in sorted(self._known.items())]

    def pools(
        self, roots: Sequence[int], known_of: Callable[[int], CandidateCluster], before: int
    ) -> tuple[dict[str, CandidatePool], list[CandidateCluster]]:
        """Return the pools of the entities with numbers below *before*, by entity type, and the entities with other
        numbers. *roots* and *known_of* are as in `of`.

        The names and vectors of all entities are collected only after many entities have changed. Until then, a pool
        extends the pool that was made last, in which it replaces the changed entities.
        """
        self._update(roots, known_of)
        if self._pools is None or len(self._since) > max(_LEAST_CHANGED, len(self._known) // _SHARE_CHANGED):
            every = [one for _, one in sorted(self._known.items())]
            earlier = _by_type(one for one in every if one.number < before)
            self._pools = {kind: CandidatePool(known) for kind, known in earlier.items()}
            self._since = {one.number for one in every if one.number >= before}
        changed = [self._known[number] for number in sorted(self._since) if number in self._known]
        replaced, again = frozenset(self._since), _by_type(one for one in changed if one.number < before)
        kinds = dict.fromkeys((*self._pools, *again))
        pools = {kind: CandidatePool(again.get(kind, ()), self._pools.get(kind), replaced) for kind in kinds}
        return pools, [one for one in changed if one.number >= before]

    def _update(self, roots: Sequence[int], known_of: Callable[[int], CandidateCluster]) -> None:
        changed = (*sorted(self._touched), *range(self._count, len(roots)))
        for number in changed:
            if roots[number] == number:
                self._known[number] = known_of(number).copy()
            else:
                self._known.pop(number, None)
        self._since.update(changed)
        self._touched, self._count = set(), len(roots)


def _by_type(clusters: Iterable[CandidateCluster]) -> dict[str, list[CandidateCluster]]:
    found: dict[str, list[CandidateCluster]] = {}
    for one in clusters:
        found.setdefault(one.type, []).append(one)
    return found
