"""Finds the surname at the start of a name such as 诸葛亮, and compares given names.

Two given names such as Joe and Joseph can be forms of one name.
"""

from __future__ import annotations

from functools import cache

from episodic.languages import lexicon


def surname_of(name: str) -> str:
    """Return the surname at the beginning of *name*, or an empty string if *name* begins with no known surname.

    The function knows only surnames of names that are written without a space between surname and given name, such as
    Chinese names.
    """
    if len(name) > 2 and name[:2] in lexicon.words("compound_surnames"):
        return name[:2]
    first = name[:1]
    return first if first in lexicon.words("surnames") or first in lexicon.words("ambiguous_surnames") else ""


def same_given_name(one: str, other: str) -> bool:
    """Return whether two given names in lower case are forms of the same name, such as Joe and Joseph, or Bill and
    Will.
    """
    return any(one in row and other in row for row in _rows(lexicon.words("given_name_forms")))


@cache
def _rows(lines: frozenset[str]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(line.split()) for line in lines)
