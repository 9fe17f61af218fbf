"""Tests of recognising that an event is only intended."""

from __future__ import annotations

from episodic.model.predicates import shipped_table
from episodic.model.readings import StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.intentions import as_intention

NAMES = ("林河", "吴海", "私宅")


def scope(sentence: str, quote: str) -> StatementScope:
    """Return the scope of a statement that 吴海 went to the house."""
    reading = StatementReading(Span(0, len(quote)), StatementCore(sentence, "went_to"), 1, object=2)
    return as_intention(reading, quote, names=NAMES, find=shipped_table().find)[0].core.scope


def test_an_invitation_that_the_quote_says_was_followed_is_no_plan() -> None:
    """A short sentence of the reader may leave out the particle that says so."""
    assert scope("林河请吴海到私宅坐。", "林河便请吴海到私宅坐了") is StatementScope.WORLD
    assert scope("林河请吴海到私宅坐。", "林河便请吴海到私宅坐，次日去了") is StatementScope.PLAN
    assert scope("林河请吴海到私宅坐。", "林河请吴海到私宅坐") is StatementScope.PLAN


def test_what_happens_suddenly_after_an_intention_is_no_plan() -> None:
    """In unpunctuated text, the intention and the event are in one clause."""
    assert scope("吴海到私宅。", "吴海正欲起身去睡忽到私宅") is StatementScope.WORLD
    assert scope("吴海到私宅。", "吴海正欲起身到私宅") is StatementScope.PLAN
