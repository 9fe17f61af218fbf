"""Tests of a work's calendars: days, dates and labels."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.languages.registry import codes
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.settings import CalendarDefinition, Era, Month
from episodic.temporal.calendars.work_calendars import DAY_AXIS, GREGORIAN, Calendars
from episodic.temporal.expressions import parse_moment, read_time

THIRTEEN = CalendarDefinition(
    "Epoch Count", (Era("Fifth Epoch"),), tuple(Month(f"Moon{number}", 28) for number in range(1, 14))
)
TIDE = CalendarDefinition(
    "潮历",
    (Era("先潮", 1, 0, ("First Tide",)), Era("后潮", 1, 300, ("Second Tide",))),
    (Month("燕来月", 30, ("Swallow",)), Month("青苔月", 31, ("Moss",)), Month("长日月", 28, ("Longday",))),
)

REIGN_YEAR = TimeExpression(TimeKind.CALENDAR, era="建安", year=5)


def date(
    calendar: str, year: int | None = None, month: int | None = None, day: int | None = None, **more: object
) -> TimeExpression:
    """Return a calendar date. Era and season are optional."""
    era, season = more.get("era"), more.get("season")
    return TimeExpression(
        TimeKind.CALENDAR,
        calendar=calendar,
        era=era if isinstance(era, str) else None,
        year=year,
        month=month,
        day=day,
        season=season if isinstance(season, int) else None,
    )


def test_a_year_of_thirteen_months_of_28_days_covers_364_days() -> None:
    """Scenario S5: the year 1349 of the Fifth Epoch has 364 days."""
    calendars = Calendars([THIRTEEN])

    days = calendars.range_of(date("Epoch Count", 1349, era="Fifth Epoch"))

    assert days == (1348 * 364, 1348 * 364 + 363)


def test_the_year_12345_is_later_and_still_a_whole_number_of_days() -> None:
    """Scenario S5: no year overflows."""
    calendars = Calendars([THIRTEEN])

    early = calendars.range_of(date("Epoch Count", 1349, era="Fifth Epoch"))
    late = calendars.range_of(date("Epoch Count", 12345, era="Fifth Epoch"))

    assert early is not None
    assert late is not None
    assert late == (12344 * 364, 12344 * 364 + 363)
    assert early[1] < late[0]


def test_years_before_the_first_one_lie_before_it() -> None:
    """Year 0 and negative years continue the count backwards."""
    calendars = Calendars([THIRTEEN])

    days = calendars.range_of(date("Epoch Count", -2, era="Fifth Epoch"))

    assert days == (-3 * 364, -3 * 364 + 363)


def test_a_month_and_a_day_are_as_long_as_the_calendar_says() -> None:
    calendars = Calendars([TIDE])

    month = calendars.range_of(date("潮历", 1, 2, era="先潮"))
    day = calendars.range_of(date("潮历", 1, 3, 28, era="先潮"))

    assert month == (30, 60)
    assert day == (88, 88)


def test_an_era_counts_its_own_years_from_where_it_starts() -> None:
    """The first year of the second era is the 301st year of the calendar."""
    calendars = Calendars([TIDE])

    second = calendars.range_of(date("潮历", 1, era="后潮"))

    assert second == calendars.range_of(date("潮历", 301, era="先潮"))


def test_an_era_answers_to_all_its_names_and_needs_no_article() -> None:
    """ "The Second Tide" is a name of the era 后潮."""
    calendars = Calendars([TIDE])

    days = calendars.range_of(date("潮历", 1, era="the Second Tide"))

    assert days == calendars.range_of(date("潮历", 1, era="后潮"))


def test_a_season_is_a_quarter_of_the_year() -> None:
    """The four quarters fill the year without gaps."""
    calendars = Calendars([TIDE])

    quarters = [calendars.range_of(date("潮历", 1, era="先潮", season=season)) for season in (1, 2, 3, 4)]

    assert quarters == [(0, 21), (22, 43), (44, 65), (66, 88)]


def test_a_date_that_no_calendar_has_is_no_range_of_days() -> None:
    """A date that does not exist is not changed to a date that exists."""
    for said in [
        date("潮历", 1, 4, era="先潮"),
        date("潮历", 1, 3, 29, era="先潮"),
        date("潮历", 1, 1, 0, era="先潮"),
        date("潮历", 1, era="第三潮"),
        date("潮历", 5),
        date("潮历", None, 1, 2, era="先潮"),
        date("别的历", 1),
        date(GREGORIAN, 1900, 2, 29),
        date(GREGORIAN, 1900, 13),
        date(DAY_AXIS),
        TimeExpression(TimeKind.CALENDAR, era="建安", year=26),
        TimeExpression(TimeKind.ORDER, anchor=Anchor.HERE),
    ]:
        calendars = Calendars([TIDE])

        days = calendars.range_of(said)

        assert days is None, said


def test_the_axis_of_a_date_is_its_calendar() -> None:
    """Day counts, real dates and invented dates have separate axes. A date without a calendar has no axis."""
    calendars = Calendars([TIDE])

    axes = [calendars.axis_of(date(name, 1)) for name in (DAY_AXIS, GREGORIAN, "潮历", "别的历")]

    assert axes == ["day", "gregorian", "潮历", ""]


def test_a_day_count_is_its_own_number() -> None:
    """Day 103 has the number 103, and day -5,000 is before day 0."""
    calendars = Calendars()

    days = [calendars.range_of(date(DAY_AXIS, day=number)) for number in (103, -5000)]

    assert days == [(103, 103), (-5000, -5000)]


@given(st.dates())
def test_real_dates_are_counted_as_the_proleptic_gregorian_calendar_counts_them(day: dt.date) -> None:
    """For the years 1 to 9999, the number of a day is the ordinal of Python's datetime."""
    calendars = Calendars()

    days = calendars.range_of(date(GREGORIAN, day.year, day.month, day.day))

    assert days == (day.toordinal(), day.toordinal())


