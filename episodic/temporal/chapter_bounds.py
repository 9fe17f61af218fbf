"""Computes, for index queries, a range of chapters that contains every chapter at whose end a fact may hold; the range
may be too wide.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from episodic.model.predicates import PredicateKind
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.fold.folded_facts import FactValidity


class ChapterBounds:
    """Computes, for a fact, the range of chapters of the main line at whose ends the fact may hold.

    Without a certain order of the chapter ends in story time, the range of chapters is unlimited, because a fact may
    hold in several separate ranges.
    """

    def __init__(self, chronology: Chronology) -> None:
        self._chronology = chronology
        chapters = chronology.chapters()
        self._orders = [order for order, _, _ in chapters]
        self._ends: list[TimePosition] = [end for _, _, end in chapters]
        positions = [chronology.chain_position(end) for end in self._ends]
        chains = {None if position is None else position[0] for position in positions}
        self._chain = chains.pop() if len(chains) == 1 else None
        self._ranks = [] if self._chain is None else [position[1] for position in positions if position is not None]
        self._begins_cache: dict[TimePosition, int] = {}
        self._monotone = all(
            chronology.precedes(one, two) for one, two in zip(self._ends, self._ends[1:], strict=False)
        )

    def extends(self, before: ChapterBounds) -> bool:
        """Return whether the chapters of *before* are all chapters of this object or the first ones of them, with the
        same ends, and whether the two objects agree on whether the order of the chapter ends is certain.
        """
        known = len(before._ends)
        return (
            self._monotone == before._monotone
            and self._ends[:known] == before._ends
            and self._orders[:known] == before._orders
        )

    def is_final(self, validity: FactValidity) -> bool:
        """Return whether the chapter range of a fact stays the same if more chapters are added at the end. The range of
        a fact that begins or ends after the last chapter depends on later chapters.
        """
        return not self._monotone or len(self._ends) not in (
            self._lowest_index(validity),
            self._highest_index(validity),
        )

    def of(self, validity: FactValidity) -> tuple[int | None, int | None]:
        """Return two order keys (lo, hi): the fact can hold at the end of a chapter only if the chapter's order key is
        at least lo and less than hi.

        The key lo is None if the fact may hold from the first chapter on, and hi is None if the fact may still hold at
        the end of the last chapter. Both keys are None if the order of the chapter ends in story time is uncertain, and
        for a fixed fact that nothing ends.
        """
        if not self._monotone or (validity.kind is PredicateKind.FIXED and not validity.ends):
            return (None, None)
        lowest, highest = self._lowest_index(validity), self._highest_index(validity)
        return (
            self._order_key(lowest) if lowest else None,
            None if highest is None or highest == len(self._orders) else self._orders[highest],
        )

    def _lowest_index(self, validity: FactValidity) -> int | None:
        """Return the index of the first chapter at whose end the fact may hold, or None if its start is unknown or may
        be earlier than the evidence.
        """
        if not validity.starts or validity.open_start:
            return None
        found = [self._begun_index(place) for place in {*validity.starts, *validity.evidenced_at}]
        if validity.kind is PredicateKind.EVENT:
            return min(max(found), *(self._ended_index(place) for place in validity.evidenced_at))
        return min(found)

    def _highest_index(self, validity: FactValidity) -> int | None:
        """Return the index of the first chapter at whose end the fact has certainly ended, or None for an event and for
        a fact without a certain end.
        """
        if validity.kind is PredicateKind.EVENT:
            return None
        return min((self._ended_index(end.place) for end in validity.ends if not end.uncertain), default=None)

    def _begun_index(self, place: TimePosition) -> int:
        position = self._chronology.chain_position(place)
        if position is not None and position[0] == self._chain:
            own = place.start == place.end and place.sub == 0
            return bisect_left(self._ranks, position[1] if own else position[1] + 1)
        known = self._begins_cache.get(place)
        if known is None:
            known = self._begins_cache[place] = self._first_index(
                lambda end: not self._chronology.precedes(end, place, about=place)
            )
        return known

    def _ended_index(self, place: TimePosition) -> int:
        position = self._chronology.chain_position(TimePosition(place.end, place.end))
        if position is not None and position[0] == self._chain:
            return bisect_left(self._ranks, position[1])
        return self._first_index(lambda end: place == end or self._chronology.precedes(place, end, about=place))

    def _first_index(self, fits: Callable[[TimePosition], bool]) -> int:
        return bisect_left(self._ends, True, key=fits)

    def _order_key(self, number: int) -> int:
        return self._orders[number] if number < len(self._orders) else self._orders[-1] + 1
