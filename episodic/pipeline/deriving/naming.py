"""Clusters as entities: their ids from the author's words, their names, types and mentions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.dedup.clusters import Clusters
from episodic.model.episodes import Episode
from episodic.model.graph import Alias, Entity, Mentions
from episodic.model.ids import Numbering, identify, mentions_id
from episodic.model.names import name_key
from episodic.model.spans import Evidence, Span, Told
from episodic.pipeline.acts.corrected import AS_TOLD, Corrected
from episodic.pipeline.telling.replayed import ReplayedChapter
from episodic.text.descriptions import is_description
from episodic.text.scripts import is_ideographic


@dataclass(slots=True)
class _Name:
    """One surface of an entity: how often, and where first."""

    text: str
    shared: bool
    first: Evidence
    count: int = 0


@dataclass(slots=True)
class Profile:
    """What is gathered of one cluster over the chapters told so far."""

    first: Evidence
    first_name: str
    names: dict[str, _Name] = field(default_factory=dict[str, _Name])
    types: dict[str, int] = field(default_factory=dict[str, int])
    mentions: int = 0

    @property
    def type(self) -> str:
        """The type most of its nodes have; among equals the first told."""
        return max(self.types, key=lambda name: self.types[name])

    def borne(self) -> list[_Name]:
        """The names it bears by itself, proper ones first, most used first, longer ones first among equals.

        Shared titles are among them only if it has no proper name: then "the captain" names it better than a description.
        """
        own = [one for one in self.names.values() if not one.shared]
        if all(is_description(one.text) for one in own):
            own = list(self.names.values())
        return sorted(own, key=_worth)

    def absorb(self, other: Profile) -> None:
        """Take over what another cluster gathered."""
        if other.first.told < self.first.told:
            self.first, self.first_name = other.first, other.first_name
        for text, name in other.names.items():
            mine = self.names.get(text)
            if mine is None:
                self.names[text] = _Name(name.text, name.shared, name.first, name.count)
            else:
                mine.count += name.count
                mine.shared = mine.shared and name.shared
                mine.first = min(mine.first, name.first, key=lambda one: one.told)
        for kind, count in other.types.items():
            self.types[kind] = self.types.get(kind, 0) + count
        self.mentions += other.mentions


def _worth(name: _Name) -> tuple[int, int, int, Told, str]:
    """Sorts names: whole ones first, then single characters (操 of 曹操), then descriptions; of each the most used."""
    described = is_description(name.text)
    kind = 2 if described else 1 if len(name.text) == 1 and is_ideographic(name.text) else 0
    length = len(name.text) if described else -len(name.text)
    return (kind, -name.count, length, name.first.told, name.text)


def chapter_profiles(chapter: ReplayedChapter) -> dict[int, Profile]:
    """What one chapter tells of each cluster it mentions, by number as told, in order of first mention."""
    shared = _shared(chapter)
    profiles: dict[int, Profile] = {}
    for number, surface, span in chapter.places:
        told = Told(chapter.episode.order, span.start)
        evidence = Evidence(chapter.episode.uuid, surface, span.start, span.end, told)
        profile = profiles.get(number)
        if profile is None:
            profile = profiles[number] = Profile(evidence, surface)
        name = profile.names.get(surface)
        if name is None:
            name = profile.names[surface] = _Name(surface, (number, surface) in shared, evidence)
        name.count += 1
        profile.mentions += 1
    for number, node in chapter.nodes:
        if number in profiles:
            types = profiles[number].types
            types[node.reading.type] = types.get(node.reading.type, 0) + 1
    return profiles


def _shared(chapter: ReplayedChapter) -> set[tuple[int, str]]:
    own: set[tuple[int, str]] = set()
    lent: set[tuple[int, str]] = set()
    for number, node in chapter.nodes:
        for surface in node.reading.surfaces:
            (lent if surface.shared else own).add((number, surface.text))
    return lent - own


def entity_ids(group_id: str, profiles: Iterable[tuple[int, Profile]], numbers: Numbering) -> dict[int, str]:
    """Ids by cluster number: work, key of its first surface, n-th of that name in telling order.

    *numbers* counts names; given again with clusters told of later, it goes on counting.
    """
    ids: dict[int, str] = {}
    for number, profile in sorted(profiles, key=lambda one: (one[1].first.told, one[0])):
        key = name_key(profile.first_name)
        ids[number] = identify("entity", group_id, key, numbers.next_of(key))
    return ids


def main_name(profile: Profile, corrected: Corrected = AS_TOLD) -> str:
    """The name that the author gave it, or the one it bears most often."""
    return corrected.name or _borne(profile, corrected)[0].text


def entity_of(group_id: str, uuid: str, profile: Profile, summary: str, *, corrected: Corrected = AS_TOLD) -> Entity:
    """The entity that a profile describes, with the author's corrections; a name of the author's own is borne 0 times."""
    borne = [Alias(one.text, name_key(one.text), one.count, one.first) for one in _borne(profile, corrected)]
    texts = {one.text for one in borne}
    keys = {one.key for one in borne}
    borne.extend(
        Alias(text, name_key(text), 0, profile.first)
        for text in corrected.added
        if text not in texts and (text == corrected.name or name_key(text) not in keys)
    )
    name = main_name(profile, corrected)
    kind = corrected.type or profile.type
    return Entity(uuid, group_id, name, kind, tuple(borne), summary, profile.mentions, profile.first)


def _borne(profile: Profile, corrected: Corrected) -> list[_Name]:
    """The names it bears without those denied, unless it is left with none."""
    borne = profile.borne()
    return [one for one in borne if name_key(one.text) not in corrected.denied] or borne


def mentions_of(group_id: str, chapter: ReplayedChapter, clusters: Clusters, ids: Mapping[int, str]) -> list[Mentions]:
    """The chapter's mentions, one value an entity, in order of first mention."""
    places: dict[str, list[tuple[str, Span]]] = {}
    for number, surface, span in chapter.places:
        places.setdefault(ids[clusters.root(number)], []).append((surface, span))
    return [_mentions(group_id, chapter.episode, entity, found) for entity, found in places.items()]


def _mentions(group_id: str, episode: Episode, entity: str, places: Sequence[tuple[str, Span]]) -> Mentions:
    uuid = mentions_id(group_id, episode.uuid, entity)
    return Mentions(uuid, group_id, episode.uuid, entity, tuple(places), episode.order)
