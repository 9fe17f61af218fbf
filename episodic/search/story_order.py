"""Sorts facts in story order: by the day on which each fact starts, or by narrative order if the day is unknown."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from episodic.model.graph import Fact, TimelineTurn
from episodic.model.moments import TimePoint
from episodic.model.spans import NarrativePosition

Place = tuple[NarrativePosition | int | str, ...]
"""The place of something in narrative order, as a sort key."""


Item = TypeVar("Item")


def in_story_order(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts sorted by the earliest possible start day, then by narrative position, then by id."""
    return sorted_in_story_order(
        facts, place=lambda fact: fact.narrative_key, days=lambda fact: known_days(fact.valid_at)
    )


def sorted_in_story_order(
    items: Iterable[Item], *, place: Callable[[Item], Place], days: Callable[[Item], Sequence[int]]
) -> list[Item]:
    """Return items in story order, where *place* returns the place of an item in narrative order, and *days* the known
    bounds of the day on which the item starts.

    If only the latest possible start day is known, that day is used. An item without a known day gets the latest day of
    all preceding items in narrative order. If no preceding item has a day, the item comes before all items with a day.
    """
    reached = -math.inf
    placed: list[tuple[float, Item]] = []
    for item in sorted(items, key=place):
        known = days(item)
        if known:
            reached = max(reached, known[0])
        placed.append((known[0] if known else reached, item))
    # The sort is stable, so that items of the same day stay in narrative order.
    return [item for _, item in sorted(placed, key=lambda one: one[0])]


def known_days(point: TimePoint | None) -> tuple[int, ...]:
    """Return the known bounds of a point in story time, as day numbers."""
    return () if point is None else tuple(day for day in (point.earliest, point.latest) if day is not None)


def is_placed(fact: Fact) -> bool:
    """Return whether the start of a fact is known, either as a day or as the chapter in which the fact starts."""
    return bool(known_days(fact.valid_at)) or (fact.valid_at is not None and fact.valid_at.in_chapter is not None)


def is_dated(fact: Fact) -> bool:
    """Return whether both the first and the last possible start day of a fact are known."""
    point = fact.valid_at
    return point is not None and point.earliest is not None and point.latest is not None


def in_run_order(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts of one run outside the main line in the order in which the run tells them to happen.

    What the run looks back to comes first, then the runs inside the run, such as a flashback inside a tale, then the
    facts about the time of the run, then what the run looks ahead to. Within each part, facts are in story order.
    """

    def part(fact: Fact) -> tuple[int, int]:
        return (_TURNS.index(fact.turn), -len(fact.runs) if fact.turn is TimelineTurn.ON else 0)

    return sorted(in_story_order(facts), key=part)


_TURNS = (TimelineTurn.BACK, TimelineTurn.ON, TimelineTurn.AHEAD)
