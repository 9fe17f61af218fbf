"""Finds which moments of other chains certainly come before or after a moment, by the few orders that lead from chain
to chain.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from episodic.temporal.chronology.temporal_network import NetworkEdge

Spot = tuple[int, int]
"""A place on a chain (moments in certain order): the number of the chain and a rank."""
_Crossing = tuple[int, int, int]


class Crossings:
    """The strict orders that lead from a moment of one chain to a moment of another chain.

    If a moment is certainly later than a given one, so are all moments of higher ranks on its chain. A search therefore
    takes time in proportion to the number of orders between chains, and not to the number of moments.
    """

    def __init__(
        self, steps: Sequence[tuple[NetworkEdge, ...]], nodes: Iterable[int], spot_of: Callable[[int], Spot]
    ) -> None:
        """*nodes* must contain every node that a strict order puts before a node of another chain."""
        self._after: dict[int, list[_Crossing]] = {}
        self._before: dict[int, list[_Crossing]] = {}
        for (line, rank), (other, further) in _between_chains(steps, nodes, spot_of):
            self._after.setdefault(line, []).append((rank, other, further))
            self._before.setdefault(other, []).append((-further, line, -rank))
        for crossings in (self._after, self._before):
            for one in crossings.values():
                one.sort()

    def after(self, spot: Spot) -> dict[int, int]:
        """Return, for each chain with moments that are *spot* itself or certainly later, the lowest rank of such a
        moment.
        """
        return _reached(spot, self._after)

    def before(self, spot: Spot) -> dict[int, int]:
        """Return, for each chain (a sequence of moments in time order), the rank of its last moment that is the moment
        *spot* itself or certainly comes before *spot*. Chains without such a moment are left out.
        """
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
    """Return, for each chain that can be reached from *spot*, the lowest rank that can be reached."""
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
