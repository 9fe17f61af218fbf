"""An index of a work's entities: their order, entities with the same main name, and entities known to be different."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar, NamedTuple

from episodic.model.graph import Entity
from episodic.model.name_keys import name_key
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import NarrativePosition
from episodic.pipeline.replay.replay import Replay


class ClusterName(NamedTuple):
    """The main name and the type of a cluster's entity, and the place of its first mention."""

    name: str
    type: str
    first: NarrativePosition


class NarratedEntities:
    """The entities of the most recently projected graph in the order of their first mentions, with an index by main
    name.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_number_of", "_keys", "_bearers", "_last", "_entities")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_number_of", "_keys", "_bearers"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._number_of = SharedDict[str, int]()
        self._keys = SharedDict[int, str]()
        self._bearers = SharedDict[str, tuple[int, ...]]()
        self._ids: Mapping[int, str] = {}
        self._entities = SharedDict[str, Entity]()
        """The entities in the order of their first mentions, or no entities if they were not sorted yet."""
        self._ordered: Collection[int] = ()
        self._remade: Collection[int] = ()
        self._last: tuple[NarrativePosition, int] | None = None

    @property
    def last(self) -> SharedDict[str, Entity]:
        """Return the entities of the last graph, in the order of their first mentions."""
        return self._entities.copy()

    def complete(self, ids: Mapping[int, str], names: Mapping[int, ClusterName]) -> None:
        """Index the entities, unless they are indexed already. *ids* are the entity ids and *names* the names of the
        clusters, both by cluster number.
        """
        self._ids = ids
        if not self._keys:
            for number, one in names.items():
                self._index(number, one)

    def number_of(self, entity: str) -> int:
        """Return the cluster number of the entity with this id."""
        return self._number_of[entity]

    def numbers_of(self, entities: Iterable[str]) -> list[int]:
        """Return the cluster numbers of the given entities. Entities that the work no longer has are left out."""
        return [self._number_of[one] for one in entities if one in self._number_of]

    def namesakes(self, touched: Iterable[int], names: Mapping[int, ClusterName]) -> list[int]:
        """Return the clusters *touched*, whose names may have changed, and all clusters with a main name that one of
        *touched* has now or had before.
        """
        keys: dict[str, None] = {}
        for number in touched:
            known = self._keys.get(number)
            now = name_key(names[number].name)
            keys.update(dict.fromkeys((now,) if known is None else (known, now)))
            if known is not None and known != now:
                self._bearers[known] = tuple(one for one in self._bearers[known] if one != number)
            self._index(number, names[number])
        return [number for key in keys for number in self._bearers[key]]

    def _index(self, number: int, name: ClusterName) -> None:
        key = self._keys[number] = name_key(name.name)
        bearers = self._bearers.get(key, ())
        if number not in bearers:
            self._bearers[key] = (*bearers, number)
        self._number_of[self._ids[number]] = number

    def to_make(
        self, touched: Collection[int], names: Mapping[int, ClusterName], made: Mapping[str, Entity]
    ) -> Collection[int]:
        """Return the clusters for which entities must be made: *touched* clusters and clusters without an entity, in
        the order of their first mentions.
        """
        others = touched if self._entities else [*touched, *names]
        stale = [one for one in dict.fromkeys(others) if one in touched or self._ids[one] not in made]
        places = {number: (names[number].first, number) for number in stale}
        self._remade = sorted(stale, key=places.__getitem__)
        fresh = [places[one] for one in self._remade if self._ids[one] not in self._entities]
        if not self._entities or (fresh and self._last is not None and fresh[0] < self._last):
            ordered = sorted(names, key=lambda one: (names[one].first, one))
            self._last = (names[ordered[-1]].first, ordered[-1]) if ordered else None
            self._entities, self._ordered = SharedDict[str, Entity](), ordered
        elif fresh:
            self._last = fresh[-1]
        elif self._last is not None:
            self._last = places.get(self._last[1], self._last)
        return self._remade

    def entities(self, made: Mapping[str, Entity]) -> SharedDict[str, Entity]:
        """Return the entities in the order of their first mentions. *made* contains all entities, by id."""
        if not self._entities:
            self._entities = SharedDict((self._ids[one], made[self._ids[one]]) for one in self._ordered)
            self._ordered = ()
        else:
            self._entities.update((self._ids[one], made[self._ids[one]]) for one in self._remade)
        return self._entities.copy()


class DifferentClusters:
    """Pairs of clusters that a judge's answer or the author has declared different, updated as chapters are added to a
    work.
    """

    def __init__(self) -> None:
        self._count = 0
        self._others: dict[int, list[tuple[int, str]]] = {}
        """For each cluster, the clusters that an answer declares different from it, each with the id of the answered
        question.
        """

    def apart(self, replay: Replay, first: int, second: int) -> bool:
        """Return whether two entities, given by cluster number, are known to be different by the answers and overrides
        of a replay.
        """
        for one, other, by in replay.clusters.differences(self._count):
            self._count += 1
            self._others.setdefault(one, []).append((other, by))
            self._others.setdefault(other, []).append((one, by))
        if replay.clusters.apart(first, second) is not None:
            return True
        root = replay.clusters.root
        return any(
            root(other) == second and replay.is_answered(by)
            for one in replay.clusters.members(first)
            for other, by in self._others.get(one, ())
        )
