"""The facts of a work up to a given chapter, derived for one group of connected statements at a time. A group of
statements is folded when a read asks for one of its facts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from episodic.model.graph import Issue, TimelineTurn
from episodic.temporal.fold.deaths import Death, holder_of
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import Deaths, DraftedGroup, FoldContext, deaths_in
from episodic.temporal.fold.issues import order_unknown_issues
from episodic.temporal.fold.partitions import GroupFold, PartitionKey, StatementGroup, partition_around
from episodic.temporal.fold.turns import dated_fact, is_dated, turns_by_days
from episodic.views.told.drafted_groups import DraftedGroups
from episodic.views.told.groups import LocalGroups
from episodic.views.told.statements import ToldStatements


class LocalFold:
    """The facts that follow from *statements*. The chronology of *context* must contain all statements. The facts of a
    LocalFold equal the facts that `fold` derives from all statements at once.
    """

    def __init__(
        self,
        statements: ToldStatements,
        context: FoldContext,
        *,
        groups: LocalGroups | None = None,
        drafted: DraftedGroups | None = None,
    ) -> None:
        """*groups* are the groups of *statements*, and *drafted* divides these groups into facts. *groups* and
        *drafted* are given if they contain what was derived from an earlier version of *statements*.
        """
        self._context, self._statements = context, statements
        self._groups = groups or LocalGroups(statements, context.exclusions)
        self.drafted_groups: DraftedGroups = drafted or DraftedGroups(self._groups, context)
        self._drafted: dict[int, DraftedGroup] = {}
        self._folded: dict[int, GroupFold] = {}
        self._parties: dict[int, frozenset[str]] = {}
        self._deaths: dict[tuple[PartitionKey, str], tuple[Death, ...]] = {}

    def continued(self, statements: ToldStatements, context: FoldContext, moved: AbstractSet[int]) -> LocalFold:
        """Return the fold of *statements*, a later version of the statements of this fold. Unchanged groups are neither
        formed nor divided into facts again. *moved* contains the nodes of this fold's chronology whose days, or whose
        order to other nodes, may be different in *context*.
        """
        groups = self._groups.continued(statements, context.exclusions)
        drafted = DraftedGroups(groups, context, self.drafted_groups.made, moved)
        return LocalFold(statements, context, groups=groups, drafted=drafted)

    @property
    def context(self) -> FoldContext:
        """Return what folding a group needs besides its statements: the chronology, the judgements about contents that
        exclude each other or are equal, and the chapters.
        """
        return self._context

    @property
    def about_life(self) -> list[int]:
        """Return the numbers of the groups that have statements about somebody's life or death."""
        return self._groups.of_rows(number for rows in self._life.values() for number in rows)

    def answers(self, numbers: Iterable[int]) -> list[GroupFold]:
        """Return the fold results of the groups with the given numbers, in narrative order of the groups' first
        statements.
        """
        folded = [self._fold_of(number) for number in numbers]
        return sorted(folded, key=lambda one: one.group.statements[0].narrative_key)

    def size_of(self, number: int) -> int:
        return len(self._groups.formed.groups[number].statements)

    def parties(self, number: int) -> frozenset[str]:
        known = self._parties.get(number)
        if known is None:
            found: set[str | None] = set()
            for one in self._groups.formed.groups[number].statements:
                placed = self._statements[one.uuid]
                found.update((placed.subject, placed.object, placed.holder, *placed.tellers))
                found.update(role.entity for role in placed.participants)
            known = self._parties[number] = frozenset(one for one in found if one is not None)
        return known

    def conflicting(self, number: int) -> bool:
        """Return whether facts of the group *number* contradict each other or exclude each other in unknown order."""
        statements = self._groups.formed.groups[number].statements
        # A group may have only one statement. Its only fact can be in conflict (with a death or a stated end) only if
        # the author has locked this statement.
        single = len(statements) == 1 and not statements[0].locked
        return not single and self.drafted(number).conflicting

    def numbers(self, statements: Iterable[str]) -> list[int]:
        found = (self._groups.number_of(one) for one in statements)
        return list(dict.fromkeys(one for one in found if one is not None))

    def number_of(self, row: int) -> int:
        return self._groups.of_rows([row])[0]

    def facts_in(self, number: int) -> tuple[FoldedFact, ...]:
        """Return the facts of the group *number*, without facts that only say that an event ended a state."""
        return tuple(one for one in self._fold_of(number).facts if not one.implied)

    def fact(self, uuid: str) -> FoldedFact | None:
        """Return the fact with the id *uuid*. Return None if no fact has this id, or if the fact only says that an
        event ended a state which no statement mentions.
        """
        drafted, draft = self._draft_of(uuid)
        if drafted is None or drafted.first(draft).uuid != uuid or drafted.implied(draft):
            return None
        return drafted.fact(draft)

    def has_fact(self, uuid: str) -> bool:
        """Return whether `fact` returns a fact, without building it."""
        drafted, draft = self._draft_of(uuid)
        return drafted is not None and drafted.first(draft).uuid == uuid and not drafted.implied(draft)

    def fact_of(self, statement: str) -> str | None:
        """Return the id of the fact that the statement supports or ends. Return None if there is no such fact, or if
        the fact only says that an event ended a state which no statement mentions.
        """
        drafted, draft = self._draft_of(statement)
        return None if drafted is None or drafted.implied(draft) else drafted.first(draft).uuid

    def facts_like(self, number: int, statement: str) -> list[str]:
        """Return the ids of the facts of the group *number* that have a statement with the same content as *statement*."""
        group, class_of = self._groups.formed.groups[number], self._context.exclusions.class_of
        contents = {one.uuid: class_of(content) for one, content in zip(group.statements, group.contents, strict=True)}
        wanted, drafted = contents[statement], self.drafted(number)
        like = (
            draft for draft in range(len(drafted)) if any(contents[one] == wanted for one in drafted.supporting(draft))
        )
        return [drafted.first(one).uuid for one in like]

    def comparable(self, row: int) -> list[int]:
        """Return the numbers of the groups with statements, of any scope, whose contents may equal or exclude that of
        the statement *row*.
        """
        return self._groups.of_rows(self._groups.comparable(row))

    def every(self) -> list[FoldedFact]:
        """Return the facts of all groups of statements in narrative order, without facts that only say that an event
        ended a state.
        """
        facts = (fact for number in self._groups.every() for fact in self.facts_in(number))
        return sorted(facts, key=lambda one: one.core.narrative_key)

    def unknown_orders(self, facts: Iterable[str]) -> list[Issue]:
        """Return the issues that say that the order of two facts is unknown, in the groups of the given facts. The
        issues are sorted by the last chapter that they quote.
        """
        numbers = (number for number in self.numbers(facts) if self.conflicting(number))
        answers = [self._fold_of(number) for number in numbers]
        found = order_unknown_issues(answers, self._context.issue_context)
        return sorted(found, key=lambda one: (max(each.told.order for each in one.evidence), one.uuid))

    def turn_of(self, fact: FoldedFact) -> TimelineTurn:
        """Return whether the text tells a fact in story order, as a look back, or as a look ahead. The result also
        depends on other facts, because the days of *fact* are compared with theirs.
        """
        if fact.core.turn is not TimelineTurn.ON or not is_dated(fact.core):
            return fact.core.turn
        return self._turns.get(fact.uuid, TimelineTurn.ON)

    @cached_property
    def _turns(self) -> Mapping[str, TimelineTurn]:
        """The turn of each fact whose day shows that it is narrated out of story order. The turn is BACK for a look
        back, and AHEAD for a look ahead.

        A group in which no statement has a known day is not folded to find turns. Only days show that a fact is told
        out of story order.
        """
        dated = [number for number, one in enumerate(self._statements) if self._has_day(one)]
        facts = (one.core for number in self._groups.of_rows(dated) for one in self.facts_in(number))
        return turns_by_days(found for one in facts if (found := dated_fact(one)) is not None)

    def _has_day(self, statement: str) -> bool:
        chronology = self._context.chronology
        days = chronology.bounds(chronology.position_of(statement))
        return days.earliest is not None or days.latest is not None

    def _draft_of(self, statement: str) -> tuple[DraftedGroup | None, int]:
        """Return the group of a statement and the number of its fact in this group, or (None, 0) for an unknown
        statement.
        """
        number = self._groups.number_of(statement)
        drafted = None if number is None else self.drafted(number)
        return (None, 0) if drafted is None else (drafted, drafted.draft_of[statement])

    def _fold_of(self, number: int) -> GroupFold:
        known = self._folded.get(number)
        if known is None:
            known = self._folded[number] = self.drafted(number).folded()
        return known

    def drafted(self, number: int) -> DraftedGroup:
        """Return the statements of the group *number*, divided into facts. Each fact is built when it is needed."""
        known = self._drafted.get(number)
        if known is None:
            group = self._groups.formed.groups[number]
            if group.affected_by_death:
                known = self.drafted_groups.of(group, self._deaths_of(group))
            else:
                known = self._drafted_alone(number)
            self._drafted[number] = known
        return known

    def _drafted_alone(self, number: int) -> DraftedGroup:
        """Return what `drafted` returns, as if nobody died."""
        return self.drafted_groups.of(self._groups.formed.groups[number], None)

    def _deaths_of(self, group: StatementGroup) -> Deaths:
        if not self._life:
            return {}
        people = {who for one in group.statements for who in (one.subject, one.object) if who is not None}
        keys = {(group.partition, who) for who in people}
        holder = holder_of(group.statements[0])
        if holder is not None:
            keys.add((partition_around(group.partition), holder))
        found: dict[tuple[PartitionKey, str], tuple[Death, ...]] = {}
        for key in keys:
            if key not in self._deaths:
                self._deaths[key] = self._deaths_of_person(key)
            if self._deaths.get(key):
                found[key] = self._deaths[key]
        return found

    def _deaths_of_person(self, key: tuple[PartitionKey, str]) -> tuple[Death, ...]:
        numbers = self._groups.of_rows(self._life.get(key[1], ()))
        groups = self._groups.formed.groups
        told = [number for number in numbers if groups[number].partition == key[0]]
        return deaths_in([self._drafted_alone(number).folded() for number in told]).get(key, ())

    @cached_property
    def _life(self) -> Mapping[str, Sequence[int]]:
        lives = [one.life is not None for one in self._statements.predicates.known]
        found: dict[str, list[int]] = defaultdict(list)
        for number in self._statements.with_predicates(lives):
            found[self._statements.at(number).subject].append(number)
        return found
