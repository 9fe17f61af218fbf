"""Links between clusters (groups of nodes) that are one entity.

A merge of clusters is stored as a link with evidence, and the clusters are not combined into one. A merge because of a
wrong answer can therefore be undone. The weakest links between two clusters are cut (a minimum cut) if evidence shows
that the clusters are different entities. The evidence must be at least as strong as the links that are cut.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from episodic.model.shared_dict import SharedDict

Pair = tuple[int, int]
"""Two cluster numbers, the lower number first."""

ANSWER = 1
"""The weight of one answer to an identity question. The answer "the same entity" counts for a link, and any other
answer counts against the link.
"""
SHARED_NAME = 2
"""The weight that a shared name adds to a link made by an answer to an identity question."""
ONE_NODE = 2
"""The weight that a node adds to a link if it has names of both clusters, because the reader listed these names for one
entity.
"""
RULE = 3
"""The weight of a link that a rule makes without a question, such as between "her husband" and the husband's name."""
AUTHOR = 1 << 20
"""The weight of a merge by the author, which is never cut."""

BESIDE = 1
"""How much each window (part of a chapter) that names two clusters as two different entities counts against a link
between the two clusters.
"""
MOST_BESIDE = 3
"""The value up to which windows (parts of chapters) can raise the total weight against a link between two clusters. A
window raises the weight if it names the two clusters as two different entities.
"""
RELATED = 1
"""The weight, against a link, of a statement such as "Ann killed Bo", in which the two clusters are two people."""
MOST_RELATED = 3
"""The value up to which statements such as "Ann killed Bo" can raise the total weight against a link between two
clusters. A statement raises the weight if the two clusters are two people in the statement.
"""
TWO_DEATHS = 1
"""The weight, against a link, of a narrated death of each of the two clusters, because one person dies only once."""
UNLIKE = 1
"""The weight against a link between two clusters whose names and titles one person cannot have together."""


@dataclass(frozen=True, slots=True)
class ClusterLink:
    """A link: the evidence that two clusters are the same entity, and the answers against it. The field `order` is the
    number of links that existed when the link was made.
    """

    order: int
    agreed: int = 0
    denied: int = 0
    names: int = 0

    @property
    def weight(self) -> int:
        """The weight of the answers and names that support the link, minus the weight of the answers against the link,
        but at least 0.
        """
        return max(0, self.agreed + self.names - self.denied)


@dataclass(frozen=True, slots=True)
class CutLink:
    """A link that was cut, and the two clusters that the link joined although evidence shows that they are different
    entities.
    """

    link: Pair
    conflict: Pair


