"""Tests of the texts that prompts show for entities and passages."""

from __future__ import annotations

from episodic.extraction.llm_based.prompt_text import frames_in_words
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading

MAIN, LETTER, TALE = (FrameReading(kind) for kind in (FrameKind.MAIN, FrameKind.LETTER, FrameKind.TALE))


def test_passages_of_one_kind_are_shown_as_a_range() -> None:
    """A model that reads the facts sees which passages are a letter or a tale."""
    shown = frames_in_words((LETTER, LETTER, MAIN, TALE), ENGLISH)

    assert shown == "\nPassages beside the main story: 1-2 letter; 4 tale"


def test_nothing_is_shown_if_all_passages_are_on_the_main_line() -> None:
    """Most windows have no such line."""
    assert frames_in_words((MAIN, MAIN), CHINESE) == ""
