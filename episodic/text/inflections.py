"""Inflected forms of words: a question ("where does she live") and its answer ("she lived") differ.

The words of a query have no known language, so the rules of the default language of alphabetic scripts apply to them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from episodic.languages.registry import Component, codes, default_for, fallback
from episodic.model.episodes import Language


@dataclass(frozen=True, slots=True)
class Inflections:
    """Inflection rules of one language: `stem` returns the common stem of all forms of a word, `forms` the other
    forms.
    """

    stem: Callable[[str], str]
    forms: Callable[[str], tuple[str, ...]]


INFLECTIONS: Final[Component[Inflections]] = Component("inflections")
"""The inflection rules of each language that has inflections."""


def stem(word: str) -> str:
    """Return the common stem of all forms of a word: "lives", "lived" and "living" have the same stem.

    Words of other scripts do not change.
    """
    return _rules(codes()).stem(word)


def forms(word: str) -> tuple[str, ...]:
    """Return other forms of a word; some of these forms may not exist, and a search for such a form finds nothing."""
    return _rules(codes()).forms(word)


@cache
def _rules(_: tuple[Language, ...]) -> Inflections:
    return INFLECTIONS.of(default_for(ideographic=False) or fallback().code)
