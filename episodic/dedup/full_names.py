"""Finds the full name of a person, surname and given name, among the names by which the text refers to the person."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from episodic.dedup.designations import han_roles
from episodic.dedup.namesakes import han_surname
from episodic.languages import lexicon
from episodic.model.name_keys import name_key

_MUCH_MORE = 2
"""A name is used much more than another name if it is used more than this many (2) times as often."""


def full_name(uses: Mapping[str, int]) -> str | None:
    """Return the full name of a person, or None if no full name is known or a quite different name is used much more.

    *uses* contains each name of the person with its number of uses, in the order of first use. Only names that are
    written without a space between surname and given name, such as Chinese names, count as full names here. A short
    name such as 子敬 (a courtesy name or a given name) needs its context to tell who is meant. The full name 鲁肃 needs
    no context. In Western texts, a short name such as "Joe" is also the usual name of a person, so that no full name is
    preferred.

    If a person's full names have different surnames, only the full names with the most frequent surname count. A
    surname with a given name (鲁肃) is preferred to the surname with a courtesy name (鲁子敬). A longer name is
    preferred only if it is used much more than the surname with the given name (鲁智深 instead of 鲁达). A most used
    name that neither begins with the surname nor is the end of a full name may be a false name. Such a name stays the
    main name only if it is used much more than the full name.
    """
    surnames = {name: surname for name in uses if (surname := _surname(name))}
    given = {name[len(surname) :] for name, surname in surnames.items()}
    forms = {name: surname for name, surname in surnames.items() if name not in given}
    if not forms:
        return None
    best = max(forms.values(), key=lambda one: _weight(one, forms, uses, given))
    same = [name for name, surname in forms.items() if surname == best]
    found = _formal(same, best, uses)
    usual = max(uses, key=lambda name: uses[name])
    belongs = usual.startswith(best) or any(name.endswith(usual) for name in same)
    return found if belongs or uses[usual] <= _MUCH_MORE * uses[found] else None


def _surname(name: str) -> str:
    """Return the surname of a name that consists of a surname and a given name. For other names, such as a surname with
    a title, return an empty string.
    """
    surname = han_surname(name_key(name))
    rest = name[len(surname) :]
    return "" if rest in lexicon.words("forms_of_address") or rest in han_roles() else surname


def _weight(
    surname: str, forms: Mapping[str, str], uses: Mapping[str, int], given: Collection[str]
) -> tuple[int, int, bool]:
    """Return how much speaks for a surname, as three values. The first value is the number of the person's names that
    begin with the surname. The second value is the number of uses of the full names with the surname. The third value
    is true if the surname is not also a common word.
    """
    names = sum(name.startswith(surname) and name not in given for name in uses)
    used = sum(uses[name] for name, other in forms.items() if other == surname)
    return names, used, surname not in lexicon.words("ambiguous_surnames")


def _formal(names: Collection[str], surname: str, uses: Mapping[str, int]) -> str:
    """Return the most used of several full names with the same surname. A full name with a given name of one character
    is preferred to full names with longer given names, such as courtesy names. A longer full name is preferred only if
    it is used much more.
    """
    usual = max(names, key=lambda name: uses[name])
    shortest = [name for name in names if len(name) == len(surname) + 1]
    formal = max(shortest, key=lambda name: uses[name], default=usual)
    return usual if uses[usual] > _MUCH_MORE * uses[formal] else formal