def test_the_year_before_the_first_one_ends_the_day_before_it_begins() -> None:
    """1 BC is a leap year of 366 days, directly before year 1."""
    calendars = Calendars()

    days = calendars.range_of(date(GREGORIAN, 1, era="BC"))

    assert days == (-365, 0)


def test_years_before_christ_run_backwards() -> None:
    """44 BC is earlier than 43 BC, and both are earlier than any year after Christ."""
    calendars = Calendars()

    caesar, next_year = (
        calendars.range_of(date(GREGORIAN, 44, era="BC")),
        calendars.range_of(date(GREGORIAN, 43, era="BC")),
    )

    assert caesar is not None
    assert next_year is not None
    assert caesar[1] + 1 == next_year[0]


@pytest.mark.parametrize(
    ("low", "high", "unit", "days"),
    [
        (3, 3, "day", (3, 3)),
        (2, 2, "week", (14, 14)),
        (1, 1, "month", (28, 31)),
        (2, 10, "month", (56, 310)),
        (1, 1, "year", (354, 366)),
        (2, None, "year", (708, None)),
        (None, 3, "day", (None, 3)),
        (1, 1, "calendar year", (1, 731)),
        (0, 0, "calendar year", (0, 365)),
        (1, 1, "calendar month", (1, 61)),
        (1, 1, "calendar week", (1, 13)),
    ],
)
def test_units_are_as_vague_as_they_are_where_no_calendar_fixes_them(
    low: int | None, high: int | None, unit: str, days: tuple[int | None, int | None]
) -> None:
    """A month has 28 to 31 days and a year has 354 to 366 days. Open bounds stay open."""
    calendars = Calendars()

    found = calendars.offset_days(low, high, unit)

    assert found == days


