"""Finds the pronoun "I" in an English window (a part of a chapter), and the names that first-person narrators state for
themselves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from episodic.model.spans import Span
from episodic.text.speech import in_speech

_I = re.compile(r"(?<![\w'’.])I(?=[ ,;!?\n'’—-]|(?<=[a-z] I)\.)(?!['’]\w{4})")
_NUMBER_BEFORE = re.compile(r"\b(?:chapter|book|part|volume|act|scene|canto) $", re.IGNORECASE)
_MONARCH = re.compile(
    r"\b(?:Charles|James|Elizabeth|George|William|Henry|Edward|Napoleon|Nicholas|Alexander|Leopold) $"
)
_NAME = r"(?P<name>[A-Z][a-zà-ÿ]+(?:\s[A-Z][a-zà-ÿ]+){0,2})"
_CALLED = re.compile(
    rf"\b(?:[Mm]y\s(?:\w+\s){{0,3}}name(?:\s(?:is|was|being))?|[Cc]alled\smyself|(?:called|named|christened)\sme|"
    rf"I\s(?:was|am)\s(?:called|named|christened)|I,)\s{_NAME}(?=[,.;!?\s])"
)
_I_AM = re.compile(
    r"(?<![\w'’.])I\s(?:was|am)\s(?P<name>[A-Z][a-zà-ÿ]+(?:\s[A-Z][a-zà-ÿ]+){1,2})"
    r"(?=[,.;!?]|\s(?:only|then|now|still|again|once|to)\b)"
)
"""A name of at least two words, so that "I was English" and "I am Captain" are left out."""


def first_person(text: str) -> list[Span]:
    """Return the spans of the pronouns "I" inside and outside quotations. The Roman numeral I is left out, as in
    "Chapter I". An "I" before a full stop is left out unless a small letter and a space precede it, as in "It is I.".
    """
    return [Span(*match.span()) for match in _I.finditer(text) if not _is_numeral(text, match)]


def narrator_names(text: str, *, speech: Sequence[Span]) -> tuple[Span, ...]:
    """Return the spans of the names that narrators state for themselves outside quotations, as in "my name is X", "they
    called me X" or "I was X Y only in the parish book".
    """
    return tuple(
        Span(match.start("name"), match.end("name"))
        for pattern in (_CALLED, _I_AM)
        for match in pattern.finditer(text)
        if not in_speech(match.start(), speech)
    )


def _is_numeral(text: str, match: re.Match[str]) -> bool:
    """Return whether the matched "I" is a Roman numeral, as in "Chapter I" or "Charles I"."""
    before = text[max(0, match.start() - 12) : match.start()]
    return bool(_NUMBER_BEFORE.search(before) or _MONARCH.search(before))
