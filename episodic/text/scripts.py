"""Tests and patterns for the scripts of characters: Han, kana, hangul and alphabets."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

HAN_CLASS = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufa6d\ufa70-\ufad9\U00020000-\U0003ffff"
"""The ranges of Han characters, for use inside a character class of a regular expression."""

KANA_HANGUL_CLASS = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u1100-\u11ff\uac00-\ud7a3"
"""The ranges of kana and hangul characters, for use inside a character class of a regular expression.

Kana and hangul are treated like Han characters: Japanese has no spaces between words, and Korean joins endings to
words.
"""

HAN = re.compile(f"[{HAN_CLASS}]")
WORD = re.compile(f"[^\\W_{HAN_CLASS}{KANA_HANGUL_CLASS}]+(?:['’\u2010-][^\\W_{HAN_CLASS}{KANA_HANGUL_CLASS}]+)*")
"""Pattern of one word in an alphabetic script, including apostrophes and hyphens inside the word."""

_IDEOGRAPHIC = re.compile(f"[{HAN_CLASS}{KANA_HANGUL_CLASS}]")
_IDEOGRAPHIC_RUN = re.compile(f"[{HAN_CLASS}{KANA_HANGUL_CLASS}]+")


def han_count(text: str) -> int:
    """Return the number of Han, kana and hangul characters in *text*."""
    return 0 if text.isascii() else sum(map(len, _IDEOGRAPHIC_RUN.findall(text)))


def word_count(text: str) -> int:
    """Return the number of alphabetic words and numbers in *text*."""
    return len(WORD.findall(text))


def is_ideographic(character: str) -> bool:
    """Return whether *character* is a Han, kana or hangul character."""
    return _IDEOGRAPHIC.match(character) is not None


def has_letters(text: str) -> bool:
    """Return whether *text* contains at least one letter or digit of any script."""
    return any(character.isalnum() for character in text)


_SCRIPTS = {
    "LATIN": "Latn", "CYRILLIC": "Cyrl", "GREEK": "Grek", "ARABIC": "Arab", "HEBREW": "Hebr", "DEVANAGARI": "Deva", "THAI": "Thai",
    "ARMENIAN": "Armn", "GEORGIAN": "Geor", "HANGUL": "Hang", "HIRAGANA": "Jpan", "KATAKANA": "Jpan", "CJK": "Hani",
}  # fmt: skip
"""The ISO 15924 code of each known script, by the first word of the Unicode names of its letters."""


@cache
def script_of(letter: str) -> str:
    """Return the ISO 15924 code of the script of a letter, or "Zyyy" for marks and for characters of other scripts."""
    return _SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], "Zyyy")
