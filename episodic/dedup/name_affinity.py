"""The affinity of two names: a number from 0 to 100 which estimates how likely the names are to mean the same entity.

A family name, given name or rare character in both names gives a higher affinity than a shared title.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.process import cdist

from episodic.dedup.namesakes import han_surname
from episodic.dedup.western_names import WESTERN_TITLES
from episodic.languages import lexicon
from episodic.text.personal_names import same_given_name
from episodic.text.scripts import is_ideographic

CONTAINED = 90.0
"""The least affinity of two names of several characters if one contains the other; two Western names must also have a
word in common.
"""
SAME_FAMILY = 85.0
"""The least affinity of two Western names with the same family name, if their given names do not differ."""
SAME_CHARACTER = 80.0
"""The least affinity of two Chinese names that share a character which is not a surname and occurs in few names."""
SAME_WORD = 70.0
"""The least affinity of two Western names with different family names that share a word which is no title."""
SAME_SURNAME = 55.0
"""The least affinity of two full names with the same surname and different given names."""
SURNAME_AND_TITLE = 75.0
"""The least affinity of two Chinese names with the same surname, if at least one of them is not a full name."""
_COMMON_SHARED = 60.0
"""The least affinity of two Chinese names that share at least two characters which occur in many names, such as 姊妹.
"""
_SHORTEST_WORD = 3


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name divided into its parts.

    `family` and `given` are empty if the name has no family name or no given name. In a Western name, a single word
    after a title counts as a family name. `rare` contains the rare parts of the name. The rare parts of a Western name
    are the words of at least three letters that are neither leading titles nor function words. The rare parts of a
    Chinese name are the Han characters after the surname that occur in few names. `common` contains the Han characters
    after the surname that occur in many names.
    """

    han: bool
    family: str
    given: str
    rare: frozenset[str]
    common: frozenset[str] = frozenset()

    @property
    def full(self) -> bool:
        """Return whether the name has a family name and a given name."""
        return bool(self.family and self.given)


@lru_cache(maxsize=1 << 18)
def name_parts(key: str) -> NameParts:
    """Return the parts of the name whose name key is *key*."""
    if any(is_ideographic(letter) for letter in key):
        # A Chinese name such as 白头翁 begins with a surname, but its common characters show that it is no full name.
        found = han_surname(key)
        known = found in lexicon.words("surnames") or found in lexicon.words("compound_surnames")
        surname = found if known else ""
        letters = frozenset(letter for letter in key[len(surname) :] if is_ideographic(letter))
        common = letters & lexicon.words("common_name_characters")
        rest = key[len(surname) :]
        given = rest if surname and not common else ""
        return NameParts(True, surname, given, letters - common, common)
    words = [word for word in (one.strip(".,'’") for one in key.replace("’s", "").split()) if word]
    titled = False
    while len(words) > 1 and words[0] in titles():
        titled = bool(words.pop(0))
    long = frozenset(word for word in words if len(word) >= _SHORTEST_WORD and word not in _function_words())
    if len(words) == 1:
        return NameParts(False, words[0] if titled else "", "", long)
    return NameParts(False, words[-1], words[0], long)


@lru_cache(maxsize=1 << 16)
def affinity(first: str, second: str) -> float:
    """Return the affinity of the names with the given keys, from 0 to 100."""
    return _affinity((first, name_parts(first)), (second, name_parts(second)), fuzz.ratio(first, second))


def affinities(key: str, others: Sequence[str]) -> list[float]:
    """Return the affinity of the name with the given key to each of *others*, in a fraction of the time of single
    calls of `affinity`.
    """
    one = key, name_parts(key)
    ratios: list[float] = cdist([key], others, scorer=fuzz.ratio, dtype=np.float64)[0].tolist() if others else []
    return [_affinity(one, (other, name_parts(other)), ratio) for other, ratio in zip(others, ratios, strict=True)]


def _affinity(named: tuple[str, NameParts], other_named: tuple[str, NameParts], ratio: float) -> float:
    """Return the affinity of two names, given with their parts. *ratio* is their share of equal letters."""
    (first, one), (second, other) = named, other_named
    if first == second:
        return 100.0
    if one.han or other.han:
        return max(han_affinity(one, other), ratio, _contained(first, second))
    shared = one.rare & other.rare
    if not shared:
        only_title = bool({*first.split()} & {*second.split()})
        return fuzz.ratio(*(" ".join(sorted(part.rare)) for part in (one, other))) if only_title else ratio
    families = {part.family or next(iter(part.rare), "") for part in (one, other)}
    if len(families) == 1:
        differ = one.full and other.full and not same_given(one.given, other.given)
        alike = SAME_SURNAME if differ else max(SAME_FAMILY + ratio / 20, ratio)
        return max(alike, _contained(first, second))
    return max(SAME_WORD, ratio, _contained(first, second))


def same_given(first: str, second: str) -> bool:
    """Return whether two given names can be forms of the same name. Either one name begins with the other name (such as
    an initial), or one name is a nickname for the other name.
    """
    short, long = sorted((first, second), key=len)
    return long.startswith(short) or same_given_name(first, second)


def han_affinity(one: NameParts, other: NameParts) -> float:
    """Return the least affinity of two Chinese names with these parts."""
    shared = one.rare & other.rare
    if shared:
        return min(SAME_CHARACTER + 5 * (len(shared) - 1), 95.0)
    if one.family and one.family == other.family:
        return SAME_SURNAME if one.full and other.full else SURNAME_AND_TITLE
    return _COMMON_SHARED if len(one.common & other.common) > 1 else 0.0


def _contained(first: str, second: str) -> float:
    return CONTAINED if len(first) > 1 and len(second) > 1 and (first in second or second in first) else 0.0


@cache
def titles() -> frozenset[str]:
    """Return the Western titles and ranks, in lower case."""
    listed = ("female_titles", "male_titles", "neutral_titles", "ranks")
    return WESTERN_TITLES | {title.lower() for name in listed for title in lexicon.words(name)}


def _function_words() -> frozenset[str]:
    return lexicon.words("function_words")
