"""Sorts facts in story order, and tells which of two facts certainly comes first in story time."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from episodic.languages import lexicon
from episodic.model.graph import Fact, LinePlace, TimelineTurn
from episodic.model.moments import TimePoint
from episodic.model.predicates import LifeState, Predicate, PredicateKind, shipped_table
from episodic.model.readings import Phase, StatementScope
from episodic.search.shown_times import is_vague, shown_start
from episodic.temporal.fold.acts_after_death import shows_alive
from episodic.text.tokens import tokens

_LineKey = tuple[int, int, bool, int, int, int, str]
"""The key that sorts facts along the lines of the story. A line is a sequence of moments that the text tells in story
order, such as the main line or a flashback. The key is a flat tuple, because nested tuples take more memory, and a list
of facts may be long. The stored listing rows of facts (`episodic.text.listing_rows`) have the same order as this key if
they are sorted alphabetically.
"""


_TOLD: Final = (StatementScope.WORLD, StatementScope.CLAIM)
_PLANNED: Final = (StatementScope.PLAN, StatementScope.WISH)


class StoryOrder(StrEnum):
    """The answers to the question whether one fact comes before another one in story time."""

    BEFORE = "before"
    AFTER = "after"
    UNKNOWN = "unknown"


def order_of(first: Fact, second: Fact, *, said: bool = False) -> StoryOrder:
    """Return whether *first* certainly comes before or after *second* in story time. If *said* is true, a claim,
    belief, plan, wish, dream or supposition is compared by the moment at which somebody says or thinks it. If *said* is
    false, every fact is compared by the moment that it is about. The order of two facts is UNKNOWN if they have no
    place on a common line, unless one of them ends the other, or somebody acts in one of them and dies in the other. A
    line is a sequence of moments that the text tells in story order, such as the main line or a flashback. A state
    begins before the event that ends it, such as the death of its subject.

    The order of facts of different layers, such as canon and draft, is always UNKNOWN. A state is compared by the
    moment at which the text first says that it holds. A state of which the text tells only the end is compared by its
    end. Two facts of one quote have an order only in two cases. They have an order if they are events of the story that
    the quote tells one after the other. Two facts of a quote also have an order if one of them looks back or ahead in
    time, and the other does not look in the same direction. A plan or wish has no order to what its quote says of the
    future. For example, the quote of a plan is "he will die within the year; then we shall take York". A habit never
    comes after another fact, because it may be older than the sentence that tells it, unless the sentence says that it
    begins then ("from that day on"). If *said* is true, however, what
    somebody says of a habit is compared by the moment at which he says it. `order_of` ignores dates, because two
    calendars may have no common day.
    """
    if first.layer is not second.layer:
        return StoryOrder.UNKNOWN
    first_habit, second_habit = (_is_old_habit(one, said=said) for one in (first, second))
    for one in _places(first, said=said):
        for other in _places(second, said=said):
            if one.line == other.line:
                if _certainly_before(one, other, planned=first.scope in _PLANNED):
                    return StoryOrder.UNKNOWN if second_habit else StoryOrder.BEFORE
                if _certainly_before(other, one, planned=second.scope in _PLANNED):
                    return StoryOrder.UNKNOWN if first_habit else StoryOrder.AFTER
    if said and not first.scope is second.scope is StatementScope.WORLD:
        return StoryOrder.UNKNOWN
    if _told_one_after_another(first, second):
        return StoryOrder.BEFORE if first.position < second.position else StoryOrder.AFTER
    if (second.uuid in first.ended_by and not second.habit) or _acts_before_death(first, second):
        return StoryOrder.BEFORE
    ended = first.uuid in second.ended_by and not first.habit
    return StoryOrder.AFTER if ended or _acts_before_death(second, first) else StoryOrder.UNKNOWN


def _acts_before_death(act: Fact, death: Fact) -> bool:
    """Return whether *act* looks back at an event in which somebody acts, and *death* is his death, of which no end is
    told. Both must be facts of the story's world, or the same person must say both.
    """
    same = (act.subject, act.scope, act.holder) == (death.subject, death.scope, death.holder)
    if not same or act.scope not in _TOLD or act.kind is not PredicateKind.EVENT or act.denied or death.denied:
        return False
    table = shipped_table()
    died, did = table.find(death.predicate), table.find(act.predicate)
    if died is None or died.life is not LifeState.DEAD or death.ended or act.turn is not TimelineTurn.BACK:
        return False
    return shows_alive(did or Predicate(act.predicate, PredicateKind.EVENT), Phase.HOLDS)


def _is_old_habit(fact: Fact, *, said: bool) -> bool:
    """Return whether a fact is a habit that may be older than the sentence that tells it. Words such as "from then on"
    say that it is not.
    """
    if not fact.habit or _is_compared_by_saying(fact, said=said):
        return False
    starts = lexicon.pattern("habit_starts")
    return not any(starts.search(" ".join(one.split())) for one in (fact.text, fact.evidence[0].quote))


def _is_compared_by_saying(fact: Fact, *, said: bool) -> bool:
    return said and fact.scope is not StatementScope.WORLD


def _places(fact: Fact, *, said: bool) -> tuple[LinePlace, ...]:
    return fact.said_places if _is_compared_by_saying(fact, said=said) else fact.places


def _certainly_before(one: LinePlace, other: LinePlace, *, planned: bool) -> bool:
    if one.turn is TimelineTurn.AHEAD or other.turn is TimelineTurn.BACK:
        return False
    if one.told == other.told and other.turn is TimelineTurn.AHEAD and planned:
        return False
    # Facts that look back from a moment come before the facts at this moment, and facts that look ahead come after
    # them.
    return one.told < other.told or (one.told == other.told and one.turn is not other.turn)


def _told_one_after_another(first: Fact, second: Fact) -> bool:
    """Return whether two facts are events of the story's world that one quote tells one after the other ("he took the
    file and ran"). In the quote, all words that occur only in one fact's sentence must stand before all words that
    occur only in the other fact's sentence. Two events of the same kind and subject, as in a list of appointments, have
    no order.
    """
    both = (first, second)
    if first.told_at != second.told_at or first.evidence[0] != second.evidence[0]:
        return False
    if any(one.scope is not StatementScope.WORLD or one.kind is not PredicateKind.EVENT for one in both):
        return False
    if any(one.habit or one.denied or one.derived or one.turn is not TimelineTurn.ON for one in both):
        return False
    if (first.subject, first.predicate) == (second.subject, second.predicate):
        return False
    earlier, later = sorted(both, key=lambda one: one.position)
    words, others = set(tokens(earlier.text)), set(tokens(later.text))
    quote = tokens(first.evidence[0].quote)
    own = [number for number, word in enumerate(quote) if word in words - others]
    foreign = [number for number, word in enumerate(quote) if word in others - words]
    return bool(own and foreign) and max(own) < min(foreign)


def in_story_order(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts sorted by the earliest possible day of their start. Facts of the same day are sorted by
    `_line_key`, which is mostly narrative order.

    A fact without a known earliest day is placed after all facts that `_line_key` sorts before it. However, no fact is
    placed after the latest possible day of its start. A fact that looks back from a moment, and whose own day is
    unknown, comes before the facts at this moment.
    """
    listed = sorted(facts, key=_line_key)
    days = days_of_order(_bounds(fact.valid_at) for fact in listed)
    # The sort is stable, so that facts of the same day stay sorted by `_line_key`.
    return [fact for _, fact in sorted(zip(days, listed, strict=True), key=lambda one: one[0])]


