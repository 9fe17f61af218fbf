"""The natural order of file names: 2 before 10, 第九 before 第十, a preface first, an epilogue last."""

from __future__ import annotations

import re
import unicodedata

from episodic.text.headings import BACK, FRONT, marks_of
from episodic.text.numerals import HAN_NUMERAL_CLASS, number_of, roman_number

_ENGLISH_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_RUN = re.compile(
    rf"(?P<digits>\d+)|(?P<han>[{HAN_NUMERAL_CLASS}]+)|(?P<half>[上中下](?=[卷部册篇集章）)\s]|$))|"
    rf"(?P<word>\b{_ENGLISH_NUMBER}(?:[\s-]{_ENGLISH_NUMBER})*\b)|(?P<roman>\b[ivxlc]+\b)|(?P<other>.)",
    re.DOTALL,
)
_SEPARATORS = re.compile(r"[\s_\-.]+")
_HALVES = "上中下"

SortKey = tuple[int, tuple[tuple[int, int, str], ...], str]


def natural_key(stem: str) -> SortKey:
    """A key that sorts file names (without their ending) as a reader would.

    Digits of any width, Chinese numerals, roman numerals and English number words count by their value; 上, 中, 下 come in this
    order. Names that say that they stand before or behind the story come first and last. Ties are broken by the name itself.
    """
    folded = _SEPARATORS.sub(" ", unicodedata.normalize("NFKC", stem).casefold()).strip()
    return _place(stem), tuple(_part(match) for match in _RUN.finditer(folded)), stem


def _place(stem: str) -> int:
    words = _SEPARATORS.sub(" ", stem).strip()
    marks = marks_of(words) or marks_of(words.capitalize())
    family = marks[0].family if marks else ""
    return {FRONT: 0, BACK: 2}.get(family, 1)


def _part(match: re.Match[str]) -> tuple[int, int, str]:
    kind, words = match.lastgroup, match.group()
    if kind == "digits":
        return 0, int(words), ""
    if kind == "half":
        return 0, _HALVES.index(words) + 1, ""
    number = None
    if kind == "roman":
        number = roman_number(words)
    elif kind in {"han", "word"}:
        number = number_of(words)
    return (1, 0, words) if number is None else (0, number, "")
