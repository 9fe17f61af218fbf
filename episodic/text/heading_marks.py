"""Types that describe headings, and the protocol for the heading rules of a language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Protocol

from episodic.languages.registry import Component
from episodic.text.scripts import HAN


class Rank(IntEnum):
    """How high a heading stands: volumes above parts, parts above chapters, and so on. A heading with a smaller rank
    number contains headings with greater ones, as a part contains chapters.
    """

    VOLUME = 0
    PART = 1
    CHAPTER = 2
    EPISODE = 3
    SECTION = 4
    NUMBER = 5
    OUTLINE = 6


class Form(IntEnum):
    """How certain it is from a line's own words that the line is a heading."""

    WEAK = 0
    LIKELY = 1
    SURE = 2


FRONT = "front"
BACK = "back"
BETWEEN = "between"
CONTENTS = "contents"
SPECIAL = "special"
_SPECIALS = frozenset({FRONT, BACK, BETWEEN})


@dataclass(frozen=True, slots=True)
class HeadingMark:
    """A line parsed as a heading.

    `family` is the kind of heading, such as 章, "chapter", or "roman" for a Roman numeral without a unit. `outline` is
    the level (1 to 6) of a Markdown heading, or 0 for other headings.
    """

    family: str
    rank: Rank
    number: int | None
    title: str
    form: Form
    outline: int = 0
    words: str = ""
    """The words of a heading if its line has several headings, and otherwise ""."""

    @property
    def series(self) -> str:
        """Return the name under which headings of one kind are grouped, which is usually their `family`. The headings
        of all prologues, epilogues and interludes have the same group name.
        """
        return SPECIAL if self.family in _SPECIALS else self.family


PROSE_END: Final = re.compile(r"[。；;，,、：:]$")
"""Pattern of the punctuation marks with which no heading ends."""


class HeadingRules(Protocol):
    """Rules that recognise the headings of one language by the words of a single line.

    All patterns of heading rules are matched without regard to case.
    """

    @property
    def numeral(self) -> str:
        """Return a pattern, without capturing groups, for a number in words that can be a heading, such as "Twelve"."""
        ...

    @property
    def numeral_in_name(self) -> str:
        """Return a pattern, without capturing groups, for a number in words inside a file name."""
        ...

    @property
    def contents(self) -> str:
        """Return a pattern for the heading of a contents page, such as "Contents"."""
        ...

    @property
    def no_story(self) -> str:
        """Return a pattern for headings of pages without story text, such as "Cover", "Title page" and "Copyright"."""
        ...

    def number(self, words: str) -> int | None:
        """Return the value of a number in words, such as 12 for "Twelve", or None if *words* are not a number."""
        ...

    def number_in_name(self, words: str) -> int | None:
        """Return the value of *words*, a match of `numeral_in_name`, or None if the words are not a number."""
        ...

    def units(self, words: str) -> tuple[HeadingMark, ...]:
        """Return the headings in a line that have a unit and a number, such as "Chapter 3" and 第三章. If one line has
        several headings, a part comes before its chapter.
        """
        ...

    def special(self, words: str) -> str | None:
        """Return FRONT, BACK or BETWEEN for a heading without a number (such as "Prologue", "Epilogue" or "Interlude"),
        or None for other lines.
        """
        ...


HEADINGS: Final[Component[HeadingRules]] = Component("headings")
"""The heading rules by language; the heading rules of all languages are applied to each text."""


def opens_title(title: str, *, marked: bool) -> bool:
    """Return whether the words after a heading's number can be a title.

    The words after a heading's number must not begin with a small letter, unless a punctuation mark stands before them
    (*marked*). The result is also true if no words follow the heading's number.
    """
    return not title or marked or title[0].isupper() or not title[0].isalpha() or HAN.match(title) is not None
