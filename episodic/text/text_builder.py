"""Builder of plain text from blocks and lines, which records the offsets of headings and link targets."""

from __future__ import annotations

import re
from dataclasses import dataclass

from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS

LONGEST_TITLE = 200
"""The maximum length of a heading in characters. Longer text that is marked as a heading counts as body text."""

_COLLAPSIBLE = re.compile(r"[ \t\n\r\f]+")
_WIDE = re.compile(rf"[{HAN_CLASS}{KANA_HANGUL_CLASS}\u3000-\u303f\uff01-\uff60“”‘’—…]")


@dataclass(frozen=True, slots=True)
class TextHeading:
    """A heading in the built text, with its offsets, its title and its level, where 1 is the highest level."""

    start: int
    end: int
    level: int
    title: str


class TextBuilder:
    """A builder that formats plain text in the way a browser shows a page.

    A run of white space becomes one space, blank lines separate blocks, and explicit line breaks are kept.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._space = ""
        self._breaks = 0
        self.marks: dict[str, int] = {}
        self.headings: list[TextHeading] = []

    @property
    def place(self) -> int:
        return self._length + (0 if self._length == 0 else self._breaks)

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def since(self, place: int) -> str:
        tail: list[str] = []
        start = self._length
        for part in reversed(self._parts):
            if start <= place:
                break
            start -= len(part)
            tail.append(part)
        return "".join(reversed(tail))[max(0, place - start) :]

    def write(self, words: str, *, preserve: bool = False) -> None:
        """Append *words* to the text. Unless *preserve* is true, a run of white space becomes one space, and a line
        break between two Han characters is removed.
        """
        if preserve:
            self._put(words)
            return
        position = 0
        for match in _COLLAPSIBLE.finditer(words):
            self._put(words[position : match.start()])
            self._space = "\n" if "\n" in match.group() or self._space == "\n" else " "
            position = match.end()
        self._put(words[position:])

    def break_line(self) -> None:
        """Put a line break before the next text, except at the beginning of the whole text. A second call of
        `break_line` before the next text adds a blank line.
        """
        self._breaks = min(self._breaks + 1, 2) if self._length else 0
        self._space = ""

    def break_block(self) -> None:
        """Begin a new block, which a blank line separates from the preceding text."""
        self._breaks = max(self._breaks, 2) if self._length else 0
        self._space = ""

    def leave_blank(self) -> None:
        """Put another blank line before the next text, as for an empty paragraph."""
        self._breaks = min(max(self._breaks, 2) + 1, 4) if self._length else 0
        self._space = ""

    def close_heading(self, start: int, *, level: int) -> None:
        """Record the text that was written since the offset *start* as a heading, unless the text is empty or longer
        than LONGEST_TITLE.
        """
        words = self.since(start)
        title = " ".join(words.split())
        if 0 < len(title) <= LONGEST_TITLE:
            self.headings.append(TextHeading(start, start + len(words), level, title))

    def mark(self, name: str) -> None:
        """Record in `marks`, under *name*, the offset at which the next text begins. A name that is already recorded
        keeps its first offset.
        """
        self.marks.setdefault(name, self.place)

    def _put(self, words: str) -> None:
        if not words:
            return
        if self._breaks:
            self._add("\n" * self._breaks)
            self._breaks = 0
        elif self._space and self._parts and not self._parts[-1].endswith("\n"):
            # A line break in the source between two Han characters is only layout and does not become a space.
            wrapped = self._space == "\n" and _WIDE.match(self._parts[-1][-1]) and _WIDE.match(words[0])
            if not wrapped:
                self._add(" ")
        self._space = ""
        self._add(words)

    def _add(self, words: str) -> None:
        self._parts.append(words)
        self._length += len(words)
