"""Words as full text sees them: words of alphabets, pairs of characters for Han."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from operator import add

from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS

TOKENS_VERSION = 1
"""Counted up when the same text gives other tokens; an index made with another version is made anew."""

_CJK = HAN_CLASS + KANA_HANGUL_CLASS
_LETTER = rf"[^\W_{_CJK}]"
_RUN = re.compile(rf"(?P<han>[{_CJK}]+)|(?P<word>(?:{_LETTER}|[\u0300-\u036f])+(?:['’ʼ]{_LETTER}+)*)")
_WRAP = re.compile(rf"(?<=[{_CJK}])(?:\r\n|\n|\r)(?=[{_CJK}])")
_POSSESSIVE = re.compile(r"['’ʼ]s?$")
_APOSTROPHE = re.compile(r"['’ʼ]")
_FULL_WIDTH = tuple((mark, unicodedata.normalize("NFKC", mark)) for mark in "，！？：；（）")
"""Marks for whose sake nearly every Chinese text would be normalised character by character."""


@dataclass(frozen=True, slots=True)
class QueryToken:
    """One token to look up; `prefix`: tokens that begin with it count too (a single Han character)."""

    text: str
    prefix: bool = False


def tokens(text: str) -> list[str]:
    """The tokens under which *text* is found, in order.

    Words of alphabets and numbers: NFKC, case folded, without a possessive ending, parts around an apostrophe joined. A run of
    Han (kana, hangul): its pairs of neighbours and its last character, so that every character starts exactly one token.
    """
    found: list[str] = []
    for match in _RUN.finditer(_folded(text)):
        run = match["han"]
        if run is None:
            found.append(_word(match["word"]))
        else:
            found.extend(map(add, run, run[1:]))
            found.append(run[-1])
    return found


def query_runs(text: str) -> tuple[tuple[QueryToken, ...], ...]:
    """The tokens to look up, one tuple a run: a name is found where its run's tokens follow one another.

    Unlike `tokens`, a run of Han does not give its last character by itself, since in a text another may follow it.
    """
    found: list[tuple[QueryToken, ...]] = []
    for match in _RUN.finditer(_folded(text)):
        run = match["han"]
        if run is None:
            found.append((QueryToken(_word(match["word"])),))
        elif len(run) == 1:
            found.append((QueryToken(run, prefix=True),))
        else:
            found.append(tuple(QueryToken(run[index : index + 2]) for index in range(len(run) - 1)))
    return tuple(found)


def query_tokens(text: str) -> tuple[QueryToken, ...]:
    """Every token to look up for *text*, each once, in order of first appearance."""
    return tuple(dict.fromkeys(token for run in query_runs(text) for token in run))


def _folded(text: str) -> str:
    """NFKC and case folded; a line break inside a run of Han is a wrap and goes."""
    joined = _WRAP.sub("", text)
    if joined.isascii():
        return joined.lower()
    for mark, plain in _FULL_WIDTH:
        joined = joined.replace(mark, plain)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", joined).casefold())


def _word(word: str) -> str:
    if word.isalnum():
        return word
    return _APOSTROPHE.sub("", _POSSESSIVE.sub("", word)) or word
