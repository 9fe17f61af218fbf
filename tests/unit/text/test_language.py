"""Tests of the language of a text."""

from __future__ import annotations

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from episodic.text.language import language_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("天色将晚，渡口只剩一条船。", CHINESE),
        ("The ferry had gone over for the last time.", ENGLISH),
        ("克莱恩（Klein Moretti）走进 Blackthorn Security Company 的大门，说了一声早安。", CHINESE),
        ("The sign over the door read 渡口, and nobody could tell what it meant.", ENGLISH),
        ("……！", CHINESE),
    ],
)
def test_the_script_that_carries_the_text_decides(text: str, expected: Language) -> None:
    """A few words of another script do not change the language of a text."""
    assert language_of(text) is expected
