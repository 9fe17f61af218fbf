"""Sorts facts in story order, and tells which of two facts certainly comes first in story time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import TypeVar

from episodic.model.graph import Fact, LinePlace, TimelineTurn
from episodic.model.moments import TimePoint
from episodic.model.spans import NarrativePosition
from episodic.search.shown_times import is_vague

LineKey = tuple[int, int, bool, int, int, int, str]
"""The key by which facts are sorted along the lines of the story: sequences of moments that the text tells in story
order. The key is a flat tuple, so that many of them can be compared fast.
"""
Item = TypeVar("Item")


class StoryOrder(StrEnum):
    """The answers to the question whether one fact comes before another one in story time."""

    BEFORE = "before"
    AFTER = "after"
    UNKNOWN = "unknown"


def order_of(first: Fact, second: Fact) -> StoryOrder:
    """Return whether *first* certainly comes before or after *second* in story time, or UNKNOWN, by their positions on
    the lines of the story.

    A state is compared by the moment at which the text first says that it holds. Two facts of one quote have no order.
    A habit comes after nothing, because it may be older than the sentence that tells it. Dates do not count here,
    because two calendars may have no common day.
    """
    if first.layer is not second.layer:
        return StoryOrder.UNKNOWN
    for one in first.places:
        for other in second.places:
            if one.line == other.line:
                if _certainly_before(one, other):
                    return StoryOrder.UNKNOWN if second.habit else StoryOrder.BEFORE
                if _certainly_before(other, one):
                    return StoryOrder.UNKNOWN if first.habit else StoryOrder.AFTER
    return StoryOrder.UNKNOWN


def _certainly_before(one: LinePlace, other: LinePlace) -> bool:
    if one.turn is TimelineTurn.AHEAD or other.turn is TimelineTurn.BACK:
        return False
    # What lies before a moment comes before everything at this moment.
    return one.told < other.told or (one.told == other.told and one.turn is not other.turn)


def in_story_order(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts in story order: by their first possible day, then by the lines of the story, narrative position
    and id. See `sorted_in_story_order`.
    """
    return sorted_in_story_order(facts, place=_line_key_of, days=lambda fact: known_days(fact.valid_at))


def sorted_in_story_order(
    items: Iterable[Item], *, place: Callable[[Item], LineKey], days: Callable[[Item], Sequence[int]]
) -> list[Item]:
    """Return items in story order. The function *place* returns an item's key for the lines of the story (see
    `line_key`), and *days* the known bounds of the day on which it starts.

    If only the last possible day is known, this day counts. An item without a day counts as being on the latest day of
    the items before it. If no item before an undated item has a day, the undated item comes before all items with a
    day. An item without a day that lies before a moment of the story comes before the items of this moment.
    """
    reached = -math.inf
    placed: list[tuple[float, Item]] = []
    for item in sorted(items, key=place):
        known = days(item)
        if known:
            reached = max(reached, known[0])
        placed.append((known[0] if known else reached, item))
    # The second sort is stable, so that items of one day keep the order along the lines.
    return [item for _, item in sorted(placed, key=lambda one: one[0])]


def known_days(point: TimePoint | None) -> tuple[int, ...]:
    """Return the first and the last possible day of a time point, without those that are unknown."""
    return () if point is None else tuple(day for day in (point.earliest, point.latest) if day is not None)


def line_key(
    narrative: tuple[NarrativePosition, int, str], before: Iterable[NarrativePosition], *, dated: bool
) -> LineKey:
    """Return a sort key along the lines of the story, by which what lies before a moment comes before what lies at this
    moment. The tuple *narrative* is the place in narrative order, and *before* are the moments before which the item
    certainly lies; for a *dated* item, they do not count.
    """
    told, position, uuid = narrative
    moments = [] if dated else list(before)
    first = min(told, *moments) if moments else told
    return first.order, first.offset, not moments, told.order, told.offset, position, uuid


def _line_key_of(fact: Fact) -> LineKey:
    before = (one.told for one in fact.places if one.turn is TimelineTurn.BACK)
    return line_key(fact.narrative_key, before, dated=bool(known_days(fact.valid_at)))


def is_placed(fact: Fact) -> bool:
    """Return whether the start of a fact is known in some way: by a day or by a chapter."""
    return bool(known_days(fact.valid_at)) or (fact.valid_at is not None and fact.valid_at.in_chapter is not None)


def is_dated(fact: Fact) -> bool:
    """Return whether the first and the last possible start day of a fact are known, and are not a long range that was
    only inferred.
    """
    point = fact.valid_at
    return point is not None and point.earliest is not None and point.latest is not None and not is_vague(point)


def in_run_order(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts of one flashback, dream, letter or tale in the order of the events that it tells.

    What a flashback, dream, letter or tale looks back to comes first, then what is told in runs inside it, then its own
    time, then what it looks ahead to. In each of the four parts of a flashback's facts, facts are in story order.
    """

    def part(fact: Fact) -> tuple[int, int]:
        return (_TURNS.index(fact.turn), -len(fact.runs) if fact.turn is TimelineTurn.ON else 0)

    return sorted(in_story_order(facts), key=part)


_TURNS = (TimelineTurn.BACK, TimelineTurn.ON, TimelineTurn.AHEAD)
