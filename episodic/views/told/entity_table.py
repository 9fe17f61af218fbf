"""Finds the entities of a work's chapters: their ids, their clusters of mentions, and the entities that have a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from episodic.model.ids import identify
from episodic.model.name_keys import name_key
from episodic.pipeline.projection.entity_naming import Profile
from episodic.pipeline.projection.told_chapters import ClusterRow, profile_of, told_cluster
from episodic.views.told.chapters import PlacedChapter

Clusters = Sequence[tuple[PlacedChapter, ClusterRow]]


class EntityTable:
    """The entities of the first chapters of a work, each by the number of its first cluster of mentions. A table never
    changes: further chapters give another table.

    `firsts` says where each entity is mentioned first, in narrative order. An element of `firsts` contains the order
    key of the chapter, the offset, the number of the entity's first cluster, and the text of the mention. `ids`
    contains the ids of the entities, and `roots` the numbers of their first clusters by id.
    """

    def __init__(self, group_id: str) -> None:
        self._group_id = group_id
        self._moved: Mapping[int, int] = {}
        self.clusters: dict[int, Clusters] = {}
        self.firsts: list[tuple[int, int, int, str]] = []
        self.ids: dict[int, str] = {}
        self.roots: dict[str, int] = {}
        self._counts = Counter[str]()
        self._profiles: dict[int, tuple[Profile, int]] = {}
        """The profiles that were read so far, each with the number of clusters that it contains."""
        self._known_keys: Mapping[str, frozenset[int]] = {}
        self._unindexed: Sequence[PlacedChapter] = ()
        """`_known_keys` contains the entities of earlier chapters by name key. `_unindexed` contains the chapters whose
        names are not among these keys.
        """

    def extended(self, chapters: Sequence[PlacedChapter], moved: Mapping[int, int]) -> EntityTable:
        """Return a table that also contains the entities of *chapters*, which follow the chapters of this table.
        *moved* contains, for each cluster that is not the first of its entity, the first cluster of the entity. For the
        clusters of this table's chapters, *moved* must be the same as when these chapters were added.
        """
        table = EntityTable(self._group_id)
        table._moved = moved
        table.clusters, table.firsts, table.ids = dict(self.clusters), list(self.firsts), dict(self.ids)
        table.roots = dict(self.roots)
        table._counts, table._profiles = self._counts.copy(), dict(self._profiles)
        if "by_key" in vars(self):
            table._known_keys, table._unindexed = self.by_key, chapters
        else:
            table._known_keys, table._unindexed = self._known_keys, (*self._unindexed, *chapters)
        table._add(chapters)
        return table

    def profile(self, root: int) -> Profile:
        """Return the names, types and mentions of the entity whose first cluster has the number *root*."""
        clusters, (known, joined) = self.clusters[root], self._profiles.get(root, (None, 0))
        for chapter, cluster in clusters[joined:]:
            own = profile_of(told_cluster(cluster), chapter.episode, chapter.order)
            known = own if known is None else known.joined(own)
        if known is None:
            raise KeyError(root)
        self._profiles[root] = (known, len(clusters))
        return known

    @cached_property
    def by_key(self) -> Mapping[str, frozenset[int]]:
        """A mapping from each name key to the entities that the chapters mention by a name with this key."""
        texts: dict[str, set[int]] = {}
        for chapter in self._unindexed:
            for cluster in chapter.told.clusters:
                root = self._moved.get(cluster["number"], cluster["number"])
                for surface in cluster["surfaces"]:
                    texts.setdefault(surface["text"], set()).add(root)
        keys = dict(self._known_keys)
        for text, roots in texts.items():
            key = name_key(text)
            keys[key] = keys.get(key, frozenset()).union(roots)
        return keys

    def _add(self, chapters: Sequence[PlacedChapter]) -> None:
        added: dict[int, list[tuple[PlacedChapter, ClusterRow]]] = {}
        firsts: dict[int, tuple[int, int, str]] = {}
        moved = self._moved
        for chapter in chapters:
            order = chapter.order
            for cluster in chapter.told.clusters:
                number, surface = cluster["number"], cluster["surfaces"][0]
                root, start = moved.get(number, number), surface["starts"][0]
                added.setdefault(root, []).append((chapter, cluster))
                known = firsts.get(root)
                if known is None or (order, start) < known[:2]:
                    firsts[root] = (order, start, surface["text"])
        fresh = [(order, start, root, text) for root, (order, start, text) in firsts.items() if root not in self.ids]
        for one in sorted(fresh):
            root, key = one[2], name_key(one[3])
            uuid = self.ids[root] = identify("entity", self._group_id, key, self._counts[key])
            self.roots[uuid] = root
            self._counts[key] += 1
            self.firsts.append(one)
        for root, clusters in added.items():
            self.clusters[root] = [*self.clusters.get(root, ()), *clusters]
