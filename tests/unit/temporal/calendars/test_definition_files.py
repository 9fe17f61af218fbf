"""Tests of calendar files: every field, and errors that name the file, the field and the remedy."""

from __future__ import annotations

import json

import pytest

from episodic.errors import CalendarError
from episodic.model.records import from_json, to_json
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
    WorkSettings,
)
from episodic.temporal.calendars.work_calendars import Calendars, load_calendar

FULL = {
    "name": "Lamp Count",
    "months": [
        {"name": "Larkrise", "days": 30, "names": ["云雀月"]},
        {"name": "Smokefall", "days": 29, "leap_days": 1, "leap": "short"},
        {"name": "Late Smoke", "days": 20, "leap": "long"},
    ],
    "intercalary": [
        {"name": "Midsummer Day", "after": "Larkrise"},
        {"name": "Lamp Nights", "after": "Midsummer Day", "days": 2, "leap": "short", "names": ["灯夜"]},
    ],
    "leap": [
        {"name": "short", "every": 4, "except": 100, "unless": 400, "first_year": 0},
        {"name": "long", "cycle": 19, "years": [3, 6, 8]},
    ],
    "week": {"days": ["Toll", {"name": "Wick", "names": ["烛日"]}], "first": 2, "anew": True, "outside": True},
    "eras": [
        {"name": "Before", "backwards": True},
        {"name": "After", "years": 500},
        {"name": "Second", "after": "After", "starts": 500, "first_year": 0},
        {"name": "City", "starts": -20, "beside": True},
    ],
    "unit": "hour",
    "hours": 20,
    "anchor": {"calendar": "gregorian", "date": "1812-06-03"},
    "reigns": [{"name": "承露", "first": -20, "last": 14, "dynasty": "大景", "years": "any"}],
    "dynasties": ["北魏"],
}


def test_every_field_of_a_file_is_read() -> None:
    """Only missing fields get defaults."""
    definition = load_calendar(json.dumps(FULL))

    assert definition == CalendarDefinition(
        "Lamp Count",
        (
            Era("Before", backwards=True),
            Era("After", years=500),
            Era("Second", first_year=0, starts=500, after="After"),
            Era("City", starts=-20, beside=True),
        ),
        (
            Month("Larkrise", 30, ("云雀月",)),
            Month("Smokefall", 29, leap_days=1, leap="short"),
            Month("Late Smoke", 20, leap="long"),
        ),
        unit="hour",
        intercalary=(
            Intercalary("Midsummer Day", "Larkrise"),
            Intercalary("Lamp Nights", "Midsummer Day", 2, ("灯夜",), "short"),
        ),
        leap=(
            LeapRule("short", every=4, except_every=100, unless_every=400, first_year=0),
            LeapRule("long", cycle=19, years=(3, 6, 8)),
        ),
        week=Week((WeekDay("Toll"), WeekDay("Wick", ("烛日",))), first=2, anew=True, outside=True),
        hours=20,
        anchor=Tie("gregorian", "1812-06-03"),
        reigns=(Reign("承露", -20, 14, "大景", "any"),),
        dynasties=("北魏",),
    )


def test_the_only_leap_rule_needs_no_name() -> None:
    """The value `true` means the only leap rule."""
    text = json.dumps(
        {
            "name": "T",
            "months": [{"name": "A", "days": 9, "leap_days": 1}, {"name": "B", "days": 5, "leap": True}],
            "leap": {"every": 3},
        }
    )

    definition = load_calendar(text)

    assert [month.leap for month in definition.months] == ["leap", "leap"]


def test_a_definition_is_kept_with_its_work() -> None:
    """A definition that is written and read again is the same."""
    settings = WorkSettings(calendars=(load_calendar(json.dumps(FULL)),))

    again = from_json(WorkSettings, to_json(settings))

    assert again == settings


def test_a_work_kept_by_the_first_version_still_has_its_calendar() -> None:
    """Fields added in later versions have defaults."""
    old = (
        '{"entity_types":[],"predicates":[],"calendars":[{"name":"潮历","eras":[{"name":"潮历","first_year":1,"starts":0,'
        '"names":[]}],"months":[{"name":"银鱼月","days":28,"names":[]}],"unit":"day"}],"instructions":""}'
    )

    calendars = Calendars(from_json(WorkSettings, old).calendars)

    assert calendars.label("潮历", 0, 27, "zh") == "潮历1年"


MONTHS = [{"name": "A", "days": 9}, {"name": "B", "days": 5}]


