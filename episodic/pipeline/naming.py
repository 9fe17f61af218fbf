"""Clusters as entities: their ids from the author's words, their names, types and mentions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.dedup.clusters import Clusters
from episodic.model.episodes import Episode
from episodic.model.graph import Alias, Entity, Mentions
from episodic.model.ids import Numbering, identify
from episodic.model.names import name_key
from episodic.model.spans import Evidence, Span, Told
from episodic.pipeline.replay import ReplayedChapter


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
        """The names it bears by itself, most used first, longer ones first among equals; shared titles only if it has no other."""
        own = [one for one in self.names.values() if not one.shared] or list(self.names.values())
        return sorted(own, key=lambda one: (-one.count, -len(one.text), one.first.told, one.text))

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


def entity_of(group_id: str, uuid: str, profile: Profile, summary: str) -> Entity:
    """The entity that a profile describes."""
    borne = profile.borne()
    aliases = tuple(Alias(one.text, name_key(one.text), one.count, one.first) for one in borne)
    return Entity(uuid, group_id, aliases[0].text, profile.type, aliases, summary, profile.mentions, profile.first)


def mentions_of(group_id: str, chapter: ReplayedChapter, clusters: Clusters, ids: Mapping[int, str]) -> list[Mentions]:
    """The chapter's mentions, one value an entity, in order of first mention."""
    places: dict[str, list[tuple[str, Span]]] = {}
    for number, surface, span in chapter.places:
        places.setdefault(ids[clusters.root(number)], []).append((surface, span))
    return [_mentions(group_id, chapter.episode, entity, found) for entity, found in places.items()]


def _mentions(group_id: str, episode: Episode, entity: str, places: Sequence[tuple[str, Span]]) -> Mentions:
    uuid = identify("mentions", group_id, episode.uuid, entity)
    return Mentions(uuid, group_id, episode.uuid, entity, tuple(places), episode.order)
