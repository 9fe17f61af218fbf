"""Tests of feasts: a feast is a day of its own calendar only."""

from __future__ import annotations

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from episodic.model.moments import TimeExpression
from episodic.model.settings import CalendarDefinition, Era, Month
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import read_time
from episodic.temporal.expressions.passage_scan import opening_words

INVENTED = CalendarDefinition("Tides", eras=(Era("Tide Age"),), months=(Month("Moss", 28), Month("Larkrise", 28)))
PLAIN = Calendars()


def read(words: str, language: Language, *, calendars: Calendars = PLAIN) -> TimeExpression | None:
    return read_time(words, language=language, calendars=calendars)


@pytest.mark.parametrize(
    ("words", "month", "day"),
    [
        ("建安五年中秋", 8, 15),
        ("建安五年秋，中秋", 8, 15),
        ("建安五年重阳节", 9, 9),
        ("建安五年端午", 5, 5),
        ("建安五年元宵佳节", 1, 15),
        ("光绪二十六年除夕", 12, None),
    ],
)
def test_a_feast_of_a_reign_year_is_its_day(words: str, month: int, day: int | None) -> None:
    """The last day of a lunar year is the twenty-ninth or the thirtieth."""
    said = read(words, CHINESE)

    assert said is not None
    assert (said.month, said.day) == (month, day)
    assert PLAIN.range_of(said) is not None


def test_a_feast_lies_where_its_day_lies() -> None:
    """The Mid-Autumn Festival is on the fifteenth of the eighth month."""
    feast, day = (read(words, CHINESE) for words in ("建安五年中秋", "建安五年八月十五日"))

    assert feast == day


def test_a_feast_without_a_year_waits_for_a_reign_year() -> None:
    """A year of the Gregorian calendar does not complete the date of a lunar feast."""
    feast = read("中秋", CHINESE)
    reign, common, solar = (read(words, CHINESE) for words in ("建安五年三月", "公元2010年3月", "昭和三年"))
    assert feast is not None
    assert reign is not None
    assert common is not None
    assert solar is not None

    completed = PLAIN.completed(feast, reign)

    assert (completed.era, completed.year, completed.month, completed.day) == ("建安", 5, 8, 15)
    assert PLAIN.range_of(feast) is None
    assert PLAIN.completed(feast, common) == feast
    assert PLAIN.completed(feast, solar) == feast


def test_a_feast_of_another_year_is_any_day_of_it() -> None:
    """The feast 2010年中秋 is some day in 2010."""
    said, year = (read(words, CHINESE) for words in ("公元2010年中秋", "公元2010年"))

    assert said == year


@pytest.mark.parametrize("words", ["中秋前，他走了。", "每年中秋他都来。", "过了中秋再走。", "中秋后，众人散去。"])
def test_what_only_speaks_of_a_feast_is_no_date(words: str) -> None:
    """The words are before a feast, after a feast, or about every year."""
    found = opening_words(words, language=CHINESE, definitions=())

    assert found is None or found[1][0].month is None


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Christmas Eve, 1860", (1860, 12, 24, None)),
        ("on Christmas Day 1812", (1812, 12, 25, None)),
        ("at Christmas 1812", (1812, 12, None, None)),
        ("Easter 1805", (1805, None, None, 1)),
        ("Michaelmas Day, 1805", (1805, 9, 29, None)),
        ("Michaelmas 1805", (1805, 9, None, None)),
        ("New Year's Eve 1805", (1805, 12, 31, None)),
        ("on Midsummer Day", (None, 6, 24, None)),
    ],
)
def test_an_english_feast_is_its_day_or_what_holds_it(
    words: str, wanted: tuple[int | None, int | None, int | None, int | None]
) -> None:
    """Easter is a day of spring. Christmas alone is some days of December."""
    said = read(words, ENGLISH)

    assert said is not None
    assert (said.year, said.month, said.day, said.season) == wanted
    assert said.calendar == "gregorian"


@pytest.mark.parametrize(
    "words", ["Christmas presents lay there.", "At Christmas dinner he sang.", "An easter wind blew."]
)
def test_a_feasts_name_before_another_word_is_no_date(words: str) -> None:
    """A word that looks like a feast is not a date."""
    assert opening_words(words, language=ENGLISH, definitions=()) is None


def test_christmas_eve_opens_a_passage() -> None:
    """Christmas Eve is recognised with both words."""
    found = opening_words("On Christmas Eve the carriage came.", language=ENGLISH, definitions=())

    assert found is not None
    assert found[0] == "On Christmas Eve"
    assert (found[1][0].month, found[1][0].day) == (12, 24)


@pytest.mark.parametrize(("words", "language"), [("Christmas Eve", ENGLISH), ("中秋", CHINESE)])
def test_a_world_of_its_own_has_its_own_feasts(words: str, language: Language) -> None:
    """The days of feasts in an invented world are unknown."""
    said = read(words, language, calendars=Calendars([INVENTED]))

    assert said is None or said.month is None
