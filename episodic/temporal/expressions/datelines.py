"""Finds the dateline of a chapter: a last line that is only a date, which says when the author wrote the text."""

from __future__ import annotations

import re
from typing import Final

from episodic.model.episodes import Language
from episodic.model.moments import TimeKind
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions.language_rules import rules_for_text
from episodic.temporal.expressions.normalisation import folded

_LAST_LINE: Final = re.compile(r"\n[^\S\n]*(\S[^\n]*)\s*\Z")
_AROUND: Final = " \t　(（[【—–-·.。,，、)）]】"


def dateline(text: str, *, language: Language, calendars: Calendars) -> int | None:
    """Return the offset of the last line of a text if this line is only a date with a year. The last line must also
    follow another line. Return None for any other text.
    """
    line = _LAST_LINE.search(text)
    words = "" if line is None else line[1].strip(_AROUND)
    rules = rules_for_text(words, language) if words else None
    if line is None or rules is None:
        return None
    found = rules.opening(folded(words), 0, calendars.definitions)
    if found is None:
        return None
    _, (said, stop) = found
    whole = not words[stop:].strip(_AROUND)
    return line.start(1) if whole and said.kind is TimeKind.CALENDAR and said.year is not None else None