@pytest.mark.parametrize(
    ("count", "unit", "days"),
    [
        (1, "month", (28, 31)),
        (2, "month", (58, 61)),
        (3, "month", (89, 89)),
        (4, "month", (117, 120)),
        (2, "year", (178, 178)),
    ],
)
def test_units_are_exact_in_a_work_with_one_calendar_of_its_own(count: int, unit: str, days: tuple[int, int]) -> None:
    """Any run of months and whole years of the calendar is exact."""
    calendars = Calendars([TIDE])

    found = calendars.offset_days(count, count, unit)

    assert found == days


def test_two_calendars_of_ones_own_fix_no_unit() -> None:
    """The text does not say which calendar counts the years."""
    calendars = Calendars([TIDE, THIRTEEN])

    found = calendars.offset_days(1, 1, "year")

    assert found == (354, 366)


def test_an_unknown_unit_is_an_error_and_no_guess() -> None:
    """Units come from rules, so an unknown unit is a mistake of the caller."""
    calendars = Calendars()

    with pytest.raises(ValueError, match="moon"):
        calendars.offset_days(1, 1, "moon")


def ordinal(year: int, month: int, day: int) -> int:
    """Return the ordinal of a real day in Python's datetime."""
    return dt.date(year, month, day).toordinal()


EN, ZH = ENGLISH, CHINESE
YEAR = 89


@pytest.mark.parametrize(
    ("axis", "days", "language", "words"),
    [
        ("day", (103, 103), EN, "day 103"),
        ("day", (103, 103), ZH, "第103日"),
        ("day", (100, 105), EN, "day 100 to day 105"),
        ("day", (100, 105), ZH, "第100日至第105日"),
        ("day", (100, None), EN, "day 100 or later"),
        ("day", (None, 100), ZH, "第100日或以前"),
        ("gregorian", (ordinal(1812, 1, 1), ordinal(1812, 12, 31)), EN, "AD 1812"),
        ("gregorian", (ordinal(1812, 6, 1), ordinal(1812, 6, 30)), EN, "June AD 1812"),
        ("gregorian", (ordinal(1812, 6, 3),) * 2, EN, "3 June AD 1812"),
        ("gregorian", (ordinal(1812, 6, 3),) * 2, ZH, "公元1812年6月3日"),
        ("gregorian", (-16070, -15706), EN, "44 BC"),
        ("gregorian", (-16070, -15706), ZH, "公元前44年"),
        ("潮历", (0, YEAR - 1), ZH, "先潮1年"),
        ("潮历", (0, YEAR - 1), EN, "year 1 of the First Tide"),
        ("潮历", (30, 60), ZH, "先潮1年青苔月"),
        ("潮历", (30, 60), EN, "Moss, year 1 of the First Tide"),
        ("潮历", (300 * YEAR + 8, 300 * YEAR + 8), ZH, "后潮1年燕来月9日"),
        ("潮历", (300 * YEAR + 8, 300 * YEAR + 8), EN, "9 Swallow, year 1 of the Second Tide"),
        ("潮历", (0, 21), ZH, "先潮1年春"),
        ("潮历", (0, 2 * YEAR - 1), ZH, "先潮1年至先潮2年"),
        ("潮历", (0, 60), EN, "Swallow, year 1 of the First Tide to Moss, year 1 of the First Tide"),
        ("潮历", (3, 40), ZH, "先潮1年燕来月4日至先潮1年青苔月11日"),
        ("潮历", (YEAR, None), EN, "year 2 of the First Tide or later"),
        ("潮历", (None, None), EN, None),
        ("别的历", (1, 1), ZH, None),
    ],
)
def test_a_stretch_of_days_is_written_in_the_shortest_true_way(
    axis: str, days: tuple[int | None, int | None], language: Language, words: str | None
) -> None:
    """A whole year is displayed as a year, a whole month as a month, and other ranges as two dates of the calendar."""
    calendars = Calendars([TIDE])

    label = calendars.label(axis, *days, language)

    assert label == words


