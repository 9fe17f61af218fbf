"""Use of names that earlier Chinese chapters contain: which of these names are reliable, and which candidates they exclude."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from episodic.extraction.rule_based.language_rules import KnownName, NameKind
from episodic.languages.zh.reading.name_forms import DOT
from episodic.languages.zh.reading.person_names import NameEvidence
from episodic.languages.zh.reading.word_lists import NON_PERSON_WORDS, UNLIKELY_IN_NAMES, word_set
from episodic.model.surnames import RISKY_SURNAMES, surname_of

_NON_PLACE_WORDS = word_set("non_place_words")
_MIN_CHAPTERS = 2
"""The minimum number of chapters that must contain a name whose form alone does not show that the string is a name."""


def is_reliable(name: str, kind: NameKind, *, chapters: int) -> bool:
    """Return whether later windows can be searched for *name*.

    A name whose characters are typical of names is reliable at once. Another name must be in several chapters.
    """
    if name in NON_PERSON_WORDS or (kind is NameKind.PLACE and name in _NON_PLACE_WORDS):
        return False
    return chapters >= _MIN_CHAPTERS or _is_typical(name, kind)


def _is_typical(name: str, kind: NameKind) -> bool:
    if len(name) > 2 and kind is not NameKind.PERSON:
        return True
    if kind is not NameKind.PERSON or not UNLIKELY_IN_NAMES.isdisjoint(name):
        return False
    surname = surname_of(name)
    return DOT.search(name) is not None or (
        bool(surname) and len(name) > len(surname) and surname not in RISKY_SURNAMES
    )


def without_extended(
    people: Mapping[str, NameEvidence], known: Iterable[KnownName], *, stated: Collection[str]
) -> dict[str, NameEvidence]:
    """Return *people* without the candidates that consist of a known personal name and one more character.

    For example, a candidate of the known name and a following verb is left out. A candidate that the text introduces as
    a full name, or that is itself a known name, is kept.
    """
    names = {one.text for one in known}
    persons = {one.text for one in known if one.kind is NameKind.PERSON and len(one.text) > 1}
    kept = names | set(stated)
    return {
        name: evidence
        for name, evidence in people.items()
        if name in kept or not (name[:-1] in persons or name[1:] in persons)
    }
