"""Nodes (entities as one part of a chapter describes them) in the form that identity resolution needs: with names,
quotes, vectors and the author's overrides.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.namesakes import with_surname
from episodic.dedup.questions import EntityDescription
from episodic.dedup.western_names import expand_title
from episodic.languages import lexicon
from episodic.model.episodes import Language
from episodic.model.name_keys import name_key
from episodic.model.readings import NodeReading

NAMES_SHOWN = 4
NARRATOR_KEY = "\x00narrator"
"""The name key of the main narrator, who says "I" in the main story. No real name has the key NARRATOR_KEY."""


@dataclass(frozen=True, slots=True)
class NodeOverrides:
    """The author's overrides that concern a node. `own` is the number of the split override whose new entity contains
    the node. `apart` contains the numbers of the split overrides that leave the node with the old entity instead of
    moving it to their new entity. `added` are the names that the author added to the node's entity. `denied` are the
    names that the author removed from the node's entity. `type` is the entity type that the author chose for the node's
    entity, or None. `whole` is the name that the node had before the splits were applied, or empty if no split concerns
    the node.
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
    sentence that mentions the node, at most 160 characters of it, or empty. `vector` is the embedding of the node's
    name and quote.
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
        nameless = all(is_pronoun(surface.text) for surface in self.reading.surfaces)
        named = nameless and not self.reading.narrator and not is_pronoun(self.reading.name)
        return own or ((self.reading.name,) if named else ())

    def names(self) -> tuple[str, ...]:
        """Return the names of the node without pronouns, and without titles that several entities share. If the node is
        mentioned only by first-person pronouns and is not the main narrator, return only the node's main name.
        """
        return self._names

    def title_keys(self) -> tuple[str, ...]:
        """Return the keys of the titles that the node shares with other entities. A shared title such as "the captain"
        does not identify an entity, but entities with the same title become candidates in questions.
        """
        titles = (surface.text for surface in self.reading.surfaces if surface.shared)
        return tuple(dict.fromkeys(name_key(title) for title in titles if not is_pronoun(title)))

    def name_keys(self) -> tuple[str, ...]:
        """Return the keys of the names that can identify the node, and NARRATOR_KEY if the node is the main narrator of
        the work.
        """
        return self._name_keys

    def known_keys(self) -> tuple[str, ...]:
        """Return the keys by which identity resolution finds known clusters for the node. Abbreviated titles in the
        keys are written out. Each Chinese courtesy name of two characters occurs twice: alone, and with the surname in
        front.
        """
        return self._known_keys

    def own_keys(self) -> frozenset[str]:
        """Return the keys of the node's names, and the keys of its Chinese courtesy names with the surname in front."""
        return self._own_keys

    @property
    def is_first_person(self) -> bool:
        """Return whether a pronoun such as "I" is a mention of the node, and the node is not the main narrator of the
        work.
        """
        return not self.reading.narrator and any(is_pronoun(one.text) for one in self.reading.surfaces if one.shared)

    @property
    def start(self) -> int:
        """Return the offset of the node's first mention in the window, or 0 if it has none."""
        return min((span.start for surface in self.reading.surfaces for span in surface.spans), default=0)

    def description(self) -> EntityDescription:
        """Return the description of the node for a question to a judge."""
        names = tuple(surface.text for surface in self.reading.surfaces)[:NAMES_SHOWN]
        return EntityDescription(self.reading.name, self.reading.type, names, (self.quote,) if self.quote else ())


@dataclass(frozen=True, slots=True)
class ChapterNodes:
    """The nodes in the windows of one chapter. `count` is the chapter's index in narrative order, counted from 0.
    `by_rule` is true if the rule-based reader read the chapter. The nodes of a chapter read by rules are identified by
    their names alone, and no stored answer is used.
    """

    episode: str
    count: int
    language: Language
    windows: tuple[tuple[PlacedNode, ...], ...]
    by_rule: bool = False


def is_pronoun(title: str) -> bool:
    """Return whether the text of a mention is a first-person pronoun such as "I"."""
    return name_key(title) in lexicon.words("narrator_pronouns")
