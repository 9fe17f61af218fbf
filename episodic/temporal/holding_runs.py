"""Computes whether a fact holds, possibly holds or does not hold at the end of each chapter, as a list of runs of
chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from episodic.model.holding import FROM_THE_FIRST, Holding, HoldingRun
from episodic.model.predicates import PredicateKind
from episodic.temporal.as_of import holds_among
from episodic.temporal.chapter_ends import ChapterEnd, ChapterEnds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.fold.folded_facts import FactValidity

_MOST_KNOWN = 1024


class _Changes(NamedTuple):
    """The numbers of the chapters at whose ends the answer to the question whether a fact holds (HOLDS, POSSIBLE or NO)
    may change. `passed` is about moments of the fact such as its start or end. It contains the first chapters at whose
    ends these moments are no longer certainly in the future. `reached` is about moments of the fact such as its start
    or end, too. It contains the first chapters at whose ends these moments are certainly reached or over. A number
    equal to the count of all chapters stands for later chapters.
    """

    passed: Sequence[int]
    reached: Sequence[int]


class HoldingRuns:
    """Computes the runs of chapters at whose ends a fact holds, possibly holds or does not hold.

    Whether a fact holds at a chapter end depends on several yes-or-no questions, for example whether the fact has
    certainly begun by then. The answer to one yes-or-no question about a fact changes at most twice from the first
    chapter end to the last. This is so if the order of the chapter ends is certain. Whether the fact holds is computed
    only at the chapter ends at which the answer to such a yes-or-no question changes. The result stays the same between
    these chapter ends.
    """

    def __init__(self, ends: ChapterEnds, chronology: Chronology) -> None:
        self._ends, self._chronology = ends, chronology
        self._known: dict[int, tuple[FactValidity, _Changes]] = {}
        """A cache of the `_Changes` of validities, by the `id` of the validity object, because a fold asks several
        times for the same validity.
        """

    def of(self, validity: FactValidity, rivals: Sequence[FactValidity]) -> tuple[HoldingRun, ...] | None:
        """Return the runs of chapters at whose ends a fact holds, possibly holds or does not hold. Chapters before the
        first run in which the fact holds or possibly holds are left out. *rivals* are the validities of the facts that
        exclude the fact. Return None if the order of the chapter ends in story time is uncertain.
        """
        ends = self._ends
        if not ends.are_ordered:
            return None
        numbers = {0}
        for one in (validity, *rivals):
            numbers.update(*self._changes(one))
        runs: list[HoldingRun] = []
        last = Holding.NO
        for number in sorted(numbers):
            if number < len(ends):
                found = holds_among(validity, rivals, ChapterEnd(ends, number), self._chronology)
                if found is not last:
                    runs.append(HoldingRun(ends.orders[number] if number else FROM_THE_FIRST, found))
                    last = found
        return tuple(runs)

    def is_final(self, validity: FactValidity) -> bool:
        """Return whether chapters that are added at the end leave the runs of a fact with this validity, or of its
        rivals, unchanged. Later chapters that end certainly after a position from `unreached` are not considered here,
        because callers check these positions themselves.
        """
        number = len(self._ends)
        return not self._ends.are_ordered or (number > 0 and number not in self._changes(validity).passed)

    def unreached(self, validity: FactValidity) -> Iterator[TimePosition]:
        """Yield the positions of the statements and ends in *validity* that the end of no chapter so far has certainly
        reached. The end of a later chapter may reach one of the yielded positions. A fact with this validity, or one of
        its rivals, may then begin or cease to hold.
        """
        ends = self._ends
        if ends.are_ordered and len(ends) in self._changes(validity).reached:
            for place in (*validity.evidenced_at, *(one.place for one in validity.ends)):
                if ends.first_after(place) == len(ends):
                    yield place

    def _changes(self, validity: FactValidity) -> _Changes:
        known = self._known.get(id(validity))
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[id(validity)] = (validity, self._changes_of(validity))
        return known[1]

    def _changes_of(self, validity: FactValidity) -> _Changes:
        ends = self._ends
        if validity.kind is PredicateKind.FIXED and not validity.ends:
            return _Changes((), ())
        evidence = [ends.first_after(place) for place in validity.evidenced_at]
        begun = min(evidence, default=len(ends))
        if validity.kind is PredicateKind.EVENT:
            to_come = max(map(ends.first_not_before, validity.evidenced_at), default=0)
            return _Changes((min(to_come, begun),), (begun,))
        passed: list[int] = []
        reached = [begun, *(ends.first_after(one.place) for one in validity.ends)]
        if validity.starts:
            passed.append(min(begun, *map(ends.first_not_before, validity.starts)))
        lasting = [validity.not_before, validity.fades]
        if any(not one.exact for one in validity.ends):
            lasting.append(validity.evidenced_at)
        passed += (max(map(self._first_after_or_unordered, places), default=0) for places in lasting)
        passed += (ends.first_not_before(one.place) for one in validity.ends)
        if validity.possible_ends:
            passed += map(ends.first_not_before, validity.possible_ends)
            reached += evidence
        over = min((ends.first_after(one.place) for one in validity.ends if not one.uncertain), default=len(ends))
        if over < len(ends) and (begun <= over or not validity.starts):
            # After an end that is known for sure (not `uncertain`), the fact no longer holds, so that moments after
            # this end do not matter.
            passed = [one for one in passed if one <= over]
            reached = [one for one in reached if one <= over]
        return _Changes((*passed, *self._stated_at_ends(validity)), reached)

    def _first_after_or_unordered(self, place: TimePosition) -> int:
        """Return the number of the first chapter that ends neither at the position *place* nor certainly before it."""
        number = self._ends.number_of(place)
        return self._ends.first_not_before(place) if number is None else number + 1

    def _stated_at_ends(self, validity: FactValidity) -> Iterator[int]:
        """Yield the numbers of the chapters at whose very end a statement of the fact lies, and the numbers of the
        chapters that follow them. Yield nothing for a fact that nothing ends.
        """
        for place in validity.evidenced_at if validity.ends else ():
            number = self._ends.number_of(place)
            if number is not None:
                yield from (number, number + 1)
