"""Builds entities from clusters of mentions: decides the id, the main name, the type and the aliases of each entity."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from episodic.dedup.clusters import Clusters
from episodic.dedup.full_names import full_name
from episodic.dedup.nodes import is_pronoun
from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.deferred import Deferred
from episodic.model.episodes import Episode
from episodic.model.graph import Alias, Entity, Mentions
from episodic.model.ids import OccurrenceCounter, identify, mentions_id
from episodic.model.name_keys import as_name, name_key
from episodic.model.settings import LIVING
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.overrides.entity_corrections import NO_CORRECTION, EntityCorrection
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.text.descriptive_names import is_description, names_owner, names_speaker, opens_with_owner
from episodic.text.final_marks import without_final_mark
from episodic.text.scripts import is_ideographic

_WORD: Final = re.compile(r"[^\W\d_]+")
_DESCRIPTION: Final = 2
"""The kind (a number) of a description such as "the old man"; whole names and names of one ideograph have lower kinds.
"""
_POINTER: Final = 4
"""The kind of words that only point to something, such as "the other"."""


@dataclass(slots=True)
class ProfileName:
    """A name of an entity, with the number of its uses and its first use.

    A name that is marked `shared`, such as a title, does not identify the entity by itself.
    """

    text: str
    shared: bool
    first: Evidence
    count: int = 0

    def joined(self, other: ProfileName) -> ProfileName:
        first = min(self.first, other.first, key=lambda one: one.told)
        return ProfileName(self.text, self.shared and other.shared, first, self.count + other.count)


@dataclass(slots=True)
class Profile(Deferred):
    """The names, the types and the number of mentions of one cluster, in one chapter or in all chapters so far."""

    first: Evidence
    first_name: str
    names: dict[str, ProfileName] = field(default_factory=dict[str, ProfileName])
    types: dict[str, int] = field(default_factory=dict[str, int])
    mentions: int = 0

    @property
    def type(self) -> str:
        """Return the most frequent type of the cluster's nodes. If several types are equally frequent, return the type
        that is first in narrative order.
        """
        return max(self.types, key=lambda name: self.types[name])

    @property
    def says_i(self) -> bool:
        """Return whether the entity says "I" somewhere in the text."""
        return any(map(is_pronoun, self.names))

    def own_names(self) -> list[ProfileName]:
        """Return the names that identify this entity, best names first.

        Shared names, such as titles, are included only if the entity has no other names, or only descriptions. The full
        name of a person (`full_name`) comes first.
        """
        own = [one for one in self.names.values() if not one.shared]
        if all(_describes(one.text) for one in own):
            own = list(self.names.values())
        full = None
        if self.types and self.type in LIVING:
            told = sorted(own, key=lambda one: one.first.told)
            full = full_name({one.text: one.count for one in told if not _describes(one.text)})
        return sorted(_ranked(own), key=lambda one: one.text != full)

    def epithets(self) -> list[str]:
        """Return all names by which the text refers to the entity, best names first, shared names last."""
        shared = [one for one in self.names.values() if one.shared]
        return [one.text for one in (*_ranked(one for one in self.names.values() if not one.shared), *_ranked(shared))]

    def joined(self, other: Profile) -> Profile:
        """Return a profile with the names, types and mentions of this cluster and of another cluster."""
        first = other if other.first.told < self.first.told else self
        names = dict(self.names)
        for text, name in other.names.items():
            known = names.get(text)
            names[text] = name if known is None else known.joined(name)
        types = dict(self.types)
        for kind, count in other.types.items():
            types[kind] = types.get(kind, 0) + count
        return Profile(first.first, first.first_name, names, types, self.mentions + other.mentions)


def _describes(name: str) -> bool:
    return is_description(name) or names_owner(name) or names_speaker(name)


def _ranked(names: Iterable[ProfileName]) -> list[ProfileName]:
    """Return the names of one entity, best names first.

    Whole names come first, then names of a single ideograph (such as 操 for 曹操), then descriptions. Descriptions that
    need their context, such as "your mother" and "his wife", come after other descriptions. Words that only point to
    something, such as "the other", come last. Among names of the same kind, the most used name comes first. Equally used whole names are in the order of
    their first uses, but a longer form comes before its short form ("Jane Eyre" before "Jane"). Names that only add a
    description to a name, such as "little Jane", and names in capital letters come last among equally used names.
    """
    ranked = [((_name_kind(one.text), -one.count, _is_adorned(one.text)), one) for one in names]
    earliest: dict[tuple[int, int, bool], ProfileName] = {}
    for use, one in sorted(ranked, key=lambda each: (each[1].first.told, each[1].text)):
        earliest.setdefault(use, one)

    def rank(each: tuple[tuple[int, int, bool], ProfileName]) -> tuple[object, ...]:
        use, one = each
        described = use[0] >= _DESCRIPTION
        other = not described and _parts(one.text).isdisjoint(_parts(earliest[use].text))
        length = len(one.text) if described else -len(one.text)
        return *use, other, length, one.first.told, one.text

    return [one for _, one in sorted(ranked, key=rank)]


def _is_adorned(name: str) -> bool:
    """Return whether *name* is a name with a description or office before it ("little Jane", 太常卿种拂), or is written
    in capital letters.
    """
    if any(map(is_ideographic, name[:1])):
        return any(len(name) - len(title) > 1 and name.startswith(title) for title in lexicon.words("office_titles"))
    words = _WORD.findall(name)
    if words and words[0].casefold() in lexicon.words("determiners"):
        words = words[1:]
    return name.isupper() or (len(words) > 1 and words[0][:1].islower() and not words[-1].islower())


def _parts(name: str) -> frozenset[str]:
    words = _WORD.findall(name.casefold())
    return frozenset(part for word in words for part in (word if any(map(is_ideographic, word)) else (word,)))


def _name_kind(name: str) -> int:
    if lexicon.pattern("bare_pointers").fullmatch(name):
        return _POINTER
    if _describes(name) or _is_phrase(name):
        return _DESCRIPTION + (names_speaker(name) or opens_with_owner(name))
    return int(len(name) == 1 and is_ideographic(name))


def _is_phrase(name: str) -> bool:
    """Return whether a name is a description or phrase instead of a proper name. Some phrases open like a description
    ("some friend of Ann"). Other phrases have their only capital at their beginning ("Clumsy fellows" at the start of a
    sentence).
    """
    if lexicon.pattern("indefinite_openings").match(name):
        return True
    first, *others = _WORD.findall(name) or [""]
    return first[:1].isupper() and bool(others) and all(one.islower() for one in others)


def chapter_profiles(chapter: ReplayedChapter) -> dict[int, Profile]:
    """Return the names, types and mentions of each cluster (the mentions of one entity) in a chapter, by cluster
    number, in order of first mention.
    """
    shared = shared_surfaces(chapter)
    profiles: dict[int, Profile] = {}
    for number, surface, span in chapter.places:
        told = NarrativePosition(chapter.episode.order, span.start)
        evidence = Evidence(chapter.episode.uuid, surface, span.start, span.end, told)
        text = shown_form(surface)
        profile = profiles.get(number)
        if profile is None:
            profile = profiles[number] = Profile(evidence, text)
        name = profile.names.get(text)
        if name is None:
            name = profile.names[text] = ProfileName(text, (number, surface) in shared, evidence)
        name.count += 1
        profile.mentions += 1
    for number, node in chapter.nodes:
        if number in profiles:
            types = profiles[number].types
            types[node.reading.type] = types.get(node.reading.type, 0) + 1
    return profiles


def shown_form(surface: str) -> str:
    """Return a surface form as a name: without marks of emphasis, and without a full stop or other mark that ends its
    sentence.
    """
    return without_final_mark(as_name(surface))


def shared_surfaces(chapter: ReplayedChapter) -> set[tuple[int, str]]:
    """Return the surface forms that a chapter uses only as shared names, such as titles, each with the number of its
    cluster.
    """
    own: set[tuple[int, str]] = set()
    lent: set[tuple[int, str]] = set()
    for number, node in chapter.nodes:
        for surface in node.reading.surfaces:
            (lent if surface.shared else own).add((number, surface.text))
    return lent - own


def entity_ids(group_id: str, profiles: Iterable[tuple[int, Profile]], numbers: OccurrenceCounter) -> dict[int, str]:
    """Return entity ids by cluster number.

    The id of an entity is made from three parts: the work, the name key of the entity's first surface form, and a
    number. The number says how many earlier entities have the same name key. The counter *numbers* counts the entities
    with each name key. A later call with the same counter therefore continues the count with the clusters of later
    chapters.
    """
    ids: dict[int, str] = {}
    for number, profile in sorted(profiles, key=lambda one: (one[1].first.told, one[0])):
        key = name_key(profile.first_name)
        ids[number] = identify("entity", group_id, key, numbers.next_of(key))
    return ids


def main_name(profile: Profile, corrected: EntityCorrection = NO_CORRECTION) -> str:
    """Return the main name of an entity: the name that the author gave to it, or else its best name in the text. A
    narrator who is only called "I" has the main name "the narrator".
    """
    return corrected.name or _shown(_names_of(profile, corrected)[0].text)


def entity_of(
    group_id: str, uuid: str, profile: Profile, summary: str, *, corrected: EntityCorrection = NO_CORRECTION
) -> Entity:
    """Return the entity with the names, types and mentions of *profile* and with the author's corrections.

    The author may give an alias that is not among the names that identify the entity in the text. The number of uses of
    such an alias is 0.
    """
    ranked = _names_of(profile, corrected)
    names = [Alias(one.text, name_key(one.text), one.count, one.first) for one in ranked]
    texts = {one.text for one in names}
    keys = {one.key for one in names}
    names.extend(
        Alias(text, name_key(text), 0, profile.first)
        for text in corrected.added
        if text not in texts and (text == corrected.name or name_key(text) not in keys)
    )
    name = corrected.name or _shown(ranked[0].text)
    kind = corrected.type or profile.type
    return Entity(uuid, group_id, name, kind, tuple(names), summary, profile.mentions, profile.first)


def _shown(name: str) -> str:
    """Return the name under which an entity with the best name *name* is shown: "the narrator" for a pronoun such as
    "I", otherwise *name*.
    """
    language = lexicon.language_of(name_key(name), "narrator_pronouns")
    return name if language is None else message_text("chapters.narrator", language)


def _names_of(profile: Profile, corrected: EntityCorrection) -> list[ProfileName]:
    """Return the names that identify the entity (`own_names`) without the names that the author removed. If the author
    removed every name of the entity, return the removed names, because an entity needs a name.
    """
    names = profile.own_names()
    return [one for one in names if name_key(one.text) not in corrected.denied] or names


def mentions_of(group_id: str, chapter: ReplayedChapter, clusters: Clusters, ids: Mapping[int, str]) -> list[Mentions]:
    """Return the mentions of each entity in the chapter, in the order in which the entities are first mentioned."""
    places: dict[str, list[tuple[str, Span]]] = {}
    for number, surface, span in chapter.places:
        places.setdefault(ids[clusters.root(number)], []).append((surface, span))
    return [_mentions(group_id, chapter.episode, entity, found) for entity, found in places.items()]


def _mentions(group_id: str, episode: Episode, entity: str, places: Sequence[tuple[str, Span]]) -> Mentions:
    uuid = mentions_id(group_id, episode.uuid, entity)
    return Mentions(uuid, group_id, episode.uuid, entity, tuple(places), episode.order)
