"""An index of facts by line and first rank, which finds the facts near a moment without scanning all facts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence

from episodic.temporal.fold.moment_ranks import OFF_LINE


class IntervalIndex:
    """The indices of facts, by line and first rank; a fact that is not on exactly one line may be near any moment."""

    def __init__(self, lines: int) -> None:
        self._lines: list[list[tuple[int, int]]] = [[] for _ in range(lines)]
        self._anywhere: set[int] = set()
        self._places: dict[int, tuple[int, int]] = {}

    def put(self, number: int, line: int, first: int) -> None:
        """Set or update the line and the first rank of a fact; *line* is OFF_LINE for a fact that is not on exactly one
        line.
        """
        before, now = self._places.get(number), (line, first)
        if before == now:
            return
        if before is not None and before[0] != OFF_LINE:
            row = self._lines[before[0]]
            del row[bisect_left(row, (before[1], number))]
        self._anywhere.discard(number)
        self._places[number] = now
        if line == OFF_LINE:
            self._anywhere.add(number)
        else:
            insort(self._lines[line], (first, number))

    def between(self, low: Sequence[int], high: Sequence[int]) -> list[int]:
        """Return the indices of facts whose first rank is above the rank in *low* and below the rank in *high* for
        their line, and of all facts without a line.
        """
        found = list(self._anywhere)
        for line, row in enumerate(self._lines):
            if row:
                begin, end = bisect_right(row, low[line], key=_rank), bisect_left(row, high[line], key=_rank)
                found.extend(number for _, number in row[begin:end])
        return sorted(found)


def _rank(place: tuple[int, int]) -> int:
    return place[0]
