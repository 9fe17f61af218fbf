"""Tests of date conversion between calendars."""

from __future__ import annotations

import pytest

from episodic.errors import InputError, UntiedCalendarsError
from episodic.model.settings import CalendarDefinition, Era, Month, Tie
from episodic.temporal.calendars.conversion import convert_date

TIED = CalendarDefinition(
    "潮历", (Era("潮历", names=("Tide",)),), (Month("银鱼月", 28, ("Silverfish",)), Month("雷鸣月", 30, ("Thunder",))),
    anchor=Tie("gregorian", "1812-06-03"),
)  # fmt: skip
LOOSE = CalendarDefinition("Loose", (), (Month("M", 5),))


@pytest.mark.parametrize(
    ("words", "source", "target", "written"),
    [
        ("3 June 1812", "gregorian", TIED, ("1 Silverfish, year 1 of the Tide",)),
        ("1812年6月2日", "gregorian", TIED, ("潮历0年雷鸣月30日",)),
        ("潮历元年银鱼月初二", TIED, "gregorian", ("公元1812年6月4日",)),
        ("潮历元年银鱼月", TIED, "gregorian", ("公元1812年6月3日至公元1812年6月30日",)),
        ("潮历元年银鱼月初二", TIED, "reign", ("嘉庆17年",)),
        ("1900-02-01", "gregorian", "reign", ("光绪25年", "光绪26年")),
        ("1900-08-14", "gregorian", "reign", ("光绪26年",)),
        ("光绪二十六年", "reign", "gregorian", ("1900年1月13日至1901年2月26日",)),
        ("day 5", "day", "day", ("day 5",)),
        ("44 BC", "gregorian", "gregorian", ("44 BC",)),
    ],
)
def test_a_date_is_written_on_a_calendar_that_is_tied_to_its_own(
    words: str, source: CalendarDefinition | str, target: CalendarDefinition | str, written: tuple[str, ...]
) -> None:
    """The conversion is exact if both calendars count days. A reign year becomes the range of days within which it
    lies.
    """
    found = convert_date(words, source, target)

    assert found.written == written
    assert found.within == (source == "reign")


@pytest.mark.parametrize(
    ("words", "source", "target"),
    [("day 5", "day", "gregorian"), ("M, year 2", LOOSE, "reign"), ("3 June 1812", "gregorian", LOOSE)],
)
def test_calendars_that_nothing_ties_are_an_error(
    words: str, source: CalendarDefinition | str, target: CalendarDefinition | str
) -> None:
    """The hint of the error shows what to write into the calendar file."""
    with pytest.raises(UntiedCalendarsError) as caught:
        convert_date(words, source, target)

    assert "anchor" in caught.value.hint


@pytest.mark.parametrize(
    ("words", "source", "said"),
    [
        ("30 February 1812", "gregorian", "does not exist"),
        ("潮历元年银鱼月三十", TIED, "does not exist"),
        ("银鱼月初二", TIED, "no year"),
        ("太和五年", "reign", "several reigns"),
        ("建安三十年", "reign", "196 to 220"),
        ("承露三年春", "reign", "no reign title"),
        ("yesterday", "gregorian", "not a date"),
        ("3 June 1812", TIED, "not a date"),
        ("3 June 1812", "julian", "no calendar"),
    ],
)
def test_what_is_no_date_of_the_calendar_is_an_error(words: str, source: CalendarDefinition | str, said: str) -> None:
    """The errors are for unknown calendars, days that do not exist, and reigns of several rulers."""
    with pytest.raises(InputError) as caught:
        convert_date(words, source, "gregorian")

    assert said in caught.value.message
    assert caught.value.hint
