"""Derives those issues of a work up to a given chapter that concern given facts and chapters. Only the groups of
statements that concern the given facts and chapters are folded.
"""

from __future__ import annotations

from collections.abc import Collection

from episodic.model.graph import Issue, IssueKind
from episodic.model.readings import StatementScope
from episodic.temporal.fold.acts_after_death import (
    Dead,
    acts_of_the_dead,
    claim_issues,
    claims_after_death,
    reported_deaths,
)
from episodic.temporal.fold.issues import order_unknown_issues, work_issues
from episodic.temporal.issues import ranked
from episodic.views.told.fold import LocalFold
from episodic.views.told.statement_rows import Row
from episodic.views.told.statements import ToldStatements

FOLDED_ISSUES = frozenset(
    {
        IssueKind.CONTRADICTION,
        IssueKind.TWO_PLACES_AT_ONCE,
        IssueKind.ORDER_UNKNOWN,
        IssueKind.DEAD_ACTS,
        IssueKind.TIMELINE_CONFLICT,
        IssueKind.JUDGEMENT_CONFLICT,
    }
)
"""The kinds of issues that follow from facts and times alone. To find issues of kinds that are not in FOLDED_ISSUES,
the whole work must be examined.
"""


def issues_near(
    fold: LocalFold,
    facts: Collection[str],
    chapters: Collection[str],
    statements: ToldStatements,
) -> tuple[Issue, ...]:
    """Return issues of the kinds in FOLDED_ISSUES, sorted by urgency: all that concern one of *facts* or quote one of
    *chapters*, and possibly others.
    """
    context = fold.context
    dead = reported_deaths(fold.answers(fold.about_life))
    near = [one for chapter in chapters for one in statements.in_chapter(chapter)]
    near += (one for who in _concerned(dead, facts, chapters) for one in statements.of_entity(who))
    # All claims of dead persons are read, because the issue about them reports the first claim in each chapter.
    near += (one for _, who in dead for one in statements.of_entity(who) if _claims(statements.row(one)))
    people = frozenset(who for _, who in dead)
    answers = fold.answers(
        number
        for number in dict.fromkeys((*fold.numbers(facts), *map(fold.number_of, near)))
        if fold.conflicting(number) or not people.isdisjoint(fold.parties(number))
    )
    claims = (claim for one in answers for claim in claims_after_death(one, dead, context.chronology))
    found = [
        *(issue for one in answers for issue in one.issues),
        *order_unknown_issues(answers, context.issue_context),
        *work_issues(context.chronology, context.exclusions, context.issue_context),
        *claim_issues(claims, context.issue_context),
    ]
    for one in answers:
        found += acts_of_the_dead(one, dead, context.chronology, issue_context=context.issue_context)
    return ranked(found)


def _concerned(dead: Dead, facts: Collection[str], chapters: Collection[str]) -> list[str]:
    told = (
        who
        for (_, who), deaths in dead.items()
        for one in deaths
        if one.fact.uuid in facts or any(quote.episode in chapters for quote in one.fact.core.evidence)
    )
    return list(dict.fromkeys(told))


def _claims(one: Row) -> bool:
    return one.scope == StatementScope.CLAIM
