"""Gives entities that share a main name names that tell them apart, such as "Hugo Baskerville (the wicked)"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.episodes import Language, Layer
from episodic.model.name_keys import name_key
from episodic.pipeline.projection.entity_naming import Profile


def told_apart(
    names: Mapping[int, str],
    profiles: Mapping[int, Profile],
    *,
    given: Collection[int],
    chapters: Mapping[str, str],
    language: Language,
) -> dict[int, str]:
    """Return the name of each cluster. If several clusters have the same name, words after each name tell the clusters
    apart. These words are another name that only this cluster has, or else the chapter that mentions the cluster first.
    If several clusters with the same name are first mentioned in the same chapter, a number is written after the
    chapter. The number is 1 for the cluster that is mentioned first, 2 for the next cluster, and so on. The number
    after the chapter counts clusters with a distinguishing name, too. Therefore no number changes when a later chapter
    gives a distinguishing name to one of the clusters.

    The clusters in *given* keep their names, because the author gave the names. *chapters* are the names of the
    chapters (`chapter_names`), by episode id.
    """
    bearers: dict[str, list[int]] = {}
    for number, name in names.items():
        bearers.setdefault(name_key(name), []).append(number)
    found = dict(names)
    for same in bearers.values():
        if len(same) > 1:
            told = {number: profiles[number] for number in same}
            epithets = _epithets(told, given=given, chapters=chapters, language=language)
            for number, epithet in epithets.items():
                found[number] = message_text("chapters.namesake", language, name=names[number], epithet=epithet)
    return found


def _epithets(
    same: Mapping[int, Profile], *, given: Collection[int], chapters: Mapping[str, str], language: Language
) -> dict[int, str]:
    """Return the words that are put after the name of each cluster in *same*, except the clusters in *given*."""
    found: dict[int, str] = {}
    by_chapter: dict[str, list[int]] = {}
    for number in sorted(same, key=lambda one: (same[one].first.told, one)):
        epithet = _own_epithet(same[number], [other for one, other in same.items() if one != number])
        if number in given:
            continue
        by_chapter.setdefault(chapters[same[number].first.episode], []).append(number)
        if epithet is not None:
            found[number] = epithet
    for chapter, numbers in by_chapter.items():
        for nth, number in enumerate(numbers, start=1):
            one = message_text("chapters.nth", language, chapter=chapter, nth=nth) if len(numbers) > 1 else chapter
            found.setdefault(number, one)
    return found


def _own_epithet(profile: Profile, others: Sequence[Profile]) -> str | None:
    taken = {name_key(text) for one in others for text in one.names}
    pointing = lexicon.pattern("demonstratives")
    names = (text for text in profile.epithets() if not pointing.match(text))
    return next((text for text in names if name_key(text) not in taken), None)


class NamedChapter(Protocol):
    """What names a chapter: its id, its layer, and the number in its heading, if it has one."""

    @property
    def uuid(self) -> str: ...

    @property
    def order(self) -> int: ...

    @property
    def layer(self) -> Layer: ...

    @property
    def number(self) -> int | None: ...


def chapter_names(chapters: Iterable[NamedChapter], language: Language) -> dict[str, str]:
    """Return a name of each chapter, such as "chapter 110", by episode id. The name contains the number in the
    chapter's heading, as everywhere in the output. The heading numbers are not used from the first chapter on whose
    number an earlier chapter of its layer has, too, as in a novel in which several parts have a chapter 1. Then, and
    for a chapter without a heading number, the name contains the position of the chapter in its layer, from 1. The name
    of a chapter does not depend on later chapters.
    """
    numbers: dict[Layer, set[int]] = {}
    counts: Counter[Layer] = Counter()
    repeated: set[Layer] = set()
    found: dict[str, str] = {}
    for one in sorted(chapters, key=lambda one: one.order):
        counts[one.layer] += 1
        shown = counts[one.layer]
        if one.number is not None:
            earlier = numbers.setdefault(one.layer, set())
            if one.number in earlier:
                repeated.add(one.layer)
            earlier.add(one.number)
            shown = shown if one.layer in repeated else one.number
        found[one.uuid] = message_text("chapters.ordinal", language, ordinal=shown)
    return found
