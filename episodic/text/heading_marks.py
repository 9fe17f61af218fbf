"""Value types for headings, and the protocol for the heading rules of a language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Protocol

from episodic.languages.registry import Component
from episodic.text.scripts import HAN


class Rank(IntEnum):
    """The rank of a heading; a heading of smaller rank contains headings of greater rank."""

    VOLUME = 0
    PART = 1
    CHAPTER = 2
    EPISODE = 3
    SECTION = 4
    NUMBER = 5
    OUTLINE = 6


class Form(IntEnum):
    """The certainty that a line is a heading, judged by the words of the line alone."""

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
class Mark:
    """A line parsed as a heading.

    `family` is the kind of unit (章, 回, chapter, roman ...). `outline` is the Markdown level (0: none).
    """

    family: str
    rank: Rank
    number: int | None
    title: str
    form: Form
    outline: int = 0
    words: str = ""
    """The part of the line that belongs to this heading, if the line contains several headings."""

    @property
    def series(self) -> str:
        """Return the name of the series in which the heading is counted.

        The series is the family of the heading. Headings without numbers, such as prologues and epilogues, share one
        series.
        """
        return SPECIAL if self.family in _SPECIALS else self.family


PROSE_END: Final = re.compile(r"[。；;，,、：:]$")
"""Pattern of line endings that no heading has."""


class HeadingRules(Protocol):
    """Rules that recognise the headings of one language by the words of a single line. Patterns ignore case."""

    @property
    def numeral(self) -> str:
        """Return a pattern, without groups, for a number in words that is a heading by itself."""
        ...

    @property
    def numeral_in_name(self) -> str:
        """Return a pattern, without groups, for a number in words inside a file name."""
        ...

    @property
    def contents(self) -> str:
        """Return a pattern for the heading of a contents page."""
        ...

    @property
    def no_story(self) -> str:
        """Return a pattern for headings of pages without story text: cover, title page, copyright page."""
        ...

    def number(self, words: str) -> int | None:
        """Return the value of *words* as a number; None if *words* are not a number."""
        ...

    def number_in_name(self, words: str) -> int | None:
        """Return the number that a match of `numeral_in_name` denotes."""
        ...

    def units(self, words: str) -> tuple[Mark, ...]:
        """Return the headings with a unit and a number ("Chapter 3") in the line, outermost first; empty for other
        lines.
        """
        ...

    def special(self, words: str) -> str | None:
        """Return FRONT, BACK or BETWEEN for a heading without a number, such as "Prologue"; None for other lines."""
        ...


HEADINGS: Final[Component[HeadingRules]] = Component("headings")
"""The heading rules of each language; the rules of all languages apply to each text."""


def opens_title(title: str, *, marked: bool) -> bool:
    """Return whether the text after a heading number is a title: a capital or Han character comes first, or a mark
    separates the two.
    """
    return not title or marked or title[0].isupper() or not title[0].isalpha() or HAN.match(title) is not None
