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
        self._ends: list[Place] = [end for _, _, end in chapters]
        spots = [chronology.spot_of(end) for end in self._ends]
        chains = {None if spot is None else spot[0] for spot in spots}
        self._chain = chains.pop() if len(chains) == 1 else None
        self._ranks = [] if self._chain is None else [spot[1] for spot in spots if spot is not None]
        """The one unbroken line that all chapters end on, and where."""
        self._beside: dict[Place, int] = {}
        """What was asked of places beside that line."""
        self._straight = all(
            chronology.precedes(one, two) for one, two in zip(self._ends, self._ends[1:], strict=False)
        )

    def of(self, course: Course) -> tuple[int | None, int | None]:
        """The order keys (lo, hi) such that at the end of a chapter the fact can hold only if lo <= order < hi; None is open."""
        if not self._straight or (course.kind is PredicateKind.FIXED and not course.ends):
            return (None, None)
        return (self._lo(course), self._hi(course))

    def _lo(self, course: Course) -> int | None:
        """The first chapter at whose end a fact may have begun; an event is to come as long as any of its statements is."""
        if not course.starts:
            return None
        found = [self._begins(place) for place in {*course.starts, *course.stands}]
        first = max(found) if course.kind is PredicateKind.EVENT else min(found)
        return None if first == 0 else self._order(first)

    def _hi(self, course: Course) -> int | None:
        """The first chapter at whose end a fact is over for certain."""
        if course.kind is PredicateKind.EVENT or not course.ends or any(end.doubted for end in course.ends):
            return None
        first = min(self._over(end.place) for end in course.ends)
        return self._orders[first] if first < len(self._orders) else None

    def _begins(self, place: Place) -> int:
        """The number of the first chapter whose end is not certainly before a place; on the line itself that is counting."""
        spot = self._chronology.spot_of(place)
        if spot is not None and spot[0] == self._chain:
            own = place.start == place.end and place.sub == 0
            return bisect_left(self._ranks, spot[1] if own else spot[1] + 1)
        known = self._beside.get(place)
        if known is None:
            known = self._beside[place] = self._first(lambda end: not ahead(end, place, self._chronology))
        return known

    def _over(self, place: Place) -> int:
        """The number of the first chapter whose end is certainly not before a place."""
        spot = self._chronology.spot_of(Place(place.end, place.end))
        if spot is not None and spot[0] == self._chain:
            return bisect_left(self._ranks, spot[1])
        return self._first(lambda end: reached(place, end, self._chronology))

    def _first(self, fits: Callable[[Place], bool]) -> int:
        """The number of the first chapter from whose end on *fits* is so; that of the one after the last if it never is."""
        return bisect_left(self._ends, True, key=fits)

    def _order(self, number: int) -> int:
        """The order key of a chapter; one past the last for what is ahead of everything told."""
        return self._orders[number] if number < len(self._orders) else self._orders[-1] + 1
