"""Numbers of days between the moments of a temporal network, found by shortest paths.

The searches for shortest paths visit only key nodes. A key node has constraints besides the order of neighbours on its
chain (a sequence of nodes in certain order). Most moments of a story have no constraints besides their order on a
chain, so that the searches visit few nodes. A node that is no key node is constrained only by the order on its chain.
It has the successors of the next key node on its chain, and the predecessors of the previous key node on its chain.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from itertools import chain

import numpy as np

from episodic.temporal.chronology.narrative_line import NodeChains
from episodic.temporal.chronology.search_graph import Floats, Numbers, SearchGraph
from episodic.temporal.chronology.temporal_network import TemporalNetwork

MAX_CACHE_BYTES = 1 << 26
"""The maximum size, in bytes, of the cache of orders between key nodes. For a pair of key nodes, the cache says which
of the two is on an earlier day. Key nodes have constraints besides the order of neighbours on their chain.
"""

Days = list[int | None]


class DayDistances:
    """Answers queries about the days between nodes of a temporal network. The network must not change while a
    `DayDistances` object is in use. Distances are computed only between key nodes (nodes with constraints besides the
    order of neighbours on their chain). A node that is no key node gets the distances of the nearest key nodes on its
    chain. These distances can be less exact than its own. The nodes in *compared* are always treated as key nodes, so
    that distances to them are exact.
    """

    def __init__(self, network: TemporalNetwork, chains: NodeChains, *, compared: Iterable[int] = ()) -> None:
        self._size = len(network)
        interval_ends = chains.interval_ends.items()
        constrained = {*network.key_nodes, *compared}
        key_nodes = {*constrained, *(end for node, end in interval_ends if node in constrained)}
        key_nodes |= {node for node, end in interval_ends if end in constrained}
        key_nodes |= {node for node in range(self._size) if node not in chains.chain}
        self._number = {node: number for number, node in enumerate(sorted(key_nodes))}
        self._numbers = np.full(self._size, -1, dtype=np.int64)
        self._numbers[list(self._number)] = np.arange(len(self._number))
        chain_edges = self._contract_chains(chains)
        self._next_of, self._last_of = self._next.tolist(), self._last.tolist()
        self._heights = np.array([network.days.heights[node] for node in self._number], dtype=np.float64)
        tails, heads, slacks = self._slacks(network, chain_edges)
        self._edges = (tails, heads, slacks)
        self._days, self._reversed_days = self._graphs(tails, heads, slacks)
        self._rows: OrderedDict[tuple[int, bool], bytes] = OrderedDict()

    def range_from(self, origin: int, *, without: Iterable[int] = ()) -> tuple[Days, Days]:
        """Return two lists with the earliest and the latest day of every node, counted from the node *origin*, with
        None for an unknown day. The constraints of the nodes in *without* do not count.
        """
        number, omitted = self._number[origin], [self._number[node] for node in without]
        graphs = (self._days, self._reversed_days)
        if omitted:
            tails, heads, slacks = self._edges
            kept = ~(np.isin(tails, omitted) | np.isin(heads, omitted))
            graphs = self._graphs(tails[kept], heads[kept], slacks[kept])
        heights = self._heights - self._heights[number]
        later, earlier = (graph.distances(number) for graph in graphs)
        earliest, latest = _whole_days(heights - later), _whole_days(heights + earlier)
        return (
            [earliest[number] if number >= 0 else None for number in self._last_of],
            [latest[number] if number >= 0 else None for number in self._next_of],
        )

    def later_than(self, node: int) -> Floats:
        """Return, for every node, the minimum number of days by which it is later than *node*, or -inf if this is
        unknown.
        """
        start = self._next_of[node]
        return np.full(self._size, -np.inf) if start < 0 else _expanded(self._later(start), self._last)

    def earlier_than(self, node: int) -> Floats:
        """Return, for every node, the minimum number of days by which it is earlier than *node*, or -inf if this is
        unknown.
        """
        end = self._last_of[node]
        return np.full(self._size, -np.inf) if end < 0 else _expanded(self._earlier(end), self._next)

    def day_before(self, first: int, second: int, *, about: int | None = None) -> bool:
        """Return whether the node *first* is certainly on an earlier day than the node *second*.

        *about* is *first* or *second*, whichever further calls will ask about as well; the distances of this node are
        cached.
        """
        start, end = self._next_of[first], self._last_of[second]
        if start < 0 or end < 0:
            return False
        known = (end, False) in self._rows and (start, True) not in self._rows
        if about == second if about is not None else known:
            return self._row(end, after=False)[start] == 1
        return self._row(start, after=True)[end] == 1

    def _contract_chains(self, chains: NodeChains) -> Numbers:
        line_of, rank_of, count = chains.chain.merged(), chains.rank.merged(), len(chains.chain)
        nodes = np.fromiter(line_of, dtype=np.int64, count=count)
        lines = np.fromiter(line_of.values(), dtype=np.int64, count=count)
        ranks = np.fromiter(map(rank_of.__getitem__, line_of), dtype=np.int64, count=count)
        order = np.lexsort((ranks, lines))
        nodes, lines, places = nodes[order], lines[order], np.arange(count)
        numbers = self._numbers[nodes]
        is_key = numbers >= 0
        last = np.maximum.accumulate(np.where(is_key, places, -1))
        following = np.minimum.accumulate(np.where(is_key, places, count)[::-1])[::-1]
        # The nodes are sorted by chain. The nearest key node (with constraints besides the order on its chain) in the
        # sorted list may lie on another chain, and is then ignored.
        last[lines[last] != lines] = -1
        following[lines[np.minimum(following, count - 1)] != lines] = count
        numbers = np.append(numbers, -1)
        self._last, self._next = self._numbers.copy(), self._numbers.copy()
        self._last[nodes], self._next[nodes] = numbers[last], numbers[following]
        keys = np.flatnonzero(is_key)
        pairs = np.stack((keys[:-1], keys[1:]), axis=1)
        pairs = pairs[lines[pairs[:, 0]] == lines[pairs[:, 1]]]
        edges: Numbers = numbers[pairs]
        return edges

    def _row(self, number: int, *, after: bool) -> bytes:
        row = self._rows.get((number, after))
        if row is None:
            later = self._later(number) if after else self._earlier(number)
            row = self._rows[number, after] = (later >= 1).tobytes()
            if len(self._rows) * len(self._number) > MAX_CACHE_BYTES:
                self._rows.popitem(last=False)
        return row

    def _graphs(self, tails: Numbers, heads: Numbers, slacks: Floats) -> tuple[SearchGraph, SearchGraph]:
        size = len(self._number)
        return SearchGraph(tails, heads, slacks, size=size), SearchGraph(heads, tails, slacks, size=size)

    def _later(self, number: int) -> Floats:
        days: Floats = self._heights - self._heights[number] - self._days.distances(number)
        return days

    def _earlier(self, number: int) -> Floats:
        days: Floats = self._heights[number] - self._heights - self._reversed_days.distances(number)
        return days

    def _slacks(self, network: TemporalNetwork, chain_edges: Numbers) -> tuple[Numbers, Numbers, Floats]:
        rows = [network.days.out[node] for node in self._number]
        counts = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        edge_values = chain.from_iterable(chain.from_iterable(rows))
        edges: Floats = np.fromiter(edge_values, dtype=np.float64, count=3 * int(counts.sum())).reshape(-1, 3)
        heads = self._numbers[edges[:, 0].astype(np.int64)]
        between_key_nodes = heads >= 0
        tails = np.concatenate((np.repeat(np.arange(len(rows)), counts)[between_key_nodes], chain_edges[:, 0]))
        heads = np.concatenate((heads[between_key_nodes], chain_edges[:, 1]))
        weights = np.concatenate((edges[between_key_nodes, 1], np.zeros(len(chain_edges))))
        return tails, heads, self._heights[heads] - self._heights[tails] - weights


def _expanded(days: Floats, key_nodes: Numbers) -> Floats:
    found: Floats = days[key_nodes]
    found[key_nodes < 0] = -np.inf
    return found


def _whole_days(days: Floats) -> Days:
    return [int(day) if np.isfinite(day) else None for day in days.tolist()]
