"""The first-person narrator of an English window: where "I" stands for him outside of speech, and what he says he is called."""

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
NEEDED = 3
"""A narrator says I so often in a window, at least."""
_NAME = r"(?P<name>[A-Z][a-zà-ÿ]+(?:\s[A-Z][a-zà-ÿ]+){0,2})"
_CALLED = re.compile(
    rf"\b(?:[Mm]y\s(?:\w+\s){{0,3}}name(?:\s(?:is|was|being))?|[Cc]alled\smyself|(?:called|named|christened)\sme|"
    rf"I\s(?:was|am)\s(?:called|named|christened)|I,)\s{_NAME}(?=[,.;!?\s])"
)


def in_speech(place: int, speech: Sequence[Span]) -> bool:
    """Whether the character at *place* is spoken; *speech* is in order."""
    index = bisect_right(speech, place, key=lambda span: span.start) - 1
    return index >= 0 and place < speech[index].end


def first_person(text: str) -> list[Span]:
    """Every "I" that is no numeral, in speech or out of it."""
    return [Span(*match.span()) for match in _I.finditer(text) if not _numbered(text, match)]


def narrator_names(text: str, *, speech: Sequence[Span]) -> tuple[Span, ...]:
    """Where the narrator says what he is called: my name is X, they called me X."""
    return tuple(
        Span(match.start("name"), match.end("name"))
        for match in _CALLED.finditer(text)
        if not in_speech(match.start(), speech)
    )


def _numbered(text: str, match: re.Match[str]) -> bool:
    """Whether it is a numeral: Chapter I, Charles I."""
    before = text[max(0, match.start() - 12) : match.start()]
    return bool(_NUMBER_BEFORE.search(before) or _MONARCH.search(before))
