"""A simple temporal network (Dechter, Meiri & Pearl 1991) that grows by one constraint at a time and never turns inconsistent.

It keeps two feasible potentials, one for days and one for steps, and repairs them after each constraint (Cotton & Maler 2006):
either the later end and what hangs on it is raised, or the earlier end and what it hangs on is lowered, whichever is found first
to be the smaller change. Where the two searches meet there is a positive cycle: the constraint is refused with the way it went,
and nothing has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from episodic.temporal.constraints import Constraint

Edge = tuple[int, int, int]
"""(node at the other end, weight, number of the constraint)."""


@dataclass(slots=True)
class Search:
    """One of the two searches: how much of the change each node it has reached takes off, and how it got there."""

    edges: list[tuple[Edge, ...]]
    sign: int
    spent: dict[int, int]
    came: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    heap: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    settled: set[int] = field(default_factory=set[int])

    def next_node(self) -> int | None:
        """The nearest node not yet settled; None when nothing is left to change."""
        while self.heap:
            _, node = heappop(self.heap)
            if node not in self.settled:
                self.settled.add(node)
                return node
        return None

    def way(self, node: int) -> list[int]:
        """The constraints between where the search began and a node."""
        way: list[int] = []
        while node in self.came:
            node, number = self.came[node]
            way.append(number)
        return way


@dataclass(slots=True)
class Potential:
    """Heights of nodes such that every edge rises by at least its weight. Edges are tuples, so that copies share them."""

    heights: list[int] = field(default_factory=list[int])
    out: list[tuple[Edge, ...]] = field(default_factory=list[tuple[Edge, ...]])
    into: list[tuple[Edge, ...]] = field(default_factory=list[tuple[Edge, ...]])

    def copy(self) -> Potential:
        """One that grows by itself."""
        return Potential(list(self.heights), list(self.out), list(self.into))

    def new_node(self) -> None:
        """One more node, at height 0 and free."""
        self.heights.append(0)
        self.out.append(())
        self.into.append(())

    def add(self, tail: int, head: int, weight: int, number: int) -> None:
        """An edge for which there is room."""
        self.out[tail] += ((head, weight, number),)
        self.into[head] += ((tail, weight, number),)

    def drop_last(self, tail: int, head: int) -> None:
        """Take the edge added last back."""
        self.out[tail] = self.out[tail][:-1]
        self.into[head] = self.into[head][:-1]

    def fitted(self, tail: int, head: int, weight: int) -> dict[int, int] | tuple[int, ...]:
        """New heights that make room for an edge; or, where there is no room, the constraints on the way back from it."""
        if tail == head:
            return {} if weight <= 0 else ()
        need = self.heights[tail] + weight - self.heights[head]
        if need <= 0:
            return {}
        if not self.out[head]:
            return {head: self.heights[head] + need}
        if not self.into[tail]:
            return {tail: self.heights[tail] - need}
        raising = Search(self.out, 1, {head: 0}, heap=[(0, head)])
        lowering = Search(self.into, -1, {tail: 0}, heap=[(0, tail)])
        here, there = raising, lowering
        while (node := here.next_node()) is not None:
            met = self._spread(node, here, there, need=need)
            if met is not None:
                return (*reversed(raising.way(met)), *lowering.way(met))
            here, there = there, here
        return {node: self.heights[node] + here.sign * (need - spent) for node, spent in here.spent.items()}

    def _spread(self, node: int, here: Search, there: Search, *, need: int) -> int | None:
        """Go on from a node; the node where the searches meet, if that closes a positive cycle."""
        heights, sign = self.heights, here.sign
        spent = here.spent[node]
        for other, weight, number in here.edges[node]:
            further = spent + sign * (heights[other] - heights[node]) - weight
            if further >= need or further >= here.spent.get(other, need):
                continue
            here.spent[other] = further
            here.came[other] = (node, number)
            beyond = there.spent.get(other)
            if beyond is not None and further + beyond < need:
                return other
            heappush(here.heap, (further, other))
        return None


Undo = tuple[Potential, tuple[int, int], dict[int, int]]
"""An edge that was added at the end of a node's list, and the heights from before."""


@dataclass(slots=True)
class Network:
    """Moments as nodes 0, 1, 2...; the accepted constraints between them.

    `busy` are the nodes that more hangs on than the line they stand on.
    """

    days: Potential = field(default_factory=Potential)
    steps: Potential = field(default_factory=Potential)
    accepted: list[Constraint] = field(default_factory=list[Constraint])
    busy: set[int] = field(default_factory=set[int])

    def __len__(self) -> int:
        return len(self.days.heights)

    def copy(self) -> Network:
        """The same network, to be grown without touching this one."""
        return Network(self.days.copy(), self.steps.copy(), list(self.accepted), set(self.busy))

    def new_node(self) -> int:
        """A moment of which nothing is known yet."""
        self.days.new_node()
        self.steps.new_node()
        return len(self) - 1

    def accept(self, constraint: Constraint, *, in_line: bool = False) -> tuple[Constraint, ...] | None:
        """Take a constraint in; None if it fits. `in_line`: it only goes on along a line, and makes no node busy.

        One that does not fit leaves everything as it was, and the answer is the accepted constraints that stand against it.
        """
        undo: list[Undo] = []
        against = self._take(constraint, undo)
        if against is None:
            self.accepted.append(constraint)
            if not in_line:
                self.busy.update(constraint.nodes)
        else:
            _take_back(undo)
        return against

    def against(self, constraint: Constraint) -> tuple[Constraint, ...] | None:
        """What `accept` would answer, without taking anything in."""
        undo: list[Undo] = []
        against = self._take(constraint, undo)
        _take_back(undo)
        return against

    def _take(self, constraint: Constraint, undo: list[Undo]) -> tuple[Constraint, ...] | None:
        number = len(self.accepted)
        for potential, tail, head, weight in _edges(self, constraint):
            found = potential.fitted(tail, head, weight)
            if isinstance(found, tuple):
                return tuple(self.accepted[one] for one in dict.fromkeys(found) if one != number)
            if tail == head:
                continue
            heights = potential.heights
            undo.append((potential, (tail, head), {node: heights[node] for node in found} if found else found))
            for node, height in found.items():
                heights[node] = height
            potential.add(tail, head, weight, number)
        return None


def _edges(network: Network, constraint: Constraint) -> list[tuple[Potential, int, int, int]]:
    edges = [(network.days, tail, head, weight) for tail, head, weight in constraint.spans]
    edges += [(network.days, tail, head, 0) for tail, head in constraint.steps]
    edges += [(network.steps, tail, head, 1) for tail, head in constraint.steps]
    return edges


def _take_back(undo: list[Undo]) -> None:
    for potential, ends, heights in reversed(undo):
        potential.drop_last(*ends)
        for node, height in heights.items():
            potential.heights[node] = height


def consistent(constraints: list[Constraint]) -> bool:
    """Whether all of these can be true at once."""
    nodes: dict[int, int] = {}
    network = Network()
    for constraint in constraints:
        for node in constraint.nodes:
            if node not in nodes:
                nodes[node] = network.new_node()
    return all(network.accept(_renumbered(constraint, nodes)) is None for constraint in constraints)


def _renumbered(constraint: Constraint, nodes: dict[int, int]) -> Constraint:
    spans = tuple((nodes[tail], nodes[head], weight) for tail, head, weight in constraint.spans)
    steps = tuple((nodes[tail], nodes[head]) for tail, head in constraint.steps)
    return Constraint(spans, steps, constraint.basis, constraint.source)
