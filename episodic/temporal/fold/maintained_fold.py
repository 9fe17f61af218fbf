"""Folds a work again whenever it changes, but only the groups of statements whose inputs changed.

The result of each fold equals that of the function `fold` for the same statements and context.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from episodic.model.changed_values import begins_with, changed_keys, missing_keys
from episodic.model.deferred import Deferred
from episodic.model.graph import Issue
from episodic.model.shared_dict import SharedDict
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.growth import ChronologyGrowth
from episodic.temporal.fold.acts_after_death import (
    ClaimAfterDeath,
    Dead,
    acts_of_the_dead,
    claim_issues,
    claims_after_death,
    reported_deaths,
)
from episodic.temporal.fold.compatibility import CompatibilityIndex
from episodic.temporal.fold.fold_results import FactList, ListedFact
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.fold.group_folding import (
    Deaths,
    EarlierFacts,
    FoldContext,
    deaths_for,
    deaths_in,
    folded_group,
)
from episodic.temporal.fold.group_index import GroupIndex
from episodic.temporal.fold.group_times import are_final, nodes_of
from episodic.temporal.fold.issues import order_unknown_issues, work_issues
from episodic.temporal.fold.partitions import GroupFold
from episodic.temporal.place_nesting import PairedStatement, paired_statement
from episodic.temporal.placed import PlacedStatement


@dataclass(frozen=True, slots=True)
class FoldedGroup(Deferred):
    """The fold of one group of statements.

    `alone` is the fold of a group about life and death without regard to deaths, and None for other groups.
    """

    answer: GroupFold
    alone: GroupFold | None


class GroupIssues(NamedTuple):
    """The issues of one group, about contradictions and then about unknown order, and the place of the group's first
    statement in narrative order.
    """

    place: tuple[int, int, int, int, str]
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class DeadActs:
    """The issues about dead persons who act in one group, and the claims that dead persons make in it."""

    acts: tuple[Issue, ...]
    claims: tuple[ClaimAfterDeath, ...]


class MaintainedFold:
    """Folds the successive versions of a work's statements, with the result of the last fold at hand.

    A group is folded again if something changed that its facts depend on: statements, judgements, order or days of
    moments, deaths, or chapters.
    """

    KEPT: ClassVar[tuple[str, ...]] = (
        *("_told_in", "_paired", "_folded", "_nodes", "_life", "_not_final", "_issues_of"),
        *("_deaths", "_dead", "_dead_acts", "_facts", "_fact_of"),
    )
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset(
        {"_facts", "_fact_of", "_folded", "_nodes", "_told_in", "_deaths", "_dead", "_dead_acts", "_issues_of"}
    )
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("_index", "_compatibility", "_list")

    def __init__(self) -> None:
        self._index = GroupIndex()
        self._given: Mapping[str, PlacedStatement] = {}
        self._statements = SharedDict[str, PlacedStatement]()
        self._context: FoldContext | None = None
        self._folded = SharedDict[int, FoldedGroup]()
        self._deaths: Deaths = {}
        self._dead: Dead = {}
        self._dead_acts: dict[int, DeadActs] = {}
        self._facts = SharedDict[str, ListedFact]()
        self._list = FactList()
        self._told_in = SharedDict[str, tuple[str, ...]]()
        self._paired = SharedDict[str, PairedStatement]()
        self._nodes = SharedDict[int, tuple[int, ...]]()
        self._life: set[int] = set()
        self._not_final: set[int] = set()
        self._issues_of = SharedDict[int, GroupIssues]()
        self._fact_of = SharedDict[str, str]()
        self._steady: set[int] = set()
        """The groups that changed, but in which all times and the chapter ranges of all facts are as in the last fold,
        apart from those of the statements in `_changed`.
        """
        self._reusable: set[int] = set()
        """The groups to which the same applies, including new groups."""
        self._changed: set[str] = set()
        """The ids of the statements that changed since the last fold, or whose times may have changed."""
        self._compatibility = CompatibilityIndex()

    def restored(
        self, statements: Mapping[str, PlacedStatement], context: FoldContext, shown: SharedDict[str, FoldedFact]
    ) -> None:
        """Rebuild the attributes that a checkpoint does not contain, from the inputs and the facts of the last fold."""
        self._list.restored(self._facts, shown)
        self._compatibility.restored(self._paired.copy(), context.exclusions)
        self._given, self._statements = statements, _known(statements, context.chronology)
        self._context = self._with_compatible(context)
        self._index.restored(self._context.exclusions)

    @property
    def fact_of(self) -> SharedDict[str, str]:
        """Return the id of the fact of each statement in the last fold, by statement id."""
        return self._fact_of.copy()

    def fold(self, statements: Mapping[str, PlacedStatement], context: FoldContext) -> FoldResult:
        """Return the facts and issues of *statements*, which are given by id. Statements that the chronology does not
        contain are ignored.
        """
        known = self._statements
        placed = self._placed(statements, context.chronology)
        fresh = {uuid: placed[uuid] for uuid in changed_keys(known, placed)}
        self._pair(placed, fresh)
        context = self._with_compatible(context)
        gone = missing_keys(known, placed)
        before, self._context, self._given, self._statements = self._context, context, statements, placed
        dropped, added = self._index.update(gone=gone, fresh=fresh, exclusions=context.exclusions)
        moved = self._moved(context.chronology.growth)
        others = self._numbers_of(moved) - added
        self._steady = self._with_same_times(dropped | others, before, context)
        self._reusable = added | (others & self._steady)
        self._changed = {*moved, *(one for one in fresh if one in known)}
        for number in dropped - self._steady:
            self._changed.update(self._folded[number].answer.fact_of)
        retired = [self._folded[number] for number in dropped - added]
        self._forget(dropped - added)
        for numbers in (self._life, self._not_final):
            numbers.difference_update(dropped)
        self._fold_groups(added | self._affected(before, context, moved), retired, context, moved)
        return self._result(context)

    def _forget(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            del self._folded[number]
            self._dead_acts.pop(number, None)
            self._nodes.pop(number, None)
            self._issues_of.pop(number, None)

    def _pair(self, placed: Mapping[str, PlacedStatement], fresh: Mapping[str, PlacedStatement]) -> None:
        before = self._statements
        for uuid in (*missing_keys(before, placed), *(one for one in fresh if one in before)):
            passage = before[uuid].passage
            self._told_in[passage] = tuple(one for one in self._told_in[passage] if one != uuid)
        for uuid, one in fresh.items():
            self._told_in[one.passage] = (*self._told_in.get(one.passage, ()), uuid)
        paired = {uuid: found for uuid, one in fresh.items() if (found := paired_statement(one)) is not None}
        known = self._paired
        if begins_with(placed, before) and not any(uuid in before for uuid in fresh):
            known.update(paired)
            return
        kept = {uuid: paired.get(uuid) if uuid in fresh else known.get(uuid) for uuid in placed}
        self._paired = SharedDict((uuid, one) for uuid, one in kept.items() if one is not None)

    def _with_compatible(self, context: FoldContext) -> FoldContext:
        exclusions = self._compatibility.extended(
            self._paired.copy(), context.exclusions, told_in=lambda passage: self._told_in.get(passage, ())
        )
        return replace(context, exclusions=exclusions)

    def _placed(
        self, statements: Mapping[str, PlacedStatement], chronology: Chronology
    ) -> SharedDict[str, PlacedStatement]:
        growth, before = chronology.growth, None if self._context is None else self._context.chronology
        grown = before is not None and growth is not None and growth.base is before.version and not growth.rebuilt
        if not (grown or chronology is before) or not begins_with(statements, self._given):
            return _known(statements, chronology)
        placed = self._statements.copy()
        for uuid in changed_keys(self._given, statements):
            if chronology.knows(uuid):
                placed[uuid] = statements[uuid]
            else:
                placed.pop(uuid, None)
        return placed

    def _moved(self, growth: ChronologyGrowth | None) -> set[str]:
        if growth is None:
            return set()
        told = (uuid for one in growth.passages for uuid in self._told_in.get(one, ()))
        return {one for one in (*growth.statements, *told) if one in self._statements}

    def _with_same_times(self, numbers: Iterable[int], before: FoldContext | None, context: FoldContext) -> set[int]:
        """Return those of the folded groups *numbers* in which the times of all facts and the chapter ranges of all
        facts are as in the last fold, unless statements of the group moved.
        """
        growth = context.chronology.growth
        if before is None or before.issue_context != context.issue_context:
            return set()
        if context.chronology is before.chronology:
            nodes: frozenset[int] = frozenset()
        elif growth is None or growth.rebuilt or growth.base is not before.chronology.version:
            return set()
        else:
            nodes = growth.nodes
        if not context.chapter_bounds.extends(before.chapter_bounds):
            return set()
        return {one for one in numbers if one not in self._not_final and nodes.isdisjoint(self._nodes[one])}

    def _affected(self, before: FoldContext | None, context: FoldContext, moved: set[str]) -> set[int]:
        if before is None or before.issue_context != context.issue_context:
            return set(self._index.groups)
        growth = context.chronology.growth
        same = context.chronology is before.chronology
        grown = growth is not None and growth.base is before.chronology.version
        if not (same or grown):
            return set(self._index.groups)
        affected = self._index.with_content(context.exclusions.changed_compatibility(before.exclusions))
        if same or growth is None:
            return affected
        affected |= self._not_final
        if growth.nodes:
            affected |= {number for number, nodes in self._nodes.items() if not growth.nodes.isdisjoint(nodes)}
        affected |= self._numbers_of(moved)
        if not context.chapter_bounds.extends(before.chapter_bounds):
            affected |= self._with_other_range(self._folded.keys() - affected, context.chapter_bounds)
        return affected

    def _with_other_range(self, numbers: Iterable[int], bounds: ChapterBounds) -> set[int]:
        """Return those of the groups *numbers* in which the chapter range of a fact has changed, or begins to depend on
        later chapters.
        """
        found: set[int] = set()
        for number in numbers:
            group = self._folded[number]
            facts = [fact for fold in (group.answer, group.alone) if fold is not None for fact in fold.facts]
            final = number in self._not_final or all(bounds.is_final(one.validity) for one in facts)
            if not final or any((one.core.lo, one.core.hi) != bounds.of(one.validity) for one in facts):
                found.add(number)
        return found

    def _numbers_of(self, statements: Iterable[str]) -> set[int]:
        return {self._index.number_of(one) for one in statements}

    def _fold_groups(self, stale: set[int], retired: list[FoldedGroup], context: FoldContext, moved: set[str]) -> None:
        """Fold the groups *stale*, and the groups about persons whose deaths changed or are reported by a statement of
        *moved*. Groups about life and death are folded first, because a death can end facts of other groups.
        """
        groups = self._index.groups
        alone = {
            number: folded_group(groups[number], context, {}, earlier=self._earlier(number))
            for number in stale
            if groups[number].about_life
        }
        life = {number: one for number in self._life if (one := self._folded[number].alone) is not None} | alone
        before, self._deaths = self._deaths, deaths_in(sorted(life.values(), key=_group_key))
        changed = {who for who in {*before, *self._deaths} if before.get(who) != self._deaths.get(who)}
        changed |= {who for who, found in self._deaths.items() if any(one.statement.uuid in moved for one in found)}
        stale |= {number for number in self._about(who for _, who in changed) if groups[number].affected_by_death}
        retired.extend(self._folded[number] for number in stale if number in self._folded)
        for number in stale:
            group, by_itself = groups[number], alone.get(number) or life.get(number)
            if by_itself is not None and not group.affected_by_death:
                self._keep(number, by_itself, by_itself, context)
            else:
                answer = folded_group(group, context, self._deaths, earlier=self._earlier(number))
                self._keep(number, answer, by_itself, context)
        self._replace_facts(retired, [self._folded[number] for number in stale])
        self._find_acts(stale, context)

    def _earlier(self, number: int) -> EarlierFacts:
        """Return the facts of the last fold, for a new fold of the group *number*. If the new fact equals the earlier
        one, the earlier object is kept, so that nothing that depends on the fact is derived again. This saves more than
        it costs to load the fact for the comparison.
        """
        folded = self._folded.get(number)
        facts = {} if folded is None else {one.uuid: one for one in folded.answer.facts}

        def fact_with(uuid: str) -> FoldedFact | None:
            if uuid in facts:
                return facts[uuid]
            known = self._facts.get(uuid)
            return None if known is None else known.fact

        return EarlierFacts(fact_with, self._changed if number in self._reusable else None)

    def _about(self, people: Iterable[str]) -> set[int]:
        who = frozenset(people)
        if not who:
            return set()
        told = self._statements.items()
        return self._numbers_of(
            uuid for uuid, one in told if one.subject in who or one.object in who or one.holder in who
        )

    def _keep(self, number: int, answer: GroupFold, alone: GroupFold | None, context: FoldContext) -> None:
        """Keep the fold of a group, and what decides when it is folded again. If no time of the group changed, only new
        and changed facts and statements are examined.
        """
        earlier = self._folded.get(number) if number in self._steady else None
        facts: Iterable[FoldedFact] = answer.facts
        statements: Iterable[PlacedStatement] = answer.group.statements
        nodes = set[int]()
        if earlier is not None:
            nodes.update(self._nodes[number])
            known, same = set(map(id, earlier.answer.facts)), earlier.answer.fact_of.keys() - self._changed
            facts = [one for one in facts if id(one) not in known]
            statements = [one for one in statements if one.uuid not in same]
        deaths = (one.statement for one in deaths_for(answer.group, self._deaths))
        others = nodes_of((*statements, *deaths), facts, context.chronology)
        if earlier is None or not others <= nodes:
            self._nodes[number] = tuple(nodes | others)
        unordered = tuple(order_unknown_issues([answer], context.issue_context))
        self._folded[number] = FoldedGroup(answer, alone)
        if answer.issues or unordered:
            self._issues_of[number] = GroupIssues(_group_key(answer), (*answer.issues, *unordered))
        else:
            self._issues_of.pop(number, None)
        is_final = are_final(facts, statements, context)
        for numbers, belongs in ((self._life, alone is not None), (self._not_final, not is_final)):
            (numbers.add if belongs else numbers.discard)(number)

    def _replace_facts(self, retired: Sequence[FoldedGroup], added: Sequence[FoldedGroup]) -> None:
        """Replace the facts of the groups *retired* by those of the groups *added*. A fact that a retired group had as
        the same object is not looked up.
        """
        facts = {fact.uuid: fact for one in added for fact in one.answer.facts}
        before = {fact.uuid: fact for one in retired for fact in one.answer.facts}
        known_of = {statement: fact for one in retired for statement, fact in one.answer.fact_of.items()}
        fact_of = {
            statement: fact
            for one in added
            for statement, fact in one.answer.fact_of.items()
            if not facts[fact].implied
        }
        for one in retired:
            for statement, uuid in one.answer.fact_of.items():
                if uuid not in facts:
                    self._facts.pop(uuid, None)
                if statement not in fact_of:
                    self._fact_of.pop(statement, None)
        for uuid, fact in facts.items():
            if before.get(uuid) is fact:
                continue
            known = self._facts.get(uuid)
            if known is None or known.fact is not fact:
                self._facts[uuid] = ListedFact.of(fact)
        for statement, uuid in fact_of.items():
            if before.get(uuid) is facts[uuid] and known_of.get(statement) == uuid:
                continue
            if self._fact_of.get(statement) != uuid:
                self._fact_of[statement] = uuid

    def _find_acts(self, stale: set[int], context: FoldContext) -> None:
        life = sorted((self._folded[number].answer for number in self._life), key=_group_key)
        before, self._dead = self._dead, reported_deaths(life)
        changed = {who for who in {*before, *self._dead} if before.get(who) != self._dead.get(who)}
        for number in stale | self._about(who for _, who in changed):
            answer = self._folded[number].answer
            acts = acts_of_the_dead(answer, self._dead, context.chronology, issue_context=context.issue_context)
            claims = claims_after_death(answer, self._dead, context.chronology)
            found = DeadActs(tuple(acts), tuple(claims))
            if found.acts or found.claims:
                self._dead_acts[number] = found
            else:
                self._dead_acts.pop(number, None)

    def _result(self, context: FoldContext) -> FoldResult:
        ordered = sorted(self._issues_of.values(), key=lambda one: one.place)
        dead = sorted(self._dead_acts.items(), key=lambda one: _group_key(self._folded[one[0]].answer))
        issues = [one for group in ordered for one in group.issues]
        issues += work_issues(context.chronology, context.exclusions, context.issue_context)
        issues += claim_issues((claim for _, one in dead for claim in one.claims), context.issue_context)
        issues += (act for _, one in dead for act in one.acts)
        return self._list.result(self._facts.copy(), issues, self.fact_of)


def _known(statements: Mapping[str, PlacedStatement], chronology: Chronology) -> SharedDict[str, PlacedStatement]:
    if isinstance(statements, SharedDict) and chronology.knows_all(statements):
        return statements.copy()
    return SharedDict((uuid, one) for uuid, one in statements.items() if chronology.knows(uuid))


def _group_key(answer: GroupFold) -> tuple[int, int, int, int, str]:
    return answer.group.statements[0].narrative_key
