"""Type of a death that the fold has found, and the rule that decides whose death ends a fact."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.readings import StatementScope
from episodic.temporal.placed import PlacedStatement

HELD = frozenset({StatementScope.BELIEF, StatementScope.PLAN, StatementScope.WISH, StatementScope.HYPOTHESIS})
"""The scopes whose facts are states of mind of their holder, and end with the holder's death."""


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
    predicate = statement.predicate
    mirrored = predicate.symmetric or predicate.inverse == predicate.name
    if (mirrored or predicate.mutual) and statement.object:
        return (statement.subject, statement.object)
    return (statement.subject,)


def holder_of(statement: PlacedStatement) -> str | None:
    """Return the id of the person whose death ends a belief, plan or wish, or None for other statements. The death of
    its holder does not end a claim.
    """
    return statement.holder if statement.core.scope in HELD else None


def is_of_holder(death: PlacedStatement, statement: PlacedStatement) -> bool:
    """Return whether a statement about a death can concern the holder of the belief or plan *statement*. The death must
    not be believed or planned itself, but told by the narration, or by the person who reports *statement*.
    """
    return holder_of(statement) is not None and death.core.scope is not statement.core.scope


def ends_with(statement: PlacedStatement, death: Death) -> bool:
    """Return whether a death ends the fact that a statement expresses."""
    if is_of_holder(death.statement, statement):
        return holder_of(statement) == death.subject
    return death.subject in ended_by_death_of(statement)
