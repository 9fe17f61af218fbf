"""Loads the word lists of a language from `<code>/lexicon/*.txt`, and builds regular expressions from them.

A word list file has one entry per line, and lines that begin with # are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files


@cache
def words(language: str, name: str) -> tuple[str, ...]:
    """Return the entries of the file `lexicon/<name>.txt` of *language*, in file order.

    Raise FileNotFoundError if the language has no file for the list *name*.
    """
    text = files("episodic.languages").joinpath(language, "lexicon", f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if not line.startswith("#"))


@cache
def word_set(language: str, *names: str) -> frozenset[str]:
    """Return the entries of the word lists *names* of *language* as one set.

    Raise FileNotFoundError if the file of a word list does not exist.
    """
    return frozenset(word for name in names for word in words(language, name))


def alternatives(entries: Iterable[str]) -> str:
    """Return the text of a regular expression with one alternative for each of *entries*, without a group around them.

    Longer entries come first, so that a shorter entry does not match in place of a longer entry.
    """
    return "|".join(re.escape(word) for word in sorted(set(entries), key=lambda word: (-len(word), word)))


def any_of(language: str, name: str) -> str:
    """Return a non-capturing group that matches any entry of the word list.

    Raise FileNotFoundError if the file of the word list does not exist.
    """
    return f"(?:{alternatives(words(language, name))})"
