"""Word lists of all languages, which are loaded from data files when a list is first used.

A word list contains the entries of all languages, because a text may quote other languages. A data file has one entry
per line, and lines that begin with # are comments.
"""

from __future__ import annotations

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


@cache
def _words(name: str, _: tuple[Language, ...]) -> frozenset[str]:
    return frozenset(entry for _, folder in LEXICON.all() for entry in entries(folder.joinpath(f"{name}.txt")))


def entries(file: Traversable) -> tuple[str, ...]:
    """Return the entries of a word list in file order, or an empty tuple if the file does not exist."""
    if not file.is_file():
        return ()
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))
