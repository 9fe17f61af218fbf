"""Result types of the fold: facts, their validity in story time, and their ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.model.graph import Fact, Issue
from episodic.model.predicates import Predicate, PredicateKind
from episodic.temporal.chronology.narrative_line import TimePosition


@dataclass(frozen=True, slots=True)
class FactEnd:
    """A position at which a fact has certainly ended, and the id of the fact that ends it (the fact's own id for a
    stated end).

    `exact` is true if the fact ends at that position, and false if the fact ended between its last statement and that
    position. `uncertain` is true if dated evidence of the fact may lie after the position, so that the fact stays
    possible.
    """

    place: TimePosition
    by: str
    exact: bool = True
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class FactValidity:
    """The validity of a fact in story time.

    `starts` holds positions; the fact holds from the earliest of these positions on (empty: unknown start).
    `evidenced_at` holds all positions at which a statement says that the fact holds. `possible_ends` holds stated ends
    of unknown order; from the earliest position that such an end can have, the fact is only possible.

    `open_start` is true if the text says only that the fact held by then; before its starts the fact is possible.
    After the last position of `fades` the fact is only possible (empty: the fact goes on).
    """

    kind: PredicateKind
    starts: tuple[TimePosition, ...]
    evidenced_at: tuple[TimePosition, ...]
    ends: tuple[FactEnd, ...] = ()
    possible_ends: tuple[TimePosition, ...] = ()
    open_start: bool = False
    fades: tuple[TimePosition, ...] = ()


@dataclass(frozen=True, slots=True)
class FoldedFact:
    """A fact that the fold computes: `core` is the fact without the names and types of its entities, which the
    projection fills in.

    The fact's id is the id of its first statement in narrative order. `statements` are the fact's evidence, and
    `closing` are the statements that end the fact, in narrative order. `rivals` are the validities of facts that
    exclude this fact and have no certain order relative to this fact.
    """

    core: Fact
    predicate: Predicate
    statements: tuple[str, ...]
    closing: tuple[str, ...]
    validity: FactValidity
    rivals: tuple[FactValidity, ...] = ()

    @property
    def uuid(self) -> str:
        """The id of the fact, which equals the id of the fact's first statement."""
        return self.core.uuid


@dataclass(frozen=True, slots=True)
class FoldResult:
    """The result of a fold: facts in narrative order, issues by rank, and the fact id of every statement."""

    facts: tuple[FoldedFact, ...]
    issues: tuple[Issue, ...]
    fact_of: Mapping[str, str]
