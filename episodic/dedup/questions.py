"""Identity questions and answers. A question asks which known entity, if any, a node is."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Language


@dataclass(frozen=True, slots=True)
class EntityDescription:
    """The data about a node or a known entity that a question shows: names, type and at most two quotes (the first and
    the latest).
    """

    name: str
    type: str
    names: tuple[str, ...]
    quotes: tuple[str, ...]
    shared: tuple[str, ...] = ()
    """The names that a candidate has in common with the node of the question. The tuple is empty for the node itself.
    """


@dataclass(frozen=True, slots=True)
class IdentityQuestion:
    """A node and the known entities that the node may be, best first. A question contains only text: no ids and no
    positions.
    """

    language: Language
    node: EntityDescription
    candidates: tuple[EntityDescription, ...]


@dataclass(frozen=True, slots=True)
class IdentityAnswer:
    """The positions of the candidates that are the same entity as the node. An empty tuple means that the node is a new
    entity.

    `reason` is a sentence that explains the answer.
    """

    same: tuple[int, ...] = ()
    reason: str = ""
