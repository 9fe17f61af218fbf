"""Stems and inflected forms of words, so that a search for "live" also finds "lived".

The inflection rules of the default language for alphabetic scripts apply to every query, because a query is too short
to recognise its language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from episodic.languages.registry import Component, codes, default_for, fallback
from episodic.model.episodes import Language


@dataclass(frozen=True, slots=True)
class Inflections:
    """Inflection rules of one language.

    The function `stem` returns the stem of a word, which is the same for its regular forms and many irregular ones. The
    function `forms` returns the other forms of a word.
    """

    stem: Callable[[str], str]
    forms: Callable[[str], tuple[str, ...]]


INFLECTIONS: Final[Component[Inflections]] = Component("inflections")


def stem(word: str) -> str:
    """Return the stem of a word, which its regular forms and many irregular ones share.

    For example, "lives", "lived" and "living" share one stem, and so do "went" and "gone".

    A word in a script without inflection rules is returned unchanged.
    """
    return _rules(codes()).stem(word)


def stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(_rules(codes()).stem, words))


def forms(word: str) -> tuple[str, ...]:
    """Return other inflected forms of a word. Some of the returned forms may not exist in the language, which does no
    harm in a search.
    """
    return _rules(codes()).forms(word)


@cache
def _rules(_: tuple[Language, ...]) -> Inflections:
    return INFLECTIONS.of(default_for(ideographic=False) or fallback().code)
