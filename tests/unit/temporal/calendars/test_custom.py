"""Tests of custom calendars: leap years, intercalary days, weeks, eras in both directions, hours and ties."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.errors import CalendarError
from episodic.languages.en import ENGLISH
from episodic.languages.registry import codes
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.settings import CalendarDefinition, Era, Intercalary, LeapRule, Month, Tie, Week, WeekDay
from episodic.temporal.calendars.custom import CustomCalendar
from episodic.temporal.calendars.leap_years import is_leap, leaps_before, leaps_in
from episodic.temporal.calendars.work_calendars import GREGORIAN, Calendars
from episodic.temporal.constraints import offset_terms
from episodic.temporal.expressions import parse_moment, read_time

LAMPS = CalendarDefinition(
    "Lamp Count",
    (
        Era("Before the Flood", names=("水前",), backwards=True),
        Era("After the Flood", names=("水后",), years=500),
        Era("Second Lantern", names=("二灯",), starts=500, after="After the Flood"),
        Era("City Years", starts=-20, beside=True, names=("城历",)),
    ),
    (
        Month("Larkrise", 30, ("云雀月",)),
        Month("Highgrass", 31, ("高草月",)),
        Month("Smokefall", 29, ("烟落月",), leap_days=1, leap="leap"),
        Month("Late Smoke", 20, ("闰烟月",), leap="long"),
    ),
    intercalary=(
        Intercalary("Midsummer Day", "Highgrass", names=("仲夏日",)),
        Intercalary("Lamp Nights", "Midsummer Day", days=2, names=("灯夜",), leap="leap"),
        Intercalary("Opening", names=("启日",)),
    ),
    leap=(
        LeapRule("leap", every=4, except_every=100, unless_every=400),
        LeapRule("long", cycle=19, years=(3, 6, 8, 11, 14, 17, 19)),
    ),
    week=Week((WeekDay("Toll", ("钟日",)), WeekDay("Wick"), WeekDay("Oil")), outside=True),
)
CIVIL = CalendarDefinition(
    "Civil",
    (),
    tuple(
        Month(f"M{number}", days, leap_days=number == 2, leap="leap" if number == 2 else "")
        for number, days in enumerate((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), 1)
    ),
    leap=(LeapRule(every=4, except_every=100, unless_every=400),),
    week=Week(tuple(WeekDay(name) for name in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"))),
    anchor=Tie("gregorian", "0001-01-01"),
)
LAMP = CustomCalendar.of(LAMPS)
RULES = [
    *LAMPS.leap,
    LeapRule(every=1),
    LeapRule(every=5),
    LeapRule(years=(-7, 3, 40)),
    LeapRule(every=6, except_every=4),
]
DAYS = st.integers(-3_000_000, 3_000_000) | st.integers(-(10**15), 10**15)


@given(st.sampled_from(RULES), st.integers(-2000, 2000), st.integers(0, 60))
def test_leap_years_are_counted_as_they_come(rule: LeapRule, start: int, count: int) -> None:
    """The computed number equals a count year by year, and is within the bounds for any run of years."""
    one_by_one = sum(is_leap(rule, index) for index in range(start, start + count))

    counted = leaps_before(rule, start + count) - leaps_before(rule, start)
    fewest, most = leaps_in(rule, count)

    assert counted == one_by_one
    assert fewest <= counted <= most


@given(DAYS)
def test_every_day_stands_in_one_place_of_its_year(day: int) -> None:
    """The months and days of a year fill the year without a gap, for years far from year 1, too."""
    place = LAMP.place(day)

    within = LAMP.within_year(place.index, month=place.segment.number, day=place.day)

    assert within is not None
    assert LAMP.year_start(place.index) + within[0] == day
    assert LAMP.year_start(place.index) <= day < LAMP.year_start(place.index + 1)


@settings(deadline=None)
@given(st.integers(-100_000, 100_000), st.sampled_from(codes()))
def test_a_day_is_read_as_it_is_written(day: int, language: Language) -> None:
    """The dates have months, leap months, days outside months and eras in both directions, in both languages."""
    calendars = Calendars([LAMPS])
    label = calendars.label(LAMPS.name, day, day, language)
    assert label is not None

    read = parse_moment(label, calendars=calendars)

    assert read == (LAMPS.name, day, day)


@given(st.dates())
def test_a_calendar_with_the_real_leap_rule_counts_real_days(day: dt.date) -> None:
    """If the calendar starts on 1 January of year 1, its days and weekdays equal those of Python's datetime."""
    calendars = Calendars([CIVIL])
    said = TimeExpression(TimeKind.CALENDAR, calendar="Civil", year=day.year, month=day.month, day=day.day)

    place = calendars.range_of(said)

    assert place == (day.toordinal(), day.toordinal())
    assert calendars.axis_of(said) == GREGORIAN
    assert calendars.week_day("Civil", day.toordinal()) == ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")[day.weekday()]


