"""Applies the author's splits to clusters: creates a cluster for each split-off entity and keeps this cluster separate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from episodic.dedup.clusters import Clusters
from episodic.dedup.nodes import PlacedNode


class SplitClusters:
    """The clusters that result from the author's splits of entities.

    For each split, the object records the new cluster, and the clusters with the mentions that stay with the old
    entity. A split is identified by the number of its override.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_begun", "_rest")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, clusters: Clusters) -> None:
        self._clusters = clusters
        self._begun: dict[int, int] = {}
        self._rest: dict[int, list[int]] = {}

    def copy(self, clusters: Clusters) -> SplitClusters:
        other = SplitClusters(clusters)
        other._begun = dict(self._begun)
        other._rest = {split: list(numbers) for split, numbers in self._rest.items()}
        return other

    def begun(self, split: int) -> int | None:
        """Return the number of the new cluster of the split, or None if no node of the new entity has been processed
        yet.
        """
        return self._begun.get(split)

    def begin(self, split: int, number: int, voted: Iterable[int]) -> None:
        """Record that the cluster *number* is the new cluster of the split. Identity resolution then does not merge
        this cluster with the other clusters of the split.

        The other clusters of the split are the clusters with the mentions that stay with the old entity. The clusters
        *voted*, which share a name with the split-off entity, are other clusters of the split, too.
        """
        self._begun[split] = number
        for other in (*voted, *self._rest.get(split, ())):
            self._clusters.keep_apart(number, other, by=split)

    def leave(self, node: PlacedNode, number: int) -> None:
        """Record that the cluster *number* contains *node*, which stays with the old entity. The splits in
        `node.decided.apart` do not move *node* to a new entity.
        """
        for split in node.decided.apart:
            rest = self._rest.setdefault(split, [])
            if number not in rest:
                rest.append(number)
            split_off = self._begun.get(split)
            if split_off is not None:
                self._clusters.keep_apart(split_off, number, by=split)

    def refused(self, node: PlacedNode) -> set[int]:
        """Return the split-off clusters that must not contain *node*.

        Split-off clusters that a later override merged again with mentions of the old entity are left out.
        """
        root = self._clusters.root
        found: set[int] = set()
        for split in node.decided.apart:
            split_off = self._begun.get(split)
            if split_off is not None and all(root(rest) != root(split_off) for rest in self._rest.get(split, ())):
                found.add(root(split_off))
        return found
