"""Short ways to write what time words say, for the rules of both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from episodic.model.moments import Anchor, TimeExpression, TimeKind

Reading = tuple[TimeExpression, int]
"""What words say, and the offset at which they end."""
Says = Callable[[re.Match[str]], TimeExpression | None]
"""What the words that a pattern matched say; None where they are no time words after all."""
Form = tuple[str, Says]
"""A pattern and what its matches say."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A count of units as bounds; a missing bound is open."""

    low: int | None
    high: int | None
    unit: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One form that time words take, and what they then say (None: not this after all)."""

    pattern: re.Pattern[str]
    says: Says


def after(amount: Amount, anchor: Anchor, *, event: str | None = None) -> TimeExpression:
    """That long after *anchor*."""
    return TimeExpression(
        TimeKind.OFFSET, low=amount.low, high=amount.high, unit=amount.unit, anchor=anchor, name=event
    )


def before(amount: Amount, anchor: Anchor, *, event: str | None = None) -> TimeExpression:
    """That long before *anchor*."""
    return replace(after(amount, anchor, event=event), before=True)


def in_days(said: TimeExpression) -> TimeExpression:
    """The same where days are the smallest unit: three hours may or may not cross midnight."""
    if said.unit != "hour":
        return said
    high = None if said.high is None else -(-said.high // 24)
    return replace(said, low=None if said.low is None else said.low // 24, high=high, unit="day")


def same(anchor: Anchor, *, event: str | None = None) -> TimeExpression:
    """On the very day of *anchor*."""
    return after(Amount(0, 0, "day"), anchor, event=event)


def order(anchor: Anchor, *, earlier: bool, event: str | None = None) -> TimeExpression:
    """Only before, or only after *anchor*."""
    return TimeExpression(TimeKind.ORDER, before=earlier, anchor=anchor, name=event)


def from_date(said: TimeExpression, date: TimeExpression) -> TimeExpression:
    """An offset or order that counts from another date instead of its anchor."""
    return replace(
        said,
        anchor=Anchor.REFERENCE,
        calendar=date.calendar,
        era=date.era,
        year=date.year,
        month=date.month,
        day=date.day,
        season=date.season,
        name=None,
    )


def always(expression: TimeExpression) -> Says:
    """The same, whatever the words."""
    return lambda _: expression


def of_event(
    build: Callable[[re.Match[str], str], TimeExpression | None], *, named: Callable[[str], str | None]
) -> Says:
    """What is said of the event that the group `event` names; *named* gives its key, None for words that name none."""

    def says(match: re.Match[str]) -> TimeExpression | None:
        name = named(match["event"])
        return None if name is None else build(match, name)

    return says


_LOOK_AROUND: Final = re.compile(r"\(\?<?[=!][^()]*\)")


def alternatives(words: str) -> str:
    """A pattern for any of these words and patterns between spaces (~ for a space within), the longest first."""
    given = sorted(words.split(), key=lambda word: len(_LOOK_AROUND.sub("", word)), reverse=True)
    return "|".join(given).replace("~", " ")


def longest(rules: Iterable[Rule], text: str, at: int) -> Reading | None:
    """The reading of most words that stand at offset *at* of *text*; of equally long ones the first rule's."""
    best: Reading | None = None
    for rule in rules:
        match = rule.pattern.match(text, at)
        if match is None or (best is not None and match.end() <= best[1]):
            continue
        said = rule.says(match)
        if said is not None:
            best = said, match.end()
    return best


NEXT_SEASON: Final = Amount(1, 457, "day")
"""The season after or before: at most a year and a quarter away."""
