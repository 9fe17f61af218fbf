"""The fold: a pure function that computes facts, the ends of facts, and issues from statements, a chronology and
judgements. The fold runs at replay, and when a read asks for a person's point of view.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.graph import TimelineTurn
from episodic.model.predicates import LifeState
from episodic.model.spans import NarrativePosition
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions, ExclusiveKey, StatementContent, content_of, keys_of
from episodic.temporal.fold.acts_after_death import acts_after_death
from episodic.temporal.fold.deaths import Death
from episodic.temporal.fold.ends import EndFinder
from episodic.temporal.fold.fact_building import FactBuilder
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.fold.grouping import FactGrouping
from episodic.temporal.fold.issues import contradiction_issues, order_unknown_issues, work_issues
from episodic.temporal.fold.moment_ranks import MomentRanks
from episodic.temporal.fold.partitions import (
    GroupFold,
    PartitionedStatement,
    PartitionKey,
    StatementGroup,
    partition_of,
)
from episodic.temporal.fold.turns import turns_by_days
from episodic.temporal.issues import IssueContext, ranked
from episodic.temporal.place_nesting import compatible_pairs
from episodic.temporal.placed import PlacedStatement

Deaths = Mapping[tuple[PartitionKey, str], tuple[Death, ...]]
"""The deaths of each person, by partition key and person id."""


@dataclass(frozen=True, slots=True)
class FoldContext:
    """The inputs that are the same for every group of statements in a fold."""

    chronology: Chronology
    exclusions: Exclusions
    chapter_bounds: ChapterBounds
    issue_context: IssueContext


def groups(statements: Iterable[PlacedStatement], exclusions: Exclusions) -> tuple[StatementGroup, ...]:
    """Partition statements into groups, so that only statements of the same group can affect each other. The statements
    of each group are in narrative order.
    """
    ordered = sorted(statements, key=lambda statement: statement.narrative_key)
    links = _UnionFind()
    every: list[PartitionedStatement] = []
    roots: list[_UnionItem] = []
    for statement in ordered:
        partition, content = partition_of(statement), content_of(statement)
        keys = keys_of(statement, content)
        every.append(PartitionedStatement(statement, partition, content, keys))
        content_class = exclusions.class_of(content)
        roots.append((partition, content_class))
        linked: list[StatementContent | ExclusiveKey] = [*keys, *exclusions.excluded_by_judgement(content_class)]
        for other in linked:
            links.union((partition, content_class), (partition, other))
    members: dict[_UnionItem, list[PartitionedStatement]] = defaultdict(list)
    for member, root in zip(every, roots, strict=True):
        members[links.find(root)].append(member)
    return tuple(StatementGroup.of(joined) for joined in members.values())


_UnionItem = tuple[PartitionKey, StatementContent | ExclusiveKey]


class _UnionFind:
    """A union-find data structure (disjoint sets) of statement contents and exclusive keys."""

    def __init__(self) -> None:
        self._up: dict[_UnionItem, _UnionItem] = {}

    def find(self, item: _UnionItem) -> _UnionItem:
        """Return the representative of the set that contains *item*, and shorten the path for later searches."""
        up = self._up
        while (parent := up.get(item)) is not None:
            grandparent = up.get(parent)
            if grandparent is not None:
                up[item] = grandparent
            item = parent
        return item

    def union(self, first: _UnionItem, second: _UnionItem) -> None:
        """Merge the sets that contain two items."""
        first, second = self.find(first), self.find(second)
        if first != second:
            self._up[second] = first


def fold(statements: Iterable[PlacedStatement], context: FoldContext) -> FoldResult:
    """Compute all facts and issues of a work. Each group of statements is folded separately. Groups about life and
    death come first, because a death can end facts of other groups.

    Statements that are missing from the chronology are ignored.
    """
    placed = [one for one in statements if context.chronology.knows(one.uuid)]
    pairs = ((content_of(one), content_of(other)) for one, other in compatible_pairs(placed))
    context = replace(context, exclusions=context.exclusions.with_compatible(pairs))
    all_groups = groups(placed, context.exclusions)
    life = {number: _folded(group, context, {}) for number, group in enumerate(all_groups) if group.about_life}
    deaths = deaths_in(life.values())
    answers = [
        life[number] if number in life and not group.affected_by_death else _folded(group, context, deaths)
        for number, group in enumerate(all_groups)
    ]
    return _united(answers, context)


def _folded(group: StatementGroup, context: FoldContext, deaths: Deaths) -> GroupFold:
    statements = group.statements
    dead = deaths_for(group, deaths)
    places = [context.chronology.position_of(one.uuid) for one in (*statements, *(death.statement for death in dead))]
    grouping = FactGrouping(group, dead, ranks=MomentRanks(places, context.chronology), exclusions=context.exclusions)
    ends = EndFinder(grouping, context.chronology).find()
    builder = FactBuilder(
        grouping,
        ends,
        chronology=context.chronology,
        chapter_bounds=context.chapter_bounds,
        issue_context=context.issue_context,
    )
    facts = builder.facts()
    fact_of = {one: fact.uuid for fact in facts for one in (*fact.statements, *fact.closing)}
    for draft, fact in zip(grouping.drafts, facts, strict=True):
        fact_of.update((statements[one].uuid, fact.uuid) for one in draft.refused)
    opened = {key: tuple(facts[one] for one in sorted(drafts)) for key, drafts in ends.open.items()}
    return GroupFold(
        group, facts, tuple(contradiction_issues(grouping, ends, facts, context.issue_context)), opened, fact_of
    )


def deaths_in(answers: Iterable[GroupFold]) -> Deaths:
    """Return the deaths that folded groups report, by partition key and person.

    A death is left out if a locked fact excludes the death, because the author has confirmed that the person is alive.
    """
    deaths: dict[tuple[PartitionKey, str], list[Death]] = defaultdict(list)
    for answer in answers:
        by_id = {statement.uuid: statement for statement in answer.group.statements}
        locked = {fact.validity for fact in answer.facts if fact.core.locked}
        for fact in answer.facts:
            overruled = not fact.core.locked and not locked.isdisjoint(fact.rivals)
            for uuid in () if fact.core.denied or overruled else fact.statements:
                if by_id[uuid].predicate.life is LifeState.DEAD:
                    deaths[answer.group.partition, by_id[uuid].subject].append(Death(fact.uuid, by_id[uuid]))
    return {key: tuple(found) for key, found in deaths.items()}


def deaths_for(group: StatementGroup, deaths: Deaths) -> tuple[Death, ...]:
    """Return the deaths that can end or separate facts of a group of statements."""
    if not deaths or not group.affected_by_death:
        return ()
    people = {who for one in group.statements for who in (one.subject, one.object) if who is not None}
    found = [death for who in sorted(people) for death in deaths.get((group.partition, who), ())]
    return tuple(sorted(found, key=lambda one: one.statement.narrative_key))


def _united(answers: Sequence[GroupFold], context: FoldContext) -> FoldResult:
    """Return the fold result of a work, combined from the results of all groups of statements. Facts that only repeat
    an event are left out.
    """
    facts = sorted((fact for one in answers for fact in one.facts if not fact.implied), key=_narrative_key)
    turns = turns_by_days(fact.core for fact in facts if fact.core.turn is TimelineTurn.ON)
    facts = [_turned(fact, turns.get(fact.uuid)) for fact in facts]
    issues = [one for answer in answers for one in answer.issues]
    issues += order_unknown_issues(answers, context.issue_context)
    issues += work_issues(context.chronology, context.exclusions, context.issue_context)
    issues += acts_after_death(answers, context.chronology, context.issue_context)
    stated = {fact.uuid for fact in facts}
    fact_of = {statement: fact for answer in answers for statement, fact in answer.fact_of.items() if fact in stated}
    return FoldResult(tuple(facts), ranked(issues), fact_of)


def _turned(fact: FoldedFact, turn: TimelineTurn | None) -> FoldedFact:
    return fact if turn is None else replace(fact, core=replace(fact.core, turn=turn))


def _narrative_key(fact: FoldedFact) -> tuple[NarrativePosition, int, str]:
    return fact.core.narrative_key


__all__ = ["FoldContext", "PartitionKey", "fold", "groups", "partition_of"]
