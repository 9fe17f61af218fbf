"""What identity questions contain, and the answers to identity questions.

An identity question asks to which known entity a node refers, if the node refers to a known entity at all.
"""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Language
from episodic.prompts import cut_around


@dataclass(frozen=True, slots=True)
class EntityDescription:
    """The description of a node or a known entity in a question: names, type and at most two quotes.

    The quotes of a known entity are the first quote and the latest quote that name the entity.
    """

    name: str
    type: str
    names: tuple[str, ...]
    quotes: tuple[str, ...]
    shared: tuple[str, ...] = ()
    """The names that a candidate has in common with the node of the question."""

    def shown_quotes(self, length: int) -> list[str]:
        """Return the quotes, each cut to at most *length* characters around a name of the entity, if the quote contains
        one.
        """
        return [cut_around(quote, self._named_in(quote), length) for quote in self.quotes]

    def _named_in(self, quote: str) -> str:
        line = " ".join(quote.split())
        return next((name for name in (self.name, *self.names) if name in line), "")


@dataclass(frozen=True, slots=True)
class IdentityQuestion:
    """A node and the known entities to which the node may refer, the most likely entity first."""

    language: Language
    node: EntityDescription
    candidates: tuple[EntityDescription, ...]


@dataclass(frozen=True, slots=True)
class IdentityAnswer:
    """The answer to an identity question.

    `same` contains the positions of the candidates that are the same entity as the node. If `same` is empty, the node
    is a new entity. `reason` is a text that explains the answer, or empty.
    """

    same: tuple[int, ...] = ()
    reason: str = ""