@settings(deadline=None)
@given(
    st.sampled_from(["day", "gregorian", "潮历"]),
    st.integers(-20_000, 1_000_000),
    st.sampled_from(["year", "month", "day"]),
    st.sampled_from(codes()),
)
def test_a_label_of_one_date_is_read_back_as_the_same_days(
    axis: str, day: int, precision: str, language: Language
) -> None:
    """A user can type every displayed date."""
    calendars = Calendars([TIDE])
    label = calendars.label(axis, day, day, language)
    assert label is not None
    said = read_time(label, language=language, calendars=calendars)
    assert said is not None
    days = calendars.range_of(said if axis == "day" else coarser(said, precision))
    assert days is not None

    shown = calendars.label(axis, *days, language)

    assert shown is not None
    assert parse_moment(shown, calendars=calendars) == (axis, *days)
    assert days[0] <= day <= days[1]


def coarser(said: TimeExpression, precision: str) -> TimeExpression:
    """Return the month or the year of a date."""
    month = None if precision == "year" else said.month
    return TimeExpression(
        TimeKind.CALENDAR,
        calendar=said.calendar,
        era=said.era,
        year=said.year,
        month=month,
        day=said.day if precision == "day" else None,
    )


@pytest.mark.parametrize(
    ("month", "day", "back", "year"),
    [(2, 9, False, 5), (1, 9, False, 6), (2, 9, True, 4), (1, 9, True, 5), (2, 4, False, 5)],
)
def test_a_date_without_a_year_takes_the_year_of_the_date_told_before(
    month: int, day: int, back: bool, year: int
) -> None:
    """The date is the first matching date after the previous date, or the last matching date before the previous date."""
    calendars = Calendars([TIDE])
    near = date("潮历", 5, 2, 4, era="先潮")

    full = calendars.completed(date("潮历", None, month, day), near, back=back)

    assert (full.era, full.year, full.month, full.day) == ("先潮", year, month, day)


@pytest.mark.parametrize(
    ("near", "low", "unit", "later"),
    [
        (date(GREGORIAN, 1838, 11), 3, "month", date(GREGORIAN, 1839, 1, 29)),
        (date(GREGORIAN, 1840, 2, 29), 2, "year", date(GREGORIAN, 1842, 2)),
        (date("潮历", 5, 3, 28, era="先潮"), 1, "day", date("潮历", 6, 1, 1, era="先潮")),
        (replace(REIGN_YEAR, season=2), 3, "month", replace(REIGN_YEAR, month=7)),
        (replace(REIGN_YEAR, month=11), 3, "month", None),
    ],
)
def test_an_offset_from_a_date_gives_the_earliest_possible_date(
    near: TimeExpression, low: int, unit: str, later: TimeExpression | None
) -> None:
    """In a reign year whose months have no exact days, a date that may be in the next year is unknown."""
    offset = TimeExpression(TimeKind.OFFSET, low=low, high=low, unit=unit, anchor=Anchor.PREVIOUS)

    assert Calendars([TIDE]).later(near, offset) == later


def test_a_date_without_a_year_follows_a_reign_that_no_calendar_defines() -> None:
    """After the spring of the fifth year of a reign, the third month is in that year and the first month is in the next
    year.
    """
    calendars = Calendars()
    near = TimeExpression(TimeKind.CALENDAR, era="建安", year=5, month=2)

    years = [
        calendars.completed(TimeExpression(TimeKind.CALENDAR, month=month, day=1), near).year for month in (3, 2, 1)
    ]

    assert years == [5, 5, 6]


def test_a_date_stays_without_a_year_where_the_last_one_is_of_another_calendar() -> None:
    """Calendars without a tie do not date each other."""
    calendars = Calendars([TIDE])
    yearless = date("潮历", None, 1, 9)

    full = calendars.completed(yearless, date(GREGORIAN, 1812))

    assert full == yearless
