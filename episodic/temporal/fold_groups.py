"""What is folded together: statements that can touch each other in one reality, and what the fold of them answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from episodic.model.episodes import Layer
from episodic.model.graph import Issue
from episodic.model.readings import StatementScope
from episodic.temporal.exclusion import LIFE, Content, ExclusiveKey
from episodic.temporal.fold_facts import FoldedFact
from episodic.temporal.placed import PlacedStatement

DEAD = "dead"


class Reality(NamedTuple):
    """Whose world a statement is true in: only statements of one of these exclude or join each other (R1)."""

    scope: StatementScope
    holder: str
    tellers: tuple[str, ...]
    layer: str


@dataclass(frozen=True, slots=True)
class Group:
    """Statements that can join, exclude or end each other; no other statement but a death touches their facts.

    `contents` and `keys` are those of each statement; `of_life`: it says who is dead or alive, and is folded before the others;
    `mortal`: a death can part or end its facts.
    """

    reality: Reality
    statements: tuple[PlacedStatement, ...]
    contents: tuple[Content, ...]
    keys: tuple[tuple[ExclusiveKey, ...], ...]
    of_life: bool
    mortal: bool

    @classmethod
    def of(cls, members: Sequence[Member]) -> Group:
        """The group of these, which are of one reality."""
        told = tuple(one.statement for one in members)
        predicates = [one.predicate for one in told]
        return cls(
            members[0].reality,
            told,
            tuple(one.content for one in members),
            tuple(one.keys for one in members),
            any(one.family == LIFE or one.name == DEAD for one in predicates),
            any(one.living for one in predicates),
        )


class Member(NamedTuple):
    """A statement with what it is grouped by."""

    statement: PlacedStatement
    reality: Reality
    content: Content
    keys: tuple[ExclusiveKey, ...]


class GroupFold(NamedTuple):
    """A group's facts, the issues between them, and which of them are of unknown order, by what only one can hold of."""

    group: Group
    facts: tuple[FoldedFact, ...]
    issues: tuple[Issue, ...]
    opened: Mapping[ExclusiveKey, tuple[FoldedFact, ...]]
    fact_of: Mapping[str, str]


def reality_of(statement: PlacedStatement) -> Reality:
    """The reality of a statement; canon and the drafts that stand in for it are one, plans and notes are apart."""
    apart = statement.layer.value if statement.layer in {Layer.PLAN, Layer.NOTE} else ""
    return Reality(statement.scope, statement.holder or "", statement.tellers, apart)
