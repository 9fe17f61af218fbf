"""What a careful reader concludes from a text: the order and the days of what it tells, and which states hold when.

The reader uses nothing of the package: a matrix of distances in days answers which of two moments is certainly earlier.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.told_world import Key

CALENDAR: Final = 0
"""The point at the beginning of the first day of the calendar."""
STEP: Final = 0.001
"""The distance in days between two moments of which only the order is known."""
_MANY: Final = frozenset({"office", "member", "knows"})


class Phase(StrEnum):
    """Whether the text says that a state begins, holds or ends."""

    BEGINS = "begins"
    HOLDS = "holds"
    ENDS = "ends"


@dataclass(frozen=True, slots=True)
class Assertion:
    """What the text says of a state at a point. `lasting` is false for a state of the past of which the text does not say
    that it went on. `run` is the number of the flashback, tale or letter that tells it, or 0.
    """

    key: Key
    value: str
    phase: Phase
    point: int
    chapter: int
    device: str
    lasting: bool = True
    run: int = 0

    def one_stay(self, other: Assertion) -> bool:
        """Return whether two statements about one place may be about one stay. Who came to a town in a flashback, tale or
        letter may have left it before the text finds him there again.
        """
        arrivals = [one for one in (self, other) if one.key.kind == "where" and one.run and one.phase is Phase.BEGINS]
        return not arrivals or self.run == other.run


@dataclass(frozen=True, slots=True)
class Bound:
    """The distance from one point to another in days, as a chapter tells it."""

    first: int
    second: int
    low: float
    high: float
    chapter: int


@dataclass
class Told:
    """All that a text tells: points with bounds, assertions, and the last point of each chapter."""

    points: int = 1
    bounds: list[Bound] = field(default_factory=list[Bound])
    assertions: list[Assertion] = field(default_factory=list[Assertion])
    ends: list[int] = field(default_factory=list[int])

    def point(self) -> int:
        """Return a new point."""
        self.points += 1
        return self.points - 1

    def bound(self, first: int, second: int, chapter: int, low: float, high: float = math.inf) -> None:
        """Say that *second* is from *low* to *high* days after *first*."""
        self.bounds.append(Bound(first, second, low, high, chapter))


@dataclass(frozen=True, slots=True)
class Asked:
    """The moment of a question: a point, or a day of the calendar if `point` is None."""

    point: int | None
    day: int = 0


class CarefulReader:
    """The conclusions from the first chapters of a text."""

    def __init__(self, told: Told, chapters: int) -> None:
        self._assertions: dict[Key, list[Assertion]] = {}
        self._deaths: dict[tuple[str, str], list[Assertion]] = {}
        for one in told.assertions:
            if one.chapter <= chapters:
                self._assertions.setdefault(one.key, []).append(one)
                if one.key.kind == "alive":
                    self._deaths.setdefault((one.key.holder, one.key.of), []).append(one)
        self._most = _distances(told, chapters)

    def told(self) -> Sequence[Key]:
        """Return the keys of all states that are told."""
        return list(self._assertions)

    def values(self, key: Key) -> list[str]:
        """Return the values of a key that are told."""
        return list(dict.fromkeys(one.value for one in self._assertions[key]))

    def devices(self, key: Key, value: str) -> frozenset[str]:
        """Return how the text tells of a state."""
        return frozenset(one.device for one in self._assertions[key] if one.value == value)

    def conclusions(self, key: Key, when: Asked) -> dict[str, bool]:
        """Return for each value of which the text decides whether it holds."""
        true = [value for value in self.values(key) if self._holds(key, value, when)]
        if len(true) > 1:
            raise AssertionError(f"{key} has {true}")
        found = dict.fromkeys(true, True)
        for value in self.values(key):
            if value not in found and ((true and key.kind not in _MANY) or self._excluded(key, value, when)):
                found[value] = False
        return found

    def _positive(self, key: Key, value: str) -> list[Assertion]:
        return [one for one in self._assertions[key] if one.value == value and one.phase is not Phase.ENDS]

    def _against(self, key: Key, value: str) -> list[tuple[Assertion, bool]]:
        """Return what ends or excludes a state, each with the information whether the text says when the state ended. The
        end of another value says that this other value held at some time before.
        """
        other_side = self._assertions.get(replace(key, of=value), ()) if key.kind == "spouse" else ()
        found = [(one, one.phase is Phase.BEGINS) for one in other_side if one.value != key.of]
        found += [
            (one, one.value == value or one.phase is Phase.BEGINS)
            for one in self._assertions[key]
            if one.value != value or one.phase is Phase.ENDS
        ]
        deaths = [death for party in key.parties(value) for death in self._deaths.get((key.holder, party), ())]
        return [*found, *((one, True) for one in deaths)]

    def _holds(self, key: Key, value: str, when: Asked) -> bool:
        positive = self._positive(key, value)
        for one in positive:
            rest = [
                (other, exact)
                for other, exact in self._against(key, value)
                if not self.before(other.point, one.point) and (exact or other.point != one.point)
            ]
            if not self._reached(one.point, when) or not all(self._ahead(other.point, when) for other, _ in rest):
                continue
            later = [other for other in positive if one.one_stay(other) and self._not_past(other.point, when)]
            if any(all(self.before(other.point, end.point) for end, _ in rest) for other in later):
                return True
            if one.lasting and all(exact or self._begins_after(other, rest, when) for other, exact in rest):
                return True
        return False

    def _begins_after(self, rival: Assertion, rivals: Sequence[tuple[Assertion, bool]], when: Asked) -> bool:
        """Return whether the text says that a state had ended before a rival of which it does not say when it began."""
        return any(
            exact and other.key.kind != "alive" and self.before(other.point, rival.point) for other, exact in rivals
        ) and all(self._ahead(other.point, when) for other, _ in rivals)

    def _excluded(self, key: Key, value: str, when: Asked) -> bool:
        """Return whether a state has certainly ended by a moment, or certainly begins after it."""
        positive, against = self._positive(key, value), [one for one, _ in self._against(key, value)]
        past = [one for one in against if self._reached(one.point, when)]
        ahead = [one for one in positive if not any(self.before(one.point, end.point) for end in past)]
        begins = [one for one in ahead if one.phase is Phase.BEGINS and self._ahead(one.point, when)]
        if not past and not begins:
            return False
        ends = [one for one in against if one.value == value and one.phase is Phase.ENDS and one not in past]
        return all(
            one in begins or any(self.before(other.point, one.point) for other in begins) for one in (*ahead, *ends)
        )

    def before(self, first: int, second: int) -> bool:
        """Return whether a point is certainly before another."""
        return bool(self._most[second, first] < 0)

    def _reached(self, point: int, when: Asked) -> bool:
        if when.point is None:
            return bool(self._most[CALENDAR, point] < when.day)
        return point == when.point or self.before(point, when.point)

    def _ahead(self, point: int, when: Asked) -> bool:
        if when.point is None:
            return bool(-self._most[point, CALENDAR] >= when.day + 1)
        return self.before(when.point, point)

    def _not_past(self, point: int, when: Asked) -> bool:
        return point == when.point or self._ahead(point, when)


def _distances(told: Told, chapters: int) -> npt.NDArray[np.float64]:
    """Return how many days the second point is at most after the first."""
    most = np.full((told.points, told.points), np.inf)
    np.fill_diagonal(most, 0.0)
    for one in told.bounds:
        if one.chapter <= chapters:
            most[one.first, one.second] = min(most[one.first, one.second], one.high)
            most[one.second, one.first] = min(most[one.second, one.first], -one.low)
    for middle in range(told.points):
        np.minimum(most, most[:, middle, None] + most[None, middle, :], out=most)
    if np.diagonal(most).min() < -STEP / 10:
        raise AssertionError("The generated text contradicts itself.")
    return most
