"""Recognition of English headings with a number, such as "Chapter 3", and without a number, such as "Prologue"."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.en.text.numerals import english_number
from episodic.text.heading_marks import BACK, BETWEEN, FRONT, Form, HeadingMark, Rank, opens_title
from episodic.text.heading_numerals import number_of

_ENGLISH_UNITS = {
    "volume": Rank.VOLUME,
    "vol": Rank.VOLUME,
    "book": Rank.VOLUME,
    "part": Rank.PART,
    "chapter": Rank.CHAPTER,
    "chap": Rank.CHAPTER,
    "canto": Rank.CHAPTER,
    "stave": Rank.CHAPTER,
    "letter": Rank.CHAPTER,
    "episode": Rank.EPISODE,
    "act": Rank.EPISODE,
    "section": Rank.SECTION,
    "scene": Rank.SECTION,
}
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|[a-z]+teenth|[a-z]+tieth)"
)
_ENGLISH_NUMBER = rf"(?:\d{{1,4}}(?:st|nd|rd|th)?|[ivxlcdm]{{1,9}}|(?:the\s+)?{_NUMBER_WORD}(?:[\s-]+(?:and\s+)?{_NUMBER_WORD}){{0,4}})\b"
_ENGLISH_UNIT = re.compile(
    rf"(?P<unit>{'|'.join(_ENGLISH_UNITS)})\.?\s+(?P<number>{_ENGLISH_NUMBER})(?P<sep>[\s.:,—–_-]*)(?P<title>.*)",
    re.IGNORECASE,
)
_ENGLISH_ORDINAL = re.compile(
    rf"(?:the\s+)?(?P<number>{_NUMBER_WORD}(?:-{_NUMBER_WORD})?)\s+(?P<unit>part|book|volume|chapter|act|canto)\b(?P<sep>[\s.:—–_-]*)(?P<title>.*)",
    re.IGNORECASE,
)
_ENGLISH_SPECIAL = re.compile(
    r"(?:the\s+)?(?:(?P<front>prologue|preface|foreword|introduction|prelude|overture|author['’]s note)|"
    r"(?P<back>epilogue|afterword|postscript|appendix|coda|conclusion)|(?P<between>interlude|intermezzo|intermission))"
    rf"(?:\s+(?P<number>{_ENGLISH_NUMBER}))?(?P<sep>\s*[.:—–-]+\s*|$)(?P<title>.*)",
    re.IGNORECASE,
)
_NUMBER_IN_NAME = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
    r"ninety)"
)


class EnglishHeadings:
    numeral: Final = rf"{_NUMBER_WORD}(?:-{_NUMBER_WORD})?"
    numeral_in_name: Final = rf"\b{_NUMBER_IN_NAME}(?:[\s-]{_NUMBER_IN_NAME})*\b"
    contents: Final = r"(?:table\s+of\s+)?contents"
    no_story: Final = r"cover|title\s*page|half[\s-]*title|copyright(?:\s+page)?|(?:table\s+of\s+)?contents"

    def number(self, words: str) -> int | None:
        """Return the value of a number in English words or digits with an ending, such as "Twelve" or "21st", or None
        for other words.
        """
        return english_number(words)

    def number_in_name(self, words: str) -> int | None:
        return number_of(words)

    def units(self, words: str) -> tuple[HeadingMark, ...]:
        """Return the numbered heading of the line *words*, such as "Chapter 3" or "The Third Part", or nothing if the
        line is no heading. A line that begins with a small letter is no heading.
        """
        mark = _english_mark(words)
        return () if mark is None else (mark,)

    def special(self, words: str) -> str | None:
        """Return the kind of a heading such as "Prologue", "Epilogue" or "Interlude", or None for other words."""
        match = _ENGLISH_SPECIAL.fullmatch(words)
        if match is None:
            return None
        return FRONT if match["front"] else BACK if match["back"] else BETWEEN


def _english_mark(words: str) -> HeadingMark | None:
    match = _ENGLISH_UNIT.fullmatch(words) or _ENGLISH_ORDINAL.fullmatch(words)
    if match is None or not words[0].isupper():
        return None
    number = number_of(match["number"])
    unit = match["unit"].casefold()
    title, sep = match["title"].strip(), match["sep"]
    if number is None or not opens_title(title, marked=bool(sep.strip())):
        return None
    family = {"vol": "volume", "chap": "chapter"}.get(unit, unit)
    form = Form.WEAK if title.endswith((",", ";")) or len(title) > 90 else Form.SURE
    return HeadingMark(family, _ENGLISH_UNITS[unit], number, title, form)


RULES: Final = EnglishHeadings()
