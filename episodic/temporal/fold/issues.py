"""Builds the issues for contradictions (of facts, time expressions and judgements), and for facts of unknown order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from episodic.model.graph import Issue, IssueKind
from episodic.model.readings import StatementScope
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions, ExclusiveKey
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_ends import Contradiction, GroupEnds
from episodic.temporal.fold.grouping import FactGrouping
from episodic.temporal.fold.partitions import GroupFold, PartitionKey
from episodic.temporal.issues import IssueContext, issue, judgement_issue, timeline_issue

MAY_DIFFER = frozenset({StatementScope.CLAIM, StatementScope.DREAM, StatementScope.WISH, StatementScope.HYPOTHESIS})
"""The scopes in which contradictions are no issue: claims, dreams, wishes and hypotheses."""


def contradiction_issues(
    grouping: FactGrouping, ends: GroupEnds, facts: Sequence[FoldedFact], issue_context: IssueContext
) -> Iterator[Issue]:
    """Yield an issue for each contradiction, with the quotes of the statements involved. Contradictions between claims,
    dreams, wishes or hypotheses give no issue.
    """
    own = len(grouping.statements)
    for contradiction in ends.contradictions:
        quotes = [grouping.statement(one).evidence for one in contradiction.statements]
        if any(facts[one].core.scope in MAY_DIFFER for one in contradiction.drafts):
            continue
        involved = [facts[one].uuid for one in contradiction.drafts]
        involved += [grouping.death(one).fact for one in contradiction.statements if one >= own]
        yield issue(_kind(contradiction, facts), quotes, facts=involved, issue_context=issue_context)


def _kind(contradiction: Contradiction, facts: Sequence[FoldedFact]) -> IssueKind:
    involved = [facts[one] for one in contradiction.drafts]
    places = all(one.predicate.presence and not one.core.denied for one in involved)
    alike = len({one.core.subject for one in involved}) == 1
    return IssueKind.TWO_PLACES_AT_ONCE if contradiction.simultaneous and places and alike else IssueKind.CONTRADICTION


def order_unknown_issues(answers: Iterable[GroupFold], issue_context: IssueContext) -> Iterator[Issue]:
    """Yield one issue for each exclusive key, such as "home of Ann", under which facts exclude each other in unknown
    order. Facts of claims, dreams, wishes and hypotheses give no issue.
    """
    opened: dict[tuple[PartitionKey, ExclusiveKey], dict[str, FoldedFact]] = defaultdict(dict)
    for answer in answers:
        for key, facts in answer.opened.items() if answer.group.partition.scope not in MAY_DIFFER else ():
            opened[answer.group.partition, key].update((one.uuid, one) for one in facts)
    for found in opened.values():
        ordered = sorted(found.values(), key=lambda one: (one.core.told_at, one.uuid))
        quotes = [one.core.evidence[0] for one in ordered]
        yield issue(IssueKind.ORDER_UNKNOWN, quotes, facts=[one.uuid for one in ordered], issue_context=issue_context)


def work_issues(chronology: Chronology, exclusions: Exclusions, issue_context: IssueContext) -> Iterator[Issue]:
    """Yield the issues about contradictory time expressions and contradictory judgements, which belong to no single
    group of statements.
    """
    for conflict in chronology.conflicts:
        if conflict.loop:
            yield timeline_issue(conflict, chronology.time_words(conflict.owner), issue_context)
    for judgement_conflict in exclusions.conflicts:
        yield judgement_issue(judgement_conflict, issue_context)
