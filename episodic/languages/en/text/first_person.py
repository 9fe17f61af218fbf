"""The English words for "I", and rules to turn a sentence with "I" into a sentence about a named person."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.word_lists import words
from episodic.text.first_person import FirstPersonRules

_WORDS: Final = re.compile(
    r"(?<![\w'’])(?P<subject>I)(?![\w])(?:['’](?P<short>m|ve))?(?P<verb>\s+[a-z]+)?"
    r"|(?<![\w'’])(?P<object>[Mm]e)(?![\w'’-])|(?<![\w'’])(?P<owner>[Mm]y|[Mm]ine)(?![\w'’-])"
)
_UNCLEAR: Final = re.compile(r"\b[Mm]yself\b|['’](?:ll|d)\b")
_SHORT: Final = {"m": "is", "ve": "has"}
_THIRD: Final = {first: third for third, first in (one.split("=", 1) for one in words("en", "first_person_verbs"))}


def _third_person(match: re.Match[str], name: str) -> str:
    if match["owner"]:
        return f"{name}’s"
    if not match["subject"]:
        return name
    verb = (match["verb"] or "").strip()
    said = f" {_SHORT[match['short']]}" if match["short"] else ""
    return f"{name}{said}" + (f" {_THIRD.get(verb, verb)}" if verb else "")


RULES: Final = FirstPersonRules(_WORDS, _UNCLEAR, _third_person)
"""The English implementation of FirstPersonRules."""
