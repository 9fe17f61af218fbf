"""Commands `calendar check` and `calendar convert`; they need no store."""

from __future__ import annotations

import json
from typing import cast

from episodic.cli.escaping import Json
from tests.unit.cli.command_line import CommandLine

LAMPS = {
    "name": "Lamp Count",
    "months": [
        {"name": "Larkrise", "days": 30, "names": ["云雀月"]},
        {"name": "Smokefall", "days": 29, "leap_days": 1, "leap": "leap"},
        {"name": "Late Smoke", "days": 20, "leap": "long"},
    ],
    "intercalary": [{"name": "Midsummer Day", "after": "Larkrise"}],
    "leap": [
        {"name": "leap", "every": 4, "except": 100, "unless": 400},
        {"name": "long", "cycle": 19, "years": [3, 6]},
    ],
    "week": {"days": ["Toll", "Wick"], "outside": True},
    "eras": [{"name": "Before the Flood", "backwards": True}, {"name": "After the Flood", "names": ["水后"]}],
    "hours": 20,
    "anchor": {"calendar": "gregorian", "date": "1812-06-03"},
}


def calendar_file(cli: CommandLine, **changed: object) -> str:
    """Write a calendar file and return its path."""
    return str(cli.write("lamps.json", json.dumps({**LAMPS, **changed})))


def test_a_calendar_is_shown_as_it_is_understood(cli: CommandLine) -> None:
    """The output has the months with lengths, the year, leap rules, eras, the week, the tie and sample dates."""
    file = calendar_file(cli)

    result = cli.run("calendar", "check", file)

    assert result.exit_code == 0, result.stderr
    for words in (
        "60 to 81 days, of 20 hours each",
        "Larkrise (云雀月)",
        "29 or 30",
        "leap month, only in long years",
        "every 4th year, except every 100th, unless it is a 400th.",
        "years 3, 6 of every 19.",
        "backwards; its year 1 is the last before year 1 of the calendar",
        "Toll, Wick",
        "1812-06-03",
        "水后1年云雀月1日 = 1 Larkrise, year 1 After the Flood, Toll",
        "1 Larkrise, year 1 Before the Flood",
    ):
        assert words in result.stdout


def test_a_calendar_is_shown_as_json(cli: CommandLine) -> None:
    """The JSON value has the parts of the year in order."""
    value = cli.value("calendar", "check", calendar_file(cli))

    assert value["year_days"] == [60, 81]
    year = value["year"]
    assert isinstance(year, list)
    assert [one["name"] for one in year if isinstance(one, dict)] == [
        "Larkrise",
        "Midsummer Day",
        "Smokefall",
        "Late Smoke",
    ]


def test_a_calendar_of_reigns_is_shown(cli: CommandLine) -> None:
    """For a calendar without months, only the reigns are printed."""
    file = cli.write(
        "reigns.json",
        '{"name": "我朝", "reigns": [{"name": "承露", "first": 1600, "dynasty": "大景"}], "dynasties": ["唐"]}',
    )

    result = cli.run("calendar", "check", str(file))

    assert result.exit_code == 0, result.stderr
    assert "承露" in result.stdout
    assert "唐" in result.stdout


def test_an_error_in_a_calendar_file_is_reported_with_its_position(cli: CommandLine) -> None:
    """The error names the file and the position in it, and has a hint, without a traceback."""
    file = calendar_file(cli, eras=[{"name": "A", "after": "B"}, {"name": "B", "after": "A"}])

    result = cli.run("calendar", "check", file)

    assert result.exit_code == 2
    assert "lamps.json" in result.stderr
    assert "eras.0.after" in result.stderr
    assert "cycle" in result.stderr


def test_a_missing_calendar_file_is_an_error(cli: CommandLine) -> None:
    """If the path is a folder, the command reports an error, too."""
    results = [cli.run("calendar", "check", name) for name in ("nowhere.json", ".")]

    assert [result.exit_code for result in results] == [2, 2]
    assert "cannot be read" in results[0].stderr


def test_ingest_names_an_invalid_calendar_file(cli: CommandLine) -> None:
    file = calendar_file(cli, hours=-2)

    result = cli.run("ingest", str(cli.tale()), "--calendar", file, "--yes")

    assert result.exit_code == 2
    assert "lamps.json" in result.stderr


def test_a_date_is_converted(cli: CommandLine) -> None:
    """Dates are converted between a calendar file and the Gregorian calendar, with the day of the week, and between
    reigns and years.
    """
    file = calendar_file(cli)

    there = cli.run("calendar", "convert", "1812-06-04", "--from", "gregorian", "--to", file)
    back = cli.run("calendar", "convert", "2 Larkrise, year 1 After the Flood", "--from", file, "--to", "gregorian")
    reign = cli.run("calendar", "convert", "光绪二十六年八月", "--from", "年号", "--to", "公历")

    assert there.stdout.splitlines() == ["2 Larkrise, year 1 After the Flood", "Wick"]
    assert back.stdout.strip() == "4 June AD 1812"
    assert reign.stdout.strip() == "within 1900年8月14日至1900年10月26日"


def test_a_converted_date_has_its_days_as_json(cli: CommandLine) -> None:
    """The days are numbers on the common axis of both calendars."""
    value = cli.value("calendar", "convert", "1900-08-14", "--from", "gregorian", "--to", "reign")

    assert cast("dict[str, Json]", value["in_words"])["written"] == ["光绪26年"]
    assert value["axis"] == "gregorian"
    assert value["earliest"] == value["latest"] == 693821


def test_calendars_without_a_tie_are_an_error(cli: CommandLine) -> None:
    """The hint says which tie is missing. An unknown calendar is named."""
    loose = calendar_file(cli, anchor=None)

    untied = cli.run("calendar", "convert", "1812-06-04", "--from", "gregorian", "--to", loose)
    unknown = cli.run("calendar", "convert", "1812-06-04", "--from", "gregorian", "--to", "julian")

    assert untied.exit_code == unknown.exit_code == 2
    assert "anchor" in untied.stderr
    assert "julian" in unknown.stderr
