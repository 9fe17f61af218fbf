"""Finds, by their days, the facts that the text tells out of story order: in a flashback (BACK) or an anticipation
(AHEAD).

Each fact stores as its turn whether the text tells it in story order (ON), in a flashback (BACK) or in an anticipation
(AHEAD). Timelines and search results show the turn.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import Fact, NarrativeKey, TimelineTurn
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope


class DatedFact(NamedTuple):
    """A fact of known days: its place in narrative order, and the first and the last day on which it can start."""

    told: NarrativeKey
    uuid: str
    layer: Layer
    frame: FrameKind
    since: int
    until: int


def dated_fact(fact: Fact) -> DatedFact | None:
    """Return the data from which `turns_by_days` finds out whether the text tells a fact out of story order. Return
    None if the fact is already marked as told out of story order (its turn is BACK or AHEAD). Also return None if
    `is_dated` is false for the fact.
    """
    if fact.turn is not TimelineTurn.ON or not is_dated(fact):
        return None
    return DatedFact(fact.narrative_key, fact.uuid, fact.layer, fact.frame, *_days(fact))


def turns_by_days(facts: Iterable[DatedFact]) -> Mapping[str, TimelineTurn]:
    """Return BACK or AHEAD by fact id, for the facts whose days show that they are told out of story order. Facts are
    compared only with facts of their own layer.
    """
    turns: dict[str, TimelineTurn] = {}
    layers: dict[Layer, list[DatedFact]] = {}
    for fact in facts:
        layers.setdefault(fact.layer, []).append(fact)
    for dated in layers.values():
        turns |= _turns_in_layer(dated)
    return turns


def _turns_in_layer(facts: Iterable[DatedFact]) -> Mapping[str, TimelineTurn]:
    """Return BACK or AHEAD by fact id, for the facts of one layer that are told out of story order.

    A longest sequence of facts in narrative order is selected. In the selected sequence, no fact has an earlier first
    possible day than the preceding fact. The selected sequence contains only facts whose first quote is on the main
    line. A fact outside the selected sequence is compared with the last fact of the sequence that is told before it. If
    it certainly starts before the first possible day of that fact, it is told in a flashback (BACK). A fact outside the
    selected sequence is also compared with the first fact of the sequence that is told after it. If it certainly starts
    after the first possible day of that fact, it is told in an anticipation (AHEAD).
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
    """Return whether the days of a fact can show that the text tells the fact out of story order. The fact must be true
    in the story's world, and must not be fixed (such as a kinship). The fact must also have a first and a last possible
    day of its start.
    """
    point = fact.valid_at
    if fact.scope is not StatementScope.WORLD or fact.kind is PredicateKind.FIXED or point is None:
        return False
    return point.earliest is not None and point.latest is not None


def _days(fact: Fact) -> tuple[int, int]:
    point = fact.valid_at
    return (0, 0) if point is None else (point.earliest or 0, point.latest or 0)


def longest_non_decreasing(days: Sequence[int]) -> list[int]:
    """Return the indexes of a longest subsequence of *days* that never decreases, computed by patience sorting."""
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
