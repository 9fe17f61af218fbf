"""Tests of typed moments, and of properties of any text."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.languages.registry import codes
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeKind
from episodic.model.settings import CalendarDefinition, Era, Month
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import (
    parse_moment,
    passage_time,
    placing_of,
    read_duration,
    read_time,
    statement_time,
)

JUNE_3 = dt.date(1812, 6, 3).toordinal()
TIDE = CalendarDefinition(
    "Tide Count", (Era("Second Tide"), Era("Third Tide", 1, 400)), (Month("Swallow", 30), Month("Moss", 31))
)


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("day 15", ("day", 15, 15)),
        ("Day 15", ("day", 15, 15)),
        ("day -5,000", ("day", -5000, -5000)),
        ("第15日", ("day", 15, 15)),
        ("第十五天", ("day", 15, 15)),
        ("Year 212 of the Third Tide", ("Tide Count", 611 * 61, 611 * 61 + 60)),
        ("year 212, Third Tide", ("Tide Count", 611 * 61, 611 * 61 + 60)),
        ("Third Tide 212", ("Tide Count", 611 * 61, 611 * 61 + 60)),
        ("9 Moss, year 1 of the Second Tide", ("Tide Count", 38, 38)),
        ("1812-06-03", ("gregorian", JUNE_3, JUNE_3)),
        ("yesterday", None),
        ("before the war", None),
        ("Year 212 of the Fifth Tide", None),
        ("30 February 1812", None),
        ("Moss 32, year 1 of the Second Tide", None),
        ("", None),
    ],
)
def test_a_typed_moment_is_its_axis_and_days(words: str, moment: tuple[str, int, int] | None) -> None:
    """A text that is not a date of the work's calendars gives None."""
    found = parse_moment(words, calendars=Calendars([TIDE]))

    assert found == moment


def test_a_date_of_an_unknown_era_is_kept_as_words_without_a_place() -> None:
    """The "Year 1349 of the Fifth Epoch" is not a year of another calendar."""
    calendars = Calendars([TIDE])

    said = read_time("Year 1349 of the Fifth Epoch", language=ENGLISH, calendars=calendars)

    assert said is not None
    assert (said.era, said.year, said.calendar, calendars.range_of(said)) == ("Fifth Epoch", 1349, None, None)


@pytest.mark.parametrize("words", ["1349", "in 1349", "the year 1349"])
def test_a_bare_year_is_of_no_calendar_where_the_work_has_two_eras(words: str) -> None:
    """The words do not name the era, so the date has no calendar."""
    assert parse_moment(words, calendars=Calendars([TIDE])) is None


def test_small_numbered_days_count_from_a_day_that_the_words_do_not_name() -> None:
    """第三日 is at most three days after an unnamed day, but 第3日 and 第三十日 are days of a day count."""
    calendars = Calendars()

    said = [read_time(words, language=CHINESE, calendars=calendars) for words in ("第三日", "第3日", "第三十日")]

    assert [None if one is None else (one.kind, one.low, one.high, one.day) for one in said] == [
        (TimeKind.OFFSET, 1, 3, None),
        (TimeKind.CALENDAR, None, None, 3),
        (TimeKind.CALENDAR, None, None, 30),
    ]


def test_words_of_a_chinese_text_may_be_english_ones() -> None:
    """The script of the words counts, not only the language of the text."""
    said = read_time("day 15", language=CHINESE, calendars=Calendars())

    assert said is not None
    assert said.day == 15


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("第三章 铜尺\n\n三日后，她来了。", "三日后"),
        ("# Chapter 3: What Turns\n\nThree days later, she came.", "Three days later"),
        ("Three days\nlater, she came.", "Three days\nlater"),
        ("　　次日，她来了。", "次日"),
        ("“三日后再来。”她走了。次日，雨停了。", None),
        ("三十年後，他回來了。", "三十年後"),
        ("那是十二年前的事了。", "十二年前"),
        ("至第十六日，城门开了。", "至第十六日"),
        ("“Go.” The next morning she was gone.", "The next morning"),
        ("", None),
        ("……", None),
    ],
)
def test_a_passage_opens_with_narration_wherever_that_begins(text: str, words: str | None) -> None:
    """The scan skips headings and speech, accepts short lines, and returns the words as written."""
    language = ENGLISH if text.isascii() or "Go" in text else CHINESE

    assert passage_time(text, language=language, calendars=Calendars()) == words


