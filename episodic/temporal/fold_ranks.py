"""The order of a group's moments as plain numbers, so that joining and ending are counting, not asking."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from episodic.temporal.chronology import Chronology
from episodic.temporal.chronology_line import Place

OFF = -1
"""The line, and the rank, of a moment outside all lines."""


class Ranks:
    """Moments numbered 0, 1, 2...; those that share an unbroken line have a rank on it, equal places the same one.

    `low[n][line]` is the highest rank of a line certainly before moment n, `high[n][line]` the lowest certainly after it.
    """

    def __init__(self, places: Sequence[Place], chronology: Chronology) -> None:
        self._places, self._chronology = places, chronology
        if len(places) == 1:
            self._lines: list[list[Place]] = []
            self.lines, self.line, self.rank = range(0), [OFF], [OFF]
            self.low: list[list[int]] = [[]]
            self.high: list[list[int]] = [[]]
            return
        spots = [chronology.spot_of(place) for place in places]
        chains: dict[int, dict[tuple[int, int], Place]] = defaultdict(dict)
        for spot, place in zip(spots, places, strict=True):
            if spot is not None:
                chains[spot[0]][spot[1:]] = place
        kept = [chain for chain in sorted(chains) if len(chains[chain]) > 1]
        order = {chain: {spot: rank for rank, spot in enumerate(sorted(chains[chain]))} for chain in kept}
        self._lines = [[chains[chain][spot] for spot in order[chain]] for chain in kept]
        number = {chain: line for line, chain in enumerate(kept)}
        self.lines = range(len(kept))
        self.line = [OFF if spot is None else number.get(spot[0], OFF) for spot in spots]
        self.rank = [OFF if spot is None or spot[0] not in order else order[spot[0]][spot[1:]] for spot in spots]
        self.low = [[self._low(one, line) for line in self.lines] for one in range(len(places))]
        self.high = [[self._high(one, line) for line in self.lines] for one in range(len(places))]

    def place(self, number: int) -> Place:
        """Where a moment stands."""
        return self._places[number]

    def precedes(self, first: int, second: int) -> bool:
        """Whether one certainly comes strictly before the other."""
        line = self.line[first]
        if line != OFF:
            return self.rank[first] <= self.low[second][line]
        line = self.line[second]
        if line != OFF:
            return self.high[first][line] <= self.rank[second]
        return self._chronology.precedes(self._places[first], self._places[second])

    def earliest_of(self, numbers: Sequence[int]) -> list[int]:
        """Those that no other one certainly precedes: on a line the first, and what stands outside all lines."""
        lowest: dict[int, int] = {}
        for one in numbers:
            line = self.line[one]
            if line != OFF:
                lowest[line] = min(lowest.get(line, self.rank[one]), self.rank[one])
        kept = [one for one in numbers if self.line[one] == OFF or self.rank[one] == lowest[self.line[one]]]
        if len(kept) == 1:
            return kept
        return [one for one in kept if not any(self.precedes(two, one) for two in kept)]

    def _low(self, number: int, line: int) -> int:
        if self.line[number] == line:
            return self.rank[number] - 1
        place, members = self._places[number], self._lines[line]
        low, high = -1, len(members) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._chronology.precedes(members[middle], place, about=place):
                low = middle
            else:
                high = middle - 1
        return low

    def _high(self, number: int, line: int) -> int:
        if self.line[number] == line:
            return self.rank[number] + 1
        place, members = self._places[number], self._lines[line]
        low, high = 0, len(members)
        while low < high:
            middle = (low + high) // 2
            if self._chronology.precedes(place, members[middle], about=place):
                high = middle
            else:
                low = middle + 1
        return low