@pytest.mark.parametrize(
    ("fields", "place", "reason"),
    [
        ({"weeks": 7}, "weeks", "docs/calendars.md"),
        ({"months": [{"days": 9}]}, "months.0.name", "needed"),
        ({"months": [{"name": "A", "days": 0}]}, "months.0", "0 days"),
        ({"months": [{"name": "A", "days": 2, "leap_days": -2}], "leap": {"every": 2}}, "months.0", "0 days"),
        ({"intercalary": [{"name": "Day", "days": 0}]}, "intercalary.0", "0 days"),
        ({"intercalary": [{"name": "Leap", "after": "C"}]}, "intercalary.0.after", "no month 'C'"),
        ({"intercalary": [{"name": "Leap", "leap": True}]}, "intercalary.0.leap", "no leap rule"),
        ({"intercalary": [{"name": "A"}]}, "", "called 'a'"),
        ({"months": [{"name": "A", "days": 9, "leap": "odd"}], "leap": {"every": 2}}, "months.0.leap", "'odd'"),
        ({"months": [{"name": "A", "days": 9, "leap_days": 1}]}, "months.0.leap_days", "`leap`"),
        ({"months": [{"name": "A", "days": 9, "leap": True}], "leap": {"every": 2}}, "months", "leap months"),
        ({"leap": {"every": 4}}, "leap.0", "nothing uses"),
        ({"leap": {}}, "leap.0", "every"),
        ({"leap": {"every": 4, "years": [3]}}, "leap.0", "exactly one"),
        ({"leap": {"every": 4, "unless": 3}}, "leap.0", "`except`"),
        ({"leap": {"every": -4}}, "leap.0", "negative"),
        ({"leap": {"every": 4, "cycle": 4}}, "leap.0.cycle", "needs `years`"),
        ({"leap": {"cycle": 4, "years": [5]}}, "leap.0.years", "1 to 4"),
        ({"leap": {"cycle": 4, "years": [3, 2]}}, "leap.0.years", "once"),
        ({"leap": {"cycle": 99999, "years": [3]}}, "leap.0.cycle", "too many"),
        ({"week": {"days": []}}, "week.days", "at least one"),
        ({"week": {"days": ["A", "A"]}}, "", "days of the week"),
        ({"week": {"days": ["A"], "first": 2}}, "week.first", "no day"),
        ({"unit": "minute"}, "unit", "minute"),
        ({"unit": "hour"}, "unit", "hours"),
        ({"hours": -1}, "hours", "-1"),
        ({"eras": [{"name": "E", "years": 5}]}, "", "leave out its `years`"),
        ({"eras": [{"name": "E", "years": 0}, {"name": "F", "starts": 5}]}, "eras.0.years", "at least 1"),
        ({"eras": [{"name": "E", "years": 9}, {"name": "F", "starts": 5}]}, "", "contradict"),
        ({"eras": [{"name": "E", "years": 3}, {"name": "F", "starts": 5}]}, "", "without an era"),
        ({"eras": [{"name": "E"}, {"name": "F"}]}, "", "overlap"),
        ({"eras": [{"name": "E", "backwards": True}]}, "eras", "counts forward"),
        ({"eras": [{"name": "E", "backwards": True, "starts": 3}, {"name": "F"}]}, "", "overlap"),
        ({"eras": [{"name": "E", "backwards": True, "starts": -3}, {"name": "F"}]}, "", "without an era"),
        ({"eras": [{"name": "E", "backwards": True}, {"name": "F"}, {"name": "G", "backwards": True, "starts": 9}]}, "", "backwards"),
        ({"eras": [{"name": f"E{n}", "starts": n} for n in range(501)]}, "eras", "too many"),
        ({"eras": [{"name": "E", "after": "G"}]}, "eras.0.after", "no era 'G'"),
        ({"eras": [{"name": "E", "after": "F"}, {"name": "F", "after": "E"}]}, "eras.0.after", "cycle"),
        ({"eras": [{"name": "E", "after": "E"}]}, "eras.0.after", "cycle"),
        ({"eras": [{"name": "D"}, {"name": "E", "after": "F"}, {"name": "F", "after": "E"}]}, "eras.1.after", "cycle"),
        ({"reigns": [{"name": "R", "first": 0}]}, "reigns.0", "no year 0"),
        ({"reigns": [{"name": "R", "first": 5, "last": 4}]}, "reigns.0", "before it begins"),
        ({"reigns": [{"name": "R", "first": 5, "years": "odd"}]}, "reigns.0.years", "lunar"),
        ({"months": [], "dynasties": ["唐"], "eras": [{"name": "E"}]}, "", "no months"),
    ],
)  # fmt: skip
def test_an_invalid_calendar_file_is_refused(fields: dict[str, object], place: str, reason: str) -> None:
    """The message names the file, the field and the mistake."""
    text = json.dumps({"name": "T", "months": MONTHS, **fields})

    with pytest.raises(CalendarError) as caught:
        load_calendar(text, file="tide.json")

    assert "tide.json" in caught.value.message
    assert caught.value.reason.startswith(place)
    assert reason in caught.value.reason


def test_invalid_json_is_refused_with_its_line() -> None:
    """The JSON of the test lacks a comma."""
    with pytest.raises(CalendarError, match="line 2"):
        load_calendar('{"name": "T",\n "months": [{"name": "A" "days": 3}]}', file="tide.json")
