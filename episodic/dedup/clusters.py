"""Clusters of nodes that are the same entity according to the chapters so far, and the merging of clusters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.candidates import CandidateCluster
from episodic.dedup.namesakes import NameSet, with_surname
from episodic.dedup.questions import EntityDescription
from episodic.dedup.western_names import expand_title
from episodic.languages import lexicon
from episodic.model.name_keys import name_key
from episodic.model.readings import NodeReading

NAMES_SHOWN = 4
TITLES_SHOWN = 2
NARRATOR_KEY = "\x00narrator"
"""The name key of every first-person narrator. No real name has the key NARRATOR_KEY."""


@dataclass(frozen=True, slots=True)
class NodeOverrides:
    """The author's overrides that concern a node. A split is identified by the number of its override. `own` is the
    split whose new entity contains the node. `apart` are the splits that concern the node's former entity but whose new
    entity does not contain the node. `added` are the names that the author added to the node's entity. `denied` are the
    names that the author removed from the node's entity. `type` is the entity type that the author chose. `whole` is
    the name that the node had before a split divided the node in two.
    """

    own: int | None = None
    apart: frozenset[int] = frozenset()
    added: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    type: str | None = None
    whole: str = ""


NO_OVERRIDES = NodeOverrides()


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node of one window with its context: a quote, a vector and the author's overrides. `quote` is the first
    sentence that names the node, and `vector` is the embedding of the node's description. A node that is only mentioned
    as "I", but is not the main narrator of the work, has the name of the chapter's narrator.
    """

    reading: NodeReading
    quote: str
    vector: NDArray[np.float32] | None = None
    decided: NodeOverrides = NO_OVERRIDES
    _names: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)
    _name_keys: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)
    _known_keys: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)
    _own_keys: frozenset[str] = field(default=frozenset(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The names and keys of a node are computed once, because identity resolution uses them very often and a node
        # never changes.
        names = self._own_names()
        keys = tuple(dict.fromkeys(name_key(name) for name in names))
        keys = (*keys, NARRATOR_KEY) if self.reading.narrator else keys
        whole = with_surname(self.reading.name, keys)
        known = (*(expand_title(key) for key in keys), *whole)
        object.__setattr__(self, "_names", names)
        object.__setattr__(self, "_name_keys", keys)
        object.__setattr__(self, "_known_keys", tuple(dict.fromkeys(known)))
        object.__setattr__(self, "_own_keys", frozenset((*keys, *whole)))

    def _own_names(self) -> tuple[str, ...]:
        own = tuple(surface.text for surface in self.reading.surfaces if not surface.shared)
        nameless = all(_is_pronoun(surface.text) for surface in self.reading.surfaces)
        named = nameless and not self.reading.narrator and not _is_pronoun(self.reading.name)
        return own or ((self.reading.name,) if named else ())

    def names(self) -> tuple[str, ...]:
        """Return the names of the node without shared titles. If the node is mentioned only by first-person pronouns
        and is not the main narrator of the work, the result is the main name of the node.
        """
        return self._names

    def title_keys(self) -> tuple[str, ...]:
        """Return the keys of the titles that the node shares with other entities. A shared title such as "the captain"
        does not identify an entity, but entities with the same title become candidates in questions.
        """
        titles = (surface.text for surface in self.reading.surfaces if surface.shared)
        return tuple(dict.fromkeys(name_key(title) for title in titles if not _is_pronoun(title)))

    def name_keys(self) -> tuple[str, ...]:
        """Return the keys of the names that can identify the node, including NARRATOR_KEY if the node is the narrator."""
        return self._name_keys

    def known_keys(self) -> tuple[str, ...]:
        """Return the keys with which identity resolution looks up the node among the known clusters. Abbreviated titles
        in the keys are written out. Each Chinese courtesy name occurs twice: alone, and with the surname in front.
        """
        return self._known_keys

    def own_keys(self) -> frozenset[str]:
        """Return the keys of the node's names, and the keys of its Chinese courtesy names with the surname in front."""
        return self._own_keys

    @property
    def is_first_person(self) -> bool:
        """Return whether the node says "I" outside of quoted speech but is not the main narrator of the work."""
        return not self.reading.narrator and any(_is_pronoun(one.text) for one in self.reading.surfaces if one.shared)

    @property
    def start(self) -> int:
        """Return the offset of the node's first mention in the window."""
        return min((span.start for surface in self.reading.surfaces for span in surface.spans), default=0)

    def description(self) -> EntityDescription:
        """Return the description of the node that a question shows."""
        names = tuple(surface.text for surface in self.reading.surfaces)[:NAMES_SHOWN]
        return EntityDescription(self.reading.name, self.reading.type, names, (self.quote,) if self.quote else ())


@dataclass(slots=True)
class Cluster:
    """Nodes that are the same entity. `known` contains the values of the cluster that candidate search uses."""

    known: CandidateCluster
    names: Counter[str] = field(default_factory=Counter[str])
    titles: Counter[str] = field(default_factory=Counter[str])
    types: Counter[str] = field(default_factory=Counter[str])
    first_name: str = ""
    first_quote: str = ""
    latest_quote: str = ""
    denied: set[str] = field(default_factory=set[str])
    """The keys of names that the author removed from the entity."""
    decided_type: str | None = None
    _shown: _CachedDescription | None = None

    @property
    def type(self) -> str:
        """Return the entity type that the author set, or the most frequent type of the cluster's nodes if the author
        set none. Of equally frequent types, the type that occurs first in narrative order is returned.
        """
        return self.decided_type or max(self.types, key=lambda name: self.types[name])

    def take(self, node: PlacedNode, chapter: int) -> None:
        """Add a node to the cluster; *chapter* is the index of the node's chapter."""
        self._shown = None
        self.types[node.reading.type] += 1
        keys = [name_key(name) for name in node.decided.denied]
        self.denied.update(keys, map(expand_title, keys))
        self.decided_type = node.decided.type or self.decided_type
        self.known.type = self.type
        for surface in node.reading.surfaces:
            is_title = surface.shared or name_key(surface.text) in self.denied
            (self.titles if is_title else self.names)[surface.text] += len(surface.spans)
        self.first_name = self.first_name or (node.names() or (node.reading.name,))[0]
        self.first_quote = self.first_quote or node.quote
        self.latest_quote = node.quote or self.latest_quote
        for key in (*node.name_keys(), *(name_key(name) for name in node.decided.added)):
            if key != NARRATOR_KEY and key not in self.known.keys and key not in self.denied:
                self.known.keys.append(key)
        if node.vector is not None:
            del self.known.vectors[1:]
            self.known.vectors.append(node.vector)
        self.known.chapters += self.known.last_seen != chapter
        self.known.last_seen = chapter

    def copy(self) -> Cluster:
        """Return an independent copy of the cluster."""
        known = CandidateCluster(
            self.known.number,
            self.known.type,
            list(self.known.keys),
            list(self.known.vectors),
            self.known.last_seen,
            self.known.chapters,
        )
        return Cluster(
            known,
            Counter(self.names),
            Counter(self.titles),
            Counter(self.types),
            self.first_name,
            self.first_quote,
            self.latest_quote,
            set(self.denied),
            self.decided_type,
        )

    def absorb(self, other: Cluster) -> None:
        """Add all nodes and names of the cluster *other*, which begins later in narrative order."""
        self._shown = None
        self.names.update(other.names)
        self.titles.update(other.titles)
        self.types.update(other.types)
        self.denied |= other.denied
        self.decided_type = self.decided_type or other.decided_type
        self.known.type = self.type
        self.latest_quote = other.latest_quote or self.latest_quote
        self.known.keys.extend(key for key in other.known.keys if key not in self.known.keys)
        self.known.vectors = [*self.known.vectors[:1], *other.known.vectors][:2]
        self.known.last_seen = max(self.known.last_seen, other.known.last_seen)
        self.known.chapters = max(self.known.chapters, other.known.chapters)

    def name_set(self) -> NameSet:
        """Return the names of the cluster as a NameSet. The main names are the first name in narrative order and the
        most used name.
        """
        return NameSet((self.first_name, *(name for name, _ in self.names.most_common(1))), tuple(self.names))

    def description(self, asked: PlacedNode) -> EntityDescription:
        """Return the description of the cluster that a question about the node *asked* shows. The description contains
        the most used names, the first quote and the latest quote of the cluster.
        """
        shown = self._shown
        if shown is None:
            shown = self._shown = self._cached_description()
        keys = asked.own_keys()
        if shown.keys.isdisjoint(keys) and shown.whole.isdisjoint(asked.name_keys()):
            return shown.unshared
        same = (name for name, key in shown.own.items() if key in keys)
        shared = tuple(dict.fromkeys((*same, *(name for name in asked.names() if name_key(name) in shown.whole))))
        return replace(shown.unshared, shared=shared)

    def _cached_description(self) -> _CachedDescription:
        own = {name: name_key(name) for name in self.names}
        whole = frozenset(key for main in self.name_set().mains for key in with_surname(main, tuple(own.values())))
        names_by_use = [name for name, _ in self.names.most_common(NAMES_SHOWN)] or [self.first_name]
        titles = [name for name, _ in self.titles.most_common() if not _is_pronoun(name)][:TITLES_SHOWN]
        names = tuple(dict.fromkeys((*names_by_use, *titles)))
        quotes = tuple(dict.fromkeys(quote for quote in (self.first_quote, self.latest_quote) if quote))
        return _CachedDescription(
            EntityDescription(names[0], self.type, names, quotes), own, frozenset(own.values()), whole
        )


class _CachedDescription(NamedTuple):
    """The cached description of a cluster, which is valid until the cluster changes. `unshared` is the description of
    the cluster in a question about a node that shares no name with the cluster. `own` maps each name of the cluster to
    the key of the name. `keys` is the set of all keys in `own`. `whole` contains the keys of the cluster's Chinese
    courtesy names with the surname in front.
    """

    unshared: EntityDescription
    own: dict[str, str]
    keys: frozenset[str]
    whole: frozenset[str]


class Clusters:
    """All clusters of a work, numbered in narrative order. A merged cluster keeps the smaller number of its two
    clusters, and the numbers of all clusters form a union-find structure.
    """

    def __init__(self) -> None:
        self._all: list[Cluster] = []
        self._parent: list[int] = []
        self._absorbed: list[int] = []
        self._unshared: set[int] = set()
        """The numbers of the clusters that no copy of this object shares, so that they may be modified (copy on write).
        """
        self._apart: dict[tuple[int, int], int] = {}
        self._differ: list[tuple[int, int, str]] = []

    def copy(self) -> Clusters:
        """Return an independent copy of all clusters. The original and the copy share each cluster until one of the two
        objects changes the cluster (copy on write).
        """
        other = Clusters()
        other._all = list(self._all)
        other._parent = list(self._parent)
        other._absorbed = list(self._absorbed)
        self._unshared = set()
        other._apart = dict(self._apart)
        other._differ = list(self._differ)
        return other

    def take(self, number: int, node: PlacedNode, chapter: int) -> None:
        """Add a node to the cluster *number*; *chapter* is the index of the node's chapter."""
        self._unshared_cluster(self.root(number)).take(node, chapter)

    def _unshared_cluster(self, root: int) -> Cluster:
        """Return the cluster *root* for modification, and copy the cluster first if another Clusters object shares it."""
        if root not in self._unshared:
            self._all[root] = self._all[root].copy()
            self._unshared.add(root)
        return self._all[root]

    def absorbed(self) -> tuple[int, ...]:
        """Return the numbers of the clusters that were merged into other clusters, in the order of merging."""
        return tuple(self._absorbed)

    def __len__(self) -> int:
        return len(self._all)

    def new(self, node: PlacedNode, chapter: int) -> int:
        """Create a cluster that contains *node*, and return the number of the new cluster."""
        number = len(self._all)
        cluster = Cluster(CandidateCluster(number, node.reading.type))
        cluster.take(node, chapter)
        self._all.append(cluster)
        self._parent.append(number)
        self._unshared.add(number)
        return number

    def root(self, number: int) -> int:
        """Return the number of the merged cluster that contains the cluster *number*, or *number* if the cluster was
        not merged.
        """
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def unite(self, first: int, second: int) -> int:
        """Merge two clusters, and return the number of the merged cluster."""
        lower, higher = sorted((self.root(first), self.root(second)))
        if lower != higher:
            self._unshared_cluster(lower).absorb(self._all[higher])
            self._parent[higher] = lower
            self._absorbed.append(higher)
        return lower

    def keep_apart(self, first: int, second: int, *, by: int) -> None:
        """Prevent that identity resolution merges two clusters; a later override of the author can still merge the
        clusters. *by* is the number of the override that separates the clusters.
        """
        lower, higher = sorted((self.root(first), self.root(second)))
        if lower != higher:
            self._apart[lower, higher] = max(by, self._apart.get((lower, higher), by))

    def differ(self, number: int, others: Iterable[int], *, by: str) -> None:
        """Record that an answer says that the cluster *number* is a different entity than each of the clusters
        *others*. *by* is the id of the answered question.
        """
        self._differ.extend((number, other, by) for other in others)

    def differing(self, answered: Container[str]) -> set[frozenset[int]]:
        """Return the pairs of clusters that are known to be different entities. Two clusters are known to be different
        entities if the author separated the clusters, or if the answer to one of the questions *answered* says so.
        """
        judged = ((one, other) for one, other, by in self._differ if by in answered)
        pairs = {frozenset((self.root(one), self.root(other))) for one, other in (*judged, *self._apart)}
        return {pair for pair in pairs if len(pair) == 2}

    def apart(self, first: int, second: int) -> int | None:
        """Return the number of the latest override that separates two clusters, or None if no override separates the
        clusters.
        """
        if not self._apart:
            return None
        wanted = {self.root(first), self.root(second)}
        acts = [
            by
            for (one, other), by in self._apart.items()
            if len(wanted) == 2 and {self.root(one), self.root(other)} == wanted
        ]
        return max(acts, default=None)

    def __getitem__(self, number: int) -> Cluster:
        return self._all[self.root(number)]

    def roots(self) -> Iterator[tuple[int, Cluster]]:
        """Yield the clusters that were not merged into other clusters, ordered by number."""
        for number, cluster in enumerate(self._all):
            if self._parent[number] == number:
                yield number, cluster


def _is_pronoun(title: str) -> bool:
    """Return whether the text of a mention is a first-person pronoun such as "I"."""
    return name_key(title) in lexicon.words("narrator_pronouns")
