"""Tests of the messages and lexicons of the shipped languages."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import episodic
from episodic.languages.messages import MESSAGES, message_text, placeholders
from episodic.languages.registry import codes, fallback, packs
from episodic.model.episodes import Language

PACKAGE = Path(episodic.__file__).parent
FALLBACK = fallback().code


def test_shipped_languages_have_the_same_messages() -> None:
    keys = {code: set(catalogue) for code, catalogue in MESSAGES.all()}

    assert all(found == keys[FALLBACK] for found in keys.values())
    assert len(keys[FALLBACK]) > 300


def test_a_message_has_no_placeholder_that_its_english_text_does_not_explain() -> None:
    """A translation may leave placeholders out (plural forms, joined parts), but may not misspell a placeholder."""
    for key in sorted(MESSAGES.of(FALLBACK)):
        texts = {code: MESSAGES.of(code)[key] for code in codes()}
        named = {code: placeholders(text) for code, text in texts.items()}

        known = set[str]().union(*named.values())
        assert all(re.fullmatch(r"[a-z_]+", name) for name in known), key
        if not key.startswith(VARIED):
            assert len(set(named.values())) == 1, named


VARIED = (
    "edits.done_", "errors.UnknownEntityError", "ingestion.noticed_", "ingestion.format_folder", "labels.reader_named",
    "reads.failed", "reads.nothing_found_", "reads.note_names_only",
)  # fmt: skip
"""Messages that show stored English text, and the same content in other words in other languages."""


def test_numbers_choose_plurals_and_ordinals() -> None:
    english = FALLBACK

    assert [message_text("reads.counted_fact", english, number=number) for number in (1, 2, 1200)] == [
        "1 fact",
        "2 facts",
        "1,200 facts",
    ]
    ends = [
        message_text("calendars.leap_each", english, nth=number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 100, 112)
    ]
    assert [one.split()[1] for one in ends] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "100th", "112th",
    ]  # fmt: skip


def test_a_missing_message_is_that_of_the_fallback_language() -> None:
    assert message_text("reads.no_issues", Language("und-Cyrl")) == message_text("reads.no_issues", FALLBACK)


def test_a_lexicon_has_no_entry_twice() -> None:
    for file in sorted((PACKAGE / "languages").rglob("lexicon/*.txt")):
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
        entries = [line for line in lines if line and not line.startswith("#")]

        assert entries, file
        assert [entry for entry, count in Counter(entries).items() if count > 1] == [], file


def test_every_language_has_a_name_in_every_language() -> None:
    assert all(set(one.names) == set(codes()) and all(one.names.values()) for one in packs())
