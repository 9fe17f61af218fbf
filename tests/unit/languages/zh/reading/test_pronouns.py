"""Whom 他 means for the Chinese rules: only in narration, wherever speech stands between."""

from __future__ import annotations

import re

from episodic.extraction.rule_based.masked_text import PERSON, Mention
from episodic.languages.zh.reading.pronouns import resolve_third_person
from episodic.model.spans import Span
from episodic.text.speech import speech

RUAN = 7
TOLD = "阮青禾进了门，他放下伞。"
SPOKEN = "“阮青禾走了，他不会回来。”"


def read(text: str) -> list[int]:
    """Where 他 is taken for the one who is named."""
    named = [Mention(Span(*one.span()), RUAN, PERSON) for one in re.finditer("阮青禾", text)]
    found = list(resolve_third_person(text, named, outside=speech(text)))
    assert {one.node for one in found} <= {RUAN}
    return [one.span.start for one in found]


def test_what_is_told_is_read_and_what_is_said_is_not() -> None:
    """Before the first speech, between two, and after the last."""
    text = f"{TOLD}{SPOKEN}{TOLD}\n{SPOKEN}\n{TOLD}"
    told = [one.start() + TOLD.index("他") for one in re.finditer(TOLD, text)]

    assert len(told) == 3
    assert read(text) == told


def test_only_speech() -> None:
    """Nothing of it is told."""
    assert read(SPOKEN) == []
    assert read(SPOKEN + SPOKEN) == []


def test_no_speech() -> None:
    """All of it is told."""
    assert read(TOLD * 3) == [TOLD.index("他") + number * len(TOLD) for number in range(3)]