@pytest.mark.parametrize(("era", "month"), [("第三潮", "云月"), ("The Old Count", "Moss")])
@pytest.mark.parametrize("language", [ENGLISH, CHINESE])
def test_a_label_with_names_of_another_script_is_read_as_its_date(era: str, month: str, language: Language) -> None:
    """A calendar may have its names in only one script, which a label in any language uses."""
    calendars = Calendars([CalendarDefinition("Count", (Era(era),), (Month("Frost", 30, ("霜月",)), Month(month, 30)))])
    for days in ((0, 59), (30, 59), (44, 44)):
        label = calendars.label("Count", *days, language)
        assert label is not None

        said = read_time(label, language=language, calendars=calendars)

        assert said is not None
        assert calendars.range_of(said) == days


def lamps(words: str, language: Language = ENGLISH) -> tuple[int, int] | None:
    """Return the days of a date in the Lamp Count."""
    calendars = Calendars([LAMPS])
    said = read_time(words, language=language, calendars=calendars)
    return None if said is None else calendars.range_of(said)


def test_a_year_before_the_zero_ends_where_the_first_one_begins() -> None:
    """The calendar has no year 0: the year 1 before the flood is followed by the year 1 after the flood."""
    before, after = lamps("year 1 Before the Flood"), lamps("year 1 After the Flood")

    assert before is not None
    assert after is not None
    assert before[1] + 1 == after[0] == 0
    assert lamps("year 2 Before the Flood") == (before[0] - 92, before[0] - 1)


def test_a_zero_year_is_there_where_the_era_counts_it() -> None:
    """The first year of the era is 0."""
    calendars = Calendars([CalendarDefinition("Zero", (Era("Age", first_year=0),), (Month("M", 10),))])

    days = calendars.range_of(TimeExpression(TimeKind.CALENDAR, calendar="Zero", era="Age", year=0))

    assert days == (0, 9)


def test_eras_side_by_side_name_the_same_year() -> None:
    """Year 21 of the city is year 1 after the flood, and is displayed as year 1 after the flood."""
    city = lamps("城历21年", CHINESE)

    assert city is not None
    assert city == lamps("水后1年", CHINESE)
    assert Calendars([LAMPS]).label("Lamp Count", *city, "en") == "year 1 After the Flood"


@pytest.mark.parametrize(
    "words",
    [
        "year 501 After the Flood",
        "year 0 Before the Flood",
        "30 Smokefall, year 1 After the Flood",
        "Lamp Nights, year 1 After the Flood",
        "3 Lamp Nights, year 4 After the Flood",
        "Late Smoke, year 1 After the Flood",
    ],
)
def test_what_a_year_does_not_have_is_no_date(words: str) -> None:
    """A year after the end of an era, a leap day in an ordinary year, and a missing leap month are not dates."""
    days = lamps(words)

    assert days is None


def test_leap_days_and_leap_months_come_when_the_rule_says() -> None:
    """Year 4 has the leap day of the first rule, and year 3 has the leap month of the second rule. Year 100 has no leap
    day.
    """
    lengths = {year: LAMP.year_days(year - 1) for year in (1, 3, 4, 100, 400)}

    assert lengths == {1: 92, 3: 112, 4: 95, 100: 92, 400: 95}


def test_days_of_no_month_stand_where_they_were_put() -> None:
    """One day outside the months begins the year, and several such days follow the second month."""
    names = [one.name for one, _ in LAMP.year(3)]

    assert names == ["Opening", "Larkrise", "Highgrass", "Midsummer Day", "Lamp Nights", "Smokefall"]


def test_months_with_a_number_are_counted_without_those_that_have_none() -> None:
    """The name 三月 is Smokefall. The calendar has no fourth month, even in years with a leap month."""
    third = lamps("水后3年三月", CHINESE)

    assert third == lamps("Smokefall, year 3 After the Flood")
    assert lamps("水后3年四月", CHINESE) is None


def test_weeks_go_on_and_pass_over_days_outside_of_them() -> None:
    """The weekday after the midsummer day follows the weekday before it."""
    start = 1 + 30 + 31

    names = [day.name if (day := LAMP.week_day(number)) else None for number in (0, 1, start - 1, start, start + 1)]

    assert names == [None, "Toll", "Toll", None, "Wick"]


def test_weeks_may_begin_anew_each_year() -> None:
    """Each year of 10 days begins with the second of three weekdays."""
    week = Week((WeekDay("A"), WeekDay("B"), WeekDay("C")), first=2, anew=True)
    calendar = CustomCalendar.of(CalendarDefinition("Short", (), (Month("M", 10),), week=week))

    names = [day.name if (day := calendar.week_day(number)) else None for number in (0, 9, 10, -10, -1)]

    assert names == ["B", "B", "B", "B", "B"]
    # The two weeks around a year's end are "A B" and "B C".
    assert calendar.weeks_length(2) == (4, 6)


