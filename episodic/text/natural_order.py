"""Sort key for the natural order of file names: 2 precedes 10, a preface comes first and an epilogue comes last."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from episodic.languages.registry import codes
from episodic.model.episodes import Language
from episodic.text.heading_marks import BACK, FRONT, HEADINGS
from episodic.text.heading_numerals import roman_number
from episodic.text.headings import marks_of

_SEPARATORS = re.compile(r"[\s_\-.]+")

SortKey = tuple[int, tuple[tuple[int, int, str], ...], str]


def natural_key(stem: str) -> SortKey:
    """Return a key that sorts file names without suffixes in the order that a user expects.

    Digits of half or full width, Chinese numerals, Roman numerals and English number words are sorted by value. The
    characters 上, 中 and 下 are sorted in this order. Names of front matter come first, and names of back matter come
    last. Names that are otherwise equal are sorted by their characters.
    """
    folded = _SEPARATORS.sub(" ", unicodedata.normalize("NFKC", stem).casefold()).strip()
    return _place(stem), tuple(_part(match) for match in _runs(codes()).finditer(folded)), stem


def _place(stem: str) -> int:
    words = _SEPARATORS.sub(" ", stem).strip()
    marks = marks_of(words) or marks_of(words.capitalize())
    family = marks[0].family if marks else ""
    return {FRONT: 0, BACK: 2}.get(family, 1)


@cache
def _runs(_: tuple[Language, ...]) -> re.Pattern[str]:
    numerals = "|".join(f"(?P<{code.replace('-', '_')}>{rules.numeral_in_name})" for code, rules in HEADINGS.all())
    return re.compile(rf"(?P<digits>\d+)|{numerals}|(?P<roman>\b[ivxlc]+\b)|(?P<other>.)", re.DOTALL)


def _part(match: re.Match[str]) -> tuple[int, int, str]:
    kind, words = match.lastgroup or "", match.group()
    if kind == "digits":
        return 0, int(words), ""
    number = None
    if kind == "roman":
        number = roman_number(words)
    elif kind != "other":
        rules = HEADINGS.find(Language(kind.replace("_", "-")))
        number = None if rules is None else rules.number_in_name(words)
    return (1, 0, words) if number is None else (0, number, "")
