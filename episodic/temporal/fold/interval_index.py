"""An index of facts by line and first rank, which finds the facts near a moment without a scan of all facts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence

from episodic.temporal.fold.moment_ranks import OFF_LINE


class IntervalIndex:
    """Fact indices by line and first rank; facts that are not on a single line may be near any moment."""

    def __init__(self, lines: int) -> None:
        self._lines: list[list[tuple[int, int]]] = [[] for _ in range(lines)]
        self._anywhere: set[int] = set()
        self._places: dict[int, tuple[int, int]] = {}

    def put(self, number: int, line: int, first: int) -> None:
        """Sets or updates the line and the first rank of a fact; *line* is OFF_LINE for a fact that is not on exactly
        one line.
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
        """Returns the indices of facts whose first rank is above *low* and below *high* of their line, and of facts
        without a line.
        """
        found = list(self._anywhere)
        for line, row in enumerate(self._lines):
            if row:
                begin, end = bisect_right(row, low[line], key=_rank), bisect_left(row, high[line], key=_rank)
                found.extend(number for _, number in row[begin:end])
        return sorted(found)


def _rank(place: tuple[int, int]) -> int:
    return place[0]
