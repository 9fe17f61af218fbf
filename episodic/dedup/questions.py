"""The identity question: is this node of a chapter somebody who is already known?"""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Language


@dataclass(frozen=True, slots=True)
class Described:
    """A node or a known entity as a question shows it: its names, type and at most two quotes (first and latest told)."""

    name: str
    type: str
    names: tuple[str, ...]
    quotes: tuple[str, ...]
    shared: tuple[str, ...] = ()
    """Names that it has in common with the node asked about (candidates only)."""


@dataclass(frozen=True, slots=True)
class IdentityQuestion:
    """One node and the known entities that it may be, best first. Made of content alone: no ids, no places."""

    language: Language
    node: Described
    candidates: tuple[Described, ...]


@dataclass(frozen=True, slots=True)
class IdentityAnswer:
    """The candidates (by position) that the node is; none: it is somebody new. `reason` is one sentence."""

    same: tuple[int, ...] = ()
    reason: str = ""
