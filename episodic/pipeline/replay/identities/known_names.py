"""Collects the names of the chapters replayed so far, and selects the names for which rules search a window (a part of
a chapter).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar

from episodic.dedup.clusters import Clusters
from episodic.dedup.nodes import PlacedNode, is_pronoun
from episodic.extraction.rule_based.language_rules import READING, KnownName, NameKind, Trust, kind_of
from episodic.model.episodes import Language
from episodic.model.ids import digest_of
from episodic.model.name_keys import name_key
from episodic.model.readings import NodeReading
from episodic.model.settings import Density, WorkSettings
from episodic.model.shared_dict import SharedDict

MIN_RATIO = 8
"""If several entities have a name, rules search the text for this name only under a condition. One of these entities
must be called so at least MIN_RATIO times as often as any other.
"""
_MIN_LENGTH = 2

BearersOf = Callable[[str], Iterable[int]]
"""A function that returns the clusters of mentions (entities) that have a name with the given name key."""


@dataclass(frozen=True, slots=True)
class WindowText:
    """The text of a window (a part of a chapter) in the form that is searched for names. The text has single spaces.
    The set of all pairs of adjacent characters in the text is kept, too, because names are looked up by such pairs.
    """

    text: str
    pairs: frozenset[str]


@lru_cache(maxsize=1024)
def window_text(text: str) -> WindowText:
    """Return the text of a window (a part of a chapter) in the form that is searched for names."""
    flat = " ".join(text.split())
    return WindowText(flat, frozenset(map("".join, pairwise(flat))))


class KnownNames:
    """The names and titles in the chapters so far. Rules search the text of later chapters for the names and titles of
    earlier chapters, to find known entities.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_uses", "_by_start", "_chapters", "_narrated")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, clusters: Clusters, bearers_of: BearersOf) -> None:
        self._clusters = clusters
        self._bearers_of = bearers_of
        self._uses = SharedDict[str, int]()
        """The number of chapters that contain each name."""
        self._by_start = SharedDict[str, tuple[str, ...]]()
        """The names by their first two characters, each list in the order in which chapters first contained the names.
        """
        self._chapters = 0
        self._narrated = 0
        """The number of chapters with a first-person narrator."""
        self._bearers: dict[str, tuple[int, Trust] | None] = {}
        """A cache of the results of `_trusted`, by name, for the current chapter."""

    def copy(self, clusters: Clusters, bearers_of: BearersOf) -> KnownNames:
        other = KnownNames(clusters, bearers_of)
        other._uses = self._uses.copy()
        other._by_start = self._by_start.copy()
        other._chapters, other._narrated = self._chapters, self._narrated
        return other

    def add(self, windows: Sequence[Sequence[PlacedNode]], *, titles: bool = True) -> None:
        """Add the names of the entities (nodes) in the readings of the next chapter, and also their titles if *titles*
        is true.
        """
        self._bearers = {}
        readings = [node.reading for nodes in windows for node in nodes]
        for name in dict.fromkeys(_names(readings, titles=titles)):
            chapters = self._uses.get(name, 0)
            if not chapters:
                start = name[:_MIN_LENGTH]
                self._by_start[start] = (*self._by_start.get(start, ()), name)
            self._uses[name] = chapters + 1
        self._chapters += 1
        self._narrated += any(one.narrator for one in readings)

    @property
    def first_person(self) -> bool:
        """Whether most chapters so far have a first-person narrator."""
        return 2 * self._narrated > self._chapters

    def of_window(
        self, window: WindowText, language: Language, settings: WorkSettings, *, earlier: Sequence[NodeReading]
    ) -> tuple[KnownName, ...]:
        """Return, in sorted order, the known names for which rules search a window (a part of a chapter). Each name
        comes with the number of its entity, counted from 0. A name is trusted if it means only one entity and if the
        rules of the language do not exclude it from searches.

        If the window's text contains one trusted name of an entity, all trusted names of the entity are known names.
        *earlier* contains the nodes (entities as read) of the chapter's earlier windows. If an entity in *earlier* is a
        person known from earlier chapters, all trusted names of this person are known names. A name in *earlier* that
        occurs in no earlier chapter can also be a known name. Such a name must mean only one entity, and must not be
        excluded from searches.
        """
        found = set(self._people(earlier, language, settings))
        for start in window.pairs & self._by_start.keys():
            for name in self._by_start[start]:
                if name in window.text:
                    bearer = self._bearer(name, language, settings)
                    if bearer is not None:
                        found.add(bearer)
        known = [
            KnownName(name, kind, number, found_trust[1], main=name == self._main(number), title=name not in names)
            for number in found
            for kind in [kind_of(self._clusters[number].type, settings)]
            if kind is not None
            for names in [self._clusters[number].names]
            for name in {**names, **self._clusters[number].titles}
            for found_trust in [self._trusted(name, language, settings)]
            if found_trust is not None and found_trust[0] == number
        ]
        return _normalised((*known, *self._new_names(earlier, language, settings)))

    def _people(self, nodes: Sequence[NodeReading], language: Language, settings: WorkSettings) -> Iterator[int]:
        for node in nodes:
            if kind_of(node.type, settings) is NameKind.PERSON:
                for name in _names([node]):
                    bearer = self._bearer(name, language, settings)
                    if bearer is not None:
                        yield bearer

    def _new_names(
        self, nodes: Sequence[NodeReading], language: Language, settings: WorkSettings
    ) -> Iterator[KnownName]:
        """Yield the names of *nodes* (entities of the chapter's earlier windows) that occur in no earlier chapter and
        for which later windows may be searched. An entity that is new in this chapter, and therefore has no cluster
        number yet, gets a negative number.
        """
        rules = READING.find(language)
        entity_of: dict[str, int] = {}
        mentions = Counter({one.text: len(one.spans) for node in nodes for one in node.surfaces if not one.shared})
        for number, node in enumerate(nodes, start=1):
            kind = kind_of(node.type, settings)
            names = list(_names([node]))
            bearers = {self._bearer(name, language, settings) for name in names} - {None}
            bearers |= {entity_of[name] for name in names if name in entity_of}
            if kind is None or rules is None or len(bearers) > 1:
                continue
            entity = next(iter(bearers), None)
            entity = -number if entity is None else entity
            for name in names:
                trust = rules.trust(name, kind, chapters=1, mentions=mentions[name])
                if name not in entity_of and name not in self._uses and trust is not Trust.NONE:
                    entity_of[name] = entity
                    yield KnownName(name, kind, entity, trust)

    def _main(self, number: int) -> str:
        names = self._clusters[number].names
        return max(names, key=lambda name: (names[name], name)) if names else ""

    def _bearer(self, name: str, language: Language, settings: WorkSettings) -> int | None:
        found = self._trusted(name, language, settings)
        return None if found is None else found[0]

    def _trusted(self, name: str, language: Language, settings: WorkSettings) -> tuple[int, Trust] | None:
        """Return the cluster number of the only entity that the name means, and which occurrences of the name in a text
        count. Either every occurrence counts, or only occurrences whose surrounding words fit a name. Return None if
        rules must not search the text for the name.
        """
        if name not in self._bearers:
            self._bearers[name] = self._found_bearer(name, language, settings)
        return self._bearers[name]

    def _found_bearer(self, name: str, language: Language, settings: WorkSettings) -> tuple[int, Trust] | None:
        chapters = self._uses.get(name)
        if chapters is None:
            return None
        key = name_key(name)
        numbers = {self._clusters.root(number) for number in self._bearers_of(key)}
        numbers = {number for number in numbers if key not in self._clusters[number].denied}
        ranked = sorted(numbers, key=lambda number: (-self._clusters[number].names[name], number))
        if not ranked:
            return None
        mentions = self._clusters[ranked[0]].names[name]
        title = not mentions
        if title and len(ranked) > 1:
            ranked.sort(key=lambda number: (-self._clusters[number].titles[name], number))
            if not self._is_usual_thing(name, ranked[0], ranked[1], settings):
                return None
        elif len(ranked) > 1 and mentions < MIN_RATIO * max(1, self._clusters[ranked[1]].names[name]):
            return None
        kind = kind_of(self._clusters[ranked[0]].type, settings)
        rules = READING.find(language)
        if kind is None or rules is None:
            return None
        trust = rules.trust(name, kind, chapters=chapters, mentions=mentions)
        if title and trust is Trust.NONE:
            trust = Trust.IN_CONTEXT
        return None if trust is Trust.NONE else (ranked[0], trust)

    def _is_usual_thing(self, name: str, number: int, next_number: int, settings: WorkSettings) -> bool:
        """Return whether a title that several things have, such as "the key", means one of them far more often than any
        other.

        The result is False for a title of persons, because the meaning of such a title depends on the speaker.
        """
        kind, uses = kind_of(self._clusters[number].type, settings), self._clusters[number].titles[name]
        return kind is not NameKind.PERSON and uses >= MIN_RATIO * max(1, self._clusters[next_number].titles[name])


