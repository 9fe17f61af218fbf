"""Each language's rules for dividing text into sentences: abbreviations, and words after a quotation ("said Ann").

The rules of all languages are applied to each text, because a text may quote other languages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from episodic.languages.registry import Component, codes, is_ideographic
from episodic.model.episodes import Language


@dataclass(frozen=True, slots=True)
class SentenceRules:
    """The words of one language that decide where a sentence ends.

    `titles` contains abbreviations before a name, such as "Mr". `counted` contains abbreviations before a number, such
    as "No". A full stop after an abbreviation in `titles` or `counted` does not end a sentence. `said_after` matches
    words after a quotation that say who spoke, such as "said Anna" or 他说.
    """

    titles: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    said_after: re.Pattern[str] | None = None


SENTENCES: Final[Component[SentenceRules]] = Component("sentences")


def abbreviations() -> frozenset[str]:
    """Return the abbreviated titles of all languages, such as "Mr"."""
    return _titles(codes())


def counted_abbreviations() -> frozenset[str]:
    """Return the abbreviations before a number, such as "No", of all languages."""
    return _counted(codes())


def said_after(text: str) -> bool:
    """Return whether *text*, which follows a quotation in an alphabetic script, begins with words that say who spoke."""
    return any(pattern.match(text) for pattern in _said(codes(), ideographic=False))


def said_after_ideographs(text: str, start: int, stop: int) -> int | None:
    """Return the offset after the words, such as 他说, that begin at *start* of an ideographic text and say who spoke.
    Return None if the words at *start* do not say who spoke.
    """
    found = (pattern.match(text, start, stop) for pattern in _said(codes(), ideographic=True))
    return next((match.end() for match in found if match is not None), None)


@cache
def _titles(_: tuple[Language, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(rules.titles for _, rules in SENTENCES.all()))


@cache
def _counted(_: tuple[Language, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(rules.counted for _, rules in SENTENCES.all()))


@cache
def _said(_: tuple[Language, ...], *, ideographic: bool) -> tuple[re.Pattern[str], ...]:
    of_script = (rules for code, rules in SENTENCES.all() if is_ideographic(code) is ideographic)
    return tuple(rules.said_after for rules in of_script if rules.said_after is not None)
