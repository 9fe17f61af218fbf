"""Interface of a language's rules for the rule-based reader: names, frames and statements of a window."""

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
    """The kinds of entities that rules distinguish; each value is the name of a default entity type."""

    PERSON = "Person"
    PLACE = "Place"
    ORGANIZATION = "Organization"
    ITEM = "Item"
    CREATURE = "Creature"


@dataclass(frozen=True, slots=True)
class NamedNode:
    """An entity that the rules found, with all its surface forms.

    The name of the entity is *name*, or the first surface form if *name* is empty. *narrator* says whether the entity
    is the first-person narrator of the work.
    """

    kind: NameKind
    surfaces: tuple[Surface, ...]
    narrator: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class KnownNode:
    """A node of the window in the form that the statement rules need; `kind` is None for a type that the author
    added.
    """

    index: int
    kind: NameKind | None
    name: str
    surfaces: tuple[Surface, ...]
    type: str


def kind_of(type_name: str, settings: WorkSettings) -> NameKind | None:
    """Returns the kind of an entity type of *settings*; None for a type that the rules do not know."""
    found = settings.entity_type(type_name)
    name = found.name if found else type_name
    for kind in NameKind:
        if type_for(kind, settings) == name:
            return kind
    return None


def type_for(kind: NameKind, settings: WorkSettings) -> str | None:
    """Returns the entity type of *settings* that has one of the names of *kind*; None if no entity type has such a
    name.
    """
    default = next(known for known in DEFAULT_ENTITY_TYPES if known.name == kind)
    for name in (default.name, *default.names):
        found = settings.entity_type(name)
        if found is not None:
            return found.name
    return None


@dataclass(frozen=True, slots=True)
class TimeRules:
    """The time rules of a language: `words` finds the time words of a text; `placing` finds the placement of a
    sentence.
    """

    words: Callable[[str], str | None]
    placing: Callable[[str], Placement]


class LanguageRules(Protocol):
    """The reading rules of one language. Each result depends on the arguments alone; offsets are relative to the
    window.
    """

    def names(self, window: Window, speech: Sequence[Span]) -> Sequence[NamedNode]:
        """Returns the named entities of the window, in the order of first mention, without overlapping spans.

        *speech* holds the spans of quoted speech and of letters, in text order and without overlap.
        """
        ...

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        """Returns one frame for each passage."""
        ...

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        """Returns the statements of the window about *nodes*."""
        ...


READING: Final[Component[LanguageRules]] = Component("reading")
"""The reading rules of each language that the rule-based reader supports."""
