"""Queries about the moments of a temporal network: which moments certainly precede others, and on which days they lie.

The queries about one moment cost one search for strict orders (`crossings.py`) and, if dates or distances matter, one
for days (`day_distances.py`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from episodic.temporal.chronology.crossings import Crossings, Spot
from episodic.temporal.chronology.day_distances import DayDistances, Days
from episodic.temporal.chronology.narrative_line import NodeChains
from episodic.temporal.chronology.search_graph import Floats, Marks, Numbers
from episodic.temporal.chronology.temporal_network import Potential, TemporalNetwork

MOST_CACHED = 1 << 20
"""The maximum number of entries in the cache of searches for the moments before or after a node. An entry belongs to
one chain (sequence) of moments. It is the rank (number on the chain) of the first or last moment of the chain that a
search reached.
"""

Relations = tuple[Floats, Marks]
"""How every node lies relative to one given node, as two arrays. The first array contains the minimum number of days
between the two. The second array says whether constraints of the form "A is before B" alone order the two nodes. The
second array is also true for the given node itself.
"""
_BEYOND = np.iinfo(np.int64).max


class Reachability:
    """Answers queries about the order and the distance of nodes in a temporal network. The network must not change
    while a `Reachability` object is in use. Distances in days to the nodes *compared* are exact. Distances in days to
    any other node may be those to its neighbour on the same chain of ordered moments. *dated* is true if some moment
    may have a date.
    """

    def __init__(
        self, network: TemporalNetwork, chains: NodeChains, *, compared: Iterable[int] = (), dated: bool = True
    ) -> None:
        self._network, self._chains, self._compared = network, chains, compared
        # `merged` loads the chains (sequences of ordered moments) of all nodes, and their ranks on these chains, at
        # once. Most nodes are looked up, and single look-ups of entries that are still in a checkpoint would be slow.
        self._line_of, self._rank_of = chains.chain.merged(), chains.rank.merged()
        self._crossings = Crossings(self._between_chains())
        self._moves = _has_days(network.days)
        self._dated = dated or self._moves
        self._ranks: OrderedDict[tuple[int, bool], dict[int, int]] = OrderedDict()
        self._cached = 0

    @cached_property
    def _days(self) -> DayDistances:
        return DayDistances(self._network, self._chains, compared=self._compared)

    def precedes(self, first: int, second: int, *, about: int | None = None) -> bool:
        """Return whether the node *first* certainly comes strictly before the node *second*. The two nodes must be on
        different chains (a chain is a sequence of nodes in certain order).

        *about* is *first* or *second*, whichever further calls will ask about as well; the results of the searches from
        this node are cached.
        """
        ordered = self._ordered(first, second, about)
        return ordered or (self._moves and self._days.day_before(first, second, about=about))

    def days_from(self, origin: int, *, without: Iterable[int] = ()) -> tuple[Days, Days]:
        """Return two lists with the earliest and the latest day of every node, counted from the node *origin*, with
        None for an unknown day. The constraints of the nodes in *without* do not count.
        """
        return self._days.range_from(origin, without=without)

    def following(self, node: int) -> Relations:
        """Return two arrays with an entry for each node. The first array contains the minimum number of days by which
        the node is later than *node*. The second array says whether constraints of the form "A is before B" alone put
        it after *node*. The second array is also true for *node* itself. The number of days is -inf for a node whose
        distance is unknown. If no moment has a date or a distance in days, all numbers of days are 0.
        """
        lines, ranks = self._spots
        marks: Marks = ranks >= self._by_line(self._crossings.after(self._spot_of(node)), _BEYOND)[lines]
        return self._days.later_than(node) if self._dated else np.zeros(len(lines)), marks

    def preceding(self, node: int) -> Relations:
        """Return two arrays with an entry for each node. The first array contains the minimum number of days by which
        the node is earlier than *node*. The second array says whether constraints of the form "A is before B" alone put
        it before *node*. The second array is also true for *node* itself. The number of days is -inf for a node whose
        distance is unknown. If no moment has a date or a distance in days, all numbers of days are 0.
        """
        lines, ranks = self._spots
        marks: Marks = ranks <= self._by_line(self._crossings.before(self._spot_of(node)), -1)[lines]
        return self._days.earlier_than(node) if self._dated else np.zeros(len(lines)), marks

    def _between_chains(self) -> Iterator[tuple[Spot, Spot]]:
        """Yield the ends of each constraint "A is before B" whose ends A and B are on different chains."""
        steps, line_of = self._network.steps.out, self._line_of
        for node in self._network.key_nodes:
            line = line_of.get(node)
            for head, _, _ in steps[node]:
                if line is None or line_of.get(head) != line:
                    yield self._spot_of(node), self._spot_of(head)

    def _spot_of(self, node: int) -> Spot:
        line = self._line_of.get(node)
        return (len(self._chains.tails) + node, 0) if line is None else (line, self._rank_of[node])

    @cached_property
    def _spots(self) -> tuple[Numbers, Numbers]:
        size, count = len(self._network), len(self._chains.chain)
        lines, ranks = np.arange(size) + len(self._chains.tails), np.zeros(size, dtype=np.int64)
        nodes = np.fromiter(self._line_of, dtype=np.int64, count=count)
        lines[nodes] = np.fromiter(self._line_of.values(), dtype=np.int64, count=count)
        ranks[nodes] = np.fromiter(map(self._rank_of.__getitem__, self._line_of), dtype=np.int64, count=count)
        return lines, ranks

    def _by_line(self, ranks: dict[int, int], missing: int) -> Numbers:
        found = np.full(len(self._chains.tails) + len(self._network), missing, dtype=np.int64)
        found[list(ranks)] = list(ranks.values())
        return found

    def _ordered(self, first: int, second: int, about: int | None) -> bool:
        known = (second, False) in self._ranks and (first, True) not in self._ranks
        if about == second if about is not None else known:
            line, rank = self._spot_of(first)
            last = self._crossings.last_before(self._begun(second, after=False), line)
            return last is not None and rank <= last
        line, rank = self._spot_of(second)
        begin = self._crossings.first_after(self._begun(first, after=True), line)
        return begin is not None and rank >= begin

    def _begun(self, node: int, *, after: bool) -> dict[int, int]:
        """Return the beginning of the search for the moments after or before a node, see `Crossings.begun_after`."""
        found = self._ranks.get((node, after))
        if found is None:
            spot = self._spot_of(node)
            found = self._crossings.begun_after(spot) if after else self._crossings.begun_before(spot)
            self._ranks[node, after] = found
            self._cached += len(found)
            while self._cached > MOST_CACHED and len(self._ranks) > 1:
                self._cached -= len(self._ranks.popitem(last=False)[1])
        return found


def _has_days(days: Potential) -> bool:
    # A constraint that one node is days after another gives the two nodes different heights (numbers that the network
    # keeps for days).
    return len(set(days.heights)) > 1 and any(weight > 0 for edges in days.out for _, weight, _ in edges)
