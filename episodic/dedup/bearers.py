"""Index of a work's clusters (groups of nodes that are one entity) by names and titles, which also tells which names
belong to several entities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from episodic.dedup.clusters import Clusters
from episodic.dedup.namesakes import is_bare, is_title_of
from episodic.dedup.nodes import PlacedNode
from episodic.dedup.splits import SplitClusters
from episodic.dedup.western_names import expand_title, parse_western_name
from episodic.languages import lexicon
from episodic.model.name_keys import name_key
from episodic.model.shared_dict import SharedDict

MAX_TITLE_BEARERS = 3
"""The maximum number of entities that an identity question lists as candidates only because of a title. A title counts
if the node that the question is about has the title, too.
"""

_PERSON = "Person"
_Key = tuple[str, str]
"""A name key and an entity type."""


class Bearers:
    """An index that returns the clusters (groups of nodes that are one entity) with a given name or title. The index
    also records which names are ambiguous because different entities bear them.
    """

    KEPT: ClassVar[tuple[str, ...]] = (
        *("_bearers", "_any_type", "_titled", "_any_titled", "_ambiguous", "_last", "_count"),
    )
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, clusters: Clusters) -> None:
        self._clusters = clusters
        self._bearers = SharedDict[_Key, tuple[int, ...]]()
        self._any_type = SharedDict[str, tuple[int, ...]]()
        self._titled = SharedDict[_Key, tuple[int, ...]]()
        self._any_titled = SharedDict[str, tuple[int, ...]]()
        self._ambiguous: set[_Key] = set()
        self._last = SharedDict[int, int]()
        self._count = 0

    def copy(self, clusters: Clusters) -> Bearers:
        other = Bearers(clusters)
        other._bearers = self._bearers.copy()
        other._any_type = self._any_type.copy()
        other._titled = self._titled.copy()
        other._any_titled = self._any_titled.copy()
        other._ambiguous = set(self._ambiguous)
        other._last = self._last.copy()
        other._count = self._count
        return other

    def register(self, node: PlacedNode, number: int) -> None:
        """Record the names and titles of a node that belongs to the cluster *number*, except names that the author
        removed. For each entity type, a name is recorded for only one cluster of an entity, even if several of its
        clusters bear the name. A node that is called "the second Lady Byrne" also bears the name "Lady Byrne". A node
        that is called "the second Lady Byrne" makes the name "Lady Byrne" ambiguous, with one exception. The name does
        not become ambiguous if the entity of this node, and no other entity, has been called "Lady Byrne" before.
        """
        self._last[number] = self._count
        self._count += 1
        whole = self._clusters[number]
        types = dict.fromkeys((node.reading.type, whole.decided_type or node.reading.type))
        added = tuple(expand_title(name_key(name)) for name in node.decided.added)
        for key in dict.fromkeys((*node.known_keys(), *added)):
            if key in whole.denied:
                continue
            for kind in types:
                bearers = self._bearers.get((key, kind), ())
                if not self._borne_in(bearers, number):
                    self._bearers[key, kind] = (*bearers, number)
            anywhere = self._any_type.get(key, ())
            if number not in anywhere:
                self._any_type[key] = (*anywhere, number)
        for named in _names_of_others(node):
            bearers = self._bearers.get(named, ())
            if not self._borne_in(bearers, number):
                self._bearers[named] = (*bearers, number)
                self._ambiguous.add(named)
            elif any(self._clusters.root(one) != self._clusters.root(number) for one in bearers):
                self._ambiguous.add(named)
        for key in node.title_keys():
            typed = (key, node.reading.type)
            self._titled[typed] = (*(one for one in self._titled.get(typed, ()) if one != number), number)
            if number not in self._any_titled.get(key, ()):
                self._any_titled[key] = (*self._any_titled.get(key, ()), number)

    def _borne_in(self, bearers: Sequence[int], number: int) -> bool:
        root = self._clusters.root(number)
        return any(one == number or self._clusters.root(one) == root for one in bearers)

    def of(self, key: str, kind: str) -> tuple[int, ...]:
        """Return the numbers of clusters of the entity type *kind* that bear the name *key*. If several clusters of one
        entity bear the name, the result may lack some of these clusters.
        """
        return self._bearers.get((key, kind), ())

    def named(self, key: str) -> tuple[int, ...]:
        """Return the numbers of the clusters of any entity type that bear the name *key*."""
        return self._any_type.get(key, ())

    def with_title(self, key: str) -> tuple[int, ...]:
        """Return the numbers of the clusters of any entity type that have the title *key*."""
        return self._any_titled.get(key, ())

    def of_any_type(self, keys: Sequence[str]) -> list[int]:
        """Return the numbers of the entities of any type that have a name with one of the given keys, possibly with
        repetitions. A name that the author has removed from an entity does not lead to this entity.
        """
        return [
            self._clusters.root(bearer)
            for key in keys
            for bearer in self._any_type.get(key, ())
            if key not in self._clusters[bearer].denied
        ]

    def kinds_of(self, key: str) -> list[int]:
        """Return the numbers of the entities of any type that bear the name *key*, in the order in which they first
        bore the name.
        """
        return list(dict.fromkeys(self._clusters.root(number) for number in self._any_type.get(key, ())))

    def titled(self, node: PlacedNode) -> list[int]:
        """Return the numbers of at most MAX_TITLE_BEARERS entities of the node's type that have one of the node's
        titles. Among entities with one title, the entity that was last called by this title comes first.
        """
        found: list[int] = []
        for key in node.title_keys():
            found.extend(self._clusters.root(one) for one in reversed(self._titled.get((key, node.reading.type), ())))
        return list(dict.fromkeys(found))[:MAX_TITLE_BEARERS]

    def votes(self, node: PlacedNode, splits: SplitClusters, *, by_rule: bool = False) -> list[int]:
        """Return the numbers of the entities of the node's type that share at least one name with the node. The entity
        with the most shared names comes first. Entities with equally many shared names are usually ordered by number.
        If the author has kept two of the returned entities apart by a split, such entities are ordered by their last
        mention, the latest first. An entity that a split of the author separates from the node, or from which the
        author removed the shared name, is left out. If no entity shares a name with the node, the result may still
        contain one entity. Such an entity without a shared name is found by a title or a family name. For example, a
        node that says "I" and is called "the Doctor" is taken for the only entity with a name such as "Doctor Livesey".
        The main narrator of the work is not taken for another entity in this way. If *by_rule* is true, the node is
        taken for the only entity whose title is a name of the node, such as "Gran". If *by_rule* is true, a node with a
        one-word name is taken for the only person with this family name, as "Hands" means Israel Hands. A family name
        counts only if no single entity has a name of the node as its title.
        """
        counted: dict[int, int] = {}
        last: dict[int, int] = {}
        refused = splits.refused(node)
        for key in node.known_keys():
            bearers = self._bearers.get((key, node.reading.type), ())
            for number in {self._clusters.root(one): None for one in bearers}:
                if number not in refused and key not in self._clusters[number].denied:
                    counted[number] = counted.get(number, 0) + 1
            for one in bearers:
                number = self._clusters.root(one)
                last[number] = max(last.get(number, -1), self._last.get(one, -1))
        if not counted and node.is_first_person:
            counted = dict.fromkeys(self._styled(node) - refused, 1)
        if not counted and by_rule:
            counted = dict.fromkeys(self._with_name_as_title(node) - refused, 1)
        if not counted and by_rule:
            counted = dict.fromkeys(self._with_name_as_family(node) - refused, 1)
        voted = sorted(counted, key=lambda number: (-counted[number], number))
        if any(self._clusters.apart(one, other) is not None for one, other in combinations(voted, 2)):
            voted.sort(key=lambda number: (-counted[number], -last[number]))
        return voted

    def _with_name_as_title(self, node: PlacedNode) -> set[int]:
        """Return, as a set, the only entity that has a name of the node as its title. The returned set is empty unless
        exactly one entity has one of the node's names as a title. The returned set is also empty if the entity with the
        title has another type than the node. The returned set is empty, too, if the author removed the name from the
        entity.
        """
        keys = node.known_keys()
        found = {self._clusters.root(one) for key in keys for one in self._any_titled.get(key, ())}
        if len(found) != 1:
            return set()
        (number,) = found
        whole = self._clusters[number]
        return found if node.reading.type in whole.types and whole.denied.isdisjoint(keys) else set()

    def _with_name_as_family(self, node: PlacedNode) -> set[int]:
        """Return the only person whose family name is a single-word name of the node, as a set. The returned set is
        empty if no person or several people may have this family name, such as a man and his wife.
        """
        given = lexicon.words("given_names")
        named = node.names() if node.reading.type == _PERSON else ()
        words = {name_key(name) for name in named if is_bare([name]) and name.capitalize() not in given}
        found: set[int] = set()
        for (key, kind), bearers in self._bearers.items() if words else ():
            name = parse_western_name(key) if kind == node.reading.type else None
            if name is None or not words & {name.family, name.given}:
                continue
            if name.woman or name.given in words:
                return set()
            if name.given:
                found |= {self._clusters.root(one) for one in bearers if key not in self._clusters[one].denied}
        return found if len(found) == 1 else set()

    def _styled(self, node: PlacedNode) -> set[int]:
        """Return, as a set, the only known entity of the node's type whose name consists of a title and a further name.
        The node must be called by the title alone. Return an empty set if no entity, or more than one, has a name that
        consists of the node's title and a further name. For example, the narrator called "the Doctor" is "Doctor
        Livesey" if no other known person is called "Doctor" with a name.
        """
        titles = node.known_keys()
        found = {
            self._clusters.root(number)
            for (key, kind), bearers in self._bearers.items()
            if kind == node.reading.type and any(is_title_of(title, key) for title in titles)
            for number in bearers
            if key not in self._clusters[number].denied
        }
        return found if len(found) == 1 else set()

    def clear_votes(self, node: PlacedNode, voted: Sequence[int]) -> list[int]:
        """Return those of the candidate entities *voted* that share an unambiguous name with the node. If no name of
        the node is ambiguous, return all candidates.
        """
        kind = node.reading.type
        clear = [key for key in node.known_keys() if (key, kind) not in self._ambiguous]
        if len(clear) == len(node.known_keys()):
            return list(voted)
        bearing = {self._clusters.root(one) for key in clear for one in self._bearers.get((key, kind), ())}
        return [number for number in voted if number in bearing]

    def cluster_in(self, node: PlacedNode, root: int) -> int:
        """Return the number of the cluster of the entity *root* that shares the most names with the node. Of clusters
        with equally many shared names, the cluster that begins first in narrative order is returned. If no cluster
        shares a name, *root* is returned.
        """
        shared = self.clusters_in(node, root)
        return min(shared, key=lambda one: (-shared[one], one), default=root)

    def clusters_in(self, node: PlacedNode, root: int) -> dict[int, int]:
        """Return the clusters of the entity *root* that share names with the node, each with the number of shared
        names. A name counts only if it is recorded for the cluster under the node's entity type.
        """
        shared: dict[int, int] = {}
        for key in node.known_keys():
            for one in self._bearers.get((key, node.reading.type), ()):
                if self._clusters.root(one) == root:
                    shared[one] = shared.get(one, 0) + 1
        return shared

    def make_ambiguous(self, node: PlacedNode, others: Iterable[int]) -> None:
        """Mark the names that the node shares with the entities *others* as ambiguous."""
        apart = {self._clusters.root(one) for one in others}
        kind = node.reading.type
        for key in node.known_keys():
            if any(self._clusters.root(one) in apart for one in self._bearers.get((key, kind), ())):
                self._ambiguous.add((key, kind))

    def make_all_ambiguous(self, node: PlacedNode) -> None:
        self._ambiguous.update((key, node.reading.type) for key in node.known_keys())


def _names_of_others(node: PlacedNode) -> Iterator[_Key]:
    """Yield the names which, according to a surface form of the node, another person has too. For example, the surface
    form "the second Lady Byrne" yields "Lady Byrne".
    """
    opener = lexicon.pattern("namesake_openers")
    for surface in node.reading.surfaces if node.reading.type == _PERSON else ():
        found = opener.match(surface.text)
        if found is not None and found.end() < len(surface.text):
            yield expand_title(name_key(surface.text[found.end() :])), _PERSON
