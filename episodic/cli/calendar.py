"""Commands about calendars: what a calendar file says, and a date of one calendar on another. No store is needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.calls import Call, command
from episodic.cli.escaping import Json
from episodic.cli.terminal import Terminal
from episodic.errors import CalendarError, InputError
from episodic.model.episodes import Language
from episodic.model.settings import CalendarDefinition, LeapRule
from episodic.temporal.calendar_converting import convert_date
from episodic.temporal.calendar_files import load_calendar
from episodic.temporal.calendar_invented import InventedCalendar, Stretch
from episodic.temporal.calendars import Calendars

CalendarFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A calendar file, as JSON (docs/calendars.md).", show_default=False)
]
Date = Annotated[str, typer.Argument(metavar="DATE", help="A date as a story writes it.", show_default=False)]
Source = Annotated[str, typer.Option("--from", help="gregorian, reign, day, or a calendar file.", show_default=False)]
Target = Annotated[str, typer.Option("--to", help="gregorian, reign, day, or a calendar file.", show_default=False)]
_SAMPLES = 3
_BUILT_IN = {"gregorian": "gregorian", "公历": "gregorian", "reign": "reign", "年号": "reign", "day": "day"}


def register(app: typer.Typer) -> None:
    """Adds the commands, as a group of their own."""
    group = typer.Typer(name="calendar", help="Check calendar files and convert dates.", no_args_is_help=True)
    command(group, "check", settles=False)(check)
    command(group, "convert", settles=False)(convert)
    app.add_typer(group)


async def check(call: Call, file: CalendarFile) -> None:
    """Show a calendar file as it is understood, or say what is wrong with it."""
    definition = read_calendar(file)
    calendars = _calendars(definition, file)
    found = next(iter(calendars.invented), None)
    if call.terminal.json:
        call.terminal.value(_value(definition, found, calendars))
        return
    call.terminal.line(f"{definition.name}: good.")
    if found is not None:
        _show(call.terminal, found, calendars)
    _show_reigns(call.terminal, definition)


async def convert(call: Call, date: Date, *, source: Source, target: Target) -> None:
    """Write a date of one calendar on another that is tied to it."""
    found = convert_date(date, _side(source), _side(target))
    if call.terminal.json:
        call.terminal.value(
            {
                "date": found.words,
                "from": found.source,
                "to": found.target,
                "written": list(found.written),
                "within": found.within,
                "axis": found.axis,
                "earliest": found.earliest,
                "latest": found.latest,
                "week_day": found.week_day,
            }
        )
        return
    if not found.written:
        call.terminal.line("No reign is known for this date.")
        return
    text = " or ".join(found.written)
    call.terminal.line(f"within {text}" if found.within else text)
    if found.week_day is not None:
        call.terminal.line(found.week_day)


def read_calendar(file: Path) -> CalendarDefinition:
    """The calendar of a file. Raises InputError where it cannot be read, CalendarError naming the file and the place in it."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(
            f"Calendar file {str(file)!r} cannot be read ({why}).", hint="Give a file of JSON in UTF-8."
        ) from error
    return load_calendar(text, file=str(file))


def _side(given: str) -> CalendarDefinition | str:
    built_in = _BUILT_IN.get(given.strip().casefold())
    if built_in is not None:
        return built_in
    if not Path(given).exists():
        raise InputError(
            f"There is no calendar {given!r}.", hint="Give gregorian, reign, day, or the path of a calendar file."
        )
    return read_calendar(Path(given))


def _calendars(definition: CalendarDefinition, file: Path) -> Calendars:
    try:
        return Calendars([definition])
    except CalendarError as error:
        raise CalendarError(str(file), error.reason) from error


def _show(terminal: Terminal, calendar: InventedCalendar, calendars: Calendars) -> None:
    definition = calendar.definition
    least, most = calendar.years_length(1)
    days = f"{least}" if least == most else f"{least} to {most}"
    hours = f", of {definition.hours} hours each" if definition.hours else ""
    terminal.line(f"A year has {days} days{hours}. Time is counted in {definition.unit}s.")
    terminal.heading("The year")
    rows = [
        (str(one.number) if one.number > 0 else "", _names(one.name, one.names), _days(one), _when(one))
        for one in calendar.stretches
    ]
    terminal.table(("", "name", "days", ""), rows, right=(0, 2))
    for rule in definition.leap:
        terminal.line(f"{rule.name[:1].upper()}{rule.name[1:]} years: {leap_in_words(rule)}")
    terminal.heading("Eras")
    terminal.table(
        ("name", "counts"),
        [(_names(era.name, era.names), _era(calendar, place)) for place, era in enumerate(calendar.eras)],
    )
    if definition.week is not None:
        terminal.heading("The week")
        terminal.line(", ".join(_names(day.name, day.names) for day in definition.week.days))
        terminal.line(_week(definition))
    if definition.anchor is not None:
        terminal.heading("Tied to")
        terminal.line(f"Its first day is {definition.anchor.date} of calendar {definition.anchor.calendar!r}.")
    terminal.heading("Some dates")
    for sample in _samples(calendar, calendars):
        terminal.line(sample)


