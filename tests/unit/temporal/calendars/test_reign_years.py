"""Tests of reign years: which reign a title means, and the bounds of its years in days."""

from __future__ import annotations

import datetime as dt

import pytest

from episodic.languages.zh import CHINESE
from episodic.model.moments import TimeExpression
from episodic.model.settings import CalendarDefinition, Era, Month, Reign
from episodic.temporal.calendars.reign_years import reign_span, shipped_reigns
from episodic.temporal.calendars.work_calendars import GREGORIAN, Calendars
from episodic.temporal.expressions import parse_moment, read_time


def read(words: str, calendars: Calendars) -> TimeExpression:
    """Read a Chinese time expression."""
    said = read_time(words, language=CHINESE, calendars=calendars)
    assert said is not None
    return said


def days(words: str, *definitions: CalendarDefinition) -> tuple[int, int] | None:
    """Return the first and last possible day of a date."""
    calendars = Calendars(definitions)
    return calendars.range_of(read(words, calendars))


def test_the_table_holds_well_known_titles_of_all_times() -> None:
    """The table has at least 150 titles. Each reign begins no later than it ends."""
    titles = {reign.name: reign for reign in shipped_reigns()}

    assert len(titles) >= 150
    assert {"建元", "建安", "贞观", "开元", "庆历", "至正", "永乐", "康熙", "光绪", "宣统"} <= titles.keys()
    assert all(reign.last is None or reign.first <= reign.last for reign in titles.values())


# The first and last day of a few Chinese years in the civil calendar, from printed tables of new years.
@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("光绪二十六年", (1900, 1, 31), (1901, 2, 18)),
        ("光绪三十四年", (1908, 2, 2), (1909, 1, 21)),
        ("宣统元年", (1909, 1, 22), (1910, 2, 9)),
        ("道光二十年", (1840, 2, 3), (1841, 1, 22)),
        ("乾隆六十年", (1795, 1, 21), (1796, 2, 8)),
        ("康熙元年", (1662, 2, 18), (1663, 2, 7)),
        ("建安五年春", (200, 2, 1), (200, 4, 30)),
        ("贞观元年", (627, 1, 26), (628, 2, 12)),
    ],
)
def test_a_reign_year_is_never_too_narrow(words: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    """The real first and last day of the year are within the bounds, and the bounds are at most six weeks wider."""
    found = days(words)

    assert found is not None
    assert found[0] <= dt.date(*first).toordinal() <= found[0] + 42
    assert found[1] - 60 <= dt.date(*last).toordinal() <= found[1]


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("光绪二十六年七月二十日", (1900, 8, 14)),
        ("光绪二十六年闰八月", (1900, 10, 1)),
        ("宣统三年八月十九日", (1911, 10, 10)),
        ("康熙六十一年十一月十三日", (1722, 12, 20)),
        ("光绪三十四年十月二十一日", (1908, 11, 14)),
        ("同治十三年十二月", (1875, 1, 12)),
        ("道光二十年五月", (1840, 6, 21)),
    ],
)
def test_a_day_that_history_knows_lies_in_its_bounds(words: str, day: tuple[int, int, int]) -> None:
    """The days of known events are known in both calendars. The bounds of a day are at most seven weeks wide."""
    found = days(words)

    assert found is not None
    assert found[0] <= dt.date(*day).toordinal() <= found[1]
    assert found[1] - found[0] < 75


def test_later_parts_of_a_year_lie_later() -> None:
    """Months and seasons are in order and within the year."""
    reign = next(one for one in shipped_reigns() if one.name == "光绪")
    year = reign_span(reign, 26)
    assert year is not None
    months = [span for month in range(1, 13) if (span := reign_span(reign, 26, month))]
    seasons = [span for season in (1, 2, 3, 4) if (span := reign_span(reign, 26, season=season))]

    assert months == sorted(months)
    assert seasons == sorted(seasons)
    assert all(year[0] <= first and last <= year[1] + 30 for first, last in (*months, *seasons))


@pytest.mark.parametrize("words", ["建元三年", "太和五年", "永兴二年", "至元十六年", "魏太和五年", "元和十年"])
def test_a_title_that_several_rulers_had_is_not_guessed(words: str) -> None:
    """The words of an ambiguous reign title are stored without days and without an axis."""
    calendars = Calendars()

    said = read(words, calendars)

    assert said.year is not None
    assert calendars.range_of(said) is None
    assert calendars.axis_of(said) == ""


@pytest.mark.parametrize(
    ("words", "year"),
    [
        ("北魏太和十八年", 494),
        ("西晋永兴二年", 305),
        ("唐元和十年", 815),
        ("大清光绪二十六年", 1900),
        ("东晋太和元年", 366),
    ],
)
def test_the_dynasty_before_a_title_says_which_is_meant(words: str, year: int) -> None:
    """The middle of the year is in the reign that the dynasty selects."""
    found = days(words)

    assert found is not None
    assert found[0] < dt.date(year, 7, 1).toordinal() < found[1]


def test_a_work_may_say_of_which_dynasty_its_titles_are() -> None:
    """A calendar file may have no months and only name the dynasty."""
    found = days("太和五年", CalendarDefinition("北朝", (), (), dynasties=("北魏",)))

    assert found is not None
    assert found[0] < dt.date(481, 7, 1).toordinal() < found[1]


def test_a_work_may_add_reigns_of_its_own() -> None:
    """The reigns of a work take precedence over the table. A year that the reign did not have is not a date."""
    own = CalendarDefinition("我朝", (), (), reigns=(Reign("建元", 1600, 1610, "大景"), Reign("承露", -20, None)))

    assert days("建元三年", own) == days("大景建元三年", own)
    assert days("建元十二年", own) is None
    first = days("承露二十一年", own)
    assert first is not None
    assert first[0] < dt.date(1, 7, 1).toordinal() < first[1]


@pytest.mark.parametrize("words", ["建安三十年", "光绪三十五年", "光绪二十六年十三月", "天启二十年"])
def test_a_year_or_month_that_a_reign_did_not_have_is_no_date(words: str) -> None:
    """A reign year that the real reign did not have may belong to an invented world."""
    assert days(words) is None


def test_an_era_of_the_work_goes_before_a_reign_of_its_name() -> None:
    """The era 永乐 of an invented calendar belongs to that calendar."""
    own = CalendarDefinition("云历", (Era("永乐"), Era("长宁", starts=30)), (Month("正月", 30), Month("二月", 30)))
    calendars = Calendars([own])

    assert calendars.axis_of(read("永乐三年", calendars)) == "云历"


def test_years_of_the_republic_are_common_years() -> None:
    """Years of the Republic of China have the months and the exact days of the Gregorian calendar."""
    found = days("民国二十六年七月七日")

    assert found == (dt.date(1937, 7, 7).toordinal(),) * 2


@pytest.mark.parametrize("words", ["建安5年春", "光绪26年", "贞观元年", "康熙61年11月"])
def test_a_reign_year_is_written_as_one_and_read_back(words: str) -> None:
    """A reign year is displayed in Chinese texts. English texts show the date in the Gregorian calendar."""
    calendars = Calendars()
    found = days(words)
    assert found is not None

    label = calendars.label(GREGORIAN, *found, "zh")

    assert label == words
    assert parse_moment(words, calendars=calendars) == (GREGORIAN, *found)


def test_of_two_reigns_in_one_year_neither_is_written() -> None:
    """The year 延康元年 was also 建安二十五年."""
    found = days("延康元年")
    assert found is not None

    label = Calendars().label(GREGORIAN, *found, "zh")

    assert label == "公元220年1月13日至公元221年2月25日"
