"""Tests of how the Chinese rules resolve 他, which they do in narration only."""

from __future__ import annotations

import re

from episodic.extraction.rule_based.masked_text import PERSON, Mention
from episodic.languages.zh.reading.pronouns import first_person, resolve_third_person
from episodic.model.spans import Span
from episodic.text.speech import speech

RUAN = 7
TOLD = "阮青禾进了门，他放下伞。"
SPOKEN = "“阮青禾走了，他不会回来。”"


def resolved_offsets(text: str) -> list[int]:
    """Return the offsets at which 他 refers to the named person."""
    named = [Mention(Span(*one.span()), RUAN, PERSON) for one in re.finditer("阮青禾", text)]
    found = list(resolve_third_person(text, named, outside=speech(text)))
    assert {one.node for one in found} <= {RUAN}
    return [one.span.start for one in found]


def test_pronouns_are_resolved_in_narration_and_not_in_speech() -> None:
    """Pronouns are resolved before the first speech, between two speeches, and after the last."""
    text = f"{TOLD}{SPOKEN}{TOLD}\n{SPOKEN}\n{TOLD}"
    told = [one.start() + TOLD.index("他") for one in re.finditer(TOLD, text)]

    assert len(told) == 3
    assert resolved_offsets(text) == told


def test_pronouns_in_a_text_of_only_speech_are_not_resolved() -> None:
    assert resolved_offsets(SPOKEN) == []
    assert resolved_offsets(SPOKEN + SPOKEN) == []


def test_pronouns_in_a_text_without_speech_are_resolved() -> None:
    assert resolved_offsets(TOLD * 3) == [TOLD.index("他") + number * len(TOLD) for number in range(3)]


def test_plurals_in_traditional_characters_are_no_singular_pronouns() -> None:
    assert resolved_offsets("阮青禾進了門，他們放下傘。") == []
    assert first_person("我們走。我走。") == [Span(4, 5)]
