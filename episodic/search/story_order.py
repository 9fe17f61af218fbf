"""Sorts facts in story order: by the day on which each fact starts, or by narrative order if the day is unknown."""

from __future__ import annotations

import math
from collections.abc import Iterable

from episodic.model.graph import Fact, TimelineTurn
from episodic.search.shown_times import is_vague
from episodic.search.view import known_days


def in_story_order(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts sorted by the earliest possible start day, then by narrative position, then by id.

    If only the latest possible start day is known, that day is used. A fact without a known day gets the latest day of
    all preceding facts in narrative order. If no preceding fact has a day, the fact comes before all facts with a day.
    """
    in_narrative_order = sorted(facts, key=lambda fact: fact.narrative_key)
    reached = -math.inf
    placed: list[tuple[float, Fact]] = []
    for fact in in_narrative_order:
        days = known_days(fact.valid_at)
        if days:
            reached = max(reached, days[0])
        placed.append((days[0] if days else reached, fact))
    # The sort is stable, so that facts of the same day stay in narrative order.
    return [fact for _, fact in sorted(placed, key=lambda one: one[0])]


def is_placed(fact: Fact) -> bool:
    """Return whether the start of a fact is known, either as a day or as the chapter in which the fact starts."""
    return bool(known_days(fact.valid_at)) or (fact.valid_at is not None and fact.valid_at.in_chapter is not None)


def is_dated(fact: Fact) -> bool:
    """Return whether both the first and the last possible start day of a fact are known, and are not the ends of a long
    range that was only inferred.
    """
    point = fact.valid_at
    return point is not None and point.earliest is not None and point.latest is not None and not is_vague(point)


def in_run_order(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts of one run outside the main line in the order in which the run tells them to happen.

    What the run looks back to comes first, then the runs inside the run, such as a flashback inside a tale, then the
    facts about the time of the run, then what the run looks ahead to. Within each part, facts are in story order.
    """

    def part(fact: Fact) -> tuple[int, int]:
        return (_TURNS.index(fact.turn), -len(fact.runs) if fact.turn is TimelineTurn.ON else 0)

    return sorted(in_story_order(facts), key=part)


_TURNS = (TimelineTurn.BACK, TimelineTurn.ON, TimelineTurn.AHEAD)
