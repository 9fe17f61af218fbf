"""Rules about names of people, which decide when two people who share a name are different people (namesakes)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from episodic.dedup.western_names import parse_western_name
from episodic.model.name_keys import name_key
from episodic.text.personal_names import surname_of

_LONGEST = 3
"""The maximum number of characters of a Chinese full name with a surname of one character.

A full name whose surname has two characters (诸葛) has at most _LONGEST + 1 characters.
"""
_COURTESY = 2
BARELY = 2
"""The maximum number of uses of the names of a person who counts as hardly known."""
FAR = 8
"""A person who was named only BARELY times or less counts as forgotten if the last mention is more than this number of
chapters ago.
"""


@dataclass(frozen=True, slots=True)
class NameSet:
    """The names of a person: at most two main names, and all names."""

    mains: Sequence[str]
    names: Sequence[str]


def clearly_different(one: NameSet, other: NameSet) -> bool:
    """Return whether two people who share a name are different people according to their other names, or false if they
    share no name.

    Chinese names show two different people if the full names of one have other surnames than those of the other. In
    addition, each person must have a main name, other than the shared name, that is a full name. The shared name can be
    a courtesy name, as 徐晃 and 管辂 are both called 公明. The shared name can also be a given name, as in Jim Hawkins
    and Jim Crow. Two people do not count as different if the shared name is a Chinese full name and a main name of
    either person. Western names show two different people if the shared name is the given name of both people, and
    their family names are different.
    """
    first_keys, second_keys = _keys(one.names), _keys(other.names)
    shared = first_keys & second_keys
    if not shared:
        return False
    if any(han_surname(key) for key in shared & _keys((*one.mains, *other.mains))):
        return False
    by_surname = _surnamed(_keys(one.mains) - shared) and _surnamed(_keys(other.mains) - shared)
    if by_surname and not _surnamed(first_keys - shared) & _surnamed(second_keys - shared):
        return True
    first, second = _families(first_keys - shared, shared), _families(second_keys - shared, shared)
    return bool(first and second) and not first & second


def different_surnames(one: NameSet, other: NameSet) -> bool:
    """Return whether two people both have names with surnames, but have neither a surname nor a name in common."""
    first_keys, second_keys = _keys(one.names), _keys(other.names)
    first, second = ({_any_surname(key) for key in keys} - {""} for keys in (first_keys, second_keys))
    return bool(first and second) and not first & second and not first_keys & second_keys


def is_forgotten(names: Mapping[str, int], chapters: int) -> bool:
    """Return whether a person was named at most BARELY times, only by single Latin words, and last named more than FAR
    chapters ago.

    For example, a Tom in chapter 45 may be a different person than a Tom who was mentioned once in chapter 11. *names*
    maps each name of the person to its number of uses so far, and *chapters* is the number of chapters since the last
    mention.
    """
    return chapters > FAR and sum(names.values()) <= BARELY and is_bare(names)


def is_bare(names: Iterable[str]) -> bool:
    """Return whether *names* contains at least one name, and every name in *names* is a single word of ASCII letters."""
    listed = list(names)
    return bool(listed) and all(name.isascii() and name.isalpha() for name in listed)


def is_title_of(title: str, name: str) -> bool:
    """Return whether the key *name* consists of the given title and a name.

    For example, "doctor" is the title in "doctor livesey", and 军师 is the title in 诸葛军师.
    """
    return name.startswith(f"{title} ") or (_han(title) and name != title and name.endswith(title))


def with_surname(main: str, keys: Sequence[str]) -> tuple[str, ...]:
    """Return each Chinese name of two characters in *keys* with the surname of the *main* name added in front. Return
    nothing if *main* has no Chinese surname.

    For example, a person called 关羽 and 云长 is also called 关云长. Names in *keys* that already begin with the surname of
    *main* are left out.
    """
    surname = han_surname(name_key(main))
    if not surname:
        return ()
    return tuple(surname + key for key in keys if len(key) == _COURTESY and _han(key) and not key.startswith(surname))


def _keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name_key(name) for name in names)


def _surnamed(names: frozenset[str]) -> set[str]:
    """Return the surnames of the names that may be Chinese full names.

    A returned character may be no surname, because a courtesy name such as 仲言 can look like a full name.
    """
    return {han_surname(key) for key in names} - {""}


def _families(names: frozenset[str], given: frozenset[str]) -> set[str]:
    """Return the family names of Western full names whose given name is in *given*, except names with a woman's title.

    The family name after a woman's title may be the name of the woman's husband.
    """
    parts = [parse_western_name(key) for key in names]
    return {one.family for one in parts if one is not None and one.given in given and not one.woman}


def _any_surname(key: str) -> str:
    """Return the surname of a full name or of a name with a title, or "" for any other name, such as a single word."""
    name = parse_western_name(key)
    return name.family if name is not None and (name.given or name.titled) else han_surname(key)


@lru_cache(maxsize=1 << 16)
def han_surname(key: str) -> str:
    """Return the surname of a name that has the form of a Chinese full name, or an empty string for any other name."""
    if not _han(key):
        return ""
    surname = surname_of(key)
    longest = _LONGEST + (len(surname) > 1)
    return surname if len(surname) < len(key) <= longest else ""


def _han(key: str) -> bool:
    return bool(key) and all("\u3400" <= letter <= "\u9fff" for letter in key)
