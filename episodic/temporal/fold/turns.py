"""Gives dated facts their turn: BACK (flashback) or AHEAD (anticipation) if narrated out of story order.

The input is the facts with their possible first days and their narrative positions. The turns are stored in the facts,
and timelines and search results show them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope

NarrativeKey = tuple[int, int, int, str]
"""The order key and the offset at which a fact is told, its index among the statements of its chapter, and its id. Plain
numbers and text are compared without a call of a Python function.
"""


class DatedFact(NamedTuple):
    """The narrative order of a fact, and the first and the last day on which the fact can start."""

    told: NarrativeKey
    uuid: str
    layer: Layer
    frame: FrameKind
    since: int
    until: int


def narrative_key(fact: Fact) -> NarrativeKey:
    """Return the sort key of a fact in narrative order, which gives the same order as the fact's own key."""
    told = fact.told_at
    return (told.order, told.offset, fact.position, fact.uuid)


def dated_fact(fact: Fact) -> DatedFact | None:
    """Return the order and the days of a fact, or None if the fact cannot be narrated out of story order."""
    if fact.turn is not TimelineTurn.ON or not is_dated(fact):
        return None
    return DatedFact(narrative_key(fact), fact.uuid, fact.layer, fact.frame, *_days(fact))


def turns_by_days(facts: Iterable[DatedFact]) -> Mapping[str, TimelineTurn]:
    """Return the turn of each fact that is narrated out of story order, by fact id. Each layer has its own order."""
    turns: dict[str, TimelineTurn] = {}
    layers: dict[Layer, list[DatedFact]] = {}
    for fact in facts:
        layers.setdefault(fact.layer, []).append(fact)
    for dated in layers.values():
        turns |= _turns_in_layer(dated)
    return turns


def _turns_in_layer(facts: Iterable[DatedFact]) -> Mapping[str, TimelineTurn]:
    """Return the turn of each fact that is narrated in a flashback or an anticipation, by fact id.

    The function selects a longest sequence of facts, in narrative order, in which no fact starts on an earlier day than
    the preceding fact. Only facts whose first quote is not in a flashback, dream, letter or tale are selected. A dated fact outside the sequence is a flashback (BACK) if its latest possible
    start is before the start of the fact that precedes it in the sequence. A dated fact outside the sequence is an
    anticipation (AHEAD) if its earliest possible start is after the start of the fact that follows it in the sequence.
    """
    dated = sorted(facts, key=lambda one: one.told)
    main = [one for one in dated if one.frame is FrameKind.MAIN]
    line = longest_non_decreasing([one.since for one in main])
    stops = [(main[place].told, main[place].since) for place in line]
    on_line = {main[place].uuid for place in line}
    turns: dict[str, TimelineTurn] = {}
    for told, uuid, _, _, since, until in dated:
        if uuid in on_line:
            continue
        following = bisect_right(stops, told, key=lambda stop: stop[0])
        if following and until < stops[following - 1][1]:
            turns[uuid] = TimelineTurn.BACK
        elif following < len(stops) and since > stops[following][1]:
            turns[uuid] = TimelineTurn.AHEAD
    return turns


def is_dated(fact: Fact) -> bool:
    """Return whether the days of a fact decide on its turn."""
    point = fact.valid_at
    if fact.scope is not StatementScope.WORLD or fact.kind is PredicateKind.FIXED or point is None:
        return False
    return point.earliest is not None and point.latest is not None


def _days(fact: Fact) -> tuple[int, int]:
    point = fact.valid_at
    return (0, 0) if point is None else (point.earliest or 0, point.latest or 0)


def longest_non_decreasing(days: Sequence[int]) -> list[int]:
    """Return the indexes of a longest non-decreasing subsequence of *days*, computed by patience sorting."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, day in enumerate(days):
        length = bisect_right(tails, day)
        before.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(day)
            ends.append(place)
        else:
            tails[length] = day
            ends[length] = place
    line: list[int] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        line.append(place)
        place = before[place]
    return line[::-1]