def test_a_week_day_before_a_date_is_read_with_it() -> None:
    """A weekday alone does not date anything."""
    with_it = lamps("On Wick, the ninth of Larkrise, year 3 After the Flood")

    assert with_it == lamps("9 Larkrise, year 3 After the Flood")


@given(st.integers(0, 400), st.integers(-3000, 3000))
def test_years_are_as_long_as_they_can_be(count: int, start: int) -> None:
    """The bounds of a number of years contain any such run of years."""
    fewest, most = LAMP.years_length(count)

    days = LAMP.year_start(start + count) - LAMP.year_start(start)

    assert fewest <= days <= most


@given(st.integers(1, 40), st.integers(0, 30), st.integers(0, 2))
def test_months_are_as_long_as_they_can_be(count: int, index: int, month: int) -> None:
    """The bounds of a number of months contain any such run of months. Leap months are not counted."""
    fewest, most = LAMP.months_length(count)
    later, number = divmod(month + count, 3)
    first = LAMP.within_year(index, month=month + 1)
    last = LAMP.within_year(index + later, month=number + 1)
    assert first is not None
    assert last is not None

    days = LAMP.year_start(index + later) + last[0] - LAMP.year_start(index) - first[0]

    assert fewest <= days <= most


HOURS = CalendarDefinition("Dial", (Era("Dial"),), (Month("M", 10),), unit="hour", hours=20)


def test_where_hours_are_counted_a_day_is_its_hours() -> None:
    """In a calendar with 20 hours a day, day 2 is the hours 20 to 39 and is displayed as a day."""
    calendars = Calendars([HOURS])
    said = TimeExpression(TimeKind.CALENDAR, calendar="Dial", era="Dial", year=1, month=1, day=2)

    days = calendars.range_of(said)

    assert days == (20, 39)
    assert calendars.label("Dial", 20, 39, "en") == "2 M, year 1 of the Dial"
    assert calendars.range_of(TimeExpression(TimeKind.CALENDAR, calendar="day", day=3)) == (60, 79)


@pytest.mark.parametrize(
    ("words", "language", "bounds"),
    [
        ("three hours later", ENGLISH, (3, 3)),
        ("两个时辰后", CHINESE, (4, 4)),
        ("half an hour later", ENGLISH, (0, 1)),
        ("an hour and a half later", ENGLISH, (1, 2)),
        ("three days later", ENGLISH, (41, 79)),
    ],
)
def test_where_hours_are_counted_distances_are_hours(words: str, language: Language, bounds: tuple[int, int]) -> None:
    """A distance in hours is exact. A distance in days is from any hour of one day to any hour of the other day."""
    calendars = Calendars([HOURS])
    said = read_time(words, language=language, calendars=calendars)
    assert said is not None

    found = calendars.offset_days(said.low, said.high, said.unit)

    assert found == bounds


def test_the_same_day_says_no_order_of_its_hours() -> None:
    """ "That evening" is less than a day before or after the moment before it."""
    said = TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.PREVIOUS)

    demand = offset_terms(2, 1, said, Calendars([HOURS]))

    assert demand.spans == ((1, 2, -19), (2, 1, -19))
    assert not demand.steps


def test_calendars_of_one_work_count_the_same_unit() -> None:
    """Days and hours cannot be added."""
    with pytest.raises(CalendarError, match="unit"):
        Calendars([HOURS, LAMPS])


def test_calendars_tied_to_each_other_lie_on_one_axis() -> None:
    """A calendar tied to a second calendar is on the axis of the real world if the second calendar is."""
    first = CalendarDefinition("First", (), (Month("A", 10),), anchor=Tie("gregorian", "1812-06-03"))
    second = CalendarDefinition("Second", (), (Month("B", 7),), anchor=Tie("First", "2-1-4"))
    calendars = Calendars([second, first])

    place = calendars.range_of(
        TimeExpression(TimeKind.CALENDAR, calendar="Second", era="Second", year=1, month=1, day=1)
    )

    day = dt.date(1812, 6, 3).toordinal() + 13
    assert place == (day, day)


@pytest.mark.parametrize(
    ("ties", "reason"),
    [
        (("Second", "1-1-1", "First", "1-1-1"), "cycle"),
        (("gregorian", "1812-02-30", "First", "1-1-1"), "no day"),
        (("gregorian", "soon", "First", "1-1-1"), "year-month-day"),
        (("gregorian", "1812-02-03", "First", "1-9-1"), "no day"),
    ],
)
def test_ties_that_lead_nowhere_are_refused(ties: tuple[str, str, str, str], reason: str) -> None:
    """A tie is refused if it leads back to its calendar, or to a day that does not exist."""
    first = CalendarDefinition("First", (), (Month("A", 10),), anchor=Tie(ties[0], ties[1]))
    second = CalendarDefinition("Second", (), (Month("B", 7),), anchor=Tie(ties[2], ties[3]))

    with pytest.raises(CalendarError, match=reason):
        Calendars([first, second])
