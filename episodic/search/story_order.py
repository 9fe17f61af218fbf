"""The order in which things come about in the story, as far as it is known; telling order where it is not."""

from __future__ import annotations

import math
from collections.abc import Iterable

from episodic.model.graph import Fact
from episodic.search.view import known_days


def in_story_order(facts: Iterable[Fact]) -> list[Fact]:
    """By the earliest day on which each may start (the latest, where no other is known), then as told, then by id.

    A fact without any day stands with the latest day that was told before it; before all days if none was.
    """
    told = sorted(facts, key=lambda fact: (fact.told_at, fact.uuid))
    reached = -math.inf
    placed: list[tuple[float, Fact]] = []
    for fact in told:
        days = known_days(fact.valid_at)
        if days:
            reached = max(reached, days[0])
        placed.append((days[0] if days else reached, fact))
    # Sorting is stable: what falls on one day keeps telling order.
    return [fact for _, fact in sorted(placed, key=lambda one: one[0])]


def is_placed(fact: Fact) -> bool:
    """Whether anything is known of when it starts: a day, or a chapter whose now it is."""
    return bool(known_days(fact.valid_at)) or (fact.valid_at is not None and fact.valid_at.chapter is not None)
