"""Keeps, for each entity, the values that candidate search uses (such as its names), and brings these values up to date
when the entity changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from episodic.dedup.candidates import CandidateCluster
from episodic.model.shared_dict import SharedDict


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

    def copy(self) -> KnownCandidates:
        other = KnownCandidates()
        other._known, other._touched, other._count = self._known.copy(), set(self._touched), self._count
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
        for number in (*sorted(self._touched), *range(self._count, len(roots))):
            if roots[number] == number:
                self._known[number] = known_of(number).copy()
            else:
                self._known.pop(number, None)
        self._touched, self._count = set(), len(roots)
        return [one for _, one in sorted(self._known.items())]
