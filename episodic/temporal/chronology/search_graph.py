"""Searches a directed graph for the least distances from one node to the other nodes.

The first searches of a graph run in Python, because importing scipy takes as long as hundreds of searches in the graph
of a short story. Further searches use scipy when the searches of a graph have visited MOST_VISITED nodes. Further
searches also use scipy when another part of the program has imported it. Searches in scipy are ten times as fast as
searches in Python. Searches in Python and in scipy find the same distances.
"""

from __future__ import annotations

import math
import sys
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MOST_VISITED = 1 << 18
"""The number of nodes that searches in Python visit in one graph before searches use scipy. Importing scipy takes about
twice as long as visiting so many nodes.
"""

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]


class SearchGraph:
    """A graph with *size* nodes and weighted edges. Of several edges between the same two nodes, only the one with the
    least weight counts.

    The weights of the edges must not be negative.
    """

    def __init__(self, tails: Numbers, heads: Numbers, weights: Floats, *, size: int) -> None:
        order = np.lexsort((weights, heads, tails))
        tails, heads, weights = tails[order], heads[order], weights[order]
        first = np.ones(len(tails), dtype=np.bool_)
        first[1:] = (tails[1:] != tails[:-1]) | (heads[1:] != heads[:-1])
        self._size = size
        self._heads, self._weights = heads[first].astype(np.int32), weights[first]
        self._pointers = np.concatenate(([0], np.cumsum(np.bincount(tails[first], minlength=size)))).astype(np.int32)
        self._visited = 0

    def distances(self, origin: int) -> Floats:
        """Return the least distance of each node from the node *origin*, or inf for a node that is not reached."""
        if self._searches_in_python:
            return self._python_distances(origin)
        from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - scipy is slow to import

        found: Floats = dijkstra(self._matrix, directed=True, indices=[origin])[0]
        return found

    @property
    def _searches_in_python(self) -> bool:
        return self._visited < MOST_VISITED and "scipy.sparse.csgraph" not in sys.modules

    @cached_property
    def _matrix(self) -> csr_array:
        from scipy.sparse import csr_array  # noqa: PLC0415 - scipy is slow to import

        return csr_array((self._weights, self._heads, self._pointers), shape=(self._size, self._size))

    @cached_property
    def _lists(self) -> tuple[list[int], list[int], list[float]]:
        return self._pointers.tolist(), self._heads.tolist(), self._weights.tolist()

    def _python_distances(self, origin: int) -> Floats:
        pointers, heads, weights = self._lists
        found, heap = [math.inf] * self._size, [(0.0, origin)]
        found[origin] = 0.0
        while heap:
            distance, node = heappop(heap)
            if distance > found[node]:
                continue
            self._visited += 1
            for edge in range(pointers[node], pointers[node + 1]):
                further, head = distance + weights[edge], heads[edge]
                if further < found[head]:
                    found[head] = further
                    heappush(heap, (further, head))
        return np.array(found)
