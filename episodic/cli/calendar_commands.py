"""The commands `calendar check` and `calendar convert`: they check a calendar file and convert dates."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.escaping import Json
from episodic.cli.messages import calendars as say
from episodic.cli.terminal import Terminal
from episodic.errors import CalendarError, InputError
from episodic.languages import lexicon
from episodic.languages.registry import codes, fallback
from episodic.model.settings import CalendarDefinition
from episodic.temporal.calendars.conversion import convert_date
from episodic.temporal.calendars.custom import CustomCalendar
from episodic.temporal.calendars.definition_files import load_calendar
from episodic.temporal.calendars.work_calendars import Calendars

CalendarFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A calendar file, as JSON (docs/calendars.md).", show_default=False)
]
Date = Annotated[str, typer.Argument(metavar="DATE", help="A date as a story writes it.", show_default=False)]
Source = Annotated[str, typer.Option("--from", help="gregorian, reign, day, or a calendar file.", show_default=False)]
Target = Annotated[str, typer.Option("--to", help="gregorian, reign, day, or a calendar file.", show_default=False)]
_SAMPLES = 3
_BUILT_IN = ("gregorian", "reign", "day")


def register(app: typer.Typer) -> None:
    group = typer.Typer(name="calendar", help="Check calendar files and convert dates.", no_args_is_help=True)
    command(group, "check", default_work=False)(check)
    command(group, "convert", default_work=False)(convert)
    app.add_typer(group)


async def check(call: CommandContext, file: CalendarFile) -> None:
    """Show a calendar file as it is understood, or what is wrong with it."""
    definition = read_calendar(file)
    calendars = _calendars(definition, file)
    found = next(iter(calendars.custom_calendars), None)
    if call.terminal.json:
        call.terminal.value(_value(definition, found, calendars))
        return
    call.terminal.line(say.file_is_valid(definition.name))
    if found is not None:
        _show(call.terminal, found, calendars)
    _show_reigns(call.terminal, definition)


async def convert(call: CommandContext, date: Date, *, source: Source, target: Target) -> None:
    """Convert a date to another calendar, which must be tied to the calendar of the date."""
    found = convert_date(date, _side(source), _side(target))
    if call.terminal.json:
        call.terminal.value(
            {
                "date": found.words,
                "from": found.source,
                "to": found.target,
                "axis": found.axis,
                "earliest": found.earliest,
                "latest": found.latest,
                "in_words": {"written": list(found.written), "within": found.within, "week_day": found.week_day},
            }
        )
        return
    if not found.written:
        call.terminal.line(say.NO_REIGN)
        return
    call.terminal.line(say.within(found.written, inside=found.within))
    if found.week_day is not None:
        call.terminal.line(found.week_day)


def read_calendar(file: Path) -> CalendarDefinition:
    """Load a calendar file.

    Raises InputError if the file cannot be read. Raises CalendarError with the file and the position if the definition
    is invalid.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(
            f"Calendar file {str(file)!r} cannot be read ({why}).", hint="Give a file of JSON in UTF-8."
        ) from error
    return load_calendar(text, file=str(file))


def _side(given: str) -> CalendarDefinition | str:
    key = given.strip().casefold()
    for name in _BUILT_IN:
        if key == name or key in lexicon.words(f"{name}_calendar_names"):
            return name
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


def _show(terminal: Terminal, calendar: CustomCalendar, calendars: Calendars) -> None:
    definition = calendar.definition
    least, most = calendar.years_length(1)
    terminal.line(say.year(definition, least, most))
    terminal.heading(say.THE_YEAR)
    rows = [
        (
            str(one.number) if one.number > 0 else "",
            say.named(one.name, one.names),
            say.length(one),
            say.when(one),
        )
        for one in calendar.segments
    ]
    terminal.table(say.STRETCH_COLUMNS, rows, right=(0, 2))
    for rule in definition.leap:
        terminal.line(say.leap_years(rule))
    terminal.heading(say.ERAS)
    eras = [(say.named(era.name, era.names), say.counting(era)) for era in calendar.eras]
    terminal.table(say.ERA_COLUMNS, eras)
    if definition.week is not None:
        terminal.heading(say.THE_WEEK)
        terminal.line(say.names(say.named(day.name, day.names) for day in definition.week.days))
        terminal.line(say.week(definition))
    if definition.anchor is not None:
        terminal.heading(say.TIED_TO)
        terminal.line(say.tied(definition.anchor.date, definition.anchor.calendar))
    terminal.heading(say.SOME_DATES)
    for sample in _samples(calendar, calendars):
        terminal.line(sample)


def _show_reigns(terminal: Terminal, definition: CalendarDefinition) -> None:
    if definition.reigns:
        terminal.heading(say.REIGNS)
        rows = [
            (one.dynasty, one.name, str(one.first), "" if one.last is None else str(one.last), one.years)
            for one in definition.reigns
        ]
        terminal.table(say.REIGN_COLUMNS, rows, right=(2, 3))
    if definition.dynasties:
        terminal.line(say.dynasties(definition.dynasties))


def _samples(calendar: CustomCalendar, calendars: Calendars) -> list[str]:
    found: list[str] = []
    for index in range(-1, _SAMPLES):
        day = calendar.year_start(index)
        ways = [calendars.written(calendar.name, day + calendar.shift, day + calendar.shift, one) for one in codes()]
        week_day = calendar.week_day(day)
        words = " = ".join(dict.fromkeys(way for way in ways if way))
        found.append(words if week_day is None else f"{words}, {week_day.name}")
    return found


def _value(definition: CalendarDefinition, calendar: CustomCalendar | None, calendars: Calendars) -> Json:
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
            for one in calendar.segments
        ],
        "leap": [
            {"name": rule.name, "words": say.leap_in_words(rule).spoken(fallback().code)} for rule in definition.leap
        ],
        "eras": [
            {"name": era.name, "starts": era.starts, "first_year": era.first_year, "backwards": era.backwards}
            for era in calendar.eras
        ],
        "week": [] if definition.week is None else [day.name for day in definition.week.days],
        "reigns": len(definition.reigns),
        "dynasties": list(definition.dynasties),
        "samples": list(_samples(calendar, calendars)),
    }
