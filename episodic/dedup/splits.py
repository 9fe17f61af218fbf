"""Applies the author's splits to clusters: begins the split-off cluster and keeps it apart from the rest."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.dedup.clusters import Clusters, PlacedNode


class SplitClusters:
    """The clusters of each split, by the number of the split's override: the new cluster, and the clusters with the
    remaining mentions.
    """

    def __init__(self, clusters: Clusters) -> None:
        self._clusters = clusters
        self._begun: dict[int, int] = {}
        self._rest: dict[int, list[int]] = {}

    def copy(self, clusters: Clusters) -> SplitClusters:
        """Returns an independent copy that refers to the copied *clusters*."""
        other = SplitClusters(clusters)
        other._begun = dict(self._begun)
        other._rest = {split: list(numbers) for split, numbers in self._rest.items()}
        return other

    def begun(self, split: int) -> int | None:
        """Returns the new cluster of the split, or None if no mention of the new entity has been processed yet."""
        return self._begun.get(split)

    def begin(self, split: int, number: int, voted: Iterable[int]) -> None:
        """Record that the split began the cluster *number*, and keep this cluster apart from *voted* and from the
        clusters with the remaining mentions.

        *voted* are the clusters that have one of the node's names.
        """
        self._begun[split] = number
        for other in (*voted, *self._rest.get(split, ())):
            self._clusters.keep_apart(number, other, by=split)

    def leave(self, node: PlacedNode, number: int) -> None:
        """Record that *node* stays in the cluster *number*, with the remaining mentions of the node's splits."""
        for split in node.decided.apart:
            rest = self._rest.setdefault(split, [])
            if number not in rest:
                rest.append(number)
            split_off = self._begun.get(split)
            if split_off is not None:
                self._clusters.keep_apart(split_off, number, by=split)

    def refused(self, node: PlacedNode) -> set[int]:
        """Returns the split-off clusters that do not contain *node*. Clusters that a later override merged with the
        rest again are left out.
        """
        root = self._clusters.root
        found: set[int] = set()
        for split in node.decided.apart:
            split_off = self._begun.get(split)
            if split_off is not None and all(root(rest) != root(split_off) for rest in self._rest.get(split, ())):
                found.add(root(split_off))
        return found
