"""Between which chapters of the main line a fact may hold: bounds that an index can compare, never too narrow."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from episodic.model.episodes import Layer
from episodic.model.predicates import PredicateKind
from episodic.temporal.asof import ahead, reached
from episodic.temporal.chronology import Chronology
from episodic.temporal.chronology_line import Place
from episodic.temporal.fold_facts import Course


class Coarse:
    """Coarse bounds on one chronology's main line.

    Where the main line goes back in story time, chapters of several stretches may fit, and the bounds are open.
    """

    def __init__(self, chronology: Chronology, layer: Layer = Layer.CANON) -> None:
        self._chronology = chronology
        chapters = chronology.chapters(layer)
        self._orders = [order for order, _, _ in chapters]
        self._keys = frozenset(self._orders)
        self._ends: list[Place] = [end for _, _, end in chapters]
        spots = [chronology.spot_of(end) for end in self._ends]
        self._chains = {None if spot is None else spot[0] for spot in spots}
        self.straight = all(chronology.precedes(one, two) for one, two in zip(self._ends, self._ends[1:], strict=False))

    def of(self, course: Course) -> tuple[int | None, int | None]:
        """The order keys (lo, hi) such that at the end of a chapter the fact can hold only if lo <= order < hi; None is open."""
        if not self.straight or (course.kind is PredicateKind.FIXED and not course.ends):
            return (None, None)
        return (self._lo(course), self._hi(course))

    def may_narrow(self, course: Course, lo: int | None, hi: int | None) -> bool:
        """Whether bounds found before more was told may be narrower now: a start still ahead, an end not reached, or a place
        outside the line where chapters are known better.
        """
        if hi is None and course.ends and course.kind is not PredicateKind.EVENT:
            return True
        if lo is not None and lo not in self._keys:
            return True
        if not self._chronology.line_moved:
            return False
        places = (*course.starts, *course.stands, *(end.place for end in course.ends))
        return any(self._beside(place) for place in places)

    def _beside(self, place: Place) -> bool:
        """Whether a place is not on the one unbroken line that all chapters end on."""
        spot = self._chronology.spot_of(place)
        return spot is None or self._chains != {spot[0]}

    def _lo(self, course: Course) -> int | None:
        if not course.starts:
            return None
        places = (*course.starts, *course.stands)
        first = self._first(lambda end: not all(ahead(end, place, self._chronology) for place in places))
        return None if first == 0 else self._order(first)

    def _hi(self, course: Course) -> int | None:
        if course.kind is PredicateKind.EVENT:
            return None
        ended = [end.place for end in course.ends if not end.doubted]
        if not ended or any(end.doubted for end in course.ends):
            return None
        first = self._first(lambda end: any(reached(place, end, self._chronology) for place in ended))
        return self._orders[first] if first < len(self._orders) else None

    def _first(self, fits: Callable[[Place], bool]) -> int:
        """The number of the first chapter from whose end on *fits* is so; that of the one after the last if it never is."""
        return bisect_left(self._ends, True, key=fits)

    def _order(self, number: int) -> int:
        """The order key of a chapter; one past the last for what is ahead of everything told."""
        return self._orders[number] if number < len(self._orders) else self._orders[-1] + 1
