"""Strict orders between moments of different chains, which are found by the few orders that lead from chain to chain."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from episodic.temporal.chronology.temporal_network import NetworkEdge

Spot = tuple[int, int]
"""The number of a chain and a rank on this chain."""
_Crossing = tuple[int, int, int]
"""The rank at which an order leaves a chain, and the chain and the rank to which it leads."""


class Crossings:
    """The strict orders that lead from one chain to another, by the chain from which they lead.

    A search goes from chain to chain: a moment that is certainly after another one is followed by all moments of higher
    ranks on its chain. Its time is therefore in proportion to the orders between chains, and not to the moments.
    """

    def __init__(
        self, steps: Sequence[tuple[NetworkEdge, ...]], nodes: Iterable[int], spot_of: Callable[[int], Spot]
    ) -> None:
        """*nodes* contain all nodes from which a step leads to another chain."""
        self._after: dict[int, list[_Crossing]] = {}
        self._before: dict[int, list[_Crossing]] = {}
        for (line, rank), (other, further) in _between_chains(steps, nodes, spot_of):
            self._after.setdefault(line, []).append((rank, other, further))
            self._before.setdefault(other, []).append((-further, line, -rank))
        for crossings in (self._after, self._before):
            for one in crossings.values():
                one.sort()

    def after(self, spot: Spot) -> dict[int, int]:
        """Return the rank of the first moment of each chain that is *spot* or certainly after it."""
        return _reached(spot, self._after)

    def before(self, spot: Spot) -> dict[int, int]:
        """Return the rank of the last moment of each chain that is *spot* or certainly before it."""
        return {line: -rank for line, rank in _reached((spot[0], -spot[1]), self._before).items()}


def _between_chains(
    steps: Sequence[tuple[NetworkEdge, ...]], nodes: Iterable[int], spot_of: Callable[[int], Spot]
) -> Iterator[tuple[Spot, Spot]]:
    for node in nodes:
        spot = spot_of(node)
        for head, _, _ in steps[node]:
            other = spot_of(head)
            if other[0] != spot[0]:
                yield spot, other


def _reached(spot: Spot, crossings: dict[int, list[_Crossing]]) -> dict[int, int]:
    """Return the lowest rank that can be reached on each chain. A chain is left at any rank that is not lower."""
    found = dict((spot,))
    waiting = [spot[0]]
    done: dict[int, int] = {}
    while waiting:
        line = waiting.pop()
        leaving = crossings.get(line, ())
        begin = bisect_left(leaving, (found[line],))
        for _, other, rank in leaving[begin : done.get(line, len(leaving))]:
            if other not in found or rank < found[other]:
                found[other] = rank
                waiting.append(other)
        done[line] = min(begin, done.get(line, begin))
    return found
