"""Finds the pronoun "I" in an English window, and the names that first-person narrators state for themselves."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from episodic.model.spans import Span

_I = re.compile(r"(?<![\w'’.])I(?=[ ,;\n'’—-])(?!['’]\w{4})")
_NUMBER_BEFORE = re.compile(r"\b(?:[Cc]hapter|[Bb]ook|[Pp]art|[Vv]olume|CHAPTER|BOOK|PART|VOLUME) $")
_MONARCH = re.compile(
    r"\b(?:Charles|James|Elizabeth|George|William|Henry|Edward|Napoleon|Nicholas|Alexander|Leopold) $"
)
MIN_FIRST_PERSON = 3
"""The smallest number of "I" outside quotations that shows a first-person narrator in a window."""
_NAME = r"(?P<name>[A-Z][a-zà-ÿ]+(?:\s[A-Z][a-zà-ÿ]+){0,2})"
_CALLED = re.compile(
    rf"\b(?:[Mm]y\s(?:\w+\s){{0,3}}name(?:\s(?:is|was|being))?|[Cc]alled\smyself|(?:called|named|christened)\sme|"
    rf"I\s(?:was|am)\s(?:called|named|christened)|I,)\s{_NAME}(?=[,.;!?\s])"
)


def in_speech(offset: int, speech: Sequence[Span]) -> bool:
    """Whether the character at *offset* is inside a quotation; *speech* is in order."""
    index = bisect_right(speech, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < speech[index].end


def first_person(text: str) -> list[Span]:
    """Returns every "I" that is not a numeral, inside and outside quotations."""
    return [Span(*match.span()) for match in _I.finditer(text) if not _is_numeral(text, match)]


def narrator_names(text: str, *, speech: Sequence[Span]) -> tuple[Span, ...]:
    """Returns the places where a narrator states the narrator's own name: "my name is X", "they called me X"."""
    return tuple(
        Span(match.start("name"), match.end("name"))
        for match in _CALLED.finditer(text)
        if not in_speech(match.start(), speech)
    )


def _is_numeral(text: str, match: re.Match[str]) -> bool:
    """Whether the "I" is a Roman numeral: "Chapter I", "Charles I"."""
    before = text[max(0, match.start() - 12) : match.start()]
    return bool(_NUMBER_BEFORE.search(before) or _MONARCH.search(before))
