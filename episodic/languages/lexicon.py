"""Word lists and patterns of all languages, which are loaded from data files when they are first used.

A word list contains the entries of all languages, because a text may quote other languages. A data file has one entry
per line, and lines that begin with # are comments. The files in the folder `patterns` contain regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from episodic.languages.registry import Component, codes
from episodic.model.episodes import Language

LEXICON: Final[Component[Traversable]] = Component("lexicon")
"""Registry that maps each language to its folder of word lists."""


def words(name: str) -> frozenset[str]:
    """Return the entries of the list *name* in all languages, or an empty set if no language has this list."""
    return _words(name, codes())


def language_of(word: str, name: str) -> Language | None:
    """Return the first registered language whose list *name* contains *word*, or None if no language's list contains
    it.
    """
    return _languages(name, codes()).get(word)


@cache
def _languages(name: str, _: tuple[Language, ...]) -> Mapping[str, Language]:
    """Return, for each entry of the word list *name*, the first registered language whose list contains the entry."""
    found: dict[str, Language] = {}
    for code, folder in LEXICON.all():
        for entry in entries(folder.joinpath(f"{name}.txt")):
            found.setdefault(entry, code)
    return found


@cache
def _words(name: str, _: tuple[Language, ...]) -> frozenset[str]:
    return frozenset(entry for _, folder in LEXICON.all() for entry in entries(folder.joinpath(f"{name}.txt")))


def pattern(name: str, *, before: str = "", after: str = "") -> re.Pattern[str]:
    """Return one pattern that joins the regular expressions of the list *name* in all languages as alternatives, and
    ignores case.

    The returned pattern consists of the regular expression *before*, one of the list's entries, and the regular
    expression *after*. If no language has the list, the returned pattern matches nothing.
    """
    return _pattern(name, before, after, codes())


def patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """Return one pattern for each regular expression of the list *name* in all languages. The patterns ignore case."""
    return _patterns(name, codes())


@cache
def _pattern(name: str, before: str, after: str, _: tuple[Language, ...]) -> re.Pattern[str]:
    found = "|".join(_expressions(name)) or "(?!)"
    return re.compile(f"{before}(?:{found}){after}", re.IGNORECASE)


@cache
def _patterns(name: str, _: tuple[Language, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(entry, re.IGNORECASE) for entry in _expressions(name))


def _expressions(name: str) -> tuple[str, ...]:
    return tuple(entry for _, folder in LEXICON.all() for entry in entries(folder.joinpath("patterns", f"{name}.txt")))


def entries(file: Traversable) -> tuple[str, ...]:
    """Return the entries of a word list in file order, or an empty tuple if the file does not exist."""
    if not file.is_file():
        return ()
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))
