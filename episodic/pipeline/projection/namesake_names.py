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
    """Return the name of each cluster. If several clusters have the same name, each name is followed by another name
    that only this cluster has, or by the chapter that mentions it first.

    The clusters in *given* keep their names, because the author gave the names. *ordinals* are the numbers of the
    chapters within their layers, by episode id.
    """
    bearers: dict[str, list[int]] = {}
    for number, name in names.items():
        bearers.setdefault(name_key(name), []).append(number)
    found = dict(names)
    for same in bearers.values():
        for number in same if len(same) > 1 else ():
            if number not in given:
                others = [profiles[one] for one in same if one != number]
                epithet = _own_epithet(profiles[number], others) or _first_chapter(profiles[number], ordinals, language)
                found[number] = message_text("chapters.namesake", language, name=names[number], epithet=epithet)
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


def _first_chapter(profile: Profile, ordinals: Mapping[str, int], language: Language) -> str:
    return message_text("chapters.ordinal", language, ordinal=ordinals.get(profile.first.episode, 0))
