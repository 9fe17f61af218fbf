"""Interface of the rules with which the rule-based reader reads one language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from episodic.languages.registry import Component
from episodic.model.readings import FrameReading, Placement, StatementReading, Surface, Window
from episodic.model.settings import DEFAULT_ENTITY_TYPES, WorkSettings
from episodic.model.spans import Span


class NameKind(StrEnum):
    """The kinds of entities that the rules distinguish. The value of each NameKind is the name of a default entity
    type.
    """

    PERSON = "Person"
    PLACE = "Place"
    ORGANIZATION = "Organization"
    ITEM = "Item"
    CREATURE = "Creature"


@dataclass(frozen=True, slots=True)
class NamedNode:
    """An entity that the rules found, with all its surface forms.

    If `name` is empty in a NamedNode, the first surface form is the name of the entity. `narrator` is true if the
    entity is the first-person narrator of the work.
    """

    kind: NameKind
    surfaces: tuple[Surface, ...]
    narrator: bool = False
    name: str = ""


class Trust(StrEnum):
    """Where later windows (parts of chapters) are searched for a known name: nowhere, only where the text around it
    shows that it can be a name, or everywhere.
    """

    NONE = "none"
    IN_CONTEXT = "in_context"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class KnownName:
    """A known name, for which a window (a part of a chapter) is searched. A known name is the name of an entity from an
    earlier chapter, or from an earlier window of the same chapter. Known names with the same `entity` belong to one
    entity.
    """

    text: str
    kind: NameKind
    entity: int
    trust: Trust = Trust.EVERYWHERE
    main: bool = True
    """Whether a known name is the most used name of its entity."""
    title: bool = False
    """Whether a known name is a title, such as "Gran", that only one entity of the work has."""


@dataclass(frozen=True, slots=True)
class KnownNode:
    """An entity that the window names (a node), in the form that the rules for statements need.

    `kind` is None if the rules do not know the entity type of the node, such as a type that the author added.
    """

    index: int
    kind: NameKind | None
    name: str
    surfaces: tuple[Surface, ...]
    type: str


def kind_of(type_name: str, settings: WorkSettings) -> NameKind | None:
    """Return the kind that corresponds to the entity type *type_name* of *settings*, or None if the rules do not know
    the type.
    """
    found = settings.entity_type(type_name)
    name = found.name if found else type_name
    for kind in NameKind:
        if type_for(kind, settings) == name:
            return kind
    return None


def type_for(kind: NameKind, settings: WorkSettings) -> str | None:
    """Return the name of the entity type of *settings* that corresponds to *kind*, or None if *settings* has no such
    entity type.
    """
    default = next(known for known in DEFAULT_ENTITY_TYPES if known.name == kind)
    for name in (default.name, *default.names):
        found = settings.entity_type(name)
        if found is not None:
            return found.name
    return None


@dataclass(frozen=True, slots=True)
class TimeRules:
    """The functions with which the rule-based reader finds the time words of a text, and the placement of a sentence.
    The placement is the time that the sentence is about, relative to the current moment of its passage.

    `words` returns the time words of a text, or None if the text has no time words. `placing` returns the placement of
    a sentence: now, earlier or later.
    """

    words: Callable[[str], str | None]
    placing: Callable[[str], Placement]


class LanguageRules(Protocol):
    """The rules with which the rule-based reader reads one language.

    The results of all methods depend only on the arguments. All offsets in the results of the methods count from the
    beginning of the window, the part of a chapter that is read.
    """

    def names(self, window: Window, speech: Sequence[Span], *, known: Sequence[KnownName] = ()) -> Sequence[NamedNode]:
        """Return the entities of the window in the order of their first mentions. Narrators without a name may come
        after all named entities. People whom the text calls only by a role such as "the cook" may come after all named
        entities, too. The spans of the surface forms of all returned entities do not overlap.

        *speech* contains the spans of quoted speech and of letters, in text order and without overlap. *known* contains
        further names for which the window is searched, besides the names that the window introduces itself.
        """
        ...

    def trust(self, name: str, kind: NameKind, *, chapters: int, mentions: int) -> Trust:
        """Return where later windows (parts of chapters) can be searched for *name*: nowhere, only where the text
        around it shows that it can be a name, or everywhere.

        *chapters* is the number of chapters in which the name was found so far, and *mentions* is the number of its
        mentions so far.
        """
        ...

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        """Return the frame of each passage of the window, in text order."""
        ...

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        """Return the statements of the window about *nodes*."""
        ...


READING: Final[Component[LanguageRules]] = Component("reading")
"""Registry of the reading rules of each language that the rule-based reader supports."""