def _show_reigns(terminal: Terminal, definition: CalendarDefinition) -> None:
    if definition.reigns:
        terminal.heading("Reigns")
        rows = [
            (one.dynasty, one.name, str(one.first), "" if one.last is None else str(one.last), one.years)
            for one in definition.reigns
        ]
        terminal.table(("dynasty", "title", "first", "last", "years"), rows, right=(2, 3))
    if definition.dynasties:
        terminal.line(f"Titles that several rulers had are of: {', '.join(definition.dynasties)}.")


def _names(name: str, others: Sequence[str]) -> str:
    return f"{name} ({', '.join(others)})" if others else name


def _days(one: Stretch) -> str:
    if not one.days:
        return str(one.more)
    return f"{one.days}" if not one.more else f"{one.days} or {one.days + one.more}"


def _when(one: Stretch) -> str:
    outside = "of no month" if one.outside else ""
    if one.rule is None or one.days:
        return outside
    kind = outside or "leap month"
    return f"{kind}, only in {one.rule.name} years"


def leap_in_words(rule: LeapRule) -> str:
    """A leap rule as a sentence."""
    counted = "" if rule.first_year == 1 else f" The calendar's first year counts as {rule.first_year}."
    if rule.every:
        text = f"every {_th(rule.every)} year" if rule.every > 1 else "every year"
        if rule.except_every:
            text += f", except every {_th(rule.except_every)}"
        if rule.unless_every:
            text += f", unless it is a {_th(rule.unless_every)}"
        return f"{text}.{counted}"
    years = ", ".join(map(str, rule.years))
    return (
        f"years {years} of every {rule.cycle}.{counted}"
        if rule.cycle
        else f"the years {years}, and no others.{counted}"
    )


def _th(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _era(calendar: InventedCalendar, place: int) -> str:
    era = calendar.eras[place]
    if era.backwards:
        text = f"backwards; its year {era.first_year} is the last before year {era.starts + 1} of the calendar"
    else:
        text = f"from {era.first_year}, which is year {era.starts + 1} of the calendar"
    if era.years is not None:
        text += f"; has {era.years} years"
    return f"{text}; beside the others" if era.beside else text


def _week(definition: CalendarDefinition) -> str:
    week = definition.week
    if week is None:
        return ""
    first = week.days[week.first - 1].name
    goes = "Every year begins with" if week.anew else "Weeks go on from year to year; the first day is"
    outside = " Days of no month have no week day." if week.outside else ""
    return f"{goes} {first}.{outside}"


def _samples(calendar: InventedCalendar, calendars: Calendars) -> list[str]:
    """The first days of a few years, in both languages where the names are."""
    found: list[str] = []
    for index in range(-1, _SAMPLES):
        day = calendar.year_start(index)
        ways = [calendars.written(calendar.name, day + calendar.shift, day + calendar.shift, one) for one in Language]
        week_day = calendar.week_day(day)
        words = " = ".join(dict.fromkeys(way for way in ways if way))
        found.append(words if week_day is None else f"{words}, {week_day.name}")
    return found


def _value(definition: CalendarDefinition, calendar: InventedCalendar | None, calendars: Calendars) -> Json:
    if calendar is None:
        return {"name": definition.name, "reigns": len(definition.reigns), "dynasties": list(definition.dynasties)}
    least, most = calendar.years_length(1)
    return {
        "name": definition.name,
        "unit": definition.unit,
        "hours": definition.hours,
        "year_days": [least, most],
        "year": [
            {"name": one.name, "number": one.number, "days": one.days, "leap_days": one.more, "outside": one.outside}
            for one in calendar.stretches
        ],
        "leap": [{"name": rule.name, "words": leap_in_words(rule)} for rule in definition.leap],
        "eras": [
            {"name": era.name, "starts": era.starts, "first_year": era.first_year, "backwards": era.backwards}
            for era in calendar.eras
        ],
        "week": [] if definition.week is None else [day.name for day in definition.week.days],
        "reigns": len(definition.reigns),
        "dynasties": list(definition.dynasties),
        "samples": list(_samples(calendar, calendars)),
    }
