"""Tests of the text of a first or last possible day that no date of the story names, in stories read by rules."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from tests.stories.test_time_faults import days_by_rule
from tests.story import memory_graph


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


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1812年，大雨。次日，吴海死了。", "1812年至1813年"),
        ("1812年5月，大雨。次日，吴海死了。", "1812年5月至1812年6月"),
        ("In 1812, Ann met Ben. The next day Ann met Tom.", "1812 to 1813"),
        ("In December 1812, Ann met Ben. The next day Ann met Tom.", "December 1812 to January 1813"),
    ],
)
async def test_a_range_from_a_year_or_month_names_no_day(text: str, label: str) -> None:
    """A range is written in years if it is about as long as a year or longer, and otherwise in months."""
    assert (await days_by_rule(f"{text}\n"))[-1] == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("In 1812, it rained. The next day Ann met Ben. On 4 May 1813, Ben died.", "1812 to 1813"),
        ("In 1812, it rained. The next day Ann met Ben. On 4 May 1812, Ben died.", "January 1812 to 4 May 1812"),
        ("On 4 May 1812, it rained. Later, Ann met Ben. In 1812, Ben died.", "4 May 1812 to December 1812"),
        ("On 4 May 1812, it rained. Later, Ann met Ben. On 9 June 1812, Ben died.", "4 May 1812 to 9 June 1812"),
        ("On 4 May 1812, it rained. A few days later Ann met Ben.", "6 May 1812 to 13 May 1812"),
        ("1812年5月4日，大雨。后来，林河见到吴海。1812年，吴海死了。", "1812年5月4日至1812年12月"),
    ],
)
async def test_only_the_days_of_a_range_that_a_day_of_the_text_gives_are_named(text: str, label: str) -> None:
    assert (await days_by_rule(f"{text}\n"))[0] == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("On 4 May 1812, it rained. In 1814, Ann met Ben. The next day it rained. Later, Ben died.", "1814 or later"),
        ("1812年5月4日，大雨。1814年，大雪。次日，大雨。后来，吴海死了。", "1814年或以后"),
    ],
)
async def test_a_day_of_an_earlier_year_does_not_make_a_later_year_exact(text: str, label: str) -> None:
    assert (await days_by_rule(f"{text}\n"))[-1] == label


async def test_a_chapter_that_names_the_day_changes_the_text_of_an_earlier_range() -> None:
    """The last possible day of the earlier range stays the same, but now a date of the text names it."""
    texts = (
        "On 4 May 1811, Ann met Jack. In 1812, Ann met Ben. The next day Ann met Tom.\n",
        "On 1 January 1813, Ann met Odile.\n",
    )
    chapters = [Chapter(text, key=f"ch{number}") for number, text in enumerate(texts, 1)]

    async with memory_graph() as graph:
        await graph.add_manuscript(chapters[:1])
        before = await _labels(graph)
        await graph.add_manuscript(chapters)
        after = await _labels(graph)

    assert before[-1] == "1812 to 1813"
    assert after[-2] == "1812 to 1 January 1813"


async def _labels(graph: StoryGraph) -> list[str]:
    facts = sorted((one.fact for one in (await graph.get_facts()).facts), key=lambda one: one.narrative_key)
    return [one.valid_at.label or "" for one in facts if one.valid_at is not None]
