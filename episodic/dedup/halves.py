"""What the author's splits make: entities of their own, and those that they are never again one with by themselves."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.dedup.clusters import Clusters, PlacedNode


class Halves:
    """The clusters that splits began, by the number of the act, and the clusters of what was left."""

    def __init__(self, clusters: Clusters) -> None:
        self._clusters = clusters
        self._begun: dict[int, int] = {}
        self._rest: dict[int, list[int]] = {}

    def copy(self, clusters: Clusters) -> Halves:
        """An independent copy about the copied *clusters*."""
        other = Halves(clusters)
        other._begun = dict(self._begun)
        other._rest = {split: list(numbers) for split, numbers in self._rest.items()}
        return other

    def begun(self, split: int) -> int | None:
        """The cluster that this split began, or None before its first mention."""
        return self._begun.get(split)

    def begin(self, split: int, number: int, voted: Iterable[int]) -> None:
        """*number* is what the split makes; it is not *voted*, whom its names speak for, nor what was left so far."""
        self._begun[split] = number
        for other in (*voted, *self._rest.get(split, ())):
            self._clusters.keep_apart(number, other, by=split)

    def leave(self, node: PlacedNode, number: int) -> None:
        """*node*, placed in the cluster *number*, is what splits have left."""
        for split in node.decided.apart:
            rest = self._rest.setdefault(split, [])
            if number not in rest:
                rest.append(number)
            half = self._begun.get(split)
            if half is not None:
                self._clusters.keep_apart(half, number, by=split)

    def refused(self, node: PlacedNode) -> set[int]:
        """The clusters that the author says *node* does not belong to; not those that a later merge made one with the rest."""
        root = self._clusters.root
        found: set[int] = set()
        for split in node.decided.apart:
            half = self._begun.get(split)
            if half is not None and all(root(one) != root(half) for one in self._rest.get(split, ())):
                found.add(root(half))
        return found
