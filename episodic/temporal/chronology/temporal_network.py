"""A simple temporal network (Dechter, Meiri & Pearl 1991) that accepts or refuses constraints one by one and stays
consistent.

The network keeps two feasible potential functions, one for days and one for strict orders. Both functions are repaired
after each new constraint (Cotton & Maler 2006). A potential function gives each node a number, its height. Along each
edge (a day difference or strict order of a constraint), the height rises by at least the weight of the edge. If the
height rises by less along a new edge, two graph searches look for new heights that satisfy all edges. The two searches
take turns, one node each. The raising search raises the height of the node at which the new edge ends, and, where
necessary, of nodes after it. The lowering search lowers the height of the node at which the new edge begins, and, where
necessary, of nodes before it. The new heights of whichever search finishes first (raising or lowering) are applied, and
those of the other search are dropped. If the paths of the raising and the lowering search meet and form a positive
cycle with the new edge, the constraints contradict each other. The network refuses a constraint that closes a positive
cycle, returns the constraints on the cycle, and does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import ClassVar

from episodic.model.spans import Evidence
from episodic.temporal.constraints import Basis, Constraint

NetworkEdge = tuple[int, int, int]
"""One edge in the edge list of a node: the node at the other end, the weight, and the index of the constraint."""


@dataclass(slots=True)
class RepairSearch:
    """The state of one of the two graph searches that repair a potential after a new constraint. Of all heights (the
    numbers that the potential gives the nodes), that of the node where the search begins changes most. `spent` contains
    a number for each node that the search has reached. The number says by how much less the height of this node has to
    change than the height of the first node.

    `reached_by` contains, for each reached node, the previous node of the search and the index of the constraint
    between them.
    """

    edges: list[tuple[NetworkEdge, ...]]
    sign: int
    spent: dict[int, int]
    reached_by: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    heap: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    settled: set[int] = field(default_factory=set[int])

    def next_node(self) -> int | None:
        """Return the next node to process, or None if no further node has to change. The next node is the one whose
        height (the number that the potential gives a node) must change most. Only nodes that the search has reached but
        not processed yet are considered.
        """
        while self.heap:
            _, node = heappop(self.heap)
            if node not in self.settled:
                self.settled.add(node)
                return node
        return None

    def path(self, node: int) -> list[int]:
        """Return the indices of the constraints on the path from a node back to the start of the search."""
        path: list[int] = []
        while node in self.reached_by:
            node, number = self.reached_by[node]
            path.append(number)
        return path


@dataclass(slots=True)
class Potential:
    """A feasible potential: a height for each node, such that along every edge, the height rises by at least the weight
    of the edge.

    The edge lists of the nodes are tuples, so that copies of the potential can share them.
    """

    heights: list[int] = field(default_factory=list[int])
    out: list[tuple[NetworkEdge, ...]] = field(default_factory=list[tuple[NetworkEdge, ...]])
    into: list[tuple[NetworkEdge, ...]] = field(default_factory=list[tuple[NetworkEdge, ...]])

    KEPT: ClassVar[tuple[str, ...]] = ("heights", "out", "into")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Potential:
        return Potential(list(self.heights), list(self.out), list(self.into))

    def new_node(self) -> None:
        self.heights.append(0)
        self.out.append(())
        self.into.append(())

    def new_nodes(self, count: int) -> None:
        self.heights += [0] * count
        self.out += [()] * count
        self.into += [()] * count

    def add(self, tail: int, head: int, weight: int, number: int) -> None:
        """Add an edge with its weight and the index of its constraint. The current heights must satisfy the edge: the
        height of *head* must be at least *weight* above the height of *tail*.
        """
        self.out[tail] += ((head, weight, number),)
        self.into[head] += ((tail, weight, number),)

    def drop_last(self, tail: int, head: int) -> None:
        self.out[tail] = self.out[tail][:-1]
        self.into[head] = self.into[head][:-1]

    def repaired_heights(self, tail: int, head: int, weight: int) -> dict[int, int] | tuple[int, ...]:
        """Return the new heights of the nodes whose heights have to change to satisfy a new edge. The height of *head*
        must be at least *weight* more than that of *tail*, and all other edges must stay satisfied.

        If no heights satisfy the new edge, return the indices of the constraints that close a cycle with the edge.
        """
        if tail == head:
            return {} if weight <= 0 else ()
        need = self.heights[tail] + weight - self.heights[head]
        if need <= 0:
            return {}
        if not self.out[head]:
            return {head: self.heights[head] + need}
        if not self.into[tail]:
            return {tail: self.heights[tail] - need}
        raising = RepairSearch(self.out, 1, {head: 0}, heap=[(0, head)])
        lowering = RepairSearch(self.into, -1, {tail: 0}, heap=[(0, tail)])
        active, opposite = raising, lowering
        while (node := active.next_node()) is not None:
            meeting = self._expand(node, active, opposite, need=need)
            if meeting is not None:
                return (*reversed(raising.path(meeting)), *lowering.path(meeting))
            active, opposite = opposite, active
        return {node: self.heights[node] + active.sign * (need - spent) for node, spent in active.spent.items()}

    def _expand(self, node: int, active: RepairSearch, opposite: RepairSearch, *, need: int) -> int | None:
        heights, sign = self.heights, active.sign
        spent = active.spent[node]
        for neighbour, weight, number in active.edges[node]:
            further = spent + sign * (heights[neighbour] - heights[node]) - weight
            if further >= need or further >= active.spent.get(neighbour, need):
                continue
            active.spent[neighbour] = further
            active.reached_by[neighbour] = (node, number)
            beyond = opposite.spent.get(neighbour)
            if beyond is not None and further + beyond < need:
                return neighbour
            heappush(active.heap, (further, neighbour))
        return None


AppliedEdge = tuple[Potential, tuple[int, int], dict[int, int]]
"""An edge that was added: its potential, its two nodes, and the earlier heights of the nodes whose heights changed. The
earlier heights are needed to remove the edge again.
"""


@dataclass(slots=True)
class TemporalNetwork:
    """A temporal network: its nodes are 0, 1, 2 and so on, and `accepted` contains the accepted constraints between
    them.

    `key_nodes` contains the nodes that have constraints other than the order of their chain (a sequence of nodes in
    certain order).
    """

    days: Potential = field(default_factory=Potential)
    steps: Potential = field(default_factory=Potential)
    accepted: list[Constraint] = field(default_factory=list[Constraint])
    key_nodes: set[int] = field(default_factory=set[int])

    KEPT: ClassVar[tuple[str, ...]] = ("accepted", "key_nodes")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("days", "steps")

    def __len__(self) -> int:
        return len(self.days.heights)

    def copy(self) -> TemporalNetwork:
        return TemporalNetwork(self.days.copy(), self.steps.copy(), list(self.accepted), set(self.key_nodes))

    def new_node(self) -> int:
        """Add a node without constraints, and return its number."""
        self.days.new_node()
        self.steps.new_node()
        return len(self) - 1

    def new_nodes(self, count: int) -> range:
        """Add *count* nodes without constraints, and return their numbers."""
        first = len(self)
        self.days.new_nodes(count)
        self.steps.new_nodes(count)
        return range(first, first + count)

    def is_free(self, node: int) -> bool:
        """Return whether no constraint of the network contains the node."""
        return not (self.days.out[node] or self.days.into[node] or self.steps.out[node] or self.steps.into[node])

    def add_next(self, previous: int, node: int, *, same_day: bool) -> None:
        """Add the constraint that *node* comes after *previous*, the node before it on its chain (a sequence of nodes
        in certain order). If *same_day* is true, both nodes are also on the same day. *node* must not have any
        constraint yet.
        """
        number = len(self.accepted)
        self.accepted.append(Constraint(((node, previous, 0),) if same_day else (), ((previous, node),), Basis.DEFAULT))
        self.days.heights[node] = self.days.heights[previous]
        self.steps.heights[node] = self.steps.heights[previous] + 1
        if same_day:
            self.days.add(node, previous, 0, number)
        self.days.add(previous, node, 0, number)
        self.steps.add(previous, node, 1, number)

    def add_within(self, node: int, other: int, days: int) -> None:
        """Add the constraint that the node *node* is at most *days* days after the node *other*, if it is consistent."""
        constraint = Constraint(((node, other, -days),), (), Basis.DEFAULT)
        if self.days.heights[node] - days > self.days.heights[other]:
            self.accept(constraint)
            return
        self.days.add(node, other, -days, len(self.accepted))
        self.accepted.append(constraint)
        self.key_nodes.update((node, other))

    def accept(self, constraint: Constraint, *, in_line: bool = False) -> tuple[Constraint, ...] | None:
        """If a constraint is consistent with the network, add the constraint and return None.

        If the constraint is inconsistent, change nothing and return the accepted constraints that contradict it. If
        `in_line` is true, the constraint only orders two neighbouring moments of a chain. The nodes of such a
        constraint are not added to `key_nodes` (the nodes with other constraints).
        """
        changes: list[AppliedEdge] = []
        against = self._apply(constraint, changes)
        if against is None:
            self.accepted.append(constraint)
            if not in_line:
                self.key_nodes.update(constraint.nodes)
        else:
            _revert(changes)
        return against

    def against(self, constraint: Constraint) -> tuple[Constraint, ...] | None:
        """Return the accepted constraints that contradict the given constraint, or None if it is consistent; the
        network does not change.
        """
        changes: list[AppliedEdge] = []
        against = self._apply(constraint, changes)
        _revert(changes)
        return against

    def _apply(self, constraint: Constraint, changes: list[AppliedEdge]) -> tuple[Constraint, ...] | None:
        number = len(self.accepted)
        for potential, tail, head, weight in _edges(self, constraint):
            repair = potential.repaired_heights(tail, head, weight)
            if isinstance(repair, tuple):
                return tuple(self.accepted[index] for index in dict.fromkeys(repair) if index != number)
            if tail == head:
                continue
            heights = potential.heights
            changes.append((potential, (tail, head), {node: heights[node] for node in repair} if repair else repair))
            for node, height in repair.items():
                heights[node] = height
            potential.add(tail, head, weight, number)
        return None


def _edges(network: TemporalNetwork, constraint: Constraint) -> list[tuple[Potential, int, int, int]]:
    edges = [(network.days, tail, head, weight) for tail, head, weight in constraint.spans]
    edges += [(network.days, tail, head, 0) for tail, head in constraint.steps]
    edges += [(network.steps, tail, head, 1) for tail, head in constraint.steps]
    return edges


def _revert(changes: list[AppliedEdge]) -> None:
    for potential, ends, heights in reversed(changes):
        potential.drop_last(*ends)
        for node, height in heights.items():
            potential.heights[node] = height


def consistent(constraints: list[Constraint]) -> bool:
    """Return whether all given constraints can be satisfied together."""
    nodes: dict[int, int] = {}
    network = TemporalNetwork()
    for constraint in constraints:
        for node in constraint.nodes:
            if node not in nodes:
                nodes[node] = network.new_node()
    return all(network.accept(_renumbered(constraint, nodes)) is None for constraint in constraints)


def _renumbered(constraint: Constraint, nodes: dict[int, int]) -> Constraint:
    spans = tuple((nodes[tail], nodes[head], weight) for tail, head, weight in constraint.spans)
    steps = tuple((nodes[tail], nodes[head]) for tail, head in constraint.steps)
    return Constraint(spans, steps, constraint.basis, constraint.source)


def minimal_loop(
    refused: Constraint, against: tuple[Constraint, ...], accepted: Sequence[Constraint]
) -> tuple[Evidence, ...]:
    """Return, in narrative order, quotes whose time expressions contradict each other. If any one of the returned
    quotes is left out, the others are consistent.
    """
    quotes = {one.source for one in (refused, *against) if one.source is not None and one.source != refused.source}
    silent = [one for one in against if one.source is None]
    said = {quote: [one for one in accepted if one.source == quote] for quote in quotes}
    kept = sorted(quotes, key=lambda quote: (quote.told, quote.end, quote.quote))
    own = [refused, *(one for one in accepted if refused.source is not None and one.source == refused.source)]
    for quote in list(kept):
        rest = [one for other in kept if other != quote for one in said[other]]
        if not consistent([*silent, *rest, *own]):
            kept.remove(quote)
    loop = kept if refused.source is None else [*kept, refused.source]
    return tuple(sorted(loop, key=lambda quote: (quote.told, quote.end, quote.quote)))
