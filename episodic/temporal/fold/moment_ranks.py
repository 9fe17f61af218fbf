"""Gives the moments of a group of statements integer ranks, so that two of them can usually be compared without the
chronology.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition

OFF_LINE = -1
"""The line number, and the rank, of a moment that is on no line (chain of ordered moments)."""


class MomentRanks:
    """The moments of a group of statements, numbered 0, 1, 2..., with the time order of the moments.

    A line is a chain of ordered moments on which the numbered moments have at least two different positions. Each of
    the numbered moments lies on at most one line (chain of ordered moments), and has a rank on this line.

    Moments at the same position in story time have equal ranks. `low[n][line]` is the highest rank on a line (chain of
    ordered moments) whose moment is certainly before moment n. It is -1 if no such moment exists. `high[n][line]` is
    the lowest rank on a line (chain of ordered moments) whose moment is certainly after moment n. It is the number of
    ranks on the line if no such moment exists.
    """

    def __init__(self, places: Sequence[TimePosition], chronology: Chronology) -> None:
        self._places, self.chronology = places, chronology
        if len(places) == 1:
            self._lines: list[list[TimePosition]] = []
            self.lines, self.line, self.rank = range(0), [OFF_LINE], [OFF_LINE]
            self.low: list[list[int]] = [[]]
            self.high: list[list[int]] = [[]]
            return
        spots = [chronology.chain_position(place) for place in places]
        chains: dict[int, dict[tuple[int, int], TimePosition]] = defaultdict(dict)
        for spot, place in zip(spots, places, strict=True):
            if spot is not None:
                chains[spot[0]][spot[1:]] = place
        kept = [chain for chain in sorted(chains) if len(chains[chain]) > 1]
        order = {chain: {spot: rank for rank, spot in enumerate(sorted(chains[chain]))} for chain in kept}
        self._lines = [[chains[chain][spot] for spot in order[chain]] for chain in kept]
        number = {chain: line for line, chain in enumerate(kept)}
        self.lines = range(len(kept))
        self.line = [OFF_LINE if spot is None else number.get(spot[0], OFF_LINE) for spot in spots]
        self.rank = [OFF_LINE if spot is None or spot[0] not in order else order[spot[0]][spot[1:]] for spot in spots]
        self.low = [[self._low(one, line) for line in self.lines] for one in range(len(places))]
        self.high = [[self._high(one, line) for line in self.lines] for one in range(len(places))]

    def place(self, number: int) -> TimePosition:
        return self._places[number]

    def day(self, number: int) -> tuple[str, int] | None:
        """Return the axis and the day of the moment *number*, or None if it is not known to lie on one single day."""
        bounds = self.chronology.bounds(self._places[number])
        if bounds.axis is None or bounds.earliest is None or bounds.earliest != bounds.latest:
            return None
        return (bounds.axis, bounds.earliest)

    def precedes(self, first: int, second: int) -> bool:
        """Return whether the moment *first* certainly comes strictly before the moment *second*."""
        line = self.line[first]
        if line != OFF_LINE:
            return self.rank[first] <= self.low[second][line]
        line = self.line[second]
        if line != OFF_LINE:
            return self.high[first][line] <= self.rank[second]
        return self.chronology.precedes(self._places[first], self._places[second])

    def earliest_of(self, numbers: Sequence[int]) -> list[int]:
        """Return the moments among *numbers* that no other moment among *numbers* certainly precedes."""
        if len(numbers) == 1:
            return list(numbers)
        lowest: dict[int, int] = {}
        for number in numbers:
            line = self.line[number]
            if line != OFF_LINE:
                lowest[line] = min(lowest.get(line, self.rank[number]), self.rank[number])
        kept = [
            number
            for number in numbers
            if self.line[number] == OFF_LINE or self.rank[number] == lowest[self.line[number]]
        ]
        if len(kept) == 1:
            return kept
        return [number for number in kept if not any(self.precedes(earlier, number) for earlier in kept)]

    def _low(self, number: int, line: int) -> int:
        if self.line[number] == line:
            return self.rank[number] - 1
        place = self._places[number]
        return (
            bisect_left(
                self._lines[line], True, key=lambda member: not self.chronology.precedes(member, place, about=place)
            )
            - 1
        )

    def _high(self, number: int, line: int) -> int:
        if self.line[number] == line:
            return self.rank[number] + 1
        place = self._places[number]
        return bisect_left(
            self._lines[line], True, key=lambda member: self.chronology.precedes(place, member, about=place)
        )
