"""Tests of the times of day that English and Chinese time expressions name."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import read_clock, read_time
from episodic.temporal.expressions.normalisation import has_han


def read(words: str) -> TimeExpression | None:
    return read_time(words, language=CHINESE if has_han(words) else ENGLISH, calendars=Calendars())


def minutes(hour: str) -> int:
    hours, rest = hour.split(":")
    return int(hours) * 60 + int(rest)


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("at 10.15 p.m.", "22:15", "22:15"),
        ("at 21:40", "21:40", "21:40"),
        ("at half past nine in the evening", "21:25", "21:35"),
        ("ten minutes past four in the afternoon", "16:09", "16:11"),
        ("about half-past ten at night", "21:55", "23:05"),
        ("at two o'clock in the morning", "1:55", "2:05"),
        ("at twelve o'clock at night", "23:55", "24:05"),
        ("at two that night", "25:55", "26:05"),
        ("at noon", "11:30", "12:30"),
        ("this morning at seven", "6:55", "7:05"),
        ("towards eleven o'clock in the evening", "22:10", "23:10"),
        ("shortly after eight in the evening", "19:55", "20:35"),
        ("酉时", "17:00", "19:00"),
        ("酉牌时分", "17:00", "19:00"),
        ("戌时初刻", "19:00", "19:15"),
        ("午正二刻", "12:30", "12:45"),
        ("午时三刻", "11:00", "13:00"),
        ("初更", "19:00", "21:00"),
        ("二更时分", "21:00", "23:00"),
        ("二更三点", "21:48", "22:12"),
        ("五更", "3:00", "5:00"),
        ("是夜三更", "23:00", "25:00"),
        ("晚上八点半", "20:25", "20:35"),
        ("下午三点", "14:55", "15:05"),
        ("上午十时一刻", "10:10", "10:20"),
        ("夜里一点", "24:55", "25:05"),
        ("晚上十二点", "23:55", "24:05"),
        ("中午一点", "12:55", "13:05"),
        ("下午三點鐘", "14:55", "15:05"),
        ("晚上九点左右", "20:30", "21:30"),
    ],
)
def test_a_time_of_day_is_read_with_its_half_of_the_day(words: str, first: str, last: str) -> None:
    said = read(words)

    assert said is not None
    assert said.clock is not None
    assert (said.clock.first, said.clock.last) == (minutes(first), minutes(last))
    assert not said.clock.either_half


@pytest.mark.parametrize(
    ("words", "middle"),
    [
        ("at eight twenty", "8:20"),
        ("at half past nine", "9:30"),
        ("a quarter to seven", "6:45"),
        ("twenty past nine", "9:20"),
        ("at ten", "10:00"),
        ("about ten o'clock", "10:00"),
        ("between eight and nine", "8:30"),
        ("九点一刻", "9:15"),
        ("大约十点钟", "10:00"),
        ("十一点二十分", "11:20"),
    ],
)
def test_an_hour_without_a_half_of_the_day_is_of_either_half(words: str, middle: str) -> None:
    said = read(words)

    assert said is not None
    assert said.clock is not None
    assert (said.clock.first + said.clock.last) // 2 == minutes(middle)
    assert said.clock.either_half


@pytest.mark.parametrize(
    "words", ["at eight twenty", "about midnight", "after ten o'clock", "by nine", "掌灯时分", "二更后", "三更", "夜分"]
)
def test_a_time_of_day_alone_names_no_day(words: str) -> None:
    """It raises no question, gives no date and no order, and counts from no event."""
    said = read(words)

    assert said is not None
    assert said.clock is not None
    assert (said.kind, said.anchor, said.name) == (TimeKind.UNKNOWN, None, None)


@pytest.mark.parametrize(
    ("words", "kind", "anchor"),
    [
        ("yesterday at nine", TimeKind.OFFSET, Anchor.HERE),
        ("the next morning at ten o'clock", TimeKind.OFFSET, Anchor.PREVIOUS),
        ("that evening about nine", TimeKind.OFFSET, Anchor.PREVIOUS),
        ("on the evening of 3 May 1871, at half past nine", TimeKind.CALENDAR, None),
        ("at 8.10 p.m. on the day of the ball", TimeKind.OFFSET, Anchor.EVENT),
        ("次日清晨", TimeKind.OFFSET, Anchor.PREVIOUS),
        ("昨夜二更时分", TimeKind.OFFSET, Anchor.HERE),
        ("今晚九点", TimeKind.OFFSET, Anchor.HERE),
        ("建安五年十月初三日夜半", TimeKind.CALENDAR, None),
    ],
)
def test_a_time_of_day_leaves_the_day_to_the_other_rules(words: str, kind: TimeKind, anchor: Anchor | None) -> None:
    said = read(words)

    assert said is not None
    assert said.clock is not None
    assert (said.kind, said.anchor) == (kind, anchor)


@pytest.mark.parametrize(
    "words",
    [
        "every morning", "till midnight", "from eight to nine", "for two days", "in three hours", "at twenty", "at six years",
        "nine years before", "one evening", "at first", "two or three times", "每日清晨", "直到三更", "一点", "三日后",
        "早年", "晚年", "辰光", "一时", "当时", "午饭", "有一日清晨",
    ],
)  # fmt: skip
def test_words_for_no_single_time_of_day_have_none(words: str) -> None:
    language = CHINESE if has_han(words) else ENGLISH

    assert read_clock(words, language=language) is None


@pytest.mark.parametrize(
    ("words", "weekday"),
    [
        ("on Thursday", 3),
        ("by Friday evening", 4),
        ("at nine on Sunday", 6),
        ("星期四", 3),
        ("礼拜天早上八点", 6),
        ("周五晚上", 4),
    ],
)
def test_a_weekday_alone_names_no_week(words: str, weekday: int) -> None:
    said = read(words)

    assert said is not None
    assert (said.weekday, said.kind) == (weekday, TimeKind.UNKNOWN)


def test_double_hours_and_night_watches_follow_each_other_without_a_gap() -> None:
    hours = [read_clock(f"{branch}时", language=CHINESE) for branch in "子丑寅卯辰巳午未申酉戌亥"]
    watches = [read_clock(f"当夜{watch}更", language=CHINESE) for watch in "一二三四五"]

    for told in (hours, watches):
        for one, other in pairwise(told):
            assert one is not None
            assert other is not None
            assert one.last == other.first
    assert [one.last - one.first for one in (*hours, *watches) if one is not None] == [120] * 17


@given(st.integers(1, 12), st.integers(0, 59), st.booleans(), st.booleans())
def test_figures_mean_their_minutes_in_both_languages(hour: int, minute: int, late: bool, chinese: bool) -> None:
    if chinese:
        period = "下午" if late else "上午"
        said = read(f"{period}{hour}点{minute}分" if minute else f"{period}{hour}点整")
    else:
        said = read(f"at {hour}.{minute:02} {'p.m.' if late else 'a.m.'}")

    assert said is not None
    assert said.clock is not None
    assert (said.clock.first + said.clock.last) // 2 == hour % 12 * 60 + minute + 720 * late
