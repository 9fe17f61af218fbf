"""Tests of the text of a first or last possible day that no date of the story names, in stories read by rules."""

from __future__ import annotations

import pytest

from tests.stories.test_time_faults import days_by_rule


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("建安四年，大雨。次日，大雪。后来，吴海死了。", "公元199年或以后"),
        ("1812年，林河见到吴海。次日，大雨。后来，吴海死了。", "1812年或以后"),
        ("1812年5月，大雨。后来，吴海死了。", "1812年5月或以后"),
        ("In 1812, Ann met Ben. The next day it rained. Later, Ben died.", "1812 or later"),
        ("In May 1812, Ann met Ben. Later, Ben died.", "May 1812 or later"),
        ("In May 1812, Ann met Ben. The next day it rained. Later, Ben died.", "1812 or later"),
    ],
)
async def test_a_bound_from_a_year_or_month_names_no_day(text: str, label: str) -> None:
    """The story names no day."""
    assert (await days_by_rule(f"{text}\n"))[-1] == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1812年5月4日，大雨。次日，大雪。后来，吴海死了。", "1812年5月5日或以后"),
        ("1812年，大雨。1812年5月4日，大雪。次日，大雾。后来，吴海死了。", "1812年5月5日或以后"),
        ("On 4 May 1812, Ann met Ben. The next day it rained. Later, Ben died.", "5 May 1812 or later"),
        ("In 1812, it rained. On 4 May 1812, Ann met Ben. Later, Ben died.", "4 May 1812 or later"),
    ],
)
async def test_a_bound_from_a_day_names_the_day(text: str, label: str) -> None:
    assert (await days_by_rule(f"{text}\n"))[-1] == label
