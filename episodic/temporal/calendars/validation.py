"""Validates a calendar definition (units, months, leap rules, eras), and that the calendars of a work can be used
together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from episodic.errors import CalendarError, InvalidNameError
from episodic.model.name_keys import check_name, name_key
from episodic.model.settings import CalendarDefinition, LeapRule
from episodic.temporal.calendars.eras import check_eras

RESERVED_AXES = frozenset({"day", "gregorian", "reign"})
LONGEST_CYCLE = 1000
YEARS = ("lunar", "solar", "any")


def era_key(name: str) -> str:
    """Return the comparison key of an era or calendar name: its name key without a leading "the"."""
    return name_key(name).removeprefix("the ")


def check_calendar(definition: CalendarDefinition) -> None:
    """Check that *definition* is complete and consistent, so that day arithmetic is possible.

    Raise CalendarError for faults that would make dates ambiguous or uncomputable. Examples are missing months,
    duplicate names, or eras that overlap. The error's `reason` says what is wrong.
    """
    _check_names(definition.name, (definition.name,))
    if name_key(definition.name) in RESERVED_AXES:
        raise CalendarError(definition.name, "this name is reserved for a built-in calendar")
    _check_reigns(definition)
    if not definition.months and (definition.reigns or definition.dynasties):
        if definition.eras or definition.intercalary or definition.leap or definition.week or definition.anchor:
            raise CalendarError(definition.name, "it has no months; leave out everything but reigns and dynasties")
        return
    _check_unit(definition)
    _check_months(definition)
    _check_leaps(definition)
    _check_week(definition)
    _check_distinct(definition.name, "eras", [(era.name, *era.names) for era in definition.eras])
    check_eras(definition)


def check_together(definitions: Sequence[CalendarDefinition]) -> None:
    """Check each calendar of one work, and that all of them can be used together.

    Raise CalendarError if a calendar is invalid, or if two calendars share a name or an era name. CalendarError is also
    raised if one calendar counts days and another hours, or if two that count hours differ in the hours per day.
    """
    for definition in definitions:
        check_calendar(definition)
    owners: dict[str, str] = {}
    for definition in definitions:
        keys = {era_key(definition.name)}
        keys.update(era_key(name) for era in definition.eras for name in (era.name, *era.names))
        for key in sorted(keys):
            if key in owners:
                raise CalendarError(definition.name, f"{key!r} is already a name of calendar {owners[key]!r}")
            owners[key] = definition.name
    counted = [definition for definition in definitions if definition.months]
    for definition_with_months in counted[1:]:
        if (definition_with_months.unit, definition_with_months.unit == "hour" and definition_with_months.hours) != (
            counted[0].unit,
            counted[0].unit == "hour" and counted[0].hours,
        ):
            raise CalendarError(
                definition_with_months.name,
                f"its unit differs from that of calendar {counted[0].name!r}; give both the same unit and hours",
            )


def _check_unit(definition: CalendarDefinition) -> None:
    if definition.unit not in ("day", "hour"):
        raise CalendarError(definition.name, f"unit: must be 'day' or 'hour', not {definition.unit!r}")
    if definition.hours < 0:
        raise CalendarError(definition.name, f"hours: a day cannot have {definition.hours}; give at least 1")
    if definition.unit == "hour" and not definition.hours:
        raise CalendarError(definition.name, "unit: for the unit 'hour', give the hours per day in `hours`")


def _check_months(definition: CalendarDefinition) -> None:
    name = definition.name
    if not definition.months:
        raise CalendarError(name, "it has no months; define at least one, which may cover the whole year")
    for place, month in enumerate(definition.months):
        if month.days < 1 or (month.leap_days and month.days + month.leap_days < 1):
            short = month.days if month.days < 1 else month.days + month.leap_days
            raise CalendarError(
                name, f"months.{place}: month {month.name!r} has {short} days, at least 1 is needed in every year"
            )
    for place, one in enumerate(definition.intercalary):
        if one.days < 1:
            raise CalendarError(name, f"intercalary.{place}: {one.name!r} has {one.days} days, at least 1 is needed")
    groups = [(month.name, *month.names) for month in definition.months]
    groups += [(one.name, *one.names) for one in definition.intercalary]
    _check_distinct(name, "months or intercalary days" if definition.intercalary else "months", groups)
    known = {name_key(word) for month in definition.months for word in (month.name, *month.names)}
    for place, one in enumerate(definition.intercalary):
        if one.after and name_key(one.after) not in known:
            raise CalendarError(
                name,
                f"intercalary.{place}.after: there is no month {one.after!r}; name a month, or leave `after` out for the "
                "beginning of the year (days at one place follow each other as they are given)",
            )
        known.update(name_key(word) for word in (one.name, *one.names))


def _check_leaps(definition: CalendarDefinition) -> None:
    name = definition.name
    _check_distinct(name, "leap rules", [(rule.name,) for rule in definition.leap])
    rules = {rule.name for rule in definition.leap}
    used: set[str] = set()
    uses = [(f"months.{place}", one.leap, one.leap_days) for place, one in enumerate(definition.months)]
    uses += [(f"intercalary.{place}", one.leap, 0) for place, one in enumerate(definition.intercalary)]
    for where, rule, days in uses:
        if rule and rule not in rules:
            given = ", ".join(sorted(rules)) or "none"
            raise CalendarError(name, f"{where}.leap: there is no leap rule {rule!r}; the rules are: {given}")
        if days and not rule:
            raise CalendarError(name, f"{where}.leap_days: no leap rule is given; name one in `leap`")
        used.add(rule)
    for place, one in enumerate(definition.leap):
        _check_leap(name, f"leap.{place}", one)
        if one.name not in used:
            raise CalendarError(
                name,
                f"leap.{place}: nothing uses rule {one.name!r}; name it in the `leap` of a month or of intercalary days",
            )
    if all(month.leap and not month.leap_days for month in definition.months):
        raise CalendarError(name, "months: all of them are leap months; an ordinary year needs one")


def _check_leap(name: str, where: str, rule: LeapRule) -> None:
    if bool(rule.every) == bool(rule.years):
        raise CalendarError(name, f"{where}: give exactly one of `every` and `years`")
    if min(rule.every, rule.except_every, rule.unless_every, rule.cycle) < 0:
        raise CalendarError(name, f"{where}: numbers of years cannot be negative")
    if (rule.except_every and not rule.every) or (rule.unless_every and not rule.except_every):
        raise CalendarError(name, f"{where}: `except` needs `every`, and `unless` needs `except`")
    if rule.every and rule.cycle:
        raise CalendarError(name, f"{where}.cycle: `cycle` needs `years`, not `every`")
    if list(rule.years) != sorted(set(rule.years)):
        raise CalendarError(name, f"{where}.years: list each year once, in ascending order")
    if rule.cycle > LONGEST_CYCLE:
        raise CalendarError(name, f"{where}.cycle: {rule.cycle} years are too many, {LONGEST_CYCLE} at most")
    if rule.cycle and rule.years and not (rule.years[0] >= 1 and rule.years[-1] <= rule.cycle):
        raise CalendarError(name, f"{where}.years: the years of a cycle of {rule.cycle} are 1 to {rule.cycle}")


def _check_week(definition: CalendarDefinition) -> None:
    week = definition.week
    if week is None:
        return
    if not week.days:
        raise CalendarError(definition.name, "week.days: name at least one day")
    _check_distinct(definition.name, "days of the week", [(day.name, *day.names) for day in week.days])
    if not 1 <= week.first <= len(week.days):
        raise CalendarError(definition.name, f"week.first: {week.first} is no day of a week of {len(week.days)}")


def _check_reigns(definition: CalendarDefinition) -> None:
    for place, reign in enumerate(definition.reigns):
        where = f"reigns.{place}"
        _check_names(definition.name, (reign.name,))
        if 0 in (reign.first, reign.last):
            raise CalendarError(definition.name, f"{where}: there is no year 0; -1 is 1 BC and 1 the year after")
        if reign.last is not None and reign.last < reign.first:
            raise CalendarError(definition.name, f"{where}: {reign.name!r} ends in {reign.last}, before it begins")
        if reign.years not in YEARS:
            raise CalendarError(definition.name, f"{where}.years: {reign.years!r} is none of {', '.join(YEARS)}")


def _check_distinct(calendar: str, what: str, groups: Iterable[tuple[str, ...]]) -> None:
    """Raise CalendarError if two of the name lists *groups* share a name; inside one list, a name may be repeated."""
    named = [{name_key(name) for name in _check_names(calendar, group)} for group in groups]
    counts = Counter(key for keys in named for key in keys)
    for key, count in sorted(counts.items()):
        if count > 1:
            raise CalendarError(calendar, f"{count} {what} are called {key!r}; dates would be ambiguous")


def _check_names(calendar: str, names: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(check_name(name, "calendar name") for name in names)
    except InvalidNameError as error:
        raise CalendarError(calendar[:60], f"it has an invalid name: {error.reason}") from error
