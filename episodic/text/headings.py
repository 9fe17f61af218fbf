"""Parser for single lines that may be headings, which finds the unit, number and title of a heading.

The parser looks at one line alone. Whether the line really is a heading is decided by other modules, which also look at
the lines around it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from episodic.languages.registry import codes
from episodic.model.episodes import Language
from episodic.text.heading_marks import CONTENTS, HEADINGS, PROSE_END, Form, HeadingMark, Rank, opens_title
from episodic.text.heading_numerals import number_of
from episodic.text.scripts import HAN

LONGEST_HEADING = 120
_OUTLINE = re.compile(r"(?P<level>#{1,6})[ \t\u3000]+(?P<words>.*?)[ \t]*#*")
_EMPHASIS = re.compile(r"(?P<mark>[*_]{1,3})(?P<words>.+)(?P=mark)")
_LEADERS = re.compile(r"(?:[.．·…\s]{3,}|\t+|\s{2,})\s*\d{1,5}$")


def marks_of(words: str) -> tuple[HeadingMark, ...]:
    """Return the headings in a line, the outermost heading first.

    A line of prose has no heading, and a line such as 第一卷 风起 第一章 少年 has two headings.
    """
    if not words or len(words) > LONGEST_HEADING:
        return ()
    outline = _OUTLINE.fullmatch(words)
    if outline is None:
        return _plain_marks(words)
    level, inner = len(outline["level"]), heading_words(words)
    if not inner:
        return ()
    found = _plain_marks(inner)
    if found:
        return tuple(replace(mark, form=Form.SURE, outline=level) for mark in found)
    return (HeadingMark(f"#{level}", Rank.OUTLINE, None, inner, Form.SURE, level),)


def heading_words(words: str) -> str:
    """Return the words of a heading without Markdown marks such as # and *."""
    outline = _OUTLINE.fullmatch(words)
    inner = outline["words"].strip() if outline is not None else words
    emphasised = _EMPHASIS.fullmatch(inner)
    return emphasised["words"].strip() if emphasised is not None else inner


def without_leader(title: str) -> str:
    """Return the title in a line of a table of contents, without dots and page number."""
    return _LEADERS.sub("", title).strip()


def _plain_marks(words: str) -> tuple[HeadingMark, ...]:
    if _contents(codes()).fullmatch(words):
        return (HeadingMark(CONTENTS, Rank.CHAPTER, None, words, Form.SURE),)
    for _, rules in HEADINGS.all():
        found = rules.units(words)
        if found:
            return found
    one = _special_mark(words) or _bare_mark(words)
    return () if one is None else (one,)


@cache
def _contents(_: tuple[Language, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(rules.contents for _, rules in HEADINGS.all())})[:：.]?", re.IGNORECASE)


@cache
def _bare(_: tuple[Language, ...]) -> re.Pattern[str]:
    numerals = "|".join([r"\d{1,4}", "[IVXLC]{1,9}", *(rules.numeral for _, rules in HEADINGS.all())])
    return re.compile(
        rf"[\[（(【〔—–\-]*\s*(?P<number>{numerals})(?P<close>(?:\s*[\]）)】〕—–\-]+)?)(?P<sep>[.．、:：]?\s*)(?P<title>.*)",
        re.IGNORECASE,
    )


def _special_mark(words: str) -> HeadingMark | None:
    if len(words) > 60 or PROSE_END.search(words) or not (words[0].isupper() or HAN.search(words[:2])):
        return None
    families = (rules.special(words) for _, rules in HEADINGS.all())
    family = next((one for one in families if one is not None), None)
    return None if family is None else HeadingMark(family, Rank.CHAPTER, None, words, Form.SURE)


def _bare_mark(words: str) -> HeadingMark | None:
    match = _bare(codes()).fullmatch(words)
    if match is None or len(words) > 80:
        return None
    written, title, sep = match["number"], match["title"].strip(), match["sep"]
    number = number_of(written)
    if number is None or (written.isalpha() and written.isascii() and not written[0].isupper()):
        return None
    padded = written.isdigit() and written.startswith("0")
    if title and not (sep.strip() or match["close"].strip() or (padded and sep)):
        return None
    if title and (PROSE_END.search(title) or title.endswith(".") or not opens_title(title, marked=False)):
        return None
    return HeadingMark(_script_of(written), Rank.NUMBER, number, title, Form.WEAK)


def _script_of(number: str) -> str:
    if number.isdigit():
        return "digits"
    if HAN.match(number):
        return "han"
    return "roman" if set(number) <= set("IVXLC") else "word"
