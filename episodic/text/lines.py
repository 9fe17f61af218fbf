"""Division of a text into lines with their offsets, for all kinds of line breaks."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BREAK = re.compile(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text.

    The slice `text[start:end]` is a line without its line break, and `after` is the offset at which the next line
    begins.
    """

    start: int
    end: int
    after: int
    words: str
    """The text of the line without white space and invisible characters at its ends. The text is empty for a blank
    line.
    """

    @property
    def blank(self) -> bool:
        return not self.words


def lines(text: str) -> tuple[Line, ...]:
    """Return the lines of *text* in text order.

    The lines with their line breaks (`text[line.start:line.after]`) together give the whole text.

    A line ends at CR LF, LF, CR, a form feed, a vertical tab, NEL, and the line and paragraph separators of Unicode.
    """
    found: list[Line] = []
    start = 0
    for mark in _BREAK.finditer(text):
        found.append(Line(start, mark.start(), mark.end(), visible(text[start : mark.start()])))
        start = mark.end()
    if start < len(text):
        found.append(Line(start, len(text), len(text), visible(text[start:])))
    return tuple(found)


def visible(words: str) -> str:
    """Return *words* without white space and invisible characters at the beginning and the end."""
    stripped = words.strip()
    if stripped and (stripped[0] in _INVISIBLE or stripped[-1] in _INVISIBLE):
        return stripped.strip(_INVISIBLE + " \t\u3000\u00a0")
    return stripped


def indent(text: str, line: Line) -> int:
    """Return the indentation of *line* in columns.

    An ideographic space counts as two columns, and a tab counts as four columns.
    """
    columns = 0
    for character in text[line.start : line.end]:
        if not character.isspace():
            break
        columns += 2 if character == "\u3000" else 4 if character == "\t" else 1
    return columns
