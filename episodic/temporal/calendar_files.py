"""What a calendar definition must be, and its form as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from episodic.errors import CalendarError, InvalidNameError
from episodic.model.names import check_name, name_key
from episodic.model.settings import CalendarDefinition, Era, Month

RESERVED_AXES = frozenset({"day", "gregorian"})


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _EraForm(_Strict):
    name: str
    first_year: StrictInt = 1
    starts: StrictInt = 0
    names: tuple[str, ...] = ()


class _MonthForm(_Strict):
    name: str
    days: StrictInt
    names: tuple[str, ...] = ()


class _CalendarForm(_Strict):
    name: str
    eras: tuple[_EraForm, ...] = ()
    months: tuple[_MonthForm, ...] = Field(default=())
    unit: str = "day"


def load_calendar(text: str) -> CalendarDefinition:
    """The definition that a JSON text gives: {"name", "eras": [{"name", "first_year", "starts", "names"}],
    "months": [{"name", "days", "names"}], "unit": "day"}; only the names, `months` and their
    `days` have to be there.

    Raises CalendarError, naming the field, where the text is of another form or `check_calendar` refuses it.
    """
    try:
        form = _CalendarForm.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        where = f"{place}: " if place else ""
        raise CalendarError("(file)", f"{where}{first['msg'][:1].lower()}{first['msg'][1:]}") from error
    definition = CalendarDefinition(
        name=form.name,
        eras=tuple(Era(era.name, era.first_year, era.starts, era.names) for era in form.eras),
        months=tuple(Month(month.name, month.days, month.names) for month in form.months),
        unit=form.unit,
    )
    check_calendar(definition)
    return definition


def era_key(name: str) -> str:
    """The key under which names of eras and calendars are compared: "the Third Tide" is "Third Tide"."""
    return name_key(name).removeprefix("the ")


def check_calendar(definition: CalendarDefinition) -> None:
    """Nothing, if one can count with *definition*.

    Raises CalendarError for a missing or reserved name, another unit than the day, no months, a month without days,
    one name for two eras or two months, and two eras that overlap because they begin in the same year.
    """
    _check_names(definition.name, (definition.name,))
    if name_key(definition.name) in RESERVED_AXES:
        raise CalendarError(definition.name, "this name is kept for a calendar that every work has")
    if definition.unit != "day":
        raise CalendarError(definition.name, f"calendars count days, not {definition.unit!r}")
    if not definition.months:
        raise CalendarError(definition.name, "it has no months; a year without parts is one month")
    for month in definition.months:
        if month.days < 1:
            raise CalendarError(definition.name, f"month {month.name!r} has {month.days} days, at least 1 is needed")
    _check_distinct(definition.name, "months", [(month.name, *month.names) for month in definition.months])
    _check_distinct(definition.name, "eras", [(era.name, *era.names) for era in definition.eras])
    begun: dict[int, Era] = {}
    for era in definition.eras:
        if era.starts in begun:
            other = begun[era.starts].name
            raise CalendarError(
                definition.name,
                f"eras {other!r} and {era.name!r} overlap: both begin {era.starts} years after the first year",
            )
        begun[era.starts] = era


def check_together(definitions: Sequence[CalendarDefinition]) -> None:
    """Nothing, if the calendars of one work can stand side by side.

    Raises CalendarError where two have one name or an era of one name, so that a date would be of either.
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


def _check_distinct(calendar: str, what: str, groups: Iterable[tuple[str, ...]]) -> None:
    """Raises CalendarError where two of *groups* share a name; within one group a name may be repeated."""
    named = [{name_key(name) for name in _check_names(calendar, group)} for group in groups]
    counts = Counter(key for keys in named for key in keys)
    for key, count in sorted(counts.items()):
        if count > 1:
            raise CalendarError(calendar, f"{count} {what} are called {key!r}")


def _check_names(calendar: str, names: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(check_name(name, "calendar name") for name in names)
    except InvalidNameError as error:
        raise CalendarError(calendar[:60], f"a name in it cannot be kept: {error.reason}") from error
