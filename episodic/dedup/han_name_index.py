"""Finds Chinese names that share a surname or a character with a given name, and their affinities to it.

A work has thousands of names with one surname. Their affinities are therefore not computed name by name: all names that
share the same parts with the given name have the same affinity, unless their letters are more alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.name_affinity import NameParts, affinities, han_affinity, name_parts

Places = NDArray[np.intp]
_RARE, _COMMON, _FAMILY_OF_FULL, _FAMILY = "r", "c", "F", "f"
_MOST_MARKS = 62
"""The maximum number of marks that a set of marks, which is a number of 64 bits, can contain."""
_Mark = tuple[str, str]
"""A part of a name: the role of the part, and its text."""


class HanNameIndex:
    """An index of the Chinese names among *names*. Other names are ignored. A place is an index of *names*."""

    def __init__(self, names: Sequence[str]) -> None:
        places: dict[_Mark, list[int]] = {}
        for place, name in enumerate(names):
            for mark in _marks(name_parts(name)):
                places.setdefault(mark, []).append(place)
        self._names = names
        self._places = {mark: np.array(found, dtype=np.intp) for mark, found in places.items()}

    def sharing(self, key: str, ratios: NDArray[np.float64]) -> tuple[Places, NDArray[np.float64]]:
        """Return the places of the names that share a part with the Chinese name *key*, and the affinities of these
        names. *ratios* contains for each name its ratio of equal letters to *key*. The affinity of a name that contains
        *key* or is contained in it may be higher than the returned number.
        """
        one = name_parts(key)
        own = sorted(_marks(one))
        if len(own) > _MOST_MARKS:
            return self._one_by_one(key, own, one)
        shared = np.zeros(len(self._names), dtype=np.uint64)
        for bit, mark in enumerate((*own, _other_family(one))):
            shared[self._at(mark)] |= np.uint64(1 << bit)
        for mark in _in_other_roles(one):
            shared[self._at(mark)] |= np.uint64(1 << _MOST_MARKS)
        places = np.flatnonzero(shared)
        _, first, kind = np.unique(shared[places], return_index=True, return_inverse=True)
        examples = list(map(name_parts, self._names_at(places[first])))
        least = np.array([han_affinity(one, other) for other in examples])
        found = np.maximum(least[kind], ratios[places]) if len(places) else np.zeros(0)
        # Names that share neither the surname nor a rare character may share several common ones, which are no marks of
        # names with rare characters.
        unsure = np.array([bool(one.rare) and not _decided(one, other) for other in examples], dtype=np.bool_)
        if unsure.any():
            single = np.flatnonzero(unsure[kind])
            found[single] = affinities(key, self._names_at(places[single]))
        return places, found

    def _at(self, mark: _Mark) -> Places:
        return self._places.get(mark, _NOWHERE)

    def _one_by_one(self, key: str, own: Sequence[_Mark], one: NameParts) -> tuple[Places, NDArray[np.float64]]:
        marks = (*own, _other_family(one), *_in_other_roles(one))
        places = np.unique(np.concatenate([self._at(mark) for mark in marks]))
        return places, np.array(affinities(key, self._names_at(places)), dtype=np.float64)

    def _names_at(self, places: Places) -> list[str]:
        numbers: list[int] = places.tolist()
        return [self._names[number] for number in numbers]


_NOWHERE: Places = np.zeros(0, dtype=np.intp)


def _marks(parts: NameParts) -> Iterator[_Mark]:
    if not parts.han:
        return
    role = _RARE if parts.rare else _COMMON
    for character in parts.rare or parts.common:
        yield role, character
    if parts.family:
        yield _FAMILY_OF_FULL if parts.full else _FAMILY, parts.family


def _other_family(parts: NameParts) -> _Mark:
    """Return the mark of names with the same surname of which only one is a full name."""
    return _FAMILY if parts.full else _FAMILY_OF_FULL, parts.family


def _in_other_roles(parts: NameParts) -> Iterator[_Mark]:
    """Yield the parts (`_Mark`) by which the index finds two kinds of other names. Their surname is one of the
    characters after the surname of this name, or the surname of this name is one of the characters after theirs.
    """
    for character in parts.rare or parts.common:
        yield _FAMILY_OF_FULL, character
        yield _FAMILY, character
    if parts.family:
        yield _RARE, parts.family
        yield _COMMON, parts.family


def _decided(one: NameParts, other: NameParts) -> bool:
    return bool(one.rare & other.rare) or bool(one.family and one.family == other.family)
