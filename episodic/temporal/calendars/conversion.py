"""Converts a date of one calendar to a date of another calendar that counts days on the same axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.errors import CalendarError, InputError, UntiedCalendarsError
from episodic.languages.registry import codes, default_for, fallback
from episodic.model.episodes import Language
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.settings import CalendarDefinition
from episodic.temporal.calendars.gregorian import GREGORIAN
from episodic.temporal.calendars.reign_labels import reign_labels
from episodic.temporal.calendars.work_calendars import DAY_AXIS, REIGN, Calendars
from episodic.temporal.expressions import read_time
from episodic.temporal.expressions.normalisation import has_han


@dataclass(frozen=True, slots=True)
class Converted:
    """The result of a conversion: a date of a source calendar, and its texts in a target calendar.

    `written` contains the text of the date in the target calendar. For the target "reign", `written` contains the text
    of every possible reign year, or is empty. For a target calendar that defines no months and only adds reigns to the
    built-in table, `written` contains every possible reign year as well.

    `earliest` and `latest` are the first and the last possible day on `axis`. If `within` is true, the exact days of
    the date are unknown, and lie somewhere from `earliest` to `latest`. `within` is true for every reign date, unless
    the reign has solar years. `week_day` is the name of the day in the target calendar's week. `week_day` is None if
    the date is longer than a day or the target has no week.
    """

    words: str
    source: str
    target: str
    written: tuple[str, ...]
    within: bool
    axis: str
    earliest: int
    latest: int
    week_day: str | None = None


def convert_date(
    words: str, source: CalendarDefinition | str, target: CalendarDefinition | str, *, language: Language | None = None
) -> Converted:
    """Return the date *words* of the calendar *source*, converted to the calendar *target*. The source and the target
    are each a calendar definition, or one of "gregorian", "reign" and "day".

    The texts of the result are in *language*, or by default in the default language for the script of *words*.

    Raise InputError if *words* is not a date of the source calendar. InputError is also raised if the date has no year,
    is ambiguous or does not exist, or if the name of a calendar is unknown. Raise UntiedCalendarsError if the two
    calendars do not count days on the same axis. Raise CalendarError if a definition is invalid, or if no date of the
    target calendar means exactly the days of *words*.
    """
    calendars = Calendars(_definitions(source, target))
    expression = _read(words, source, calendars)
    days = calendars.days_of(expression)
    if days is None:
        raise _no_such_day(words, expression, calendars)
    axis = calendars.axis_of(expression)
    if axis != _axis(target, calendars):
        raise UntiedCalendarsError(_name(source), _name(target))
    said = language or default_for(ideographic=has_han(words)) or fallback().code
    reign_year = expression.calendar is None
    week_day = calendars.week_day(_name(target), days[0]) if days[0] == days[1] else None
    return Converted(
        words,
        _name(source),
        _name(target),
        _written(days, target, calendars, said),
        within=reign_year and not _is_solar(expression, calendars),
        axis=axis,
        earliest=days[0],
        latest=days[1],
        week_day=week_day,
    )


def _definitions(*sides: CalendarDefinition | str) -> Sequence[CalendarDefinition]:
    found: list[CalendarDefinition] = []
    for side in sides:
        if isinstance(side, CalendarDefinition):
            if side not in found:
                found.append(side)
        elif side not in (GREGORIAN, REIGN, DAY_AXIS):
            raise InputError(
                f"There is no calendar {side!r}.", hint="Give 'gregorian', 'reign', 'day', or a calendar file."
            )
    return found


def _read(words: str, source: CalendarDefinition | str, calendars: Calendars) -> TimeExpression:
    names: set[str | None] = {None if source == REIGN else _name(source)}
    if isinstance(source, CalendarDefinition) and not source.months:
        names = {None}
    for language in codes():
        said = read_time(words, language=language, calendars=calendars)
        if said is not None and said.kind is TimeKind.CALENDAR and said.calendar in names:
            return said
    raise InputError(
        f"{words!r} is not a date of calendar {_name(source)!r}.",
        hint="Examples of dates: 3 June 1812, 光绪二十六年八月, 9 Larkrise, year 212 of the Second Lantern.",
    )


def _no_such_day(words: str, said: TimeExpression, calendars: Calendars) -> InputError:
    if said.year is None and said.calendar != DAY_AXIS:
        return InputError(f"{words!r} names no year.", hint="Add the year and its era.")
    if said.calendar is None:
        found = calendars.reigns.named(said.era or "")
        if len(found) > 1:
            which = ", ".join(f"{one.dynasty}{one.name} ({one.first})" for one in found)
            return InputError(f"{words!r}: several reigns have this title.", hint=f"Say which is meant: {which}.")
        if not found:
            return InputError(
                f"{words!r}: no reign title {said.era!r} is known.", hint='Add it to a calendar file, under "reigns".'
            )
        return InputError(
            f"{words!r} does not exist: {found[0].name} was counted from {found[0].first} to {found[0].last}.",
            hint="Check the year, the month and the day.",
        )
    return InputError(
        f"{words!r} does not exist in calendar {said.calendar!r}.",
        hint="`episodic calendar check` shows the months and eras of a calendar.",
    )


def _is_solar(said: TimeExpression, calendars: Calendars) -> bool:
    reign = calendars.reigns.unique(said.era, said.year or 0)
    return reign is not None and reign.years == "solar"


def _axis(target: CalendarDefinition | str, calendars: Calendars) -> str:
    if target == REIGN or (isinstance(target, CalendarDefinition) and not target.months):
        return GREGORIAN
    if isinstance(target, str):
        return target
    found = next(one for one in calendars.custom_calendars if one.name == target.name)
    return found.axis or found.name


def _written(
    days: tuple[int, int], target: CalendarDefinition | str, calendars: Calendars, language: Language
) -> tuple[str, ...]:
    if target == REIGN or (isinstance(target, CalendarDefinition) and not target.months):
        found = calendars.reigns.years_at(*days)
        labels = reign_labels(language)
        return tuple(labels.label(calendars.reigns.written(reign), year) for reign, year in found)
    if target == DAY_AXIS:
        words = calendars.label(DAY_AXIS, *days, language)
    else:
        words = calendars.written(_name(target), *days, language)
    if words is None:
        raise CalendarError(_name(target), "it cannot express these days as text")
    return (words,)


def _name(side: CalendarDefinition | str) -> str:
    return side if isinstance(side, str) else side.name
