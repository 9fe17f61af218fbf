"""Tests of the validation of calendar definitions and their JSON form."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from episodic.errors import CalendarError
from episodic.model.settings import CalendarDefinition, Era, Month
from episodic.temporal.calendars.work_calendars import Calendars, load_calendar

GOOD = CalendarDefinition(
    "Tide", (Era("First", 1, 0), Era("Second", 1, 300)), (Month("Swallow", 30), Month("Moss", 31, ("青苔月",)))
)


def test_a_calendar_file_gives_the_definition_it_describes() -> None:
    """Missing fields get defaults."""
    text = json.dumps(
        {
            "name": "Tide",
            "eras": [{"name": "First", "first_year": 1}, {"name": "Second", "first_year": 1, "starts": 300}],
            "months": [{"name": "Swallow", "days": 30}, {"name": "Moss", "days": 31, "names": ["青苔月"]}],
            "unit": "day",
        }
    )

    definition = load_calendar(text)

    assert definition == GOOD


def test_a_calendar_file_needs_no_more_than_a_name_and_months() -> None:
    """Without eras, the years are counted from 1 under the calendar's own name."""
    definition = load_calendar('{"name": "潮历", "months": [{"name": "燕来月", "days": 30}]}')

    days = Calendars([definition]).label("潮历", 0, 29, "zh")

    assert days == "潮历1年"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "JSON"),
        ("[1, 2]", "object"),
        ('{"months": []}', "name"),
        ('{"name": "Tide", "months": [{"name": "Swallow", "days": "thirty"}]}', "months.0.days"),
        ('{"name": "Tide", "months": [{"name": "Swallow", "days": 30.5}]}', "months.0.days"),
        ('{"name": "Tide", "months": [{"name": "Swallow", "days": 30}], "weeks": 7}', "weeks"),
        ('{"name": "Tide", "months": []}', "no months"),
    ],
)
def test_a_calendar_file_of_another_form_is_refused_with_its_reason(text: str, reason: str) -> None:
    """The reason names the field, and no part of the file is used."""
    with pytest.raises(CalendarError) as caught:
        load_calendar(text)

    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (replace(GOOD, name=" "), "empty"),
        (replace(GOOD, name="day"), "reserved"),
        (replace(GOOD, name="Gregorian"), "reserved"),
        (replace(GOOD, unit="hour"), "hour"),
        (replace(GOOD, months=()), "no months"),
        (replace(GOOD, months=(Month("Swallow", 0),)), "0 days"),
        (replace(GOOD, months=(Month("Swallow", -3),)), "-3 days"),
        (replace(GOOD, months=(Month("Moss", 3), Month("moss", 4))), "2 months"),
        (replace(GOOD, months=(Month("Moss", 3), Month("Other", 4, ("Moss",)))), "2 months"),
        (replace(GOOD, months=(Month("", 3),)), "empty"),
        (replace(GOOD, eras=(Era("First"), Era("first", 1, 9))), "2 eras"),
        (replace(GOOD, eras=(Era("First", 1, 9), Era("Second", 5, 9))), "overlap"),
    ],
)
def test_an_invalid_definition_is_refused(wrong: CalendarDefinition, reason: str) -> None:
    """The definitions have empty or repeated names, no months, months without days, or two eras with one start."""
    with pytest.raises(CalendarError) as caught:
        Calendars.check(wrong)

    assert reason in caught.value.reason


def test_two_calendars_of_a_work_share_no_name_of_an_era() -> None:
    """A date in an era of two calendars would be ambiguous."""
    other = replace(GOOD, name="Other", eras=(Era("The First"),))

    with pytest.raises(CalendarError) as caught:
        Calendars([GOOD, other])

    assert "Tide" in caught.value.reason


def test_eras_may_be_given_in_any_order() -> None:
    """The era that began last counts."""
    calendars = Calendars([replace(GOOD, eras=tuple(reversed(GOOD.eras)))])

    label = calendars.label("Tide", 300 * 61, 301 * 61 - 1, "en")

    assert label == "year 1 of the Second"
