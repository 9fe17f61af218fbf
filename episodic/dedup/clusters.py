"""All clusters of a work, with the decisions about which clusters are the same entity and which are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from episodic.dedup.candidates import CandidateCluster, CandidatePool
from episodic.dedup.cluster import Cluster
from episodic.dedup.known_candidates import KnownCandidates
from episodic.dedup.links import AUTHOR, BESIDE, MOST_BESIDE, RULE, CutLink, Links
from episodic.dedup.nodes import PlacedNode


class Clusters:
    """All clusters of a work, numbered in narrative order. Clusters that are one entity are linked, and the smallest
    cluster number among them is the number of the entity.

    Each cluster keeps its own names and quotes, so that an entity can be divided again if a link between its clusters
    is cut.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_own", "_whole", "_members", "_root", "_changed", "_apart", "_differ")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("_links",)

    def __init__(self) -> None:
        self._own: list[Cluster] = []
        """The clusters of the work, by number. Each cluster in the list contains only its own nodes, and not the nodes
        of clusters that are linked with it.
        """
        self._whole: dict[int, Cluster] = {}
        self._members: dict[int, tuple[int, ...]] = {}
        self._root: list[int] = []
        self._links = Links()
        self._changed: list[int] = []
        self._unshared: set[int] = set()
        self._unshared_wholes: set[int] = set()
        self._apart: dict[tuple[int, int], int] = {}
        self._differ: list[tuple[int, int, str]] = []
        self.known_candidates = KnownCandidates()

    def copy(self) -> Clusters:
        """Return a copy that shares each cluster with the original until one of the two changes the cluster (copy on
        write).
        """
        other = Clusters()
        other._own = list(self._own)
        other._whole = dict(self._whole)
        other._members = dict(self._members)
        other._root = list(self._root)
        other._links = self._links.copy()
        other._changed = list(self._changed)
        self._unshared = set()
        self._unshared_wholes = set()
        other._apart = dict(self._apart)
        other._differ = list(self._differ)
        other.known_candidates = self.known_candidates.copy()
        return other

    def __len__(self) -> int:
        return len(self._own)

    def __getitem__(self, number: int) -> Cluster:
        """Return the entity that contains the cluster *number*: the cluster itself, or the union of all clusters linked
        with it.
        """
        root = self._root[number]
        return self._whole.get(root) or self._own[root]

    def own(self, number: int) -> Cluster:
        """Return the cluster *number* without the clusters that are linked with it."""
        return self._own[number]

    def members(self, number: int) -> tuple[int, ...]:
        """Return the numbers of all clusters of the entity that contains the cluster *number*."""
        root = self._root[number]
        return self._members.get(root, (root,))

    def root(self, number: int) -> int:
        """Return the number of the entity that contains the cluster *number*."""
        return self._root[number]

    def candidates(self) -> list[CandidateCluster]:
        """Return, for each entity, the values that candidate search uses (such as its names), ordered by the number of
        the entity.
        """
        return self.known_candidates.of(self._root, lambda number: self[number].known)

    def candidate_pools(self, before: int) -> tuple[dict[str, CandidatePool], list[CandidateCluster]]:
        """Return the pools of the entities with numbers below *before*, by entity type, and what candidate search uses
        of the entities with other numbers.
        """
        return self.known_candidates.pools(self._root, lambda number: self[number].known, before)

    def changed(self) -> tuple[int, ...]:
        """Return the numbers of the clusters whose entity got another number by a merge or a cut. The numbers are in
        the order of the merges and cuts, and a number can occur repeatedly.
        """
        return tuple(self._changed)

    def new(self, node: PlacedNode, chapter: int, window: int = 0) -> int:
        """Create a cluster that contains *node*, and return the number of the new cluster."""
        number = len(self._own)
        self._own.append(Cluster(CandidateCluster(number, node.reading.type)))
        self._root.append(number)
        self._unshared.add(number)
        self.take(number, node, chapter, window)
        return number

    def take(self, number: int, node: PlacedNode, chapter: int, window: int = 0) -> None:
        """Add a node to the cluster *number*. *chapter* is the index of the node's chapter, and *window* the index of
        the node's window in the chapter.
        """
        if number not in self._unshared:
            self._own[number] = self._own[number].copy()
            self._unshared.add(number)
        root = self._root[number]
        changed = [self._own[number]]
        if root in self._whole:
            if root not in self._unshared_wholes:
                self._whole[root] = self._whole[root].copy()
                self._unshared_wholes.add(root)
            changed.append(self._whole[root])
        self.known_candidates.touch((root,))
        for one in changed:
            one.take(node, chapter, window)

    def unite(self, first: int, second: int, *, agreed: int = 0, names: int = AUTHOR) -> int:
        """Link two clusters, and return the number of the entity of the cluster *first*.

        *agreed* is the weight of answers which say that the two clusters are the same entity. *names* is the weight of
        the names that both clusters have. With the default value of *names*, the link is never cut. A new link is cut
        at once if the evidence against it is at least as strong as the evidence for it.
        """
        if first == second:
            return self._root[first]
        if self._root[first] != self._root[second]:
            beside = len(self[first].windows & self[second].windows)
            if beside:
                self._links.conflict(first, second, min(MOST_BESIDE, beside * BESIDE), most=MOST_BESIDE)
        self._links.link(first, second, agreed=agreed, names=names)
        self._arrange((first, second))
        return self._root[first]

    def settle(self, first: int, second: int) -> int:
        """Link two clusters that are one entity according to a rule, and return the number of the entity of the cluster
        *first*.
        """
        self._links.link(first, second, names=RULE)
        self._arrange((first, second))
        return self._root[first]

    def confirm(self, first: int, second: int, *, names: int) -> None:
        """Add evidence for the link between two clusters of one entity: a node has names of both clusters."""
        self._links.link(first, second, names=names)

    def deny(self, first: int, second: int) -> None:
        """Count an answer that says that two linked clusters are different entities. If the two clusters are not
        linked, nothing is changed.
        """
        if self._links.deny(first, second):
            self._arrange((first, second))

    def conflict(self, first: int, second: int, weight: int, *, most: int = AUTHOR) -> None:
        """Add evidence that two clusters are different entities. If the two clusters belong to one entity, the weakest
        links that join them are cut. No link is cut if the weakest links together weigh more than the evidence.
        """
        self._links.conflict(first, second, weight, most=most)
        if self._root[first] == self._root[second]:
            self._arrange((first, second))

    def times_cut(self, number: int) -> int:
        """Return the number of cut links between the cluster *number* and clusters that begin earlier."""
        return self._links.times_cut(number)

    def linked_with(self, numbers: Iterable[int]) -> frozenset[int]:
        """Return *numbers* and all clusters that are connected with them by links, including links that are cut."""
        return self._links.connected(numbers)

    def cuts(self) -> tuple[CutLink, ...]:
        """Return the cut links whose two clusters are different entities now. A cut link whose clusters are still one
        entity through other links is left out.
        """
        return tuple(one for one in self._links.cuts() if self._root[one.link[0]] != self._root[one.link[1]])

    def _arrange(self, numbers: Iterable[int]) -> None:
        for group in self._links.components((*numbers, *(one for number in numbers for one in self.members(number)))):
            if self._members.get(group[0], (group[0],)) == tuple(group) and all(
                self._root[number] == group[0] for number in group
            ):
                continue
            before = self._members.get(group[0], (group[0],))
            self._place(group)
            self._join(group, before)

    def _place(self, group: Sequence[int]) -> None:
        self.known_candidates.touch(group)
        for number in group:
            if self._root[number] != group[0]:
                self._changed.append(number)
            self._root[number] = group[0]
            self._members.pop(number, None)
            if number != group[0]:
                self._whole.pop(number, None)
                self._unshared_wholes.discard(number)

    def _join(self, group: Sequence[int], before: tuple[int, ...]) -> None:
        root, done = group[0], len(before)
        whole = self._whole.pop(root, None)
        if whole is None or tuple(group[:done]) != before:
            whole, done = self._own[root].copy(), 1
        elif root not in self._unshared_wholes:
            whole = whole.copy()
        self._unshared_wholes.discard(root)
        if len(group) > 1:
            for number in group[done:]:
                whole.absorb(self._own[number])
            self._whole[root] = whole
            self._members[root] = tuple(group)
            self._unshared_wholes.add(root)

    def keep_apart(self, first: int, second: int, *, by: int) -> None:
        """Prevent identity resolution from merging two clusters that are not one entity at present. A later override of
        the author can still merge clusters that are kept apart. *by* is the number of the override that separates the
        clusters.
        """
        lower, higher = sorted((first, second))
        if self._root[lower] != self._root[higher]:
            self._apart[lower, higher] = max(by, self._apart.get((lower, higher), by))

    def differ(self, number: int, others: Iterable[int], *, by: str) -> None:
        """Record that an answer says that the cluster *number* is a different entity than each of the clusters
        *others*. *by* is the id of the answered question.
        """
        self._differ.extend((number, other, by) for other in others)

    def differences(self, start: int) -> Sequence[tuple[int, int, str]]:
        """Return the pairs of clusters that are different entities according to an answer, each with the id of the
        answered question. The first *start* pairs are left out.
        """
        return self._differ[start:]

    def apart(self, first: int, second: int) -> int | None:
        """Return the number of the latest override that separates the entities of two clusters, or None if no override
        separates them.
        """
        if not self._apart:
            return None
        wanted = {self.root(first), self.root(second)}
        acts = [
            by
            for (one, other), by in self._apart.items()
            if len(wanted) == 2 and {self.root(one), self.root(other)} == wanted
        ]
        return max(acts, default=None)