PIECES = st.lists(
    st.sampled_from(
        "三日后 次日 第 十 年 月 春 建安 大火 之后 前 ， 。 “ ” 他 走了 三 百 余 the third day after fire next morning , . years later ago 12 "
        "of year Moss Second Tide in on \n 1812 - 06 before long once had".split(" ")
    ),
    max_size=14,
)


@settings(deadline=None, max_examples=200)
@given(st.one_of(PIECES.map(" ".join), PIECES.map("".join), st.text(max_size=80)), st.sampled_from(codes()))
def test_any_text_at_all_is_read_without_an_error_and_quoted_as_written(text: str, language: Language) -> None:
    """The found words occur in the text and have a meaning, and no range is reversed."""
    calendars = Calendars([TIDE])

    found = [find(text, language=language, calendars=calendars) for find in (passage_time, statement_time)]

    placing_of(text, language=language)
    for words in (one for one in found if one is not None):
        assert words in text
        said = read_time(words, language=language, calendars=calendars)
        assert said is not None
        assert said != UNKNOWN_TIME
        days = calendars.range_of(said)
        assert days is None or days[0] <= days[1]


@pytest.mark.parametrize("words", ["一日是天气很冷的午后", "一日是天气很冷的午后，林河去了海港。", "他是日本人。"])
def test_words_that_only_look_like_a_day_are_none(words: str) -> None:
    """是天 and 是日 are parts of other words here."""
    found = (
        passage_time(words, language=CHINESE, calendars=Calendars()),
        statement_time(words, language=CHINESE, calendars=Calendars()),
    )

    assert (found, read_time(words, language=CHINESE, calendars=Calendars())) == ((None, None), None)


@pytest.mark.parametrize("words", ["Between 1880 and 1884", "between the years 1880 and 1884"])
def test_between_two_years_is_a_time_of_these_years(words: str) -> None:
    """The expression is an offset of zero to four years after the first year."""
    found = read_time(words, language=ENGLISH, calendars=Calendars())

    assert found is not None
    assert (found.year, found.low, found.high, found.unit) == (1880, 0, 4, "year")


REGENCY = CalendarDefinition("Regency Count", (Era("Regency"),), (Month("March", 30), Month("April", 30)))


@pytest.mark.parametrize(
    ("words", "calendars", "date"),
    [
        ("On 9 April, year 12 of the Regency", Calendars([REGENCY]), ("Regency Count", 12, 2, 9)),
        ("On 9 August, year 12 of the Regency", Calendars([REGENCY]), ("Regency Count", 12, None, None)),
        ("9 August in the year 12 of the Regency", Calendars(), (None, 12, 8, 9)),
    ],
)
def test_the_year_of_an_era_after_a_day_and_month_is_kept(
    words: str, calendars: Calendars, date: tuple[str | None, int, int | None, int | None]
) -> None:
    """A month that the era's calendar does not have leaves the year; an unknown era makes no Gregorian date."""
    found = read_time(words, language=ENGLISH, calendars=calendars)

    assert found is not None
    assert (found.calendar, found.year, found.month, found.day) == date
    assert passage_time(f"{words}, Ben lived in York.", language=ENGLISH, calendars=calendars) == words


@pytest.mark.parametrize("words", ["back then", "even then", "at that time"])
def test_then_after_a_look_back_is_the_moment_looked_back_to(words: str) -> None:
    found = read_time(words, language=ENGLISH, calendars=Calendars())

    assert found is not None
    assert found.anchor is Anchor.RECALLED


@pytest.mark.parametrize("words", ["then", "Then,", "and then", "But then", "then and there", "by then"])
def test_then_alone_gives_no_time_and_raises_no_question(words: str) -> None:
    """The word "then" alone may mean "next" or "at that time". The order of the text says "next" already."""
    assert read_time(words, language=ENGLISH, calendars=Calendars()) == UNKNOWN_TIME


