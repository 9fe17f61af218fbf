"""The partition keys and groups by which the fold divides statements, and the result of folding one group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from typing import NamedTuple

from episodic.model.deferred import Deferred
from episodic.model.episodes import Layer
from episodic.model.graph import Issue
from episodic.model.readings import StatementScope
from episodic.temporal.exclusion import ExclusiveKey, StatementContent
from episodic.temporal.fold.deaths import holder_of
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.placed import PlacedStatement


class PartitionKey(NamedTuple):
    """The scope, holder, tellers and layer of a statement, where canon and drafts count as one layer. Only statements
    with equal partition keys can exclude each other or belong to the same fact.
    """

    scope: StatementScope
    holder: str
    tellers: tuple[str, ...]
    layer: str


@dataclass(frozen=True, slots=True)
class StatementGroup(Deferred):
    """Statements that can belong to one fact, or whose facts can exclude or end each other. Statements outside a group
    affect its facts only by a death, through the chronology, or because they show that two contents are compatible. For
    example, two homes are compatible if one place lies in the other.

    `contents` and `keys` have one element for each statement, in the order of `statements`. `about_life` is true if a
    statement of the group says or denies that somebody is dead or alive. `affected_by_death` is true if a death can end
    a fact of the group, or divide statements of equal content into several facts.
    """

    partition: PartitionKey
    statements: tuple[PlacedStatement, ...]
    contents: tuple[StatementContent, ...]
    keys: tuple[tuple[ExclusiveKey, ...], ...]
    about_life: bool
    affected_by_death: bool

    @classmethod
    def of(cls, members: Sequence[PartitionedStatement]) -> StatementGroup:
        """Build a group from statements with the same partition key (scope, holder, tellers and layer)."""
        statements = tuple(one.statement for one in members)
        predicates = [one.predicate for one in statements]
        return cls(
            members[0].partition,
            statements,
            tuple(one.content for one in members),
            tuple(one.keys for one in members),
            any(one.life is not None for one in predicates),
            bool(holder_of(statements[0])) or any(one.living for one in predicates),
        )

    def begins_with(self, other: StatementGroup) -> bool:
        """Return whether the group begins with all statements of *other*, as the same objects."""
        return len(other.statements) <= len(self.statements) and all(map(is_, other.statements, self.statements))

    def extended(self, members: Sequence[PartitionedStatement]) -> StatementGroup:
        """Return the group with further statements at its end. No field of the earlier statements of the group is read,
        so that they need not be loaded if they are deferred.
        """
        if not members:
            return self
        added = StatementGroup.of(members)
        return StatementGroup(
            self.partition,
            (*self.statements, *added.statements),
            (*self.contents, *added.contents),
            (*self.keys, *added.keys),
            self.about_life or added.about_life,
            self.affected_by_death or added.affected_by_death,
        )

    def without_first(self, count: int) -> StatementGroup:
        """Return the group without its first *count* statements."""
        return StatementGroup(
            self.partition,
            self.statements[count:],
            self.contents[count:],
            self.keys[count:],
            self.about_life,
            self.affected_by_death,
        )

    def people(self) -> set[str]:
        """Return the subjects and objects of the statements, without the objects of statements about life and death."""
        return {who for one in set(self.contents) for who in (one.subject, one.object)}

    def members(self) -> Iterator[PartitionedStatement]:
        """Yield each statement of the group with its partition key, its content and its exclusive keys. Under an
        exclusive key such as "home of Ann", only one fact can hold at a time.
        """
        for statement, content, keys in zip(self.statements, self.contents, self.keys, strict=True):
            yield PartitionedStatement(statement, self.partition, content, keys)


def partition_around(partition: PartitionKey) -> PartitionKey:
    """Return the partition key (scope, holder, tellers and layer) of a reporter's own statements. The reporter is the
    person or the narration that reports the statements with the key *partition*. If *partition* has tellers (people who
    pass on what the holder says), the returned key is that of the claims of the last teller. If *partition* has no
    tellers, the returned key is that of the narration's statements about the story's world.
    """
    if not partition.tellers:
        return PartitionKey(StatementScope.WORLD, "", (), partition.layer)
    *tellers, holder = partition.tellers
    return PartitionKey(StatementScope.CLAIM, holder, tuple(tellers), partition.layer)


class PartitionedStatement(NamedTuple):
    """A statement with its partition key, its content and its exclusive keys. Under an exclusive key such as "home of
    Ann", only one fact can hold at a time.
    """

    statement: PlacedStatement
    partition: PartitionKey
    content: StatementContent
    keys: tuple[ExclusiveKey, ...]


class GroupFold(NamedTuple):
    """The result of folding one group: its facts, and the issues about contradictions between these facts. `opened`
    maps an exclusive key, such as "home of Ann", to the facts that exclude each other under this key in unknown order.
    `fact_of` maps the id of each statement to the id of its fact.
    """

    group: StatementGroup
    facts: tuple[FoldedFact, ...]
    issues: tuple[Issue, ...]
    opened: Mapping[ExclusiveKey, tuple[FoldedFact, ...]]
    fact_of: Mapping[str, str]


def group_place(answer: GroupFold) -> tuple[int, int, int, int, str]:
    """Return the place of a group's first statement in narrative order."""
    return answer.group.statements[0].narrative_key


def partition_of(statement: PlacedStatement) -> PartitionKey:
    """Return the partition key of a statement, made of its scope, holder, tellers and layer. In a partition key, canon
    and drafts have one common layer, and plans and notes each have their own.
    """
    apart = statement.layer.value if statement.layer in {Layer.PLAN, Layer.NOTE} else ""
    return PartitionKey(statement.core.scope, statement.holder or "", statement.tellers, apart)
