"""The fold as a pure function of statements, a chronology and judgements: facts, their ends, and issues.

The function `fold` is used when a read asks for a person's point of view. The projection of a work uses
`MaintainedFold`, which gives the same result and keeps it up to date.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from episodic.model.graph import NarrativeKey
from episodic.temporal.fold.acts_after_death import acts_after_death
from episodic.temporal.fold.fold_results import fold_result
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.fold.group_folding import FoldContext, deaths_in, folded_group
from episodic.temporal.fold.issues import order_unknown_issues, work_issues
from episodic.temporal.fold.partitioning import groups
from episodic.temporal.fold.partitions import GroupFold, PartitionKey, partition_of
from episodic.temporal.place_nesting import compatible_contents
from episodic.temporal.placed import PlacedStatement


def fold(statements: Iterable[PlacedStatement], context: FoldContext) -> FoldResult:
    """Return the facts and issues that follow from the given statements of a work, without facts that only repeat an
    event (`FoldedFact.implied`). Each group of statements is folded separately. Groups of statements about life and
    death are folded first, because a death can end facts of other groups.

    Statements that the chronology does not contain are ignored.
    """
    placed = [one for one in statements if context.chronology.knows(one.uuid)]
    context = replace(context, exclusions=context.exclusions.with_compatible(compatible_contents(placed)))
    all_groups = groups(placed, context.exclusions)
    life = {number: folded_group(group, context, {}) for number, group in enumerate(all_groups) if group.about_life}
    deaths = deaths_in(life.values())
    answers = [
        life[number] if number in life and not group.affected_by_death else folded_group(group, context, deaths)
        for number, group in enumerate(all_groups)
    ]
    return _united(answers, context)


def _united(answers: Sequence[GroupFold], context: FoldContext) -> FoldResult:
    facts = sorted((fact for one in answers for fact in one.facts), key=_narrative_key)
    issues = [one for answer in answers for one in answer.issues]
    issues += order_unknown_issues(answers, context.issue_context)
    issues += work_issues(context.chronology, context.exclusions, context.issue_context)
    issues += acts_after_death(answers, context.chronology, context.issue_context)
    fact_of = {statement: fact for answer in answers for statement, fact in answer.fact_of.items()}
    return fold_result(facts, issues, fact_of)


def _narrative_key(fact: FoldedFact) -> NarrativeKey:
    return fact.core.narrative_key


__all__ = ["FoldContext", "PartitionKey", "fold", "groups", "partition_of"]
