"""Names that two people have in common: when a shared name is too little to make them one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from episodic.dedup.western_names import western
from episodic.model.names import name_key
from episodic.model.surnames import COMPOUND_SURNAMES, surname_of

_LONGEST = 3
"""A Chinese full name of a surname of one character has at most so many characters; a double surname adds one."""
_COURTESY = 2
"""Characters of a courtesy name."""
BARELY = 2
"""Who stands in the text so often at most is hardly known..."""
FAR = 8
"""...and forgotten after so many chapters."""


@dataclass(frozen=True, slots=True)
class Borne:
    """What somebody is called: the names he goes by (one or two at most), and all names of his own."""

    mains: Sequence[str]
    names: Sequence[str]


def told_apart(one: Borne, other: Borne) -> bool:
    """Whether two who share a name are two people by their other names.

    They are where each has a full name of his own, with another surname, and what they share is less than a full name: a courtesy
    name (徐晃 and 管辂 are both 公明) or a given name (Jim Hawkins and Jim Crow). A shared full name by which one of them goes
    makes them one, whatever else they are called; somebody who does not go by a full name is told apart from nobody.
    """
    mine, theirs = _keys(one.names), _keys(other.names)
    shared = mine & theirs
    if not shared:
        return False
    if any(_surname(key) for key in shared & _keys((*one.mains, *other.mains))):
        return False
    by_surname = _surnamed(_keys(one.mains) - shared) and _surnamed(_keys(other.mains) - shared)
    if by_surname and not _surnamed(mine - shared) & _surnamed(theirs - shared):
        return True
    first, second = _families(mine - shared, shared), _families(theirs - shared, shared)
    return bool(first and second) and not first & second


def other_surname(one: Borne, other: Borne) -> bool:
    """Whether both have surnames and none in common, and no name either: two who say "I" in different chapters."""
    mine, theirs = _keys(one.names), _keys(other.names)
    first, second = ({_any_surname(key) for key in keys} - {""} for keys in (mine, theirs))
    return bool(first and second) and not first & second and not mine & theirs


def faded(names: Mapping[str, int], chapters: int) -> bool:
    """Whether somebody is long forgotten: named BARELY times at most, by one Latin word alone, and not for more than FAR chapters.

    A Tom of chapter 11 is not surely the Tom of chapter 45. *names* are those borne so far, with how often they stand in the text.
    """
    return chapters > FAR and sum(names.values()) <= BARELY and is_bare(names)


def is_bare(names: Iterable[str]) -> bool:
    """Whether each name, and there is one, is a single Latin word."""
    kept = list(names)
    return bool(kept) and all(name.isascii() and name.isalpha() for name in kept)


def is_title_of(title: str, name: str) -> bool:
    """Whether a name's key has this title: "doctor" that of "doctor livesey", 军师 that of 诸葛军师."""
    return name.startswith(f"{title} ") or (_han(title) and name != title and name.endswith(title))


def with_surname(main: str, keys: Sequence[str]) -> tuple[str, ...]:
    """The keys of the Chinese names of two characters with the surname of the *main* name before them.

    Somebody called 关羽 and 云长 is 关云长, too. *keys* are those of all names; a name that already has the surname gets none.
    """
    surname = _surname(name_key(main))
    if not surname:
        return ()
    return tuple(surname + key for key in keys if len(key) == _COURTESY and _han(key) and not key.startswith(surname))


def _keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name_key(name) for name in names)


def _surnamed(names: frozenset[str]) -> set[str]:
    """The surnames of those that may be Chinese full names; a courtesy name may look like one (仲言), so no name alone proves it."""
    return {_surname(key) for key in names} - {""}


def _families(names: frozenset[str], given: frozenset[str]) -> set[str]:
    """Family names of the Western full names whose given name is among *given*; a married name is nobody's of its own."""
    parts = [western(key) for key in names]
    return {one.family for one in parts if one is not None and one.given in given and not one.woman}


def _any_surname(key: str) -> str:
    """The surname of a full name, or of one with a title; a name of one word is none."""
    name = western(key)
    return name.family if name is not None and (name.given or name.titled) else _surname(key)


@lru_cache(maxsize=1 << 16)
def _surname(key: str) -> str:
    """The surname of a Chinese full name, or an empty string."""
    if not _han(key):
        return ""
    surname = surname_of(key)
    longest = _LONGEST + (surname in COMPOUND_SURNAMES)
    return surname if len(surname) < len(key) <= longest else ""


def _han(key: str) -> bool:
    return bool(key) and all("\u3400" <= letter <= "\u9fff" for letter in key)
