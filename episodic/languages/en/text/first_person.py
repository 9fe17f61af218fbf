"""The English words for "I", and rules to turn a sentence with "I" into a sentence about a named person."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from episodic.languages.word_lists import words
from episodic.text.first_person import FirstPersonRules, Sex

_WORDS: Final = re.compile(
    r"(?<![\w'’])(?P<subject>I)(?![\w])(?:['’](?P<short>m|ve))?(?P<verb>\s+[a-z]+)?"
    r"|(?<![\w'’])(?P<object>[Mm]e)(?![\w'’-])|(?<![\w'’])(?P<owner>[Mm]y|(?P<own>[Mm]ine))(?![\w'’-])"
)
_UNCLEAR: Final = re.compile(r"\b[Mm]yself\b|['’](?:ll|d)\b")
_PRONOUNS: Final[Mapping[Sex, tuple[str, str, str, str]]] = {
    "woman": ("she", "her", "her", "hers"),
    "man": ("he", "him", "his", "his"),
}
_SHORT: Final = {"m": "is", "ve": "has"}
_THIRD: Final = {first: third for third, first in (one.split("=", 1) for one in words("en", "first_person_verbs"))}


def _third_person(match: re.Match[str], name: str) -> str:
    if match["owner"]:
        return f"{name}’s"
    return name if not match["subject"] else _with_verb(match, name)


def _again(match: re.Match[str], sex: Sex | None) -> str | None:
    if sex is None:
        return None
    subject, other, owner, own = _PRONOUNS[sex]
    if match["subject"]:
        return _with_verb(match, subject)
    return other if match["object"] else own if match["own"] else owner


def _with_verb(match: re.Match[str], name: str) -> str:
    verb = (match["verb"] or "").strip()
    said = f" {_SHORT[match['short']]}" if match["short"] else ""
    return f"{name}{said}" + (f" {_THIRD.get(verb, verb)}" if verb else "")


RULES: Final = FirstPersonRules(_WORDS, _UNCLEAR, _third_person, _again)
"""English first person."""
