"""Entities in the making: nodes of readings gathered under one number, united when they prove to be one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.candidates import Known
from episodic.dedup.namesakes import Borne, with_surname
from episodic.dedup.questions import Described
from episodic.dedup.western_names import written_out
from episodic.model.names import name_key
from episodic.model.readings import NodeReading

NAMES_SHOWN = 4
TITLES_SHOWN = 2
NARRATOR_KEY = "\x00narrator"
"""The key under which first-person narrators meet; no name can have it."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What the author has decided of a node; acts go by their numbers.

    `own` is the split that it belongs to, `apart` are splits that it does not belong to; `added` and `denied` are names that its
    entity bears or does not bear, `type` the entity's type; `whole` is the name of the node as it was read, before it was divided.
    """

    own: int | None = None
    apart: frozenset[int] = frozenset()
    added: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    type: str | None = None
    whole: str = ""


UNDECIDED = Decided()


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node of one window with the sentence that first names it, and its description's vector, if it was embedded.

    One who only says "I" there, and is not the narrator, is who the chapter names as the teller: that is the node's name.
    """

    reading: NodeReading
    quote: str
    vector: NDArray[np.float32] | None = None
    decided: Decided = UNDECIDED
    _names: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)
    _name_keys: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)
    _known_keys: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)
    _own_keys: frozenset[str] = field(default=frozenset(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Asked for again and again while it is told who is who, and the same every time.
        names = self._own_names()
        keys = tuple(dict.fromkeys(name_key(name) for name in names))
        keys = (*keys, NARRATOR_KEY) if self.reading.narrator else keys
        whole = with_surname(self.reading.name, keys)
        known = (*(written_out(key) for key in keys), *whole)
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
        """The names it bears by itself, shared titles left out; its own name where it bears nothing else."""
        return self._names

    def title_keys(self) -> tuple[str, ...]:
        """Exact keys of titles that others may bear, too: they speak for nobody, and say whom to ask about."""
        titles = (surface.text for surface in self.reading.surfaces if surface.shared)
        return tuple(dict.fromkeys(name_key(title) for title in titles if not _is_pronoun(title)))

    def name_keys(self) -> tuple[str, ...]:
        """Exact keys that speak for its identity."""
        return self._name_keys

    def known_keys(self) -> tuple[str, ...]:
        """The keys under which its names are looked up: titles may be abbreviated, and a courtesy name have its surname before it."""
        return self._known_keys

    def own_keys(self) -> frozenset[str]:
        """The keys of its names, and of its courtesy names with their surname before them."""
        return self._own_keys

    @property
    def tells(self) -> bool:
        """Whether it says "I" in the place of the narrator."""
        return not self.reading.narrator and any(_is_pronoun(one.text) for one in self.reading.surfaces if one.shared)

    @property
    def start(self) -> int:
        """Where it is first named, relative to its window."""
        return min((span.start for surface in self.reading.surfaces for span in surface.spans), default=0)

    def described(self) -> Described:
        """The node as a question shows it."""
        names = tuple(surface.text for surface in self.reading.surfaces)[:NAMES_SHOWN]
        return Described(self.reading.name, self.reading.type, names, (self.quote,) if self.quote else ())


@dataclass(slots=True)
class Cluster:
    """Nodes that are one, as far as it is told; `known` is what candidate search sees of it."""

    known: Known
    names: Counter[str] = field(default_factory=Counter[str])
    titles: Counter[str] = field(default_factory=Counter[str])
    types: Counter[str] = field(default_factory=Counter[str])
    first_name: str = ""
    first_quote: str = ""
    latest_quote: str = ""
    denied: set[str] = field(default_factory=set[str])
    """Keys of names that are none of its own, as the author says."""
    decided_type: str | None = None
    _shown: _Shown | None = None

    @property
    def type(self) -> str:
        """The type that the author gave it, or the one most of its nodes have; among equals the first told."""
        return self.decided_type or max(self.types, key=lambda name: self.types[name])

    def take(self, node: PlacedNode, chapter: int) -> None:
        """Add one node told of in *chapter*."""
        self._shown = None
        self.types[node.reading.type] += 1
        keys = [name_key(name) for name in node.decided.denied]
        self.denied.update(keys, map(written_out, keys))
        self.decided_type = node.decided.type or self.decided_type
        self.known.type = self.type
        for surface in node.reading.surfaces:
            lent = surface.shared or name_key(surface.text) in self.denied
            (self.titles if lent else self.names)[surface.text] += len(surface.spans)
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
        """An independent copy."""
        known = Known(
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
        """Take over everything of *other*, which was told of later."""
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

    def borne(self) -> Borne:
        """What it is called: it goes by the name that it was first told of by, and by the one used most."""
        return Borne((self.first_name, *(name for name, _ in self.names.most_common(1))), tuple(self.names))

    def described(self, asked: PlacedNode) -> Described:
        """The cluster as a candidate of *asked*: its most used names and its first and latest quote."""
        shown = self._shown
        if shown is None:
            shown = self._shown = self._as_shown()
        keys = asked.own_keys()
        if shown.keys.isdisjoint(keys) and shown.whole.isdisjoint(asked.name_keys()):
            return shown.unshared
        same = (name for name, key in shown.own.items() if key in keys)
        shared = tuple(dict.fromkeys((*same, *(name for name in asked.names() if name_key(name) in shown.whole))))
        return replace(shown.unshared, shared=shared)

    def _as_shown(self) -> _Shown:
        own = {name: name_key(name) for name in self.names}
        whole = frozenset(key for main in self.borne().mains for key in with_surname(main, tuple(own.values())))
        borne = [name for name, _ in self.names.most_common(NAMES_SHOWN)] or [self.first_name]
        titles = [name for name, _ in self.titles.most_common() if not _is_pronoun(name)][:TITLES_SHOWN]
        names = tuple(dict.fromkeys((*borne, *titles)))
        quotes = tuple(dict.fromkeys(quote for quote in (self.first_quote, self.latest_quote) if quote))
        return _Shown(Described(names[0], self.type, names, quotes), own, frozenset(own.values()), whole)


class _Shown(NamedTuple):
    """What questions show of a cluster, until it changes: as it is shown to whom it shares no name with, its own names with their
    keys, those keys, and the keys of those with the surname before them.
    """

    unshared: Described
    own: dict[str, str]
    keys: frozenset[str]
    whole: frozenset[str]


class Clusters:
    """All clusters of a work, numbered by first telling; united ones go on under the smaller number."""

    def __init__(self) -> None:
        self._all: list[Cluster] = []
        self._parent: list[int] = []
        self._absorbed: list[int] = []
        self._own: set[int] = set()
        """Numbers of the clusters that no copy shares."""
        self._apart: dict[tuple[int, int], int] = {}
        self._differ: list[tuple[int, int, str]] = []

    def copy(self) -> Clusters:
        """An independent copy: both go on sharing every cluster until one of them changes it."""
        other = Clusters()
        other._all = list(self._all)
        other._parent = list(self._parent)
        other._absorbed = list(self._absorbed)
        self._own = set()
        other._apart = dict(self._apart)
        other._differ = list(self._differ)
        return other

    def take(self, number: int, node: PlacedNode, chapter: int) -> None:
        """Add one node told of in *chapter* to a cluster."""
        self._mine(self.root(number)).take(node, chapter)

    def _mine(self, root: int) -> Cluster:
        """The cluster, to be changed here and nowhere else."""
        if root not in self._own:
            self._all[root] = self._all[root].copy()
            self._own.add(root)
        return self._all[root]

    def absorbed(self) -> tuple[int, ...]:
        """Numbers of the clusters that were taken up into others, in the order it happened."""
        return tuple(self._absorbed)

    def __len__(self) -> int:
        return len(self._all)

    def new(self, node: PlacedNode, chapter: int) -> int:
        """Begin a cluster with *node*; its number."""
        number = len(self._all)
        cluster = Cluster(Known(number, node.reading.type))
        cluster.take(node, chapter)
        self._all.append(cluster)
        self._parent.append(number)
        self._own.add(number)
        return number

    def root(self, number: int) -> int:
        """The number under which *number* goes on."""
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def unite(self, first: int, second: int) -> int:
        """Make two clusters one; the number of the one that goes on."""
        one, other = sorted((self.root(first), self.root(second)))
        if one != other:
            self._mine(one).absorb(self._all[other])
            self._parent[other] = one
            self._absorbed.append(other)
        return one

    def keep_apart(self, first: int, second: int, *, by: int) -> None:
        """Nothing but the author's own later word makes these two one; *by* is the number of the act that says so."""
        one, other = sorted((self.root(first), self.root(second)))
        if one != other:
            self._apart[one, other] = max(by, self._apart.get((one, other), by))

    def differ(self, number: int, others: Iterable[int], *, by: str) -> None:
        """*number* is none of these, if the question of the id *by* is answered at all: the rules have it so, too."""
        self._differ.extend((number, other, by) for other in others)

    def differing(self, answered: Container[str]) -> set[frozenset[int]]:
        """The pairs of clusters that the author, or an answer to one of these questions, has told apart."""
        judged = ((one, other) for one, other, by in self._differ if by in answered)
        pairs = {frozenset((self.root(one), self.root(other))) for one, other in (*judged, *self._apart)}
        return {pair for pair in pairs if len(pair) == 2}

    def apart(self, first: int, second: int) -> int | None:
        """The number of the latest act that keeps these two apart, or None."""
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
        """Clusters that were not taken up into others, by number."""
        for number, cluster in enumerate(self._all):
            if self._parent[number] == number:
                yield number, cluster


def _is_pronoun(title: str) -> bool:
    """Whether a narrator's own word for itself is meant."""
    return name_key(title) in {"i", "me", "my", "我", "俺", "咱", "余", "吾"}
