"""How far one moment certainly is from others: shortest paths over an accepted network, one search a moment, kept.

Most moments of a story hang on nothing but the line they stand on. They are left out of the searches: what follows from such a
moment follows from the next one on its line that more hangs on, and what it follows from, from the one before.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from episodic.temporal.chronology_line import Chains
from episodic.temporal.chronology_network import Network, Potential

if TYPE_CHECKING:
    # Loading it takes longer than most commands do, and most stories are told without ever searching their network.
    from scipy.sparse import csr_array

KEPT_BYTES = 1 << 26
"""Rows are kept up to this size."""

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
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
        """Whether a node certainly comes strictly before another one that is not on its line.

        *about* is the one of them of which more will be asked.
        """
        start, end = self._next[first], self._last[second]
        if start < 0 or end < 0:
            return False
        if start == end:
            return True
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
        from scipy.sparse.csgraph import breadth_first_order  # noqa: PLC0415 - see the top

        marks[breadth_first_order(steps, number, directed=True, return_predecessors=False)] = True
        marks[number] = False
        return marks

    def _slack(self, network: Network, along: Sequence[tuple[int, int]]) -> csr_array:
        """Edges with what they have left (>= 0), the tightest of parallel ones."""
        tails, heads, weights = self._edges(network.days, along)
        return _matrix(tails, heads, self._heights[heads] - self._heights[tails] - weights, size=len(self._number))

    def _reach(self, network: Network, along: Sequence[tuple[int, int]]) -> csr_array:
        tails, heads, _ = self._edges(network.steps, along)
        return _matrix(tails, heads, np.ones(len(tails)), size=len(self._number))

    def _edges(self, potential: Potential, along: Sequence[tuple[int, int]]) -> tuple[Numbers, Numbers, Floats]:
        """Where the edges between those that count begin, where they end, and their weights; along a line it is 0."""
        rows = [potential.out[node] for node in self._number]
        counts = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        said = chain.from_iterable(chain.from_iterable(rows))
        edges: Floats = np.fromiter(said, dtype=np.float64, count=3 * int(counts.sum())).reshape(-1, 3)
        numbers = np.full(self._size, -1, dtype=np.int64)
        numbers[list(self._number)] = np.arange(len(rows))
        heads = numbers[edges[:, 0].astype(np.int64)]
        here = heads >= 0
        lines = np.array(along, dtype=np.int64).reshape(-1, 2)
        return (
            np.concatenate((np.repeat(np.arange(len(rows)), counts)[here], lines[:, 0])),
            np.concatenate((heads[here], lines[:, 1])),
            np.concatenate((edges[here, 1], np.zeros(len(lines)))),
        )


def _distances(edges: csr_array, number: int) -> Floats:
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - see the top

    found: Floats = dijkstra(edges, directed=True, indices=[number])[0]
    return found


def _matrix(tails: Numbers, heads: Numbers, weights: Floats, *, size: int) -> csr_array:
    """The least of parallel edges, row by row."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - see the top

    order = np.lexsort((weights, heads, tails))
    tails, heads, weights = tails[order], heads[order], weights[order]
    first = np.ones(len(tails), dtype=np.bool_)
    first[1:] = (tails[1:] != tails[:-1]) | (heads[1:] != heads[:-1])
    pointers = np.concatenate(([0], np.cumsum(np.bincount(tails[first], minlength=size)))).astype(np.int32)
    return csr_array((weights[first], heads[first].astype(np.int32), pointers), shape=(size, size))


def _whole(days: Floats) -> Days:
    return [int(day) if np.isfinite(day) else None for day in days.tolist()]
