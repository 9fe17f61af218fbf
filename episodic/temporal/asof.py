"""What holds at a moment: every fact is answered *holds*, *possible* or *no*."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.temporal.chronology import Chronology
from episodic.temporal.chronology_line import Place
from episodic.temporal.fold_facts import Course, End, FoldedFact


class Holding(StrEnum):
    """Whether a fact is true at a moment."""

    HOLDS = "holds"
    POSSIBLE = "possible"
    NO = "no"


class Days(NamedTuple):
    """Some day from *first* to *last* of an axis, at its end: a date at its own precision."""

    axis: str
    first: int
    last: int


def on_day(axis: str, day: int) -> Days:
    """The end of one day."""
    return Days(axis, day, day)


When = Place | Days


def holds(fact: FoldedFact, when: When, chronology: Chronology) -> Holding:
    """Whether *fact* holds at a place of the chronology or on a day.

    An event holds from its moment on, a fixed thing always; where two facts that exclude each other would both hold, both are
    possible.
    """
    found = taken(fact.course, when, chronology)
    if found is Holding.HOLDS and any(taken(one, when, chronology) is Holding.HOLDS for one in fact.rivals):
        return Holding.POSSIBLE
    return found


def taken(course: Course, when: When, chronology: Chronology) -> Holding:
    """Whether a fact of this course holds, taken by itself. All statements of an event tell the same moment."""
    if course.kind is PredicateKind.FIXED and not course.ends:
        return Holding.HOLDS
    begun = any(reached(place, when, chronology) for place in course.stands)
    if course.kind is PredicateKind.EVENT:
        to_come = not begun and any(ahead(when, place, chronology) for place in course.stands)
        return Holding.NO if to_come else Holding.HOLDS if begun else Holding.POSSIBLE
    if not begun and course.starts and all(ahead(when, place, chronology) for place in course.starts):
        return Holding.NO
    past = [end for end in course.ends if reached(end.place, when, chronology)]
    if past:
        doubted = any(end.doubted for end in past) or _may_stand(course, when, chronology)
        return Holding.POSSIBLE if doubted else Holding.NO
    if not begun or _in_doubt(course, when, chronology):
        return Holding.POSSIBLE
    still = all(_still(course, end, when, chronology) for end in course.ends)
    return Holding.HOLDS if still else Holding.POSSIBLE


def reached(place: Place, when: When, chronology: Chronology) -> bool:
    """Whether *place* certainly lies at or before the moment."""
    if isinstance(when, Days):
        latest = chronology.bounds_on(place, when.axis).latest
        return latest is not None and latest <= when.first
    return place == when or chronology.precedes(place, when)


def ahead(when: When, place: Place, chronology: Chronology) -> bool:
    """Whether *place* certainly lies after the moment."""
    if isinstance(when, Days):
        earliest = chronology.bounds_on(place, when.axis).earliest
        return earliest is not None and earliest > when.last
    return chronology.precedes(when, place)


def _still(course: Course, end: End, when: When, chronology: Chronology) -> bool:
    """Whether an end has certainly not come yet: one that is not sharp lies somewhere after the last words for the fact."""
    if end.sharp:
        return ahead(when, end.place, chronology)
    return any(_not_after(when, place, chronology) for place in course.stands)


def _not_after(when: When, place: Place, chronology: Chronology) -> bool:
    return when == place or ahead(when, place, chronology)


def _in_doubt(course: Course, when: When, chronology: Chronology) -> bool:
    """Whether a stated end of unknown order may have come, and nothing said since then takes the doubt away."""
    return any(
        not ahead(when, doubt, chronology)
        and not any(chronology.precedes(doubt, place) and reached(place, when, chronology) for place in course.stands)
        for doubt in course.doubts
    )


def _may_stand(course: Course, when: When, chronology: Chronology) -> bool:
    """Whether words for the fact stand at the very place, or are dated and may stand on the very day, that is asked about."""
    if not isinstance(when, Days):
        return when in course.stands
    days = (chronology.bounds_on(place, when.axis) for place in course.stands)
    return any(
        one.earliest is not None and one.latest is not None and one.earliest <= when.last and when.first <= one.latest
        for one in days
    )
