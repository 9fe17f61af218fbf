"""Rules for namesakes: when two people who share a name are different people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from episodic.dedup.western_names import parse_western_name
from episodic.model.name_keys import name_key
from episodic.model.surnames import COMPOUND_SURNAMES, surname_of

_LONGEST = 3
"""The maximum number of characters of a Chinese full name with a surname of one character. A surname of two characters
allows one more character.
"""
_COURTESY = 2
"""The number of characters of a courtesy name."""
BARELY = 2
"""The maximum number of mentions of a person who counts as hardly known."""
FAR = 8
"""The number of chapters after which a hardly known person counts as forgotten."""


@dataclass(frozen=True, slots=True)
class NameSet:
    """The names of a person: at most two main names, and the set of all names."""

    mains: Sequence[str]
    names: Sequence[str]


def clearly_different(one: NameSet, other: NameSet) -> bool:
    """Whether two people who share a name are different people, as their other names show.

    Two people are different if their full names have different surnames, and the shared name is shorter than a full
    name: a courtesy name (徐晃 and 管辂 are both 公明) or a given name (Jim Hawkins and Jim Crow). If the shared name is a
    full name and a main name of one of them, they are the same person, whatever their other names are. Without a full
    name as a main name, nothing shows that two people are different.
    """
    first_keys, second_keys = _keys(one.names), _keys(other.names)
    shared = first_keys & second_keys
    if not shared:
        return False
    if any(_surname(key) for key in shared & _keys((*one.mains, *other.mains))):
        return False
    by_surname = _surnamed(_keys(one.mains) - shared) and _surnamed(_keys(other.mains) - shared)
    if by_surname and not _surnamed(first_keys - shared) & _surnamed(second_keys - shared):
        return True
    first, second = _families(first_keys - shared, shared), _families(second_keys - shared, shared)
    return bool(first and second) and not first & second


def different_surnames(one: NameSet, other: NameSet) -> bool:
    """Whether two people both have surnames, but have neither a surname nor a name in common.

    This test is used for the narrators of different chapters.
    """
    first_keys, second_keys = _keys(one.names), _keys(other.names)
    first, second = ({_any_surname(key) for key in keys} - {""} for keys in (first_keys, second_keys))
    return bool(first and second) and not first & second and not first_keys & second_keys


def is_forgotten(names: Mapping[str, int], chapters: int) -> bool:
    """Whether a person was named at most BARELY times, only by single Latin words, and not in the last FAR chapters.

    Example: the Tom of chapter 45 may not be the Tom of chapter 11. *names* maps the person's names so far to their
    uses.
    """
    return chapters > FAR and sum(names.values()) <= BARELY and is_bare(names)


def is_bare(names: Iterable[str]) -> bool:
    """Whether at least one name is given, and every given name is a single Latin word."""
    listed = list(names)
    return bool(listed) and all(name.isascii() and name.isalpha() for name in listed)


def is_title_of(title: str, name: str) -> bool:
    """Whether the key *name* consists of a name and the given title: "doctor" in "doctor livesey", 军师 in 诸葛军师."""
    return name.startswith(f"{title} ") or (_han(title) and name != title and name.endswith(title))


def with_surname(main: str, keys: Sequence[str]) -> tuple[str, ...]:
    """Returns the Chinese names of two characters among *keys*, with the surname of the *main* name in front.

    A person called 关羽 and 云长 is also called 关云长. A name that already begins with the surname is left out.
    """
    surname = _surname(name_key(main))
    if not surname:
        return ()
    return tuple(surname + key for key in keys if len(key) == _COURTESY and _han(key) and not key.startswith(surname))


def _keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name_key(name) for name in names)


def _surnamed(names: frozenset[str]) -> set[str]:
    """Returns the surnames of the names that may be Chinese full names. A courtesy name can look like a full name (仲言)."""
    return {_surname(key) for key in names} - {""}


def _families(names: frozenset[str], given: frozenset[str]) -> set[str]:
    """Returns the family names of Western full names whose given name is in *given*, except names with a woman's title.

    A family name after a woman's title may be her husband's.
    """
    parts = [parse_western_name(key) for key in names]
    return {one.family for one in parts if one is not None and one.given in given and not one.woman}


def _any_surname(key: str) -> str:
    """Returns the surname of a full name or of a name with a title. A single word without a title has no surname."""
    name = parse_western_name(key)
    return name.family if name is not None and (name.given or name.titled) else _surname(key)


@lru_cache(maxsize=1 << 16)
def _surname(key: str) -> str:
    """Returns the surname of a Chinese full name, or an empty string for any other name."""
    if not _han(key):
        return ""
    surname = surname_of(key)
    longest = _LONGEST + (surname in COMPOUND_SURNAMES)
    return surname if len(surname) < len(key) <= longest else ""


def _han(key: str) -> bool:
    return bool(key) and all("\u3400" <= letter <= "\u9fff" for letter in key)
