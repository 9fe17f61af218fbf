"""Plain text grown block by block, with the places of its headings and of marks that others point to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS

LONGEST_TITLE = 200
"""A longer paragraph that is set as a heading is none."""

_COLLAPSIBLE = re.compile(r"[ \t\n\r\f]+")
_WIDE = re.compile(rf"[{HAN_CLASS}{KANA_HANGUL_CLASS}\u3000-\u303f\uff01-\uff60“”‘’—…]")


@dataclass(frozen=True, slots=True)
class LaidHeading:
    """A heading in laid-out text: where its words stand, its level (1: highest) and the words."""

    start: int
    end: int
    level: int
    title: str


class Layout:
    """Collects text as a page shows it: spaces collapse, blocks are set apart by blank lines, line breaks stay."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._space = ""
        self._breaks = 0
        self.marks: dict[str, int] = {}
        self.headings: list[LaidHeading] = []

    @property
    def place(self) -> int:
        """Where the next words will stand."""
        return self._length + (0 if self._length == 0 else self._breaks)

    @property
    def text(self) -> str:
        """Everything so far."""
        return "".join(self._parts)

    def since(self, place: int) -> str:
        """What was added from *place* on."""
        tail: list[str] = []
        start = self._length
        for part in reversed(self._parts):
            if start <= place:
                break
            start -= len(part)
            tail.append(part)
        return "".join(reversed(tail))[max(0, place - start) :]

    def write(self, words: str, *, preserve: bool = False) -> None:
        """Add words; unless *preserve*, runs of plain spaces and line breaks count as one space, between Han characters as none."""
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
        """Go on in a new line."""
        self._breaks = min(self._breaks + 1, 2) if self._length else 0
        self._space = ""

    def break_block(self) -> None:
        """Go on behind a blank line."""
        self._breaks = max(self._breaks, 2) if self._length else 0
        self._space = ""

    def leave_blank(self) -> None:
        """One more blank line before what follows, as an empty paragraph shows it."""
        self._breaks = min(max(self._breaks, 2) + 1, 4) if self._length else 0
        self._space = ""

    def close_heading(self, start: int, *, level: int) -> None:
        """What was added from *start* on is a heading of this level; nothing happens if it is empty, or longer than titles are."""
        words = self.since(start)
        title = " ".join(words.split())
        if 0 < len(title) <= LONGEST_TITLE:
            self.headings.append(LaidHeading(start, start + len(words), level, title))

    def mark(self, name: str) -> None:
        """Remember under *name* where the next words will stand; the first mark of a name counts."""
        self.marks.setdefault(name, self.place)

    def _put(self, words: str) -> None:
        if not words:
            return
        if self._breaks:
            self._add("\n" * self._breaks)
            self._breaks = 0
        elif self._space and self._parts and not self._parts[-1].endswith("\n"):
            # A line break in the source between two Han characters is layout, never a space.
            wrapped = self._space == "\n" and _WIDE.match(self._parts[-1][-1]) and _WIDE.match(words[0])
            if not wrapped:
                self._add(" ")
        self._space = ""
        self._add(words)

    def _add(self, words: str) -> None:
        self._parts.append(words)
        self._length += len(words)
