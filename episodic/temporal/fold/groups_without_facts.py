"""Finds the groups of statements that give only facts which no result shows, so that these groups need no fold."""

from __future__ import annotations

from episodic.model.predicates import PredicateKind
from episodic.temporal.fold.partitions import GroupFold, StatementGroup
from episodic.temporal.fold.separators import is_stated_end
from episodic.temporal.placed import PlacedStatement


def fold_without_facts(group: StatementGroup, earlier: GroupFold | None) -> GroupFold | None:
    """Return a fold without facts for a group whose statements all only repeat that events ended states, and None for
    any other group.

    If all statements of a group only repeat that events ended states, all facts of the group are implied
    (`FoldedFact.implied`). Implied facts have no issues, because without evidence that a state held, nothing
    contradicts its end. *earlier* is the last fold of the group. If *earlier* has no facts and the group begins with
    the statements of *earlier*, only the statements after them are read.
    """
    if group.about_life:
        return None
    seen = earlier is not None and not earlier.facts and group.begins_with(earlier.group)
    first = len(earlier.group.statements) if earlier is not None and seen else 0
    return GroupFold(group, (), (), {}, {}) if all(map(_repeats_event, group.statements[first:])) else None


def _repeats_event(statement: PlacedStatement) -> bool:
    """Return whether a statement follows from an event and says that the event ended a state."""
    return statement.core.derived and is_stated_end(statement) and statement.predicate.kind is PredicateKind.STATE
