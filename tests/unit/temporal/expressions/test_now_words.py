"""Tests of the time expressions that set the current moment of a passage."""

from __future__ import annotations

import pytest

from episodic.model.episodes import Language
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions.now_words import full_dates, now_words

CALENDARS = Calendars([])


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("On the 12th of June, 1745, for instance, a sum of seventy pounds had plainly become due.", "en"),
        ("Each line had a number. On 3 May 1745 the first entry named a place.", "en"),
        ("1745年6月12日，例如，就有七十镑到期。", "zh"),
        ("1745年6月12日，账簿上记着七十镑。", "zh"),
    ],
)
def test_a_date_of_an_entry_or_an_example_is_no_moment_of_the_narration(text: str, language: str) -> None:
    """An account book does not say when its reader reads it."""
    assert not list(now_words(text, language=Language(language), calendars=CALENDARS, main=True))
    assert not list(full_dates(text, language=Language(language), calendars=CALENDARS))


def test_a_date_that_opens_a_narrated_sentence_is_a_moment_of_the_narration() -> None:
    """The sentence tells what happened then."""
    text = "On the 12th of June, 1745, the ship left the harbour."

    (found,) = now_words(text, language=Language("en"), calendars=CALENDARS, main=True)

    assert found == (0, "On the 12th of June, 1745")


def test_days_of_travel_move_the_narration_on() -> None:
    """Some editions end sentences with a full-width full stop."""
    text = "是日一早出城，渴饮饥餐．方走了三日，顶头来了一群驮子．他走了三日了．"

    found = list(now_words(text, language=Language("zh"), calendars=CALENDARS, main=True))

    assert found == [(0, "是日一早"), (12, "方走了三日")]


def test_a_straight_mark_may_close_a_curly_one() -> None:
    """What follows the speech is narration."""
    text = '他道：“明日再来罢．"说毕去了．到第二日早晨，不见人来．她道：“次日再找．”'

    assert list(now_words(text, language=Language("zh"), calendars=CALENDARS, main=True)) == [(16, "到第二日早晨")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("允寻思无计。一日，见旧臣俱在。却说一日，操来。忽一日卓入朝。", ["一日", "一日", "忽一日"]),
        ("一日三餐。一日不见，如隔三秋。允曰：“一日，吾当去。”", []),
        ("He found no way. One day he met the lords. One fine morning, Ann left.", ["One day", "One fine morning"]),
        ("One day's work was done. “One day I shall go,” he said. A long day had ended.", []),
        ("One day she would be queen. One night in every month he drank. One day you will see.", []),
        ("He waited. On one cold morning Ben came.", ["On one cold morning"]),
        ("有一天她会当王后。他等着。有一天，他来了。", ["有一天"]),
    ],
)
def test_some_day_sets_a_moment_of_the_narration(text: str, found: list[str]) -> None:
    language = Language("en" if text.isascii() or "“One" in text else "zh")

    words = [one for _, one in now_words(text, language=language, calendars=CALENDARS, main=True)]

    assert words == found


@pytest.mark.parametrize("opening", ["", "时", "时值", "是时", "此时乃", "却说时"])
def test_a_date_after_a_word_for_the_time_sets_a_moment_in_mid_passage(opening: str) -> None:
    date = "魏景元四年秋七月初三日"
    text = f"昭大喜，选日出师。{opening}{date}，钟会出师。昭送之于城外。"

    found = list(now_words(text, language=Language("zh"), calendars=CALENDARS, main=True))

    assert found == [(text.index(date), date)]


@pytest.mark.parametrize(
    "text", ["昭大喜。时有大臣刘琰入朝。", "昭大喜。时候不早，众人散去。", "昭大喜。此时人心惶惶。"]
)
def test_a_word_for_the_time_alone_sets_no_moment(text: str) -> None:
    assert not list(now_words(text, language=Language("zh"), calendars=CALENDARS, main=True))
