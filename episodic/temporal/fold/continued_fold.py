"""Continues the fold of a large group of statements, if further statements come after all others in story time.

A fold divides a large group of statements into a settled part and a tail, which contains its last statements. The
settled part consists of the first statements of the group, whose facts stay the same when later statements are added.
If a group gets further statements that come last in story time, only its tail (its last statements) is folded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement
from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.fold.deaths import HELD
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import Deaths, DraftedGroup, FoldContext
from episodic.temporal.fold.moment_ranks import OFF_LINE
from episodic.temporal.fold.partitions import GroupFold, StatementGroup
from episodic.temporal.fold.separators import is_stated_end
from episodic.temporal.fold.settled_part import TAIL, UNSETTLED, SettledPart, settled_part
from episodic.temporal.monotone import monotone_value
from episodic.temporal.placed import PlacedStatement


class ContinuedFold(NamedTuple):
    """The result of a fold that folded only the tail of a group (its last statements) again. `answer` is the new fold
    of the whole group. `before` is the earlier fold of the tail, without the further statements, and `tail` is the new
    fold of the tail. `settled` is the settled part of the group that the next fold can use.
    """

    answer: GroupFold
    before: GroupFold
    tail: GroupFold
    settled: SettledPart


class GrownGroup(NamedTuple):
    """A group that got further statements, with the result of its fold before that. Apart from the statements
    *changed*, no statement of the group changed its time, and no fact of the group changed its range of chapters (at
    whose ends it may hold).

    `moved` are the ids of all statements of the work that have another position in story time than before. `changed`
    contains the ids in `moved`, and the ids of the statements in changed passages.
    """

    group: StatementGroup
    earlier: GroupFold
    settled: SettledPart
    moved: AbstractSet[str]
    changed: AbstractSet[str]


def settled_of(
    drafted: DraftedGroup, exclusions: Exclusions, before: SettledPart = UNSETTLED, *, tail: int = TAIL
) -> SettledPart:
    """Return the settled part of a group: its first statements, whose facts later statements cannot change. *before* is
    the settled part that an earlier fold found, and *drafted* is the fold of all statements after *before*. At least
    *tail* statements follow the settled part.
    """
    group = drafted.group
    if drafted.grouping.deaths or not _are_plain(group, exclusions):
        return before
    return settled_part(drafted.grouping, drafted.ends, before, tail=tail)


def continued(grown: GrownGroup, context: FoldContext, deaths: Deaths, *, tail: int = TAIL) -> ContinuedFold | None:
    """Return the fold of a group that got further statements, or None if it must be folded as a whole. *deaths* are the
    deaths of all persons of the work. At least *tail* statements follow the settled part.
    """
    group, earlier, settled = grown.group, grown.earlier, grown.settled
    if not settled.statements or not group.begins_with(earlier.group) or _may_end_by_death(group, deaths):
        return None
    rest = group.without_first(settled.statements)
    known = {one.uuid for one in rest.statements[: len(earlier.group.statements) - settled.statements]}
    changed = {one for one in grown.changed if one in earlier.fact_of}
    if not changed <= known or not changed.isdisjoint(grown.moved):
        return None
    fresh = {number for number, one in enumerate(rest.statements) if one.uuid in changed or one.uuid not in known}
    if 0 in fresh or not _are_plain(rest, context.exclusions) or not _are_simple(group.contents, context.exclusions):
        return None
    drafted = DraftedGroup(rest, context, {})
    if not _comes_last(drafted, fresh, settled):
        return None
    before = _tail_of(earlier, known, settled, rest)
    facts = _facts(drafted, fresh, before)
    if facts is None:
        return None
    fact_of = {one: facts[number].uuid for one, number in drafted.draft_of.items()}
    if any(fact_of[one] != before.fact_of[one] for one in known - changed):
        return None
    now = GroupFold(rest, facts, (), {}, fact_of)
    answer = GroupFold(
        group,
        (*earlier.facts[: settled.facts], *facts),
        earlier.issues,
        earlier.opened,
        {**dict(islice(earlier.fact_of.items(), settled.statements)), **fact_of},
    )
    return ContinuedFold(answer, before, now, settled_of(drafted, context.exclusions, settled, tail=tail))


def _tail_of(earlier: GroupFold, known: AbstractSet[str], settled: SettledPart, rest: StatementGroup) -> GroupFold:
    fact_of = {one: earlier.fact_of[one] for one in known}
    return GroupFold(rest, earlier.facts[settled.facts :], (), {}, fact_of)


def _may_end_by_death(group: StatementGroup, deaths: Deaths) -> bool:
    """Return whether a death may end facts of the group, judged by the contents of its statements only."""
    if group.about_life:
        return True
    if not deaths or not group.affected_by_death:
        return False
    return group.partition.scope in HELD or any((group.partition, who) in deaths for who in group.people())


def _are_plain(group: StatementGroup, exclusions: Exclusions) -> bool:
    """Return whether the group has only plain statements. Plain statements are about states that are not denied,
    locked, passing or conditional. They are not about values that only grow, such as ages. The result is false if a
    judge has decided that a content of the group is equal to another content or excludes one.
    """
    return _are_simple(group.contents, exclusions) and all(map(_is_plain, group.statements, group.contents))


def _is_plain(statement: PlacedStatement, content: StatementContent) -> bool:
    predicate, core = statement.predicate, statement.core
    return (
        predicate.kind is PredicateKind.STATE
        and not predicate.passing
        and core.phase is not Phase.DENIED
        and not statement.locked
        and core.condition is None
        and monotone_value(content, predicate) is None
    )


def _are_simple(contents: Iterable[StatementContent], exclusions: Exclusions) -> bool:
    return not any(exclusions.class_of(one) != one or exclusions.excluded_by_judgement(one) for one in set(contents))


def _comes_last(drafted: DraftedGroup, fresh: AbstractSet[int], settled: SettledPart) -> bool:
    """Return whether the new statements *fresh* come after all other statements of the tail (the statements after the
    settled part). The whole tail must also lie on one line (chain of ordered moments). The new statements must neither
    belong to a fact of the settled part nor end such a fact.
    """
    grouping, ends, ranks = drafted.grouping, drafted.ends, drafted.grouping.ranks
    statements = grouping.statements
    if set(ranks.line) != {ranks.line[0]} or ranks.line[0] == OFF_LINE:
        return False
    last = max(ranks.rank[number] for number in range(len(statements)) if number not in fresh)
    if any(ranks.rank[number] <= last or statements[number].core.placing is not Placement.NOW for number in fresh):
        return False
    if any(not one.statements for one in grouping.drafts) or drafted.conflicting or any(ends.rivals):
        return False
    if not _have_ends_before(drafted, fresh, settled):
        return False
    return all(
        not settled.aside if is_stated_end(statements[number]) else grouping.separators.test_of(number).has_earlier
        for number in fresh
    )


def _have_ends_before(drafted: DraftedGroup, fresh: AbstractSet[int], settled: SettledPart) -> bool:
    """Return False if the group has a statement such as "she left", and the new statements form a fact with a new
    content. The statement "she left" ends a state whatever the object of the state is. In this case, the whole group
    must be folded again, because the statement "she left" may end the new fact, too.
    """
    grouping = drafted.grouping
    ends = (one for draft in grouping.drafts for one in draft.closing)
    if not settled.ends_any and not any(map(grouping.ends_any, ends)):
        return True
    others = {draft.content for draft in grouping.drafts if not draft.closing and fresh.isdisjoint(draft.statements)}
    added = (draft.content for draft in grouping.drafts if fresh >= {*draft.statements})
    return all(one in others or not (one.object or one.value) for one in added)


def _facts(drafted: DraftedGroup, fresh: AbstractSet[int], before: GroupFold) -> tuple[FoldedFact, ...] | None:
    """Return the facts of the tail (the statements after the settled part). A fact is taken from *before*, the earlier
    fold of the tail, unless it is new or may have changed. A fact may have changed if a statement in *fresh* (the new
    and changed statements) belongs to it or ends it. Return None if the whole group is needed to find out whether a
    fact may have begun before its first statement.
    """
    earlier = {one.uuid: one for one in before.facts}
    found: list[FoldedFact] = []
    for number, draft in enumerate(drafted.grouping.drafts):
        involved: Sequence[int] = [
            *(*draft.statements, *draft.closing),
            *(cause.number for cause in drafted.ends.end_causes[number]),
        ]
        known = earlier.get(drafted.first(number).uuid)
        if known is not None and fresh.isdisjoint(involved):
            found.append(known)
            continue
        made = drafted.fact(number)
        if made.validity.open_start and (known is None or not known.validity.open_start):
            return None
        found.append(known if known is not None and known == made else made)
    return tuple(found)
