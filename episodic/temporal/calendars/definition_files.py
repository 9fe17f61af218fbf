"""Reads calendar definitions from JSON files with strict validation. An error message about a calendar file names the
file and, if a single field is wrong, this field.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError
from pydantic_core import ErrorDetails

from episodic.errors import CalendarError
from episodic.model.settings import (
    CalendarDefinition,
    Era,
    Intercalary,
    LeapRule,
    Month,
    Reign,
    Tie,
    Week,
    WeekDay,
)
from episodic.temporal.calendars.validation import check_calendar, check_together, era_key

__all__ = ["check_calendar", "check_together", "era_key", "load_calendar"]

_LARGEST = 10**15
_Number = Annotated[StrictInt, Field(ge=-_LARGEST, le=_LARGEST)]
_Length = Annotated[StrictInt, Field(ge=-1_000_000, le=1_000_000)]
_ONLY_RULE = "leap"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class _EraForm(_Strict):
    name: str
    first_year: _Number = 1
    starts: _Number = 0
    names: tuple[str, ...] = ()
    after: str = ""
    years: _Number | None = None
    backwards: StrictBool = False
    beside: StrictBool = False


class _MonthForm(_Strict):
    name: str
    days: _Length
    names: tuple[str, ...] = ()
    leap_days: _Length = 0
    leap: StrictBool | str = False


class _IntercalaryForm(_Strict):
    name: str
    after: str = ""
    days: _Length = 1
    names: tuple[str, ...] = ()
    leap: StrictBool | str = False


class _LeapForm(_Strict):
    name: str = _ONLY_RULE
    every: _Length = 0
    except_every: _Length = Field(default=0, alias="except")
    unless_every: _Length = Field(default=0, alias="unless")
    cycle: _Length = 0
    years: tuple[_Number, ...] = ()
    first_year: _Number = 1


class _WeekDayForm(_Strict):
    name: str
    names: tuple[str, ...] = ()


class _WeekForm(_Strict):
    days: tuple[str | _WeekDayForm, ...]
    first: _Length = 1
    anew: StrictBool = False
    outside: StrictBool = False


class _TieForm(_Strict):
    calendar: str
    date: str


class _ReignForm(_Strict):
    name: str
    first: _Length
    last: _Length | None = None
    dynasty: str = ""
    years: Literal["lunar", "solar", "any"] = "lunar"


class _CalendarForm(_Strict):
    name: str
    eras: tuple[_EraForm, ...] = ()
    months: tuple[_MonthForm, ...] = ()
    unit: str = "day"
    intercalary: tuple[_IntercalaryForm, ...] = ()
    leap: tuple[_LeapForm, ...] | _LeapForm = ()
    week: _WeekForm | None = None
    hours: _Length = 0
    anchor: _TieForm | None = None
    reigns: tuple[_ReignForm, ...] = ()
    dynasties: tuple[str, ...] = ()


def load_calendar(text: str, *, file: str = "") -> CalendarDefinition:
    """Return the calendar definition in a JSON text, whose format is described in docs/calendars.md.

    Raise CalendarError, with the name *file* and what is wrong, if the text is not in the format of calendar files.
    CalendarError is also raised if `check_calendar` rejects the definition.
    """
    try:
        form = _CalendarForm.model_validate_json(text.removeprefix("\ufeff"))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise CalendarError(file or "(file)", _reason(first)) from error
    definition = _definition(form)
    try:
        check_calendar(definition)
    except CalendarError as error:
        raise (CalendarError(file, error.reason) if file else error) from error
    return definition


def _reason(error: ErrorDetails) -> str:
    place = ".".join(str(step) for step in error["loc"] if not str(step).startswith("_"))
    where = f"{place}: " if place else ""
    if error["type"] == "extra_forbidden":
        return f"{where}no such field is known; docs/calendars.md lists them all"
    if error["type"] == "missing":
        return f"{where}this field is needed"
    return f"{where}{error['msg'][:1].lower()}{error['msg'][1:]}"


def _definition(form: _CalendarForm) -> CalendarDefinition:
    leaps = (form.leap,) if isinstance(form.leap, _LeapForm) else form.leap
    only = leaps[0].name if len(leaps) == 1 else _ONLY_RULE
    return CalendarDefinition(
        name=form.name,
        eras=tuple(Era(**era.model_dump()) for era in form.eras),
        months=tuple(
            Month(
                one.name,
                one.days,
                one.names,
                leap_days=one.leap_days,
                # If a month has `leap_days` but names no leap rule, the calendar's only rule applies, or the rule called
                # "leap" if there are several.
                leap=_rule(one.leap or bool(one.leap_days and leaps), only),
            )
            for one in form.months
        ),
        unit=form.unit,
        intercalary=tuple(
            Intercalary(one.name, one.after, one.days, one.names, _rule(one.leap, only)) for one in form.intercalary
        ),
        leap=tuple(LeapRule(**one.model_dump()) for one in leaps),
        week=None if form.week is None else _week(form.week),
        hours=form.hours,
        anchor=None if form.anchor is None else Tie(form.anchor.calendar, form.anchor.date),
        reigns=tuple(Reign(**one.model_dump()) for one in form.reigns),
        dynasties=form.dynasties,
    )


def _rule(given: str | bool, only: str) -> str:
    """Return the name of the leap rule that a field of a calendar file refers to. If the field is a text, the text is
    the name of the rule. The value true means the calendar's only rule, whose name is *only*. The value false means no
    rule ("").
    """
    if isinstance(given, str):
        return given
    return only if given else ""


def _week(form: _WeekForm) -> Week:
    days = tuple(WeekDay(one) if isinstance(one, str) else WeekDay(one.name, one.names) for one in form.days)
    return Week(days, form.first, form.anew, form.outside)
