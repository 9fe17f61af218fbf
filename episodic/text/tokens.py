"""Tokeniser of the full-text search, which produces words of alphabetic scripts and bigrams of Han characters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from operator import add
from typing import NamedTuple

from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS

TOKENS_VERSION = 1
"""The version of the tokeniser.

A programmer must increase TOKENS_VERSION when the tokens of texts change, so that stores rebuild their full-text index.
"""

_CJK = HAN_CLASS + KANA_HANGUL_CLASS
_LETTER = rf"[^\W_{_CJK}]"
_WORD_PATTERN = rf"(?:{_LETTER}|[\u0300-\u036f])+(?:['’ʼ]{_LETTER}+)*"
_WORD = re.compile(_WORD_PATTERN)
_PUNCTUATION = (("’", "'"), ("“", " "), ("”", " "), ("‘", " "), ("—", " "), ("–", " "), ("…", " "))
"""The frequent punctuation marks of English text outside of ASCII, each with the ASCII character that replaces it: an
apostrophe or a space.
"""
_ASCII_SPACES = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "'")}
_RUN = re.compile(rf"(?P<han>[{_CJK}]+)|(?P<word>{_WORD_PATTERN})")
_WRAP = re.compile(rf"(?<=[{_CJK}])(?:\r\n|\n|\r)(?=[{_CJK}])")
_POSSESSIVE = re.compile(r"['’ʼ]s?$")
_APOSTROPHE = re.compile(r"['’ʼ]")
_FULL_WIDTH = tuple((mark, unicodedata.normalize("NFKC", mark)) for mark in "，！？：；（）")
"""The frequent full-width punctuation marks, each with its normal form.

The full-width marks are replaced first, because they occur in nearly every Chinese text and would make the Unicode
normalisation slow.
"""


class QueryToken(NamedTuple):
    """One token of a full-text query.

    `prefix` is true if any word that begins with the token matches, as for a query of one Han character.
    """

    text: str
    prefix: bool = False


def tokens(text: str) -> list[str]:
    """Return the tokens of *text* for the full-text index, in text order.

    Alphabetic words and numbers are normalised with NFKC and case folded, and lose their possessive endings and
    apostrophes. A run of Han, kana or hangul characters gives its bigrams and its last character as tokens.
    """
    found: list[str] = []
    for match in _RUN.finditer(folded(text)):
        run = match["han"]
        if run is None:
            found.append(_word(match["word"]))
        else:
            found.extend(map(add, run, run[1:]))
            found.append(run[-1])
    return found


def folded(text: str) -> str:
    """Return *text* in the normal form in which `tokens` looks for words.

    A folded text is normalised with NFKC and case folded, and has no single line break between two Han characters. Two
    Han, kana or hangul characters are a token of the text if and only if they stand side by side in the folded text.
    """
    joined = _WRAP.sub("", text)
    if joined.isascii():
        return joined.lower()
    for mark, plain in _FULL_WIDTH:
        joined = joined.replace(mark, plain)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", joined).casefold())


def words_in(folded_text: str) -> frozenset[str]:
    """Return the tokens of a folded text that are alphabetic words or numbers."""
    plain = folded_text
    if not plain.isascii():
        for mark, ascii_mark in _PUNCTUATION:
            plain = plain.replace(mark, ascii_mark)
    if not plain.isascii():
        return frozenset(map(_word, _WORD.findall(folded_text)))
    # Splitting ASCII text at spaces is much faster than the regular expression.
    words = set(plain.translate(_ASCII_SPACES).split())
    quoted = [one for one in words if "'" in one]
    words.difference_update(quoted)
    words.update(_word(word) for one in quoted for word in _WORD.findall(one))
    return frozenset(words)


def query_runs(text: str) -> tuple[tuple[QueryToken, ...], ...]:
    """Return the tokens of a query as tuples: one tuple for each word, and one for each run of Han characters.

    A run of Han characters is found in a text that contains all tokens of the run side by side.

    In a run of several Han characters, the last character is not a query token of its own. Another character may stand
    after it in the text.
    """
    found: list[tuple[QueryToken, ...]] = []
    for match in _RUN.finditer(folded(text)):
        run = match["han"]
        if run is None:
            found.append((QueryToken(_word(match["word"])),))
        elif len(run) == 1:
            found.append((QueryToken(run, prefix=True),))
        else:
            found.append(tuple(QueryToken(run[index : index + 2]) for index in range(len(run) - 1)))
    return tuple(found)


def query_tokens(text: str) -> tuple[QueryToken, ...]:
    """Return the distinct tokens of a query, in the order of their first appearance."""
    return _distinct_tokens(text)


@lru_cache(maxsize=1 << 10)
def _distinct_tokens(text: str) -> tuple[QueryToken, ...]:
    # The tokens of a query are cached, because a search needs them several times: for facts, entities and passages.
    return tuple(dict.fromkeys(token for run in query_runs(text) for token in run))


def _word(word: str) -> str:
    if word.isalnum():
        return word
    return _APOSTROPHE.sub("", _POSSESSIVE.sub("", word)) or word
