"""The language that a text is read in."""

from __future__ import annotations

from episodic.model.episodes import Language
from episodic.text.scripts import han_count, word_count

_HAN_PER_WORD = 100 / 60
"""A hundred Han characters say about as much as sixty English words; passages use the same measure."""


def language_of(text: str) -> Language:
    """Chinese where Han characters carry at least half of the text, English otherwise.

    Names and words of the other script do not tip it; a text without any letter is Chinese.
    """
    return Language.CHINESE if han_count(text) / _HAN_PER_WORD >= word_count(text) else Language.ENGLISH
