"""Which characters belong to which script: the classes that every rule about Chinese, kana, hangul and alphabets shares."""

from __future__ import annotations

import re

HAN_CLASS = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufa6d\ufa70-\ufad9\U00020000-\U0003ffff"
"""Han characters, for use inside a regular expression's square brackets."""

KANA_HANGUL_CLASS = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u1100-\u11ff\uac00-\ud7a3"
"""Kana and hangul: written without spaces between words, or with endings glued on, so treated as Han is."""

HAN = re.compile(f"[{HAN_CLASS}]")
WORD = re.compile(f"[^\\W_{HAN_CLASS}{KANA_HANGUL_CLASS}]+(?:['’\u2010-][^\\W_{HAN_CLASS}{KANA_HANGUL_CLASS}]+)*")
"""One word of an alphabet, apostrophes and hyphens inside it included."""

_IDEOGRAPHIC = re.compile(f"[{HAN_CLASS}{KANA_HANGUL_CLASS}]")
_IDEOGRAPHIC_RUN = re.compile(f"[{HAN_CLASS}{KANA_HANGUL_CLASS}]+")


def han_count(text: str) -> int:
    """How many Han, kana and hangul characters *text* has."""
    return 0 if text.isascii() else sum(map(len, _IDEOGRAPHIC_RUN.findall(text)))


def word_count(text: str) -> int:
    """How many words of an alphabet, or numbers, *text* has."""
    return len(WORD.findall(text))


def is_ideographic(character: str) -> bool:
    """Whether *character* is Han, kana or hangul."""
    return _IDEOGRAPHIC.match(character) is not None


def has_letters(text: str) -> bool:
    """Whether there is a single letter or digit of any script in *text*."""
    return any(character.isalnum() for character in text)
