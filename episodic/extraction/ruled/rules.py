"""What one language's rules give the ruled reader: names, frames and statements of a window. One implementation a language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from episodic.model.readings import FrameReading, Placing, StatementReading, Surface, Window
from episodic.model.settings import DEFAULT_ENTITY_TYPES, WorkSettings
from episodic.model.spans import Span


class NameKind(StrEnum):
    """The kinds of named things that rules tell apart; each is the name of a default entity type."""

    PERSON = "Person"
    PLACE = "Place"
    ORGANIZATION = "Organization"
    ITEM = "Item"
    CREATURE = "Creature"


@dataclass(frozen=True, slots=True)
class NamedNode:
    """Somebody or something that rules found, with all its surfaces; the first one is its fullest name, unless *name* is given."""

    kind: NameKind
    surfaces: tuple[Surface, ...]
    narrator: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class KnownNode:
    """A node as the statement rules see it: its index in the window, its kind (None: a type of the caller's), its name."""

    index: int
    kind: NameKind | None
    name: str
    surfaces: tuple[Surface, ...]
    type: str


def kind_of(type_name: str, settings: WorkSettings) -> NameKind | None:
    """The kind behind the caller's type name, or None for a type that rules do not know."""
    found = settings.entity_type(type_name)
    name = found.name if found else type_name
    for kind in NameKind:
        if type_for(kind, settings) == name:
            return kind
    return None


def type_for(kind: NameKind, settings: WorkSettings) -> str | None:
    """The caller's type that *kind* is, by any of the kind's names; None where the caller has no such type."""
    default = next(one for one in DEFAULT_ENTITY_TYPES if one.name == kind)
    for name in (default.name, *default.names):
        found = settings.entity_type(name)
        if found is not None:
            return found.name
    return None


@dataclass(frozen=True, slots=True)
class TimeRules:
    """The time rules of the language: the time words that a text itself gives, verbatim, and where words put what they say."""

    words: Callable[[str], str | None]
    placing: Callable[[str], Placing]


class LanguageRules(Protocol):
    """Reads one language by rule. Every answer follows from the arguments alone; offsets are relative to the window."""

    def names(self, window: Window, speech: Sequence[Span]) -> Sequence[NamedNode]:
        """Who and what the window names, in the order of first mention; no two spans overlap.

        *speech*: the spans of quoted speech and of letters, in order and apart.
        """
        ...

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        """One frame a passage."""
        ...

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        """What the window says of *nodes*."""
        ...
