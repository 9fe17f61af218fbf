"""Decides how a name refers to an entity: as a proper name, or as a description that may fit several entities."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from episodic.dedup.name_affinity import name_parts, titles
from episodic.languages import lexicon
from episodic.model.name_keys import name_key
from episodic.text.descriptive_names import is_description, names_owner
from episodic.text.scripts import is_ideographic

_SHORTEST_NOUN = 4
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


def is_personal(name: str) -> bool:
    """Return whether *name* is the proper name of a person, such as "Ann Pike" or 林远. Descriptions such as "the old
    man" are no proper names. Words for a relative or role, such as "Mother", "the Judge" or 知县, are no proper names
    either.
    """
    return name_key(name) not in lexicon.words("narrator_pronouns") and _is_personal(name)


@lru_cache(maxsize=1 << 14)
def _is_personal(name: str) -> bool:
    if is_description(without_addition(name)) or names_owner(name) or is_indefinite(name):
        return False
    key = name_key(name)
    if any(is_ideographic(letter) for letter in name):
        return bool(name_parts(key).family) or not key.endswith(han_roles())
    return head_noun(key) not in _roles()


def head_noun(name: str) -> str:
    """Return the head noun of an alphabetic name or description in lower case, or an empty string if there is no word.
    For example, the head noun of "the hospital porter at the door" is "porter".
    """
    words = _WORD.findall(without_addition(name_key(name)))
    return lexicon.pattern("possessive_endings", after="$").sub("", words[-1]) if words else ""


def without_addition(name: str) -> str:
    """Return a name without an addition after its head noun, such as "for Compeyson" in "counsellor for Compeyson".
    Words such as "one of the" before the noun are removed, too.
    """
    whole = lexicon.pattern("partitive_openers").sub("", name, count=1)
    return lexicon.pattern("postmodifiers").sub("", whole)


def may_be_anybody(name: str) -> bool:
    """Return whether a description fits any person, such as "our visitor" or 那老者, because its noun tells neither a role
    nor a relation.
    """
    key = name_key(name)
    general = lexicon.words("general_nouns")
    if any(is_ideographic(letter) for letter in key):
        return key.endswith(tuple(word for word in general if not word.isascii()))
    return head_noun(key) in general


def is_indefinite(name: str) -> bool:
    """Return whether *name* is a description that introduces something new, such as "a tinker" or 一个大汉."""
    return lexicon.pattern("indefinite_openers").match(name_key(name)) is not None


def are_writings(names: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether each of two lists of names contains a noun for a writing or a tale, such as "the manuscript" or
    "this sad tale".
    """
    return any(map(_is_writing, names)) and any(map(_is_writing, others))


def same_head(name: str, other: str) -> bool:
    """Return whether two descriptions can mean one thing according to their head nouns. The head nouns of two
    alphabetic descriptions must be equal, or one must be the end of the other, as in "footprints" and "prints". A head
    noun that is the end of another must have at least four letters. Two Chinese descriptions can mean one thing if the
    last character of one that is no mere ending (see `_han_head`) occurs in the other, as in 小船 and 吴三更的船.
    """
    if any(map(is_ideographic, name)) or any(map(is_ideographic, other)):
        one, two = _han_head(name), _han_head(other)
        return bool(one and two) and (one in other or two in name)
    short, long = sorted((head_noun(name), head_noun(other)), key=len)
    return short == long or (len(short) >= _SHORTEST_NOUN and long.endswith(short))


def _han_head(name: str) -> str:
    """Return the last Han character of a description, or an empty string if there is none. Endings that say little,
    such as 子 or 里, are skipped.
    """
    light = lexicon.words("common_name_characters") | lexicon.words("localisers")
    return next((letter for letter in reversed(name) if is_ideographic(letter) and letter not in light), "")


def _is_writing(name: str) -> bool:
    key, nouns = name_key(name), lexicon.words("writing_nouns")
    return key.endswith(tuple(one for one in nouns if not one.isascii())) or head_noun(key) in nouns


def shares_head(names: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether the role or relation that one of *names* tells occurs in one of *others*, as "doctor" occurs in
    "the doctor" and "Doctor Livesey".
    """
    wanted = {word for name in names for word in _role_words(name)}
    return bool(wanted) and any(
        word in key if not word.isascii() else word in _WORD.findall(key)
        for key in map(name_key, others)
        for word in wanted
    )


def _role_words(name: str) -> tuple[str, ...]:
    key = name_key(name)
    if not any(is_ideographic(letter) for letter in key):
        head = head_noun(key)
        return (head,) if head else ()
    return tuple(role for role in han_roles() if key.endswith(role)) or (key,)


@cache
def _roles() -> frozenset[str]:
    listed = ("occupations", "further_roles", "person_nouns", "general_nouns", "female_forms", "male_forms")
    return titles() | {word.lower() for name in listed for word in lexicon.words(name)}


@cache
def han_roles() -> tuple[str, ...]:
    """Return the words in Han characters for what somebody is, such as an office, a trade or a relation."""
    listed = (
        "occupations",
        "role_words",
        "retainer_words",
        "office_titles",
        "general_nouns",
        "female_forms",
        "male_forms",
    )
    return tuple(sorted({word for name in listed for word in lexicon.words(name) if not word.isascii()}))
