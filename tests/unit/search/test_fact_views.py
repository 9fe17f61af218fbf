"""Fact views: validity in words of the work's language, and quotes with their chapter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.graph import Fact
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.search.chapter_refs import chapter_refs
from episodic.search.fact_views import fact_view_of, validity_of
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from tests.unit.search.story_builder import Tale, day, harbor, lotm, planned

CHINESE, ENGLISH = lotm(), harbor()
THIRD = TimePoint(chapter=CHINESE.episodes[2].uuid)
DAY = TimePoint(label="建安五年春", text="建安五年春")
LATER = TimePoint(label="第103日", text="大火后第三日")


def view_of(tale: Tale) -> View:
    """Return a view whose store is not used."""
    return View(tale.group_id, SQLiteStore(":memory:"), None, chapter_refs(tale.episodes))


def at(fact: Fact, start: TimePoint | None, end: TimePoint | None, *, ended: bool = False, event: bool = False) -> Fact:
    """Return the fact with another validity."""
    kind = PredicateKind.EVENT if event else PredicateKind.STATE
    return replace(fact, valid_at=start, invalid_at=end, ended_by=("x",) if ended else (), kind=kind)


@pytest.mark.parametrize(
    ("start", "end", "ended", "event", "words"),
    [
        (None, None, False, False, "起始时间未说明"),
        (THIRD, None, False, False, "自第3章起"),
        (DAY, None, False, False, "自建安五年春起"),
        (LATER, None, False, False, "自第103日（「大火后第三日」）起"),
        (TimePoint(text="“穿越”后"), None, False, False, "自「“穿越”后」起"),
        (DAY, LATER, True, False, "自建安五年春起，至第103日（「大火后第三日」）止"),
        (None, THIRD, True, False, "至第3章止"),
        (None, None, True, False, "已结束，何时未说明"),
        (DAY, TimePoint(), True, False, "自建安五年春起，已结束，何时未说明"),
        (DAY, None, False, True, "建安五年春"),
        (None, None, False, True, "时间未说明"),
    ],
)
def test_validity_in_chinese(
    start: TimePoint | None, end: TimePoint | None, ended: bool, event: bool, words: str
) -> None:
    fact = at(CHINESE.facts[1], start, end, ended=ended, event=event)

    assert validity_of(view_of(CHINESE), fact).words == words


@pytest.mark.parametrize(
    ("start", "end", "ended", "event", "words"),
    [
        (None, None, False, False, "since a time not stated"),
        (day(10), None, False, False, "from day 10"),
        (TimePoint(chapter=ENGLISH.episodes[2].uuid), None, False, False, "from chapter 3"),
        (
            TimePoint(label="day 103", text="the third day after"),
            None,
            False,
            False,
            "from day 103 (“the third day after”)",
        ),
        (day(10), day(20), True, False, "from day 10, until day 20"),
        (None, day(20), True, False, "until day 20"),
        (day(10), TimePoint(), True, False, "from day 10, ended at a time not stated"),
        (None, None, True, False, "ended at a time not stated"),
        (day(12), None, False, True, "at day 12"),
        (None, None, False, True, "at a time not stated"),
        (TimePoint(chapter="of another work"), None, False, False, "since a time not stated"),
    ],
)
def test_validity_in_english(
    start: TimePoint | None, end: TimePoint | None, ended: bool, event: bool, words: str
) -> None:
    """Unknown bounds of a validity are described as not stated."""
    fact = at(ENGLISH.facts[0], start, end, ended=ended, event=event)

    assert validity_of(view_of(ENGLISH), fact).words == words


def test_every_quote_comes_with_its_chapter() -> None:
    """A quote has the ordinal and title of its chapter, and offsets in the chapter's text."""
    fact = fact_view_of(view_of(CHINESE), CHINESE.facts[3])

    (quote,) = fact.quotes
    assert (quote.ordinal, quote.number, quote.title) == (3, 3, "笔记")
    assert CHINESE.episodes[2].text[quote.start : quote.end] == quote.text
    assert fact.sentence == quote


def test_quotes_of_chapters_outside_the_view_are_left_out() -> None:
    """A quote of a plan is not shown in canon."""
    tale = planned()

    fact = fact_view_of(view_of(tale), tale.facts[1])

    assert fact.quotes == ()
    assert fact.sentence is None
