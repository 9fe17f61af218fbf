"""Where the facts of one content stand on the lines of time, so that those near a moment are found without a look at all others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence

from episodic.temporal.fold_ranks import OFF


class Standing:
    """Numbers of facts by the one line that each stands on and its first rank there; the others may be near any moment."""

    def __init__(self, lines: int) -> None:
        self._lines: list[list[tuple[int, int]]] = [[] for _ in range(lines)]
        self._anywhere: set[int] = set()
        self._places: dict[int, tuple[int, int]] = {}

    def put(self, number: int, line: int, first: int) -> None:
        """Say where a fact stands now; *line* is OFF where it stands on several lines, or beside them."""
        before, now = self._places.get(number), (line, first)
        if before == now:
            return
        if before is not None and before[0] != OFF:
            row = self._lines[before[0]]
            del row[bisect_left(row, (before[1], number))]
        self._anywhere.discard(number)
        self._places[number] = now
        if line == OFF:
            self._anywhere.add(number)
        else:
            insort(self._lines[line], (first, number))

    def between(self, low: Sequence[int], high: Sequence[int]) -> list[int]:
        """The facts, by number, that do not begin at or below the rank *low* of their line, nor at or above *high*."""
        found = list(self._anywhere)
        for line, row in enumerate(self._lines):
            if row:
                begin, end = bisect_right(row, low[line], key=_rank), bisect_left(row, high[line], key=_rank)
                found.extend(number for _, number in row[begin:end])
        return sorted(found)


def _rank(place: tuple[int, int]) -> int:
    return place[0]
