"""Types that describe headings, and the protocol for the heading rules of a language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Protocol

from episodic.languages.registry import Component
from episodic.text.scripts import HAN


class Rank(IntEnum):
    """The rank of a kind of heading, such as the headings of parts or of chapters. A heading of a smaller rank, such as
    a part, can contain headings of a larger rank, such as chapters.
    """

    VOLUME = 0
    PART = 1
    CHAPTER = 2
    EPISODE = 3
    SECTION = 4
    NUMBER = 5
    OUTLINE = 6


class Form(IntEnum):
    """How certain it is that a line is a heading, judged by the words of this line alone."""

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
    """The part of the line that belongs to the heading if the line contains several headings, or else an empty string.
    """

    @property
    def series(self) -> str:
        """Return the key by which headings of the same kind are grouped.

        The series of a heading is usually its `family`. All prologues, epilogues and similar headings without numbers
        have one common series.
        """
        return SPECIAL if self.family in _SPECIALS else self.family


PROSE_END: Final = re.compile(r"[。；;，,、：:]$")
"""Pattern that matches punctuation at the end of a line which shows that the line is not a heading."""


class HeadingRules(Protocol):
    """Rules that recognise the headings of one language by the words of a single line.

    All patterns of heading rules are matched without regard to case.
    """

    @property
    def numeral(self) -> str:
        """Return a pattern for a number in words that can be a complete heading, such as "Twelve". The pattern has no
        capturing groups.
        """
        ...

    @property
    def numeral_in_name(self) -> str:
        """Return a pattern for a number in words inside a file name. The pattern has no capturing groups."""
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
        """Return the headings in a line that consist of a unit and a number, such as "Chapter 3". Of several headings
        in one line, a part comes before its chapter.
        """
        ...

    def special(self, words: str) -> str | None:
        """Return FRONT, BACK or BETWEEN for a heading without a number, such as "Prologue", or None for other lines."""
        ...


HEADINGS: Final[Component[HeadingRules]] = Component("headings")
"""Registry of the heading rules of each language.

The rules of all languages are applied to each text.
"""


def opens_title(title: str, *, marked: bool) -> bool:
    """Return whether the text after the number of a heading can be a title.

    A title must not begin with a lower-case letter, unless a punctuation mark separates it from the number (*marked*).
    An empty title is also accepted.
    """
    return not title or marked or title[0].isupper() or not title[0].isalpha() or HAN.match(title) is not None
