"""Tokeniser of the full-text search: words of alphabetic scripts, and character bigrams for Han."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from operator import add

from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS

TOKENS_VERSION = 1
"""The version of the tokens; a change of the tokens needs a higher version, and the store then rebuilds its index."""

_CJK = HAN_CLASS + KANA_HANGUL_CLASS
_LETTER = rf"[^\W_{_CJK}]"
_RUN = re.compile(rf"(?P<han>[{_CJK}]+)|(?P<word>(?:{_LETTER}|[\u0300-\u036f])+(?:['’ʼ]{_LETTER}+)*)")
_WRAP = re.compile(rf"(?<=[{_CJK}])(?:\r\n|\n|\r)(?=[{_CJK}])")
_POSSESSIVE = re.compile(r"['’ʼ]s?$")
_APOSTROPHE = re.compile(r"['’ʼ]")
_FULL_WIDTH = tuple((mark, unicodedata.normalize("NFKC", mark)) for mark in "，！？：；（）")
"""Pairs of a full-width punctuation mark and its normal form, replaced first to avoid a slow normalisation.

Without this replacement, nearly every Chinese text would need the slow normalisation.
"""


@dataclass(frozen=True, slots=True)
class QueryToken:
    """One token of a query; `prefix` says whether longer tokens with the same beginning also match (for a single Han
    character).
    """

    text: str
    prefix: bool = False


def tokens(text: str) -> list[str]:
    """Return the tokens of *text* for the index, in order.

    Alphabetic words and numbers are normalised with NFKC and case folded, without a possessive ending and without
    apostrophes. A run of Han (kana, hangul) gives its bigrams and its last character, so that every character starts
    exactly one token.
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
    """Return the tokens of a query, as one tuple for each run; a run matches where its tokens are adjacent in a text.

    Unlike `tokens`, the function does not return the last character of a Han run as a token, because in a text another
    character may follow.
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
    """Return the distinct tokens of a query, in order of first appearance."""
    return tuple(dict.fromkeys(token for run in query_runs(text) for token in run))


def _folded(text: str) -> str:
    """Return *text* normalised with NFKC and case folded, without line breaks inside a run of Han."""
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
