"""A death that the fold has found, and rules that decide whose death ends which facts."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.readings import Placement, StatementScope
from episodic.temporal.placed import PlacedStatement

HELD = frozenset({StatementScope.BELIEF, StatementScope.PLAN, StatementScope.WISH, StatementScope.HYPOTHESIS})
"""The scopes of thoughts (belief, plan, wish, hypothesis), whose facts end with the death of their holder."""


@dataclass(frozen=True, slots=True)
class Death:
    """A statement that a person is dead, with the id of the fact to which the statement belongs."""

    fact: str
    statement: PlacedStatement

    @property
    def subject(self) -> str:
        return self.statement.subject


def is_foretold(death: PlacedStatement) -> bool:
    """Return whether a death may never happen. Either its statement has a condition, or somebody only says, believes,
    plans or wishes that the death will happen later. A death that the narration itself foretells without a condition
    does not count as a death that may never happen, because it certainly happens.
    """
    core = death.core
    return core.condition is not None or (core.placing is Placement.AHEAD and core.scope is not StatementScope.WORLD)


def ended_by_death_of(statement: PlacedStatement) -> tuple[str, ...]:
    """Return the ids of the persons who must be alive for a fact with this statement to hold, or an empty tuple if
    nobody must.
    """
    if not statement.predicate.living:
        return ()
    if statement.predicate.ends_with_object and statement.object:
        return (statement.subject, statement.object)
    return (statement.subject,)


def holder_of(statement: PlacedStatement) -> str | None:
    """Return the id of the person whose death can end a belief, plan, wish or hypothesis; None for statements of other
    scopes. A claim does not end with the death of the person who makes it.
    """
    return statement.holder if statement.core.scope in HELD else None


def thinker_of(statement: PlacedStatement) -> str | None:
    """Return the id of the person whose death ends a thought (belief, plan, wish or hypothesis), or None. What somebody
    plans for others, such as the orders of a last will, may still be done after that person's death.
    """
    for_others = statement.core.scope is StatementScope.PLAN and statement.subject != statement.holder
    return None if for_others else holder_of(statement)


def is_of_holder(death: PlacedStatement, statement: PlacedStatement) -> bool:
    """Return whether the statement *death* can end the belief, plan, wish or hypothesis *statement* by the death of its
    holder. A thought (a belief, for example) does not end at a death of the same scope. For example, a death that is
    itself only believed does not end a belief.
    """
    return holder_of(statement) is not None and death.core.scope is not statement.core.scope


def ends_with(statement: PlacedStatement, death: Death) -> bool:
    """Return whether a death ends the fact that a statement expresses. This must be the death of the fact's holder, or
    of a person who must be alive for the fact.
    """
    if is_of_holder(death.statement, statement):
        return thinker_of(statement) == death.subject
    return death.subject in ended_by_death_of(statement)
