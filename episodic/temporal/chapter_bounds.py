"""Computes, for the search index, a range of chapters that contains every chapter at whose end a fact may hold; the
range may be too wide.
"""

from __future__ import annotations

from episodic.model.predicates import PredicateKind
from episodic.temporal.chapter_ends import ChapterEnds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.fold.folded_facts import FactValidity
from episodic.temporal.holding_runs import HoldingRuns


class ChapterBounds:
    """Computes, for a fact, the range of chapters of the main line at whose ends the fact may hold.

    The range of chapters is unlimited if the order of the chapter ends in story time is uncertain. With an uncertain
    order, a fact may hold in several separate ranges of chapters.
    """

    def __init__(self, chronology: Chronology) -> None:
        self.ends = ChapterEnds(chronology)
        self.runs = HoldingRuns(self.ends, chronology)
        """Computes, for each chapter, whether a fact holds at the end of the chapter."""

    def extends(self, before: ChapterBounds) -> bool:
        """Return whether this object continues the earlier object *before*. The chapters and chapter ends of this
        object must begin with those of *before*. The order of the chapter ends in story time must be certain in both
        objects, or uncertain in both objects.
        """
        return self.ends.extends(before.ends)

    def is_final(self, validity: FactValidity) -> bool:
        """Return whether the chapter range of a fact stays the same if more chapters are added at the end. The range of
        a fact that begins or ends after the last chapter depends on later chapters.
        """
        return not self.ends.are_ordered or len(self.ends) not in (
            self._lowest_index(validity),
            self._highest_index(validity),
        )

    def of(self, validity: FactValidity) -> tuple[int | None, int | None]:
        """Return two order keys (lo, hi) that limit the chapters at whose ends the fact can hold. The order key of such
        a chapter is at least lo and less than hi.

        The key lo is None if the fact may hold from the first chapter on. The key hi is None if the fact may still hold
        at the end of the last chapter. Both keys are None if the order of the chapter ends in story time is uncertain.
        Both keys are also None if the fact is fixed (such as a kinship) and nothing ends the fact.
        """
        if not self.ends.are_ordered or (validity.kind is PredicateKind.FIXED and not validity.ends):
            return (None, None)
        lowest, highest = self._lowest_index(validity), self._highest_index(validity)
        return (
            self._order_key(lowest) if lowest else None,
            None if highest is None or highest == len(self.ends) else self.ends.orders[highest],
        )

    def _lowest_index(self, validity: FactValidity) -> int | None:
        """Return the index of the first chapter at whose end the fact may hold. Return None if the start of the fact is
        unknown or may be earlier than the moments of its quotes.
        """
        if not validity.starts or validity.open_start:
            return None
        found = [self.ends.first_not_before(place) for place in {*validity.starts, *validity.evidenced_at}]
        if validity.kind is PredicateKind.EVENT:
            return min(max(found), *(self.ends.first_after(place) for place in validity.evidenced_at))
        return min(found)

    def _highest_index(self, validity: FactValidity) -> int | None:
        """Return the index of the first chapter at whose end the fact has certainly ended. Return None for an event and
        for a fact without a certain end.
        """
        if validity.kind is PredicateKind.EVENT:
            return None
        return min((self.ends.first_after(end.place) for end in validity.ends if not end.uncertain), default=None)

    def _order_key(self, number: int) -> int:
        return self.ends.orders[number] if number < len(self.ends) else self.ends.orders[-1] + 1
