"""Answers `as_of` queries: whether a fact holds, possibly holds or does not hold at a moment or on a day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.holding import Holding
from episodic.model.predicates import PredicateKind
from episodic.temporal.chapter_ends import ChapterEnd
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.fold.folded_facts import FactEnd, FactValidity, FoldedFact


class DayRange(NamedTuple):
    """A date for which a query asks whether a fact holds; its exact day may be unknown. The day of this date is at or
    after `first` and at or before `last` on a calendar axis.
    """

    axis: str
    first: int
    last: int


def on_day(axis: str, day: int) -> DayRange:
    return DayRange(axis, day, day)


When = TimePosition | DayRange
AskedMoment = When | ChapterEnd


def holds(fact: FoldedFact, when: When, chronology: Chronology) -> Holding:
    """Return HOLDS, POSSIBLE or NO for the question whether *fact* is true at a position in the chronology or on a day.

    An event holds from the moment at which it happens, and a fixed fact (such as a kinship) that nothing ends always
    holds. If two facts exclude each other and each alone would hold, the answer for both is POSSIBLE. If only one of
    two facts that exclude each other is locked by the author, the answer for the locked fact does not depend on the
    other.
    """
    return holds_among(fact.validity, fact.rivals, when, chronology)


def holds_among(
    validity: FactValidity, rivals: Sequence[FactValidity], when: AskedMoment, chronology: Chronology
) -> Holding:
    """Return HOLDS, POSSIBLE or NO as `holds` does, from the validity of a fact and the validities *rivals* of the
    facts that exclude it.
    """
    found = holds_alone(validity, when, chronology)
    if found is Holding.HOLDS and any(holds_alone(one, when, chronology) is Holding.HOLDS for one in rivals):
        return Holding.POSSIBLE
    return found


def holds_alone(validity: FactValidity, when: AskedMoment, chronology: Chronology) -> Holding:
    """Return HOLDS, POSSIBLE or NO for a fact with this validity, as if it had no rival facts."""
    if validity.kind is PredicateKind.FIXED and not validity.ends:
        return Holding.HOLDS
    begun = any(certainly_reached(place, when, chronology) for place in validity.evidenced_at)
    if validity.kind is PredicateKind.EVENT:
        to_come = not begun and any(certainly_ahead(when, place, chronology) for place in validity.evidenced_at)
        return Holding.NO if to_come else Holding.HOLDS if begun else Holding.POSSIBLE
    if not begun and validity.starts and all(certainly_ahead(when, place, chronology) for place in validity.starts):
        return Holding.POSSIBLE if validity.open_start else Holding.NO
    if any(_not_after(when, place, chronology) for place in validity.not_before):
        return Holding.NO
    past = [end for end in validity.ends if certainly_reached(end.place, when, chronology)]
    if past:
        uncertain = all(end.uncertain for end in past) or _may_stand(validity, when, chronology)
        return Holding.POSSIBLE if uncertain else Holding.NO
    if not begun or _in_doubt(validity, when, chronology):
        return Holding.POSSIBLE
    still = all(_still(validity, end, when, chronology) for end in validity.ends)
    if validity.fades and not any(_not_past(when, place, chronology) for place in validity.fades):
        return Holding.POSSIBLE
    return Holding.HOLDS if still else Holding.POSSIBLE


def certainly_reached(place: TimePosition, when: AskedMoment, chronology: Chronology) -> bool:
    """Return whether the position *place* is certainly at or before the moment or day *when*."""
    if isinstance(when, DayRange):
        latest = chronology.bounds_on(place, when.axis).latest
        return latest is not None and latest <= when.first
    if isinstance(when, ChapterEnd):
        return when.has_reached(place)
    return place == when or chronology.precedes(place, when)


def certainly_ahead(when: AskedMoment, place: TimePosition, chronology: Chronology) -> bool:
    """Return whether the position *place* is certainly after the moment or day *when*."""
    if isinstance(when, DayRange):
        earliest = chronology.bounds_on(place, when.axis).earliest
        return earliest is not None and earliest > when.last
    if isinstance(when, ChapterEnd):
        return when.is_before(place)
    return chronology.precedes(when, place)


def _still(validity: FactValidity, end: FactEnd, when: AskedMoment, chronology: Chronology) -> bool:
    """Return whether the given end of a fact leaves no doubt that the fact still holds at the moment *when*."""
    if end.exact:
        return certainly_ahead(when, end.place, chronology)
    if any(one.exact and chronology.precedes(one.place, end.place) for one in validity.ends):
        return True
    return any(_not_after(when, place, chronology) for place in validity.evidenced_at)


def _not_after(when: AskedMoment, place: TimePosition, chronology: Chronology) -> bool:
    return _position(when) == place or certainly_ahead(when, place, chronology)


def _not_past(when: AskedMoment, place: TimePosition, chronology: Chronology) -> bool:
    if isinstance(when, DayRange):
        earliest = chronology.bounds_on(place, when.axis).earliest
        return earliest is not None and earliest >= when.last
    return _not_after(when, place, chronology)


def _in_doubt(validity: FactValidity, when: AskedMoment, chronology: Chronology) -> bool:
    """Return whether it is in doubt that the fact still holds at *when*. A fact is in doubt if it has a possible end
    that may be at or before *when*. A possible end causes no doubt if a statement between the end and *when* shows that
    the fact still holds.
    """
    return any(
        not certainly_ahead(when, doubt, chronology)
        and not any(
            chronology.precedes(doubt, place) and certainly_reached(place, when, chronology)
            for place in validity.evidenced_at
        )
        for doubt in validity.possible_ends
    )


def _may_stand(validity: FactValidity, when: AskedMoment, chronology: Chronology) -> bool:
    if not isinstance(when, DayRange):
        return _position(when) in validity.evidenced_at
    days = (chronology.bounds_on(place, when.axis) for place in validity.evidenced_at)
    return any(
        one.earliest is not None and one.latest is not None and one.earliest <= when.last and when.first <= one.latest
        for one in days
    )


def _position(when: AskedMoment) -> AskedMoment:
    return when.place if isinstance(when, ChapterEnd) else when
