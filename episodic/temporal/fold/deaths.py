"""Type of a death that the fold has found, and the rule that decides whose death ends a fact."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.temporal.placed import PlacedStatement


@dataclass(frozen=True, slots=True)
class Death:
    """A statement that a person is dead, and the id of the fact to which the statement belongs."""

    fact: str
    statement: PlacedStatement

    @property
    def subject(self) -> str:
        """The id of the dead person."""
        return self.statement.subject


def ended_by_death_of(statement: PlacedStatement) -> tuple[str, ...]:
    """Return the ids of the persons whose death ends the fact that a statement expresses."""
    if not statement.predicate.living:
        return ()
    mirrored = statement.predicate.symmetric or statement.predicate.inverse == statement.predicate.name
    if mirrored and statement.object:
        return (statement.subject, statement.object)
    return (statement.subject,)
