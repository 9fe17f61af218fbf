"""Clusters: groups of nodes that are the same entity according to the chapters so far.

A cluster also has the names and quotes of its nodes. A node is an entity as one part of a chapter describes it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from episodic.dedup.candidates import CandidateCluster
from episodic.dedup.namesakes import NameSet, with_surname
from episodic.dedup.nodes import NAMES_SHOWN, NARRATOR_KEY, PlacedNode, is_pronoun
from episodic.dedup.packed_vectors import packed_vector
from episodic.dedup.questions import EntityDescription
from episodic.dedup.western_names import expand_title
from episodic.model.deferred import Deferred
from episodic.model.name_keys import name_key

TITLES_SHOWN = 2


@dataclass(slots=True)
class Cluster(Deferred):
    """A cluster: nodes (entities as parts of chapters describe them) that are the same entity. The attribute `known`
    contains the values of a cluster that candidate search uses.
    """

    known: CandidateCluster
    names: Counter[str] = field(default_factory=Counter[str])
    titles: Counter[str] = field(default_factory=Counter[str])
    types: Counter[str] = field(default_factory=Counter[str])
    first_name: str = ""
    first_quote: str = ""
    latest_quote: str = ""
    latest: tuple[int, int, int] = (-1, -1, -1)
    """The position of `latest_quote`: the indexes of its chapter and of its window in this chapter, and an offset. The
    offset is that of the quoted node in the window.
    """
    windows: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """The windows (parts of chapters) in which the entity occurs, each as the index of the chapter and the index of the
    window in it.
    """
    denied: set[str] = field(default_factory=set[str])
    """The keys of names that the author removed from the entity."""
    decided_type: str | None = None
    _shown: _CachedDescription | None = None

    @property
    def type(self) -> str:
        """Return the entity type that the author set, or the most frequent type of the cluster's nodes if the author
        set none. Of equally frequent entity types, the type that the cluster received first is returned.
        """
        return self.decided_type or max(self.types, key=lambda name: self.types[name])

    def take(self, node: PlacedNode, chapter: int, window: int = 0) -> None:
        """Add a node to the cluster. *chapter* is the index of the node's chapter, and *window* the index of the node's
        window in the chapter.
        """
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
        self.windows.add((chapter, window))
        if node.quote and (chapter, window) >= self.latest[:2]:
            self.latest_quote = node.quote
            self.latest = (chapter, window, node.start)
        for key in (*node.name_keys(), *(name_key(name) for name in node.decided.added)):
            if key != NARRATOR_KEY and key not in self.known.keys and key not in self.denied:
                self.known.keys.append(key)
        if node.vector is not None:
            del self.known.vectors[1:]
            self.known.vectors.append(packed_vector(node.vector))
        self.known.chapters += self.known.last_seen != chapter
        self.known.last_seen = chapter

    def copy(self) -> Cluster:
        return Cluster(
            self.known.copy(),
            Counter(self.names),
            Counter(self.titles),
            Counter(self.types),
            self.first_name,
            self.first_quote,
            self.latest_quote,
            self.latest,
            set(self.windows),
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
        if other.latest_quote and other.latest >= self.latest:
            self.latest_quote, self.latest = other.latest_quote, other.latest
        self.windows |= other.windows
        self.known.keys.extend(key for key in other.known.keys if key not in self.known.keys)
        self.known.vectors = [*self.known.vectors[:1], *other.known.vectors][:2]
        self.known.last_seen = max(self.known.last_seen, other.known.last_seen)
        self.known.chapters = max(self.known.chapters, other.known.chapters)

    def name_set(self) -> NameSet:
        """Return all names of the cluster. The main names in the returned NameSet are the first name in narrative order
        and the most used name.
        """
        return NameSet((self.first_name, *(name for name, _ in self.names.most_common(1))), tuple(self.names))

    def description(self, asked: PlacedNode) -> EntityDescription:
        """Return the description that an identity question (which known entity is the node *asked*?) shows of the
        cluster. The description contains up to NAMES_SHOWN names and up to TITLES_SHOWN titles, most used first. The
        description also contains the first and the latest quote, and the names that the cluster shares with *asked*.
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
        titles = [name for name, _ in self.titles.most_common() if not is_pronoun(name)][:TITLES_SHOWN]
        names = tuple(dict.fromkeys((*names_by_use, *titles)))
        quotes = tuple(dict.fromkeys(quote for quote in (self.first_quote, self.latest_quote) if quote))
        return _CachedDescription(
            EntityDescription(names[0], self.type, names, quotes), own, frozenset(own.values()), whole
        )


class _CachedDescription(NamedTuple):
    """`unshared` is the description of a cluster in a question about a node that shares no name with the cluster. `own`
    maps each name of the cluster to the key of the name. `keys` is the set of the keys of all names of the cluster.
    `whole` contains the keys of the cluster's Chinese courtesy names with the surname in front.
    """

    unshared: EntityDescription
    own: dict[str, str]
    keys: frozenset[str]
    whole: frozenset[str]
