"""The entities of a work up to a given chapter: their ids, names and mentions, derived from the replayed chapters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray

from episodic.languages.messages import message_text
from episodic.model.decisions import Override
from episodic.model.episodes import UNDETERMINED, Language
from episodic.model.graph import Entity, Mentions
from episodic.model.ids import mentions_id
from episodic.model.lazy_entries import LazyEntries
from episodic.model.name_keys import name_key
from episodic.model.spans import Span
from episodic.pipeline.overrides.entity_corrections import NO_CORRECTION, EntityCorrection
from episodic.pipeline.projection.entity_naming import entity_of, main_name
from episodic.pipeline.projection.named_facts import EntityName
from episodic.pipeline.projection.namesake_names import told_apart
from episodic.pipeline.projection.told_chapters import ClusterRow
from episodic.temporal.knowledge.narrative import MentionPlace
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entity_table import EntityTable


def language_of_chapters(chapters: Sequence[PlacedChapter]) -> Language:
    """Return the most frequent language of the chapters, or UNDETERMINED without chapters. Of equally frequent
    languages, the one that comes first is returned.
    """
    counted = Counter(chapter.told.language for chapter in chapters)
    return counted.most_common(1)[0][0] if counted else UNDETERMINED


class ToldEntities(Mapping[str, EntityName]):
    """The entities of a work up to a given chapter, as a mapping from entity ids to names.

    The ids of all entities are derived at once, because the id of an entity depends on how many earlier entities have
    the same name. The names of an entity are derived only when a read asks for them. The argument *acts* maps ids to
    the overrides of the work.
    """

    def __init__(
        self,
        group_id: str,
        chapters: Sequence[PlacedChapter],
        acts: Mapping[str, Override],
        before: ToldEntities | None = None,
    ) -> None:
        """*before* contains the entities of an earlier version of the work, which has the same overrides and only the
        first of *chapters*. *before* is given only if `entities_agree` is true for the two versions.
        """
        self._group_id, self._chapters = group_id, chapters
        self._places: dict[str, dict[int, str]] = {}
        self._ordinals = {chapter.episode: number for number, chapter in enumerate(chapters, start=1)}
        self._language = language_of_chapters(chapters)
        self.chapter_names: Mapping[str, str] = {
            uuid: message_text("chapters.ordinal", self._language, ordinal=number)
            for uuid, number in self._ordinals.items()
        }
        """The names of the chapters, by episode id, with which entities that share a name are told apart. The creator
        of the entities may replace them before the first name of an entity is read.
        """
        self._moved = {number: root for chapter in chapters for number, root in chapter.told.moved}
        self.chapters = len(chapters)
        known = EntityTable(group_id) if before is None else before.table
        self.table: EntityTable = known.extended(
            chapters if before is None else chapters[before.chapters :], self._moved
        )
        self._ids, self._firsts, self._clusters = self.table.ids, self.table.firsts, self.table.clusters
        self._profile = self.table.profile
        self._roots = self.table.roots
        self._corrections = self._corrected(chapters, acts)
        self._main_names: dict[int, str] = {}
        self._entities: dict[int, Entity] = {}
        self._names: dict[str, EntityName] = {}

    def __getitem__(self, uuid: str) -> EntityName:
        known = self._names.get(uuid)
        if known is None:
            root = self._roots[uuid]
            profile, corrected = self._profile(root), self._corrections.get(root, NO_CORRECTION)
            known = self._names[uuid] = (self._shown_name(root), corrected.type or profile.type, profile.says_i)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids[root] for _, _, root, _ in self._firsts)

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, uuid: object) -> bool:
        return uuid in self._roots

    def id_of(self, number: int) -> str:
        """Return the id of the entity that contains the cluster of mentions with the number *number*."""
        return self._ids[self.root_of(number)]

    def root_of(self, number: int) -> int:
        """Return the number of the first cluster of mentions of the entity that contains the cluster *number*."""
        return self._moved.get(number, number)

    def roots_of(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return what `root_of` returns for each of the cluster numbers. Negative numbers, which stand for no entity,
        are unchanged.
        """
        roots, found = self._root_table, numbers.copy()
        known = (numbers >= 0) & (numbers < len(roots))
        found[known] = roots[numbers[known]]
        return found

    def root(self, uuid: str) -> int | None:
        """Return the number of the first cluster of the entity with the id *uuid*, or None if the chapters have no such
        entity.
        """
        return self._roots.get(uuid)

    def entity(self, uuid: str, summary: str) -> Entity:
        """Return the entity with the id *uuid*, with its names and with the given summary."""
        found = self._without_summary(self._roots[uuid])
        return replace(found, summary=summary) if summary else found

    def without_summaries(self, ids: Iterable[str]) -> list[Entity]:
        """Return the entities with the ids *ids*, with empty summaries, in the order of the chapters of their first
        mention. Ids of entities that the chapters do not have are ignored.
        """
        known = (self._without_summary(root) for uuid in dict.fromkeys(ids) if (root := self.root(uuid)) is not None)
        return sorted(known, key=lambda one: (one.first.told.order, one.uuid))

    def named(self, key: str) -> list[str]:
        """Return the ids of the entities that have a name with the given key, in the order of the chapters of their
        first mention.
        """
        roots = {*self.table.by_key.get(key, ()), *self._with_added_key.get(key, ())}
        found = [uuid for root in roots if (uuid := self._ids.get(root)) is not None and key in self._keys(root)]
        return sorted(found, key=self._place)

    def at(self, episode: str, start: int) -> str | None:
        """Return the id of the entity with a mention that begins at the offset *start* of a chapter, or None if no
        mention begins there.
        """
        places = self._places.get(episode)
        if places is None:
            places = self._places[episode] = {
                each: self.id_of(cluster["number"])
                for chapter in self._chapters
                if chapter.episode == episode
                for cluster in chapter.told.clusters
                for surface in cluster["surfaces"]
                for each in surface["starts"]
            }
        return places.get(start)

    def mentions(self, uuid: str) -> Mentions | None:
        """Return the mentions of one entity in one chapter, given the id of their record, or None if the id is unknown."""
        place = self._by_mentions_id.get(uuid)
        return None if place is None else self._mentions_at(*place)

    def all_mentions(self) -> list[Mentions]:
        """Return the mentions of all entities: one value for each entity and chapter."""
        return [self._mentions_at(*place) for place in self._by_mentions_id.values()]

    def places_of(self, uuid: str, *, after: int = 0) -> Iterator[tuple[str, MentionPlace]]:
        """Yield the mentions of an entity, each with the id of its chapter. The first *after* chapters are left out."""
        for chapter, cluster in self._clusters[self._roots[uuid]]:
            if not after or self._ordinals[chapter.episode] > after:
                for place in _places(cluster, uuid):
                    yield chapter.episode, place

    def mentions_of(self, uuid: str) -> list[Mentions]:
        """Return the mentions of an entity: one value for each chapter that mentions it."""
        rows: dict[str, list[ClusterRow]] = {}
        chapters: dict[str, PlacedChapter] = {}
        for chapter, cluster in self._clusters[self._roots[uuid]]:
            chapters[chapter.episode] = chapter
            rows.setdefault(chapter.episode, []).append(cluster)
        return [self._mentions(uuid, chapters[one], clusters) for one, clusters in rows.items()]

    def places_in(self, episode: str) -> Iterator[MentionPlace]:
        """Yield the mentions of all entities in the chapter *episode*."""
        for cluster in self._by_episode[episode].told.clusters:
            yield from _places(cluster, self.id_of(cluster["number"]))

    def names_in(self, episode: str) -> Iterator[tuple[int, str]]:
        """Yield the entities that the chapter *episode* mentions, with the offsets of these mentions."""
        for cluster in self._by_episode[episode].told.clusters:
            uuid = self.id_of(cluster["number"])
            for surface in cluster["surfaces"]:
                yield from zip(surface["starts"], repeat(uuid))

    def named_places(self, episode: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the offsets of the mentions in the chapter *episode*, and for each of them the number of the mentioned
        entity's first cluster of mentions.
        """
        return self._named_places[episode]

    @cached_property
    def _named_places(self) -> Mapping[str, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        return LazyEntries(self._by_episode, self._named_places_in)

    def _named_places_in(self, episode: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        clusters = self._by_episode[episode].told.clusters
        starts = [[start for surface in one["surfaces"] for start in surface["starts"]] for one in clusters]
        roots = self.roots_of(np.array([one["number"] for one in clusters], dtype=np.int64))
        return np.array(list(chain.from_iterable(starts)), dtype=np.int64), np.repeat(roots, list(map(len, starts)))

    @cached_property
    def _by_episode(self) -> Mapping[str, PlacedChapter]:
        return {one.episode: one for one in self._chapters}

    @cached_property
    def _root_table(self) -> NDArray[np.int64]:
        table = np.arange(max(self._moved, default=-1) + 1, dtype=np.int64)
        table[list(self._moved)] = list(self._moved.values())
        return table

    def _without_summary(self, root: int) -> Entity:
        known = self._entities.get(root)
        if known is None:
            corrected, profile = self._corrections.get(root, NO_CORRECTION), self._profile(root)
            made = entity_of(self._group_id, self._ids[root], profile, "", corrected=corrected)
            known = self._entities[root] = replace(made, name=self._shown_name(root))
        return known

    def _main_name(self, root: int) -> str:
        known = self._main_names.get(root)
        if known is None:
            corrected = self._corrections.get(root, NO_CORRECTION)
            known = self._main_names[root] = main_name(self._profile(root), corrected)
        return known

    def _shown_name(self, root: int) -> str:
        """Return the name under which an entity is shown: its main name, or a longer name if other entities have the
        same main name.
        """
        name = self._main_name(root)
        key = name_key(name)
        corrected = (number for number, one in self._corrections.items() if one.name is not None)
        roots = {root, *self.table.by_key.get(key, ()), *corrected}
        same = {one: other for one in roots if name_key(other := self._main_name(one)) == key}
        if len(same) == 1:
            return name
        given = [number for number in same if self._corrections.get(number, NO_CORRECTION).name]
        profiles = {number: self._profile(number) for number in same}
        names = told_apart(same, profiles, given=given, chapters=self.chapter_names, language=self._language)
        return names[root]

    def _place(self, uuid: str) -> tuple[int, str]:
        return self._profile(self._roots[uuid]).first.told.order, uuid

    def _keys(self, root: int) -> set[str]:
        return {alias.key for alias in self._without_summary(root).aliases}

    def _corrected(
        self, chapters: Sequence[PlacedChapter], acts: Mapping[str, Override]
    ) -> Mapping[int, EntityCorrection]:
        placed = [(acts[act], number) for chapter in chapters for act, number in chapter.told.corrected if act in acts]
        found: dict[int, EntityCorrection] = {}
        for act, number in sorted(placed, key=lambda one: one[0].number):
            root = self._moved.get(number, number)
            found[root] = found.get(root, NO_CORRECTION).after(act)
        return found

    @cached_property
    def _with_added_key(self) -> Mapping[str, set[int]]:
        keys: dict[str, set[int]] = {}
        for root, one in self._corrections.items():
            for name in one.added:
                keys.setdefault(name_key(name), set()).add(root)
        return keys

    @cached_property
    def _by_mentions_id(self) -> Mapping[str, tuple[PlacedChapter, int]]:
        return {
            mentions_id(self._group_id, chapter.episode, self._ids[root]): (chapter, root)
            for root, rows in self._clusters.items()
            for chapter, _ in rows
        }

    def _mentions_at(self, chapter: PlacedChapter, root: int) -> Mentions:
        rows = [row for other, row in self._clusters[root] if other.episode == chapter.episode]
        return self._mentions(self._ids[root], chapter, rows)

    def _mentions(self, entity: str, chapter: PlacedChapter, rows: Iterable[ClusterRow]) -> Mentions:
        places = [
            (one.start, one.end, cluster["number"], one.surface) for cluster in rows for one in _places(cluster, entity)
        ]
        places.sort(key=lambda one: one[:3])
        found = tuple((text, Span(start, end)) for start, end, _, text in places)
        uuid = mentions_id(self._group_id, chapter.episode, entity)
        return Mentions(uuid, self._group_id, chapter.episode, entity, found, chapter.order)


def _places(cluster: ClusterRow, uuid: str) -> Iterator[MentionPlace]:
    for surface in cluster["surfaces"]:
        text, starts = surface["text"], surface["starts"]
        ends = surface.get("ends") or [one + len(text) for one in starts]
        for start, end in zip(starts, ends, strict=True):
            yield MentionPlace(start, end, uuid, text)
