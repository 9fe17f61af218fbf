"""Finds the moments on other chains that certainly come before or after a given moment.

A chain is a sequence of moments in time order. The search uses the few constraints "A is before B" in which A and B are
on different chains.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

Spot = tuple[int, int]
"""A place on a chain (a sequence of moments whose order in time is certain): the number of the chain, and the rank of a
moment on it.
"""
_Crossing = tuple[int, int, int]


class Crossings:
    """The constraints "A is before B" of a temporal network in which the moments A and B are on different chains.

    If a moment is certainly later than a given one, so are all moments that follow it on its chain. A search need not
    visit these following moments. The time of a search therefore depends on the number of such constraints between
    chains, and not on the number of moments.
    """

    def __init__(self, crossings: Iterable[tuple[Spot, Spot]]) -> None:
        """*crossings* contains the places of A and B for each constraint "A is before B"."""
        self._after: dict[int, list[_Crossing]] = {}
        self._before: dict[int, list[_Crossing]] = {}
        for (line, rank), (other, further) in crossings:
            self._after.setdefault(line, []).append((rank, other, further))
            self._before.setdefault(other, []).append((-further, line, -rank))
        for sides in (self._after, self._before):
            for one in sides.values():
                one.sort()

    def after(self, spot: Spot) -> dict[int, int]:
        """Return, for each chain, the rank of its first moment that is the moment *spot* itself or certainly comes
        after *spot*. A chain is a sequence of moments in time order. A chain without such a moment is left out.
        """
        return _reached(spot, self._after)

    def before(self, spot: Spot) -> dict[int, int]:
        """Return, for each chain, the rank of its last moment that is the moment *spot* itself or certainly comes
        before *spot*. A chain is a sequence of moments in time order. A chain is left out if none of its moments is
        *spot* or certainly comes before *spot*.
        """
        return {line: -rank for line, rank in _reached((spot[0], -spot[1]), self._before).items()}


def _reached(spot: Spot, crossings: dict[int, list[_Crossing]]) -> dict[int, int]:
    """Return the lowest rank on each chain that can be reached from the place *spot* (a chain and a rank). A step leads
    to a higher rank of the same chain, or by one of *crossings* to another chain.
    """
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
