"""The fold of one group of statements: the facts of the group, their ends, and the contradictions between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from episodic.model.predicates import LifeState
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.deaths import Death, holder_of
from episodic.temporal.fold.ends import EndFinder
from episodic.temporal.fold.fact_building import FactBuilder
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.grouping import FactGrouping
from episodic.temporal.fold.issues import contradiction_issues
from episodic.temporal.fold.moment_ranks import MomentRanks
from episodic.temporal.fold.partitions import GroupFold, PartitionKey, StatementGroup, partition_around
from episodic.temporal.issues import IssueContext

Deaths = Mapping[tuple[PartitionKey, str], tuple[Death, ...]]
"""The deaths of each person, by the partition key of the statements that report them and the person's id."""


@dataclass(frozen=True, slots=True)
class FoldContext:
    """The inputs of a fold that are the same for every group of statements."""

    chronology: Chronology
    exclusions: Exclusions
    chapter_bounds: ChapterBounds
    issue_context: IssueContext


def folded_group(
    group: StatementGroup,
    context: FoldContext,
    deaths: Deaths,
    *,
    reused: Callable[[FoldedFact], FoldedFact] = lambda fact: fact,
) -> GroupFold:
    """Return the facts, issues and facts of unknown order of one group; *deaths* are the deaths of all persons of the
    work. *reused* is a function that gets each fact, and returns an equal fact of an earlier fold or the fact itself.
    """
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
    facts = tuple(map(reused, builder.facts()))
    fact_of = {one: fact.uuid for fact in facts for one in (*fact.statements, *fact.closing)}
    for draft, fact in zip(grouping.drafts, facts, strict=True):
        fact_of.update((statements[one].uuid, fact.uuid) for one in draft.refused)
    opened = {key: tuple(facts[one] for one in sorted(drafts)) for key, drafts in ends.open.items()}
    return GroupFold(
        group, facts, tuple(contradiction_issues(grouping, ends, facts, context.issue_context)), opened, fact_of
    )


def deaths_in(answers: Iterable[GroupFold]) -> Deaths:
    """Return the deaths that facts of the given groups report, by partition key and person id.

    A death is left out if it excludes a locked fact, by which the author has confirmed that the person is alive.
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
    """Return the deaths that can end facts of a group or separate its statements into several facts, in narrative
    order.
    """
    if not deaths or not group.affected_by_death:
        return ()
    people = {who for one in group.statements for who in (one.subject, one.object) if who is not None}
    found = [death for who in sorted(people) for death in deaths.get((group.partition, who), ())]
    holder = holder_of(group.statements[0])
    if holder is not None:
        found += deaths.get((partition_around(group.partition), holder), ())
    return tuple(sorted(found, key=lambda one: one.statement.narrative_key))
