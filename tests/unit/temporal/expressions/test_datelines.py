"""Tests of datelines under the end of a chapter."""

from __future__ import annotations

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions.datelines import dateline


def test_a_last_line_that_is_only_a_date_is_a_dateline() -> None:
    texts = {
        "他走了。\n\n一九二一年一月。\n": CHINESE,
        "他走了。\n（1921年1月）": CHINESE,
        "He left.\n\n5 May 1804": ENGLISH,
        "He left.\n\n(May 1804.)\n": ENGLISH,
    }

    for text, language in texts.items():
        found = dateline(text, language=language, calendars=Calendars())
        assert found is not None, text
        assert text[found:].startswith(("一九二一", "（1921", "5 May", "(May")), text


def test_a_date_in_the_story_is_no_dateline() -> None:
    texts = {
        "他走了。\n一九二一年一月，他回来了。": CHINESE,
        "一九二一年一月。\n他走了。": CHINESE,
        "一九二一年一月。": CHINESE,
        "He left.\nIn May 1804 she came back.": ENGLISH,
        "He left.\nMay.": ENGLISH,
        "": ENGLISH,
    }

    for text, language in texts.items():
        assert dateline(text, language=language, calendars=Calendars()) is None, text
