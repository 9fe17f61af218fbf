"""Fact views: quotes with their chapter."""

from __future__ import annotations

from episodic.search.chapter_refs import chapter_refs
from episodic.search.fact_views import fact_view_of
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from tests.unit.search.story_builder import Tale, harbor, lotm, planned

CHINESE, ENGLISH = lotm(), harbor()


def view_of(tale: Tale) -> View:
    """Return a view whose store is not used."""
    return View(tale.group_id, SQLiteStore(":memory:"), None, chapter_refs(tale.episodes))


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
