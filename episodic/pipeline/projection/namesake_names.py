"""Gives entities that share a main name names that tell them apart, such as "Hugo Baskerville (the wicked)"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.episodes import Episode, Language, Layer
from episodic.model.name_keys import name_key
from episodic.pipeline.projection.entity_naming import Profile


def told_apart(
    names: Mapping[int, str],
    profiles: Mapping[int, Profile],
    *,
    given: Collection[int],
    ordinals: Mapping[str, int],
    language: Language,
) -> dict[int, str]:
    """Return the name of each cluster. If several clusters have the same name, words after each name tell the clusters
    apart. These words are another name that only this cluster has, or else the chapter that mentions the cluster first.
    If several clusters with the same name are first mentioned in the same chapter, a number is written after the
    chapter. The number is 1 for the cluster that is mentioned first, 2 for the next cluster, and so on. The number
    after the chapter counts clusters with a distinguishing name, too. Therefore no number changes when a later chapter
    gives a distinguishing name to one of the clusters.

    The clusters in *given* keep their names, because the author gave the names. *ordinals* are the numbers of the
    chapters within their layers, by episode id.
    """
    bearers: dict[str, list[int]] = {}
    for number, name in names.items():
        bearers.setdefault(name_key(name), []).append(number)
    found = dict(names)
    for same in bearers.values():
        if len(same) > 1:
            told = {number: profiles[number] for number in same}
            epithets = _epithets(told, given=given, ordinals=ordinals, language=language)
            for number, epithet in epithets.items():
                found[number] = message_text("chapters.namesake", language, name=names[number], epithet=epithet)
    return found


def _epithets(
    same: Mapping[int, Profile], *, given: Collection[int], ordinals: Mapping[str, int], language: Language
) -> dict[int, str]:
    """Return the words that are put after the name of each cluster in *same*, except the clusters in *given*."""
    found: dict[int, str] = {}
    by_chapter: dict[str, list[int]] = {}
    for number in sorted(same, key=lambda one: (same[one].first.told, one)):
        epithet = _own_epithet(same[number], [other for one, other in same.items() if one != number])
        if number in given:
            continue
        by_chapter.setdefault(same[number].first.episode, []).append(number)
        if epithet is not None:
            found[number] = epithet
    for episode, numbers in by_chapter.items():
        key = "chapters.nth" if len(numbers) > 1 else "chapters.ordinal"
        for nth, number in enumerate(numbers, start=1):
            if number not in found:
                found[number] = message_text(key, language, ordinal=ordinals.get(episode, 0), nth=nth)
    return found


def _own_epithet(profile: Profile, others: Sequence[Profile]) -> str | None:
    taken = {name_key(text) for one in others for text in one.names}
    pointing = lexicon.pattern("demonstratives")
    names = (text for text in profile.epithets() if not pointing.match(text))
    return next((text for text in names if name_key(text) not in taken), None)


def chapter_ordinals(episodes: Iterable[Episode]) -> dict[str, int]:
    """Return the number of each chapter among the chapters of its layer, from 1, by episode id."""
    counts: Counter[Layer] = Counter()
    found: dict[str, int] = {}
    for one in sorted(episodes, key=lambda one: one.order):
        counts[one.layer] += 1
        found[one.uuid] = counts[one.layer]
    return found