def _normalised(known: Iterable[KnownName]) -> tuple[KnownName, ...]:
    """Return *known* in sorted order, with the entities renumbered in this order, so that equal sets of names give
    equal results.
    """
    ordered = sorted(known, key=lambda one: (one.text, one.kind, one.entity))
    numbers: dict[int, int] = {}
    for one in ordered:
        numbers.setdefault(one.entity, len(numbers))
    return tuple(replace(one, entity=numbers[one.entity]) for one in ordered)


def known_digest(known: Sequence[KnownName], density: Density, *, first_person: bool) -> str:
    """Return a digest of the arguments. What rules read in a window (a part of a chapter) depends only on these
    arguments and on the text of the window. A reading can therefore be used again if both the digest and the text are
    equal.
    """
    names = [
        (one.text, one.kind.value, one.entity, one.trust.value, one.main, *(["title"] if one.title else []))
        for one in known
    ]
    return digest_of(repr((density.value, names, *(["first person"] if first_person else []))))


def _names(nodes: Iterable[NodeReading], *, titles: bool = False) -> Iterator[str]:
    for node in nodes:
        for surface in node.surfaces:
            wanted = not surface.shared or (titles and not is_pronoun(surface.text))
            if wanted and surface.spans and len(surface.text) >= _MIN_LENGTH and "\n" not in surface.text:
                yield surface.text
