"""The ends of the chapters of the main line in story time, and which moments come before or after these ends."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition


class ChapterEnds:
    """The ends of the chapters of the main line, numbered from 0 in narrative order.

    The numbers that `first_not_before` and `first_after` return are meaningful only if `are_ordered` is true.
    """

    def __init__(self, chronology: Chronology) -> None:
        self._chronology = chronology
        chapters = chronology.chapters()
        self.orders: Sequence[int] = [order for order, _, _ in chapters]
        """The order keys of the chapters."""
        self.places: Sequence[TimePosition] = [end for _, _, end in chapters]
        positions = [chronology.chain_position(end) for end in self.places]
        chains = {None if position is None else position[0] for position in positions}
        self._chain = chains.pop() if len(chains) == 1 else None
        self._ranks = [] if self._chain is None else [position[1] for position in positions if position is not None]
        self._numbers = {place: number for number, place in enumerate(self.places)}
        self._not_before: dict[TimePosition, int] = {}
        self._after: dict[TimePosition, int] = {}
        self.are_ordered = all(
            chronology.precedes(one, two) for one, two in zip(self.places, self.places[1:], strict=False)
        )
        """Whether each chapter certainly ends later in story time than the one before it."""

    def __len__(self) -> int:
        return len(self.places)

    def extends(self, before: ChapterEnds) -> bool:
        """Return whether this object continues the earlier object *before*. The chapters and chapter ends of this
        object must begin with those of *before*. The order of the chapter ends must be certain in both objects, or
        uncertain in both objects.
        """
        known = len(before)
        return (
            self.are_ordered == before.are_ordered
            and self.places[:known] == before.places
            and self.orders[:known] == before.orders
        )

    def number_of(self, place: TimePosition) -> int | None:
        """Return the number of the chapter that ends at the position *place* in story time, or None if no chapter ends
        there.
        """
        return self._numbers.get(place)

    def first_not_before(self, place: TimePosition) -> int:
        """Return the number of the first chapter whose end is not certainly before the position *place* in story time.
        Return the count of chapters if every chapter end is certainly before *place*.
        """
        position = self._chronology.chain_position(place)
        if position is not None and position[0] == self._chain:
            own = place.start == place.end and place.sub == 0
            return bisect_left(self._ranks, position[1] if own else position[1] + 1)
        known = self._not_before.get(place)
        if known is None:
            known = self._not_before[place] = self._first(
                lambda end: not self._chronology.precedes(end, place, about=place)
            )
        return known

    def first_after(self, place: TimePosition) -> int:
        """Return the number of the first chapter whose end is certainly at or after the position *place* in story time.
        Return the count of chapters if no chapter end is certainly at or after *place*.
        """
        position = self._chronology.chain_position(TimePosition(place.end, place.end))
        if position is not None and position[0] == self._chain:
            return bisect_left(self._ranks, position[1])
        known = self._after.get(place)
        if known is None:
            known = self._after[place] = self._first(
                lambda end: place == end or self._chronology.precedes(place, end, about=place)
            )
        return known

    def has_reached(self, place: TimePosition) -> bool:
        """Return whether the last chapter certainly ends at or after the moment *place*. Return true as well if the
        current chronology no longer contains the moment *place*, because *place* comes from an earlier version of the
        chronology.
        """
        last = self.places[-1] if self.places else None
        if last is None:
            return False
        if not self._chronology.has(place):
            return True
        return place == last or self._chronology.precedes(place, last, about=last)

    def _first(self, fits: Callable[[TimePosition], bool]) -> int:
        return bisect_left(self.places, True, key=fits)


class ChapterEnd(NamedTuple):
    """The end of a chapter with main-line passages, as the moment of story time for which an `as_of` query asks what
    holds. The order in story time of all chapter ends in `ends` must be certain.
    """

    ends: ChapterEnds
    number: int

    @property
    def place(self) -> TimePosition:
        return self.ends.places[self.number]

    def is_before(self, place: TimePosition) -> bool:
        """Return whether the chapter certainly ends before the position *place* in story time."""
        return self.number < self.ends.first_not_before(place)

    def has_reached(self, place: TimePosition) -> bool:
        """Return whether the chapter certainly ends at or after the position *place* in story time."""
        return self.number >= self.ends.first_after(place)
