"""Decides where names from earlier Chinese chapters are looked for, and rejects strings that may be names (candidates)
but are only such a known name with further characters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from episodic.extraction.rule_based.language_rules import KnownName, NameKind, Trust
from episodic.languages.zh.reading.name_forms import DOT
from episodic.languages.zh.reading.person_names import NameEvidence, has_name_context
from episodic.languages.zh.reading.word_lists import NON_PERSON_WORDS, RISKY_SURNAMES, UNLIKELY_IN_NAMES, word_set
from episodic.text.personal_names import surname_of

_NON_PLACE_WORDS = word_set("non_place_words")
_MIN_CHAPTERS = 3
_MIN_MENTIONS = 5
"""A name whose characters are not typical of names is looked for everywhere if it has at least this many mentions. A
name is also looked for everywhere if at least _MIN_CHAPTERS chapters contain it. A given name or courtesy name is
looked for everywhere only if at least _MIN_GIVEN_CHAPTERS chapters contain it, however often it is mentioned.
"""
_MIN_SURE = 4
"""A candidate for a name that begins with the one-character given name of a known person is kept if it occurs at least
this many times.
"""
_MAX_EXTENDED = 3
"""A rare candidate for a name that begins with the one-character given name of a known person is left out if it has at
most this many characters.
"""
_MIN_GIVEN_CHAPTERS = 6
"""The minimum number of chapters that must contain a given name or courtesy name so that the name is looked for
everywhere.
"""


def trust(name: str, kind: NameKind, *, chapters: int, mentions: int) -> Trust:
    """Return where later windows (parts of chapters) can be searched for *name*. The answer is nowhere, only in windows
    where it stands at least once where a name can begin and end, or everywhere.

    Later windows are not searched for a name that is also an ordinary word. A name whose characters are typical of
    names is looked for in the whole text of a window. A name that several chapters contain, or that is mentioned
    several times, is also looked for in the whole text. A given name or courtesy name is looked for everywhere only if
    at least _MIN_GIVEN_CHAPTERS chapters contain it. The characters of such a name can also be the end of one word and
    the beginning of the next. A name that is not looked for everywhere is looked for only in windows that contain it at
    least once where a name can begin and end. A rare name without a surname is not looked for at all, unless it is
    looked for everywhere.
    """
    if name in NON_PERSON_WORDS or (kind is NameKind.PLACE and name in _NON_PLACE_WORDS):
        return Trust.NONE
    given = kind is NameKind.PERSON and len(name) <= 2 and not surname_of(name)
    often = chapters >= _MIN_GIVEN_CHAPTERS if given else chapters >= _MIN_CHAPTERS or mentions >= _MIN_MENTIONS
    if often or _is_typical(name, kind):
        return Trust.EVERYWHERE
    return Trust.IN_CONTEXT if surname_of(name) or chapters > 1 or mentions > _MIN_MENTIONS // 2 else Trust.NONE


def _is_typical(name: str, kind: NameKind) -> bool:
    if len(name) > 2 and kind is not NameKind.PERSON:
        return True
    if kind is not NameKind.PERSON or not UNLIKELY_IN_NAMES.isdisjoint(name):
        return False
    surname = surname_of(name)
    return DOT.search(name) is not None or (
        bool(surname) and len(name) > len(surname) and surname not in RISKY_SURNAMES
    )


def in_context(text: str, known: Sequence[KnownName], found: Collection[str]) -> tuple[KnownName, ...]:
    """Return *known* without the names that occur in *text* only where no name can begin and end. Only names with the
    trust `Trust.IN_CONTEXT` are left out.

    A name in *found*, which the text itself shows to be a name, is never left out.
    """
    return tuple(
        one
        for one in known
        if one.trust is Trust.EVERYWHERE
        or one.text in found
        or one.text not in text
        or has_name_context(text, one.text)
    )


def without_extended(
    people: Mapping[str, NameEvidence], known: Iterable[KnownName], *, stated: Collection[str]
) -> dict[str, NameEvidence]:
    """Return *people* without the candidates for names that consist of a known personal name and one more character.

    A known name and one more character are usually no name. The added character is usually a verb after the known name,
    or a word before it. Rare candidates that consist of a known given name of one character and one or two more
    characters are also left out. Candidates that begin with a surname of two characters, such as 夏侯, are kept. A
    candidate that the text introduces as a full name, or that is itself a known name, is kept.
    """
    names = {one.text for one in known}
    persons = {one.text for one in known if one.kind is NameKind.PERSON and len(one.text) > 1}
    kept = names | set(stated)
    singles = {name[-1] for name in persons if surname_of(name) and len(name) == len(surname_of(name)) + 1}
    return {
        name: evidence
        for name, evidence in people.items()
        if name in kept
        or not (
            (name[:-1] in persons and name[:-1] != surname_of(name))
            or name[1:] in persons
            or (
                len(name) <= _MAX_EXTENDED
                and name[0] in singles
                and len(surname_of(name)) < 2
                and evidence.count < _MIN_SURE
            )
        )
    }
