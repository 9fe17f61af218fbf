"""Leap rules of calendars: whether a year is a leap year, and how many leap years a range of years contains."""

from __future__ import annotations

from bisect import bisect_left
from math import lcm

from episodic.model.settings import LeapRule


def is_leap(rule: LeapRule, index: int) -> bool:
    """Return whether a leap rule applies to the year that is *index* years after the calendar's first year."""
    year = index + rule.first_year
    if rule.every:
        exempt = rule.except_every and year % rule.except_every == 0
        spared = rule.unless_every and year % rule.unless_every == 0
        return year % rule.every == 0 and (not exempt or bool(spared))
    if rule.cycle:
        return (year - 1) % rule.cycle + 1 in rule.years
    return year in rule.years


def leaps_before(rule: LeapRule, index: int) -> int:
    """Return the number of leap years among the first *index* years of the calendar. For a negative *index*, return
    minus the number of leap years among the last -*index* years before the calendar's first year.
    """
    return _counted(rule, index + rule.first_year) - _counted(rule, rule.first_year)


def leaps_in(rule: LeapRule, count: int) -> tuple[int, int]:
    """Return a lower and an upper bound of the number of leap years in *count* consecutive years. For a leap rule with
    `cycle`, the returned bounds are the true minimum and maximum number of leap years. For other leap rules, the
    returned range may be wider.
    """
    if rule.every:
        fewest = count // rule.every
        if rule.except_every:
            fewest = max(fewest - -(-count // lcm(rule.every, rule.except_every)), 0)
        return fewest, -(-count // rule.every)
    if rule.cycle:
        found = [leaps_before(rule, start + count) - leaps_before(rule, start) for start in range(rule.cycle)]
        return min(found), max(found)
    return 0, min(count, len(rule.years))


def _counted(rule: LeapRule, year: int) -> int:
    """Return the number of leap years before *year*, plus an unknown constant that is the same for every year."""
    if rule.every:
        found = _below(year, rule.every)
        if rule.except_every:
            exempt = lcm(rule.every, rule.except_every)
            found -= _below(year, exempt)
            if rule.unless_every:
                found += _below(year, lcm(exempt, rule.unless_every))
        return found
    if rule.cycle:
        whole, place = divmod(year - 1, rule.cycle)
        return whole * len(rule.years) + bisect_left(rule.years, place + 1)
    return bisect_left(rule.years, year)


def _below(year: int, step: int) -> int:
    return (year - 1) // step
