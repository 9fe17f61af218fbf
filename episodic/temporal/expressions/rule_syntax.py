"""Builds time expressions, parsing rules and regular expressions for the time expression rules of all languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from episodic.model.moments import Anchor, ClockTime, TimeExpression, TimeKind

Reading = tuple[TimeExpression, int]
"""A parsed time expression, with the offset at which its text ends."""
ClockReading = tuple[ClockTime, str]
"""A time of day that a time expression names, and the rest of the expression without the hour."""
Says = Callable[[re.Match[str]], TimeExpression | None]
"""A function that converts a regular-expression match to a time expression, or returns None if the matched text is not
a time expression.
"""
Form = tuple[str, Says]
"""A regular expression, with the function that converts its matches to time expressions."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of time units, as a least and a greatest number; None is unknown."""

    low: int | None
    high: int | None
    unit: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule for one form of time expressions: a regular expression, and a function that converts its matches to time
    expressions.
    """

    pattern: re.Pattern[str]
    says: Says


def after(amount: Amount, anchor: Anchor, *, event: str | None = None) -> TimeExpression:
    """Return the time expression that means "*amount* after *anchor*"."""
    return TimeExpression(
        TimeKind.OFFSET, low=amount.low, high=amount.high, unit=amount.unit, anchor=anchor, name=event
    )


def before(amount: Amount, anchor: Anchor, *, event: str | None = None) -> TimeExpression:
    """Return the time expression that means "*amount* before *anchor*"."""
    return replace(after(amount, anchor, event=event), before=True)


def in_days(said: TimeExpression) -> TimeExpression:
    """Return the time expression *said* with an offset in hours converted to days, for calendars that do not count
    hours. For example, three hours become zero to one day, because three hours may cross midnight.
    """
    if said.unit != "hour":
        return said
    high = None if said.high is None else -(-said.high // 24)
    return replace(said, low=None if said.low is None else said.low // 24, high=high, unit="day")


def same(anchor: Anchor, *, event: str | None = None) -> TimeExpression:
    """Return the time expression that means "on the same day as *anchor*"."""
    return after(Amount(0, 0, "day"), anchor, event=event)


def order(anchor: Anchor, *, earlier: bool, event: str | None = None) -> TimeExpression:
    """Return the time expression that means "before *anchor*" (*earlier*) or "after *anchor*", without a distance."""
    return TimeExpression(TimeKind.ORDER, before=earlier, anchor=anchor, name=event)


def from_date(said: TimeExpression, date: TimeExpression) -> TimeExpression:
    """Return the time expression *said*, which is an offset ("three days after") or an order ("before", "after"),
    counted from the date *date*.
    """
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
    """Return a function that takes a match and always returns *expression*."""
    return lambda _: expression


def of_event(
    build: Callable[[re.Match[str], str], TimeExpression | None], *, named: Callable[[str], str | None]
) -> Says:
    """Return a function that takes a match, reads an event name in its group `event`, and builds a time expression from
    it, or None.

    The function *named* returns the comparison key of an event name, or None for words that name no event.
    """

    def says(match: re.Match[str]) -> TimeExpression | None:
        name = named(match["event"])
        return None if name is None else build(match, name)

    return says


_LOOK_AROUND: Final = re.compile(r"\(\?<?[=!][^()]*\)")


def alternatives(words: str) -> str:
    """Return a regular expression that matches any of the space-separated *words*, with longer words first. In *words*,
    the character "~" stands for a space inside an alternative.
    """
    given = sorted(words.split(), key=lambda word: len(_LOOK_AROUND.sub("", word)), reverse=True)
    return "|".join(given).replace("~", " ")


def longest(rules: Iterable[Rule], text: str, at: int) -> Reading | None:
    """Return the longest time expression that begins at offset *at* of *text*, or None. Of several expressions of the
    same length, the one that the first rule finds is returned.
    """
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
"""The distance to the next or the previous season: 1 to 457 days, at most a year and a quarter."""
