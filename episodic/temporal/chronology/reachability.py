"""Shortest-path queries on a temporal network: which moments certainly precede others, and on which days they lie.

Each queried moment costs one graph search, and the result of the search is cached. The searches skip moments that have
no constraints except the order of their chain. Most moments of a story have no constraints except the order of their
chain. The successors of a skipped moment are the successors of the next key node on its chain, and its predecessors are
the predecessors of the previous key node.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from itertools import chain
from typing import TypeVar

import numpy as np

from episodic.temporal.chronology.narrative_line import NodeChains
from episodic.temporal.chronology.search_graph import Floats, Marks, Numbers, SearchGraph
from episodic.temporal.chronology.temporal_network import Potential, TemporalNetwork

MAX_CACHE_BYTES = 1 << 26
"""The maximum size of the cache of reachability rows, in bytes."""

Days = list[int | None]
Relations = tuple[Floats, Marks]
"""The relation of every node of a network to one node: the minimum number of days between them, and whether strict
orders alone order them.
"""
_Array = TypeVar("_Array", Floats, Marks)


class Reachability:
    """Answers queries about the order and the distance of nodes in a temporal network. The network must not change
    while this object is in use. The nodes *compared* become key nodes, so that relations to them are exact even within
    their chains.
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
        self._days, self._reversed_days = self._slack_graphs(network, chain_edges)
        self._steps, self._reversed_steps = self._step_graphs(network, chain_edges)
        self._moves = _has_days(network.days)
        self._rows: OrderedDict[tuple[int, bool], bytes] = OrderedDict()
        """The reachability row of a key node: one byte for each key node, which is 1 if the other key node is certainly
        later. With False in place of True in the dictionary key, 1 means that the other key node is certainly earlier.
        """

    def precedes(self, first: int, second: int, *, about: int | None = None) -> bool:
        """Return whether the node *first* certainly comes strictly before the node *second*, which must be on a
        different chain.

        *about* is the node that further queries have in common with this query. The reachability row of the node
        *about* is cached.
        """
        start, end = self._next_of[first], self._last_of[second]
        if start < 0 or end < 0:
            return False
        if start == end:
            return True
        known = (end, False) in self._rows and (start, True) not in self._rows
        if about == second if about is not None else known:
            return self._row(end, after=False)[start] == 1
        return self._row(start, after=True)[end] == 1

    def days_from(self, origin: int) -> tuple[Days, Days]:
        """Return the earliest and the latest day of every node, counted from the node *origin*, with None for an
        unknown day.
        """
        number = self._number[origin]
        earliest, latest = _whole_days(self._later(number)), _whole_days(-self._earlier(number))
        return (
            [earliest[number] if number >= 0 else None for number in self._last_of],
            [latest[number] if number >= 0 else None for number in self._next_of],
        )

    def following(self, node: int) -> Relations:
        """Return, for every node of the network, the minimum number of days by which the node is later than *node*, and
        whether strict orders put the node after *node*. An unknown number of days is -inf.

        Two nodes of one chain without a key node between them are ordered by their ranks alone.
        """
        start = self._next_of[node]
        if start < 0:
            return np.full(self._size, -np.inf), np.zeros(self._size, dtype=np.bool_)
        reached = self._steps.reached(start)
        reached[start] = True
        return _expanded(self._later(start), self._last, -np.inf), _expanded(reached, self._last, fill=False)

    def preceding(self, node: int) -> Relations:
        """Return, for every node of the network, the minimum number of days by which the node is earlier than *node*,
        and whether strict orders put the node before *node*. An unknown number of days is -inf.
        """
        end = self._last_of[node]
        if end < 0:
            return np.full(self._size, -np.inf), np.zeros(self._size, dtype=np.bool_)
        reached = self._reversed_steps.reached(end)
        reached[end] = True
        return _expanded(self._earlier(end), self._next, -np.inf), _expanded(reached, self._next, fill=False)

    def _contract_chains(self, chains: NodeChains) -> Numbers:
        """Find the key nodes nearest to every node, and return the pairs of consecutive key nodes of each chain."""
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
        # The nearest key node must be on the same chain.
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
            row = self._rows[number, after] = self._computed_row(number, after=after)
            if len(self._rows) * len(self._number) > MAX_CACHE_BYTES:
                self._rows.popitem(last=False)
        return row

    def _computed_row(self, number: int, *, after: bool) -> bytes:
        marks = (self._steps if after else self._reversed_steps).reached(number)
        if self._moves:
            marks |= (self._later(number) if after else self._earlier(number)) >= 1
        return marks.tobytes()

    def _later(self, number: int) -> Floats:
        """Return the minimum number of days by which each key node is later than the given key node, or -inf if
        unknown.
        """
        days: Floats = self._heights - self._heights[number] - self._days.distances(number)
        return days

    def _earlier(self, number: int) -> Floats:
        """Return the minimum number of days by which each key node is earlier than the given key node, or -inf if
        unknown.
        """
        days: Floats = self._heights[number] - self._heights - self._reversed_days.distances(number)
        return days

    def _slack_graphs(self, network: TemporalNetwork, chain_edges: Numbers) -> tuple[SearchGraph, SearchGraph]:
        """Return the graph of edge slacks (>= 0), and the graph of the reversed edges."""
        tails, heads, weights = self._edges(network.days, chain_edges)
        return _graphs(tails, heads, self._heights[heads] - self._heights[tails] - weights, size=len(self._number))

    def _step_graphs(self, network: TemporalNetwork, chain_edges: Numbers) -> tuple[SearchGraph, SearchGraph]:
        tails, heads, _ = self._edges(network.steps, chain_edges)
        return _graphs(tails, heads, np.ones(len(tails)), size=len(self._number))

    def _edges(self, potential: Potential, lines: Numbers) -> tuple[Numbers, Numbers, Floats]:
        """Return the tails, heads and weights of the edges between key nodes; the edges along a chain have weight 0."""
        rows = [potential.out[node] for node in self._number]
        counts = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        edge_values = chain.from_iterable(chain.from_iterable(rows))
        edges: Floats = np.fromiter(edge_values, dtype=np.float64, count=3 * int(counts.sum())).reshape(-1, 3)
        heads = self._numbers[edges[:, 0].astype(np.int64)]
        between_key_nodes = heads >= 0
        return (
            np.concatenate((np.repeat(np.arange(len(rows)), counts)[between_key_nodes], lines[:, 0])),
            np.concatenate((heads[between_key_nodes], lines[:, 1])),
            np.concatenate((edges[between_key_nodes, 1], np.zeros(len(lines)))),
        )


def _expanded(values: _Array, key_nodes: Numbers, fill: float) -> _Array:
    """Return the value of the nearest key node for every node, and *fill* for a node without key node."""
    found: _Array = values[key_nodes]
    found[key_nodes < 0] = fill
    return found


def _graphs(tails: Numbers, heads: Numbers, weights: Floats, *, size: int) -> tuple[SearchGraph, SearchGraph]:
    return SearchGraph(tails, heads, weights, size=size), SearchGraph(heads, tails, weights, size=size)


def _has_days(days: Potential) -> bool:
    """Return whether some moment is at least one day later than another. If no moment is a day later than another,
    strict orders alone decide which moment is earlier.
    """
    return any(weight > 0 for edges in days.out for _, weight, _ in edges)


def _whole_days(days: Floats) -> Days:
    return [int(day) if np.isfinite(day) else None for day in days.tolist()]
