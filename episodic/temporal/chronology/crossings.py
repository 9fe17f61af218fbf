"""Finds the moments on other chains that certainly come before or after a given moment.

A chain is a sequence of moments in time order. The search uses the few constraints "A is before B" in which A and B are
on different chains.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

Spot = tuple[int, int]
"""A place on a chain (a sequence of moments whose order in time is certain): the number of the chain, and the rank of a
moment on it.
"""
_Crossing = tuple[int, int, int]
_Steps = tuple[list[int], list[int]]


class Crossings:
    """The constraints "A is before B" of a temporal network in which the moments A and B are on different chains.

    If a moment is certainly later than a given one, so are all moments that follow it on its chain. A search need not
    visit these following moments. The time of a search therefore depends on the number of such constraints between
    chains, and not on the number of moments.
    """

    def __init__(self, crossings: Iterable[tuple[Spot, Spot]]) -> None:
        """*crossings* contains the places of A and B for each constraint "A is before B"."""
        after: dict[int, list[_Crossing]] = {}
        before: dict[int, list[_Crossing]] = {}
        for (line, rank), (other, further) in crossings:
            after.setdefault(line, []).append((rank, other, further))
            before.setdefault(other, []).append((-further, line, -rank))
        for sides in (after, before):
            for one in sides.values():
                one.sort()
        self._after, self._before = _Direction(after), _Direction(before)

    def after(self, spot: Spot) -> dict[int, int]:
        """Return, for each chain, the rank of its first moment that is the moment *spot* itself or certainly comes
        after *spot*. A chain is a sequence of moments in time order. A chain without such a moment is left out.
        """
        return self._after.reached(spot)

    def before(self, spot: Spot) -> dict[int, int]:
        """Return, for each chain, the rank of its last moment that is the moment *spot* itself or certainly comes
        before *spot*. A chain is a sequence of moments in time order. A chain is left out if none of its moments is
        *spot* or certainly comes before *spot*.
        """
        return {line: -rank for line, rank in self._before.reached((spot[0], -spot[1])).items()}

    def begun_after(self, spot: Spot) -> dict[int, int]:
        """Return the beginning of a search for the moments after *spot*, from which `first_after` finds the moments on
        single chains. The search does not go on from the chain with the most crossings.
        """
        return self._after.begun(spot)

    def begun_before(self, spot: Spot) -> dict[int, int]:
        """Return the beginning of a search for the moments before *spot*, for `last_before`."""
        return self._before.begun((spot[0], -spot[1]))

    def first_after(self, begun: dict[int, int], line: int) -> int | None:
        """Return what `after` returns for the chain *line*, or None if `after` leaves out the chain. *begun* is the
        result of `begun_after`.
        """
        return self._after.rank(begun, line)

    def last_before(self, begun: dict[int, int], line: int) -> int | None:
        """Return what `before` returns for the chain *line*, or None if `before` leaves out the chain. *begun* is the
        result of `begun_before`.
        """
        found = self._before.rank(begun, line)
        return None if found is None else -found


class _Direction:
    """The crossings by the chain that they leave, in one direction of time. On each chain, a search finds the lowest
    rank that it can reach. A step leads to a higher rank of the same chain, or by a crossing to another chain.

    Most chains, such as those of flashbacks, are connected by a single chain, the **hub**: the main line of the work.
    What can be reached from the moments of the hub is found once for all moments. No search returns to the hub at a
    lower rank than that at which it left it, because no moment is before itself.
    """

    def __init__(self, leaving: dict[int, list[_Crossing]]) -> None:
        self._leaving = leaving
        self._hub: int | None = max(leaving, key=lambda line: len(leaving[line]), default=None)

    def reached(self, spot: Spot) -> dict[int, int]:
        """Return the lowest rank on each chain that can be reached from the place *spot*."""
        found = dict((spot,))
        for _ in self._search(found, {}, [spot[0]], hub=None):
            pass
        return found

    def begun(self, spot: Spot) -> dict[int, int]:
        """Return the lowest rank on each chain that can be reached from the place *spot* without leaving the hub."""
        found = dict((spot,))
        for _ in self._search(found, {}, [spot[0]], hub=self._hub):
            pass
        return found

    def rank(self, begun: dict[int, int], line: int) -> int | None:
        """Return the lowest rank on a chain that can be reached from the place for which `begun` returned *begun*, or
        None if the chain cannot be reached.
        """
        found, at = begun.get(line), None if self._hub is None else begun.get(self._hub)
        steps = self._from_hub.get(line)
        if at is None or steps is None:
            return found
        number = bisect_right(steps[0], -at) - 1
        if number < 0:
            return found
        return steps[1][number] if found is None else min(found, steps[1][number])

    @cached_property
    def _from_hub(self) -> dict[int, _Steps]:
        """For each chain, the ranks of the hub from which a lower rank of the chain can be reached than from the next
        moment of the hub, negative and in rising order, and these ranks of the chain.
        """
        steps: dict[int, _Steps] = {}
        found: dict[int, int] = {}
        done: dict[int, int] = {}
        for rank, other, further in reversed(self._leaving.get(self._hub, ()) if self._hub is not None else ()):
            if other in found and found[other] <= further:
                continue
            found[other] = further
            for line in (other, *self._search(found, done, [other], hub=self._hub)):
                ranks, reached = steps.setdefault(line, ([], []))
                if ranks and ranks[-1] == -rank:
                    reached[-1] = found[line]
                else:
                    ranks.append(-rank)
                    reached.append(found[line])
        return steps

    def _search(
        self, found: dict[int, int], done: dict[int, int], waiting: list[int], *, hub: int | None
    ) -> Iterator[int]:
        """Go on from the chains *waiting* at their ranks in *found*, and yield each chain of which a lower rank is
        found. The search does not go on from the chain *hub*. *done* contains the chains from which the search has gone
        on before, with the number of their first crossing that was followed.
        """
        while waiting:
            line = waiting.pop()
            if line == hub:
                continue
            leaving = self._leaving.get(line, ())
            begin = bisect_left(leaving, (found[line],))
            for _, other, rank in leaving[begin : done.get(line, len(leaving))]:
                if other not in found or rank < found[other]:
                    found[other] = rank
                    waiting.append(other)
                    yield other
            done[line] = min(begin, done.get(line, begin))