@pytest.mark.parametrize("words", ["then, three days later", "then the war"])
def test_then_before_other_words_does_not_hide_them(words: str) -> None:
    assert read_time(words, language=ENGLISH, calendars=Calendars()) != UNKNOWN_TIME


@pytest.mark.parametrize(
    ("words", "language", "bounds"),
    [
        ("for eighteen years", ENGLISH, (18, 18, "year")),
        ("eighteen years", ENGLISH, (18, 18, "year")),
        ("three or four days", ENGLISH, (3, 4, "day")),
        ("for many years", ENGLISH, (2, None, "year")),
        ("十八年", CHINESE, (18, 18, "year")),
        ("长达三个月之久", CHINESE, (3, 3, "month")),
        ("许多年", CHINESE, (2, None, "year")),
        ("for the last eighteen years", ENGLISH, None),
        ("十年来", CHINESE, None),
        ("all her life", ENGLISH, None),
        ("三日后", CHINESE, None),
        ("three days later", ENGLISH, None),
    ],
)
def test_a_duration_is_the_way_from_a_start_to_an_end(
    words: str, language: Language, bounds: tuple[int, int | None, str] | None
) -> None:
    """A duration up to now, and an offset, are no durations of this kind."""
    found = read_duration(words, language=language, calendars=Calendars())

    assert (None if found is None else (found.low, found.high, found.unit)) == bounds


def test_words_for_a_neighbouring_day_count_from_the_text_before_them() -> None:
    same, later, earlier = ((0, 0), False), ((1, 1), False), ((1, 1), True)
    within = ((0, 1), False)
    words = {
        ENGLISH: {
            "later the same day": same,
            "that very date": same,
            "the day after that": later,
            "within the hour": within,
        },
        CHINESE: {
            "那日": same,
            "同一天": same,
            "前一日": earlier,
            "头天晚上": earlier,
            "隔夜": ((0, 1), True),
            "片刻之后": within,
        },
    }

    for language, expected in words.items():
        for text, (bounds, before) in expected.items():
            found = read_time(text, language=language, calendars=Calendars())
            assert found is not None, text
            assert ((found.low, found.high), found.before, found.name) == (bounds, before, None), text


def test_a_time_within_an_hour_of_an_event_counts_from_the_event() -> None:
    found = read_time("within an hour of the fire", language=ENGLISH, calendars=Calendars())

    assert found is not None
    assert (found.low, found.high, found.anchor, found.before) == (0, 1, Anchor.EVENT, False)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ENGLISH, ("After that day", "since that morning", "from that day forward", "thenceforth")),
        (CHINESE, ("自那日后", "从那天之后", "自那一夜起")),
    ],
)
def test_what_goes_on_from_a_day_is_after_what_was_told_before(language: Language, words: tuple[str, ...]) -> None:
    found = [read_time(one, language=language, calendars=Calendars()) for one in words]

    assert [(one.kind, one.before, one.anchor) for one in found if one] == [
        (TimeKind.ORDER, False, Anchor.PREVIOUS)
    ] * len(words)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ENGLISH, ("when an infant", "as a boy", "when she was young", "in his childhood", "when I was only a child")),
        (CHINESE, ("小时候", "幼时", "年轻时", "少年时")),
    ],
)
def test_childhood_and_youth_are_earlier_than_now(language: Language, words: tuple[str, ...]) -> None:
    """An age or another stage of life ("when a widow", 三岁时) is no such word."""
    found = [read_time(one, language=language, calendars=Calendars()) for one in words]

    assert [(one.kind, one.before, one.anchor) for one in found if one] == [(TimeKind.ORDER, True, Anchor.HERE)] * len(
        words
    )
    for other in ("when a widow", "as a boy-king", "三岁时", "小时"):
        said = read_time(other, language=language, calendars=Calendars())
        assert said is None or said.kind is not TimeKind.ORDER