class Links:
    """All links and conflicts (evidence that two clusters are different entities) between the clusters of a work. Links
    and conflicts refer to clusters by the numbers that the clusters had before any merge.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_links", "_near", "_conflicts", "_cut")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._links = SharedDict[Pair, ClusterLink]()
        self._near = SharedDict[int, tuple[int, ...]]()
        self._conflicts = SharedDict[int, tuple[tuple[int, int], ...]]()
        self._cut: dict[Pair, Pair] = {}

    def copy(self) -> Links:
        other = Links()
        other._links = self._links.copy()
        other._near = self._near.copy()
        other._conflicts = self._conflicts.copy()
        other._cut = dict(self._cut)
        return other

    def link(self, first: int, second: int, *, agreed: int = 0, names: int = 0) -> None:
        """Add evidence that two clusters are the same entity."""
        pair = _pair(first, second)
        known = self._links.get(pair)
        if known is None:
            known = ClusterLink(len(self._links))
            self._near[first] = (*self._near.get(first, ()), second)
            self._near[second] = (*self._near.get(second, ()), first)
        self._links[pair] = replace(known, agreed=known.agreed + agreed, names=max(known.names, names))

    def deny(self, first: int, second: int) -> bool:
        """Count an answer which says that two clusters are different entities, if they are linked, and return whether
        they are linked.
        """
        pair = _pair(first, second)
        known = self._links.get(pair)
        if known is None:
            return False
        self._links[pair] = replace(known, denied=known.denied + ANSWER)
        return True

    def conflict(self, first: int, second: int, weight: int, *, most: int = AUTHOR) -> None:
        """Add evidence that two clusters are different entities, up to the total weight *most*."""
        for one, other in ((first, second), (second, first)):
            known = dict(self._conflicts.get(one, ()))
            known[other] = max(known.get(other, 0), min(most, known.get(other, 0) + weight))
            self._conflicts[one] = tuple(known.items())

    def between(self, first: int, second: int) -> ClusterLink | None:
        """Return the link between two clusters, or None if the clusters are not linked directly."""
        return self._links.get(_pair(first, second))

    def times_cut(self, number: int) -> int:
        """Return the number of cut links between the cluster *number* and clusters that begin earlier."""
        return sum((other, number) in self._cut for other in self._near.get(number, ()))

    def cuts(self) -> tuple[CutLink, ...]:
        """Return the links that are cut, in the order in which the links were made."""
        found = sorted(self._cut.items(), key=lambda one: self._links[one[0]].order)
        return tuple(CutLink(link, conflict) for link, conflict in found)

    def connected(self, numbers: Iterable[int]) -> frozenset[int]:
        """Return *numbers* and all clusters that are connected with them by links, including links that are cut."""
        return frozenset(self._reached(numbers, lambda _: True))

    def components(self, numbers: Iterable[int]) -> list[list[int]]:
        """Return the clusters that are linked with any of *numbers*, grouped by entity. First, the weakest links
        between clusters are cut if evidence that is at least as strong shows that the clusters differ. The cluster
        numbers in each group are sorted.
        """
        around = self._reached(numbers, lambda pair: self._links[pair].weight > 0)
        edges = {
            pair: self._links[pair]
            for one in around
            for other in self._near.get(one, ())
            if one < other and self._links[pair := (one, other)].weight > 0
        }
        for one in around:
            for other in self._near.get(one, ()):
                self._cut.pop(_pair(one, other), None)
        for pair, weight in self._conflicts_among(around):
            for link in _weakest(edges, pair, weight):
                del edges[link]
                self._cut[link] = pair
        groups: list[list[int]] = []
        left = set(around)
        while left:
            group = self._reached([min(left)], edges.__contains__)
            left -= group
            groups.append(sorted(group))
        return groups

    def _conflicts_among(self, around: set[int]) -> list[tuple[Pair, int]]:
        found = [
            ((one, other), weight)
            for one in around
            for other, weight in self._conflicts.get(one, ())
            if one < other and other in around
        ]
        return sorted(found, key=lambda each: (-each[1], each[0]))

    def _reached(self, numbers: Iterable[int], joined: Callable[[Pair], bool]) -> set[int]:
        reached = set(numbers)
        waiting = sorted(reached)
        while waiting:
            one = waiting.pop()
            for other in self._near.get(one, ()):
                if other not in reached and joined(_pair(one, other)):
                    reached.add(other)
                    waiting.append(other)
        return reached


def _pair(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)


def _weakest(edges: Mapping[Pair, ClusterLink], apart: Pair, most: int) -> list[Pair]:
    """Return the lightest links whose removal separates the two clusters *apart*. Return an empty list if the links to
    remove together weigh more than *most*, or if no links connect the two clusters.

    The links to remove are a minimum cut, found with augmenting paths (Edmonds and Karp 1972).
    """
    scale = len(edges) ** 2 + 1
    ranked = sorted(edges, key=lambda pair: edges[pair].order)
    room: dict[int, dict[int, int]] = {}
    for rank, (one, other) in enumerate(ranked):
        weight = edges[one, other].weight * scale + len(ranked) - rank
        room.setdefault(one, {})[other] = weight
        room.setdefault(other, {})[one] = weight
    source, sink = apart
    while True:
        came = _paths(room, source)
        if sink not in came:
            break
        path = [sink]
        while path[-1] != source:
            path.append(came[path[-1]])
        steps = list(zip(path[1:], path, strict=False))
        least = min(room[one][other] for one, other in steps)
        for one, other in steps:
            room[one][other] -= least
            room[other][one] += least
    cut = [(one, other) for one, other in ranked if (one in came) != (other in came)]
    return cut if sum(edges[pair].weight for pair in cut) <= most else []


def _paths(room: Mapping[int, Mapping[int, int]], source: int) -> dict[int, int]:
    came = {source: source}
    waiting = deque([source])
    while waiting:
        one = waiting.popleft()
        for other, left in room.get(one, {}).items():
            if left > 0 and other not in came:
                came[other] = one
                waiting.append(other)
    return came