def days_of_order(bounds: Iterable[tuple[int | None, int | None]]) -> list[float]:
    """Return, for each fact, the day by which a list in story order sorts the fact. *bounds* contains the earliest and
    the latest possible day of the start of each fact (None if unknown), in the order of `_line_key`.
    """
    reached = -math.inf
    days: list[float] = []
    for earliest, latest in bounds:
        if earliest is not None:
            reached = max(reached, earliest)
        day = reached if earliest is None else earliest
        days.append(day if earliest is not None or latest is None else min(day, latest))
    return days


def _bounds(point: TimePoint | None) -> tuple[int | None, int | None]:
    return (None, None) if point is None else (point.earliest, point.latest)


def known_days(point: TimePoint | None) -> tuple[int, ...]:
    """Return the first and the last possible day of a time point; an unknown one of the two days is left out."""
    return () if point is None else tuple(day for day in (point.earliest, point.latest) if day is not None)


def _line_key(fact: Fact) -> _LineKey:
    told = fact.told_at
    moments = [one.told for one in fact.places if one.turn is TimelineTurn.BACK]
    if known_days(fact.valid_at):
        moments = []
    first = min(told, *moments) if moments else told
    return first.order, first.offset, not moments, told.order, told.offset, fact.position, fact.uuid


def is_placed(fact: Fact) -> bool:
    """Return whether a day or at least a chapter is known in which the fact starts. A claim, belief or plan with a
    vague start (`is_vague`) counts as a fact with an unknown start. The reason is that the moment of saying is shown
    instead of a vague start.
    """
    point = fact.valid_at
    if point is None or (point.in_chapter is None and not known_days(point)):
        return False
    return fact.scope is StatementScope.WORLD or shown_start(fact) is not None


def start_or_end(fact: Fact) -> TimePoint | None:
    """Return the start of a fact, or its end if the text tells only the end, or None."""
    return fact.invalid_at if fact.valid_at is None else fact.valid_at


def is_before_scene(fact: Fact) -> bool:
    """Return whether a fact looks back to a time before the scene that tells it, not only to earlier in this scene."""
    if fact.turn is not TimelineTurn.BACK:
        return False
    point = start_or_end(fact)
    if point is not None and (point.chapter is not None or len(known_days(point)) > 1):
        return True
    return any(one.turn is TimelineTurn.BACK and one.told < fact.told_at for one in fact.places)


def is_dated(fact: Fact) -> bool:
    """Return whether both bounds of a fact's start day are known and the start is not vague (`is_vague`)."""
    point = fact.valid_at
    return point is not None and point.earliest is not None and point.latest is not None and not is_vague(point)


def in_run_order(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts of one flashback, dream, letter or tale in the order of the events that it tells.

    First come facts that a flashback looks back to, then facts of flashbacks or tales inside it. The flashback's own
    facts come next, and the facts that the flashback looks ahead to come last. Facts with the same turn (look back,
    look ahead or neither) and the same depth of nesting are in story order.
    """

    def part(fact: Fact) -> tuple[int, int]:
        return (_TURNS.index(fact.turn), -len(fact.runs) if fact.turn is TimelineTurn.ON else 0)

    return sorted(in_story_order(facts), key=part)


_TURNS = (TimelineTurn.BACK, TimelineTurn.ON, TimelineTurn.AHEAD)
