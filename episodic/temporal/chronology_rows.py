"""How far one moment certainly is from others: shortest paths over an accepted network, one search a moment, kept.

Most moments of a story hang on nothing but the line they stand on. They are left out of the searches: what follows from such a
moment follows from the next one on its line that more hangs on, and what it follows from, from the one before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, dijkstra

from episodic.temporal.chronology_line import Chains
from episodic.temporal.chronology_network import Network

KEPT_BYTES = 1 << 26
"""Rows are kept up to this size."""

MOST_CROSSINGS = 48
"""Beyond this many crossings between old and new, comparing costs more than doing everything again."""

Floats = NDArray[np.float64]
Marks = NDArray[np.bool_]
Days = list[int | None]


@dataclass(frozen=True, slots=True)
class Row:
    """Which of the moments that count certainly come strictly after one of them, and which before: a byte each, 1 or 0."""

    after: bytes
    before: bytes


class Rows:
    """Rows of one network at one time; the network must not grow while it is asked."""

    def __init__(self, network: Network, chains: Chains) -> None:
        self._size = len(network)
        closes = chains.closes.items()
        busy = {*network.busy, *(end for node, end in closes if node in network.busy)}
        busy |= {node for node, end in closes if end in network.busy}
        busy |= {node for node in range(self._size) if node not in chains.chain}
        self._number = {node: number for number, node in enumerate(sorted(busy))}
        self._next: list[int] = [-1] * self._size
        self._last: list[int] = [-1] * self._size
        along = self._place(chains)
        self._heights = np.array([network.days.heights[node] for node in self._number], dtype=np.float64)
        self._days = self._slack(network, along)
        self._days_back = self._days.T.tocsr()
        self._steps = self._reach(network, along)
        self._steps_back = self._steps.T.tocsr()
        self._kept: OrderedDict[int, Row] = OrderedDict()

    def precedes(self, first: int, second: int, *, about: int | None = None) -> bool:
        """Whether a node certainly comes strictly before one that is not on its line.

        *about* is the one of them of which more will be asked.
        """
        start, end = self._next[first], self._last[second]
        if start < 0 or end < 0:
            return False
        if start == end:
            return first != second
        if about == second if about is not None else end in self._kept and start not in self._kept:
            return self._of(end).before[start] == 1
        return self._of(start).after[end] == 1

    def days_from(self, origin: int) -> tuple[Days, Days]:
        """The earliest and the latest day of every node, counted from a node."""
        number = self._number[origin]
        earliest, latest = _whole(self._later(number)), _whole(-self._earlier(number))
        return (
            [earliest[number] if number >= 0 else None for number in self._last],
            [latest[number] if number >= 0 else None for number in self._next],
        )

    def moved(self, size: int, origins: Sequence[int]) -> set[int] | None:
        """Those of the first *size* nodes that the nodes after them tell more of; None where it may be any.

        Old moments can come closer to each other only on a way through the new ones and back. So the earlier of two that do has
        come closer to a place where such ways return, and it is enough to compare with and without the new nodes how far that
        is; and how far everything is from the origins, for its days.
        """
        count = bisect_left(list(self._number), size)
        total = len(self._number)
        moved = np.zeros(total, dtype=np.bool_)
        dated = np.zeros(total, dtype=np.bool_)
        first = np.array([self._number[origin] for origin in origins if origin < size], dtype=np.int32)
        for edges, back in ((self._days, self._days_back), (self._steps, self._steps_back)):
            returns = np.unique(edges[count:, :count].indices)
            if len(returns) > MOST_CROSSINGS:
                return None
            if len(returns):
                moved |= _nearer(back, count, returns)
                dated |= _nearer(edges, count, first) if len(first) else dated
        for origin in origins:
            if origin >= size:
                dated |= np.isfinite(_distances(self._days, self._number[origin]))
                moved |= np.isfinite(_distances(self._days_back, self._number[origin]))
        # What is past the last old node of its line has come closer to everything that the new ones lead to.
        return {
            node
            for node in range(size)
            if (self._next[node] >= 0 and moved[self._next[node]])
            or (0 <= self._last[node] < count and dated[self._last[node]])
        }

    def _place(self, chains: Chains) -> list[tuple[int, int]]:
        """Find for every node the nearest ones that count; the answer is which of those follow each other on a line."""
        lines: dict[int, list[int]] = defaultdict(list)
        for node in sorted(chains.chain, key=chains.rank.__getitem__):
            lines[chains.chain[node]].append(node)
        for node, number in self._number.items():
            self._next[node] = self._last[node] = number
        along: list[tuple[int, int]] = []
        for line in lines.values():
            nearest = -1
            for node in line:
                if node in self._number:
                    if nearest >= 0:
                        along.append((nearest, self._number[node]))
                    nearest = self._number[node]
                self._last[node] = nearest
            nearest = -1
            for node in reversed(line):
                nearest = self._number.get(node, nearest)
                self._next[node] = nearest
        return along

    def _of(self, number: int) -> Row:
        row = self._kept.get(number)
        if row is None:
            row = self._kept[number] = self._made(number)
            if len(self._kept) * 2 * len(self._number) > KEPT_BYTES:
                self._kept.popitem(last=False)
        return row

    def _made(self, number: int) -> Row:
        after = self._marks(self._steps, number) | (self._later(number) >= 1)
        before = self._marks(self._steps_back, number) | (self._earlier(number) >= 1)
        return Row(after.tobytes(), before.tobytes())

    def _later(self, number: int) -> Floats:
        """The fewest days that every other moment is after this one; -inf where nothing is known."""
        days: Floats = self._heights - self._heights[number] - _distances(self._days, number)
        return days

    def _earlier(self, number: int) -> Floats:
        """The fewest days that every other moment is before this one."""
        days: Floats = self._heights[number] - self._heights - _distances(self._days_back, number)
        return days

    def _marks(self, steps: csr_array, number: int) -> Marks:
        marks = np.zeros(len(self._number), dtype=np.bool_)
        marks[breadth_first_order(steps, number, directed=True, return_predecessors=False)] = True
        marks[number] = False
        return marks

    def _slack(self, network: Network, along: list[tuple[int, int]]) -> csr_array:
        """Edges with what they have left (>= 0), the tightest of parallel ones."""
        edges: list[dict[int, float]] = [{} for _ in self._number]
        for node, number in self._number.items():
            for head, weight, _ in network.days.out[node]:
                other = self._number.get(head)
                if other is not None:
                    slack = network.days.heights[head] - network.days.heights[node] - weight
                    edges[number][other] = min(slack, edges[number].get(other, slack))
        for first, second in along:
            slack = self._heights[second] - self._heights[first]
            edges[first][second] = min(slack, edges[first].get(second, slack))
        return _matrix(edges)

    def _reach(self, network: Network, along: list[tuple[int, int]]) -> csr_array:
        edges: list[dict[int, float]] = [{} for _ in self._number]
        for node, number in self._number.items():
            for head, _, _ in network.steps.out[node]:
                other = self._number.get(head)
                if other is not None:
                    edges[number][other] = 1
        for first, second in along:
            edges[first][second] = 1
        return _matrix(edges)


def _nearer(edges: csr_array, count: int, starts: NDArray[np.int32]) -> Marks:
    """What is nearer to one of the starts than among the first *count* alone; of the others, what is near at all."""
    found: Floats = dijkstra(edges, directed=True, indices=starts)
    alone: Floats = dijkstra(edges[:count, :count], directed=True, indices=starts)
    nearer: Marks = np.any(np.isfinite(found), axis=0)
    nearer[:count] = np.any(found[:, :count] < alone, axis=0)
    return nearer


def _distances(edges: csr_array, number: int) -> Floats:
    found: Floats = dijkstra(edges, directed=True, indices=[number])[0]
    return found


def _matrix(edges: list[dict[int, float]]) -> csr_array:
    pointers = np.cumsum([0, *map(len, edges)], dtype=np.int32)
    heads = np.array([head for row in edges for head in sorted(row)], dtype=np.int32)
    weights = np.array([row[head] for row in edges for head in sorted(row)], dtype=np.float64)
    return csr_array((weights, heads, pointers), shape=(len(edges), len(edges)))


def _whole(days: Floats) -> Days:
    return [int(day) if np.isfinite(day) else None for day in days.tolist()]
