"""Phrases of the command `demo`: headings and notes between the printed results."""

from __future__ import annotations

from episodic.cli.messages.labels import RECORDED
from episodic.cli.messages.message import Phrase, message
from episodic.search.reads import Stats


def story_read(chapters: int, characters: int, *, model: str | None) -> Phrase:
    """Return the message that says how much text the demo read, and with which reader."""
    how = message("demo.by_rules")
    if model is not None:
        how = message("demo.by_recording") if model == RECORDED else message("demo.by_model", model=model)
    return message("demo.story_read", chapters=chapters, characters=characters, how=how)


def story_holds(counts: Stats) -> Phrase:
    """Return the message that says how many entities, facts, mentions and passages the demo extracted."""
    return message(
        "demo.story_holds",
        entities=counts.entities,
        facts=counts.facts,
        mentions=counts.mentions,
        passages=counts.passages,
    )


def search_heading(query: str) -> Phrase:
    return message("demo.search_heading", query=query)


def timeline_heading(predicate: Phrase) -> Phrase:
    return message("demo.timeline_heading", predicate=predicate)


def issues_heading(number: int) -> Phrase:
    return message("demo.issues_heading", number=number)


def edit_heading(chapter: int) -> Phrase:
    return message("demo.edit_heading", chapter=chapter)


def windows_read(kept: int, read: int) -> Phrase:
    """Return the message that says how much of an edited chapter was read again."""
    return message("demo.windows_read", kept=kept, read=read)
