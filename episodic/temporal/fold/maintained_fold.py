"""Folds a work again whenever it changes, but only the groups of statements whose inputs changed.

The result of each fold equals that of the function `fold` for the same statements and context.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from episodic.model.changed_values import begins_with, changed_keys, missing_keys
from episodic.model.shared_dict import SharedDict
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.growth import ChronologyGrowth
from episodic.temporal.fold.acts_after_death import (
    Dead,
    acts_of_the_dead,
    claim_issues,
    claims_after_death,
    reported_deaths,
)
from episodic.temporal.fold.compatibility import CompatibilityIndex
from episodic.temporal.fold.continued_fold import ContinuedFold, GrownGroup, continued, settled_of
from episodic.temporal.fold.fold_results import FactList, ListedFact
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.fold.folded_groups import DeadActs, FoldedGroup, GroupIssues
from episodic.temporal.fold.group_folding import (
    Deaths,
    DraftedGroup,
    EarlierFacts,
    FoldContext,
    deaths_for,
    deaths_in,
    folded_group,
)
from episodic.temporal.fold.group_index import GroupIndex
from episodic.temporal.fold.group_times import nodes_of
from episodic.temporal.fold.groups_without_facts import fold_without_facts
from episodic.temporal.fold.issues import order_unknown_issues, work_issues
from episodic.temporal.fold.later_chapters import LaterChapters
from episodic.temporal.fold.partitions import GroupFold, group_place
from episodic.temporal.fold.settled_part import TAIL
from episodic.temporal.place_nesting import PairedStatement, paired_statement
from episodic.temporal.placed import PlacedStatement

_Statements = Mapping[str, PlacedStatement]


class MaintainedFold:
    """Folds the successive versions of a work's statements. A group is folded again only if something changed that its
    facts depend on: statements, judgements, order or days of moments, deaths, or chapters.
    """

    KEPT: ClassVar[tuple[str, ...]] = (
        *("_told_in", "_paired", "_folded", "_nodes", "_life", "_issues_of"),
        *("_deaths", "_dead", "_dead_acts", "_facts", "_fact_of"),
    )
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset(
        {"_facts", "_fact_of", "_folded", "_nodes", "_told_in", "_deaths", "_dead", "_dead_acts", "_issues_of"}
    )
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("_index", "_compatibility", "_list", "_later")

    def __init__(self, *, tail: int = TAIL) -> None:
        self._tail = tail
        """If statements are added to a large group, at least this many of its last statements are folded again."""
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
        self._later = LaterChapters()
        self._unsure: set[int] = set()
        """The groups that may differ from the last fold because chapters were added."""
        self._issues_of = SharedDict[int, GroupIssues]()
        self._fact_of = SharedDict[str, str]()
        self._steady: set[int] = set()
        """Groups whose facts hold in the same chapters as before, with new times only for statements in `_changed`."""
        self._reusable: set[int] = set()
        """Groups whose facts of the last fold can be used again, unless a statement in `_changed` belongs to them."""
        self._growing: set[int] = set()
        """Those of the groups in `_steady` in which the same contents exclude each other as in the last fold."""
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
        self._pair(placed, fresh, same_order=context.same_order)
        context = self._with_compatible(context)
        gone = missing_keys(known, placed)
        before, self._context, self._given, self._statements = self._context, context, statements, placed
        dropped, added = self._index.update(gone=gone, fresh=fresh, exclusions=context.exclusions)
        moved = self._moved(context.chronology.growth)
        self._unsure = self._later.may_change(context.chapter_bounds)
        others = self._numbers_of(moved) - added
        self._steady = self._with_same_times(dropped | others, before, context)
        self._reusable = added | (others & self._steady)
        self._changed = {*moved, *(one for one in fresh if one in known)}
        changed = context.exclusions.changed_compatibility((before or context).exclusions)
        reclassified = self._index.with_content(changed)
        self._growing = self._steady - reclassified
        for number in dropped - self._steady:
            self._changed.update(one.uuid for one in self._folded[number].answer.group.statements)
        retired = [self._folded[number].answer for number in dropped - added]
        self._forget(dropped - added)
        self._life -= dropped
        self._later.begin(dropped)
        self._fold_groups(added | self._affected(before, context, moved) | reclassified, retired, context, moved)
        return self._result(context)

    def _forget(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            del self._folded[number]
            self._dead_acts.pop(number, None)
            self._nodes.pop(number, None)
            self._later.forget(number)
            self._issues_of.pop(number, None)

    def _pair(self, placed: _Statements, fresh: _Statements, *, same_order: bool) -> None:
        before = self._statements
        for uuid in (*missing_keys(before, placed), *(one for one in fresh if one in before)):
            passage = before[uuid].passage
            self._told_in[passage] = tuple(one for one in self._told_in[passage] if one != uuid)
        for uuid, one in fresh.items():
            self._told_in[one.passage] = (*self._told_in.get(one.passage, ()), uuid)
        paired = {uuid: found for uuid, one in fresh.items() if (found := paired_statement(one)) is not None}
        known, replaced = self._paired, [uuid for uuid in fresh if uuid in before]
        in_place = not replaced or (same_order and all((uuid in known) == (uuid in paired) for uuid in replaced))
        if in_place and begins_with(placed, before):
            known.update(paired)
            return
        kept = {uuid: paired.get(uuid) if uuid in fresh else known.get(uuid) for uuid in placed}
        self._paired = SharedDict((uuid, one) for uuid, one in kept.items() if one is not None)

    def _with_compatible(self, context: FoldContext) -> FoldContext:
        paired, told_in, same = self._paired.copy(), self._told_in, context.same_order
        exclusions = self._compatibility.extended(
            paired, context.exclusions, told_in=lambda passage: told_in.get(passage, ()), same_order=same
        )
        return replace(context, exclusions=exclusions)

    def _placed(self, statements: _Statements, chronology: Chronology) -> SharedDict[str, PlacedStatement]:
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
        """Return the ids of the statements whose times may have changed. If a passage is unchanged, but other passages
        follow it now, only its statements about passing states such as moods may have moved.
        """
        if growth is None:
            return set()
        told = (uuid for one in growth.passages for uuid in self._told_in.get(one, ()))
        near = (uuid for one in growth.followed for uuid in self._told_in.get(one, ()))
        passing = (uuid for uuid in near if self._statements[uuid].predicate.passing)
        return {one for one in (*growth.statements, *told, *passing) if one in self._statements}

    def _with_same_times(self, numbers: Iterable[int], before: FoldContext | None, context: FoldContext) -> set[int]:
        """Return those of the folded groups *numbers* whose facts have the same times as in the last fold, and hold in
        the same chapters. Statements whose own position in story time changed are not considered.
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
        return {one for one in numbers if one not in self._unsure and nodes.isdisjoint(self._nodes[one])}

    def _affected(self, before: FoldContext | None, context: FoldContext, moved: set[str]) -> set[int]:
        if before is None or before.issue_context != context.issue_context:
            return set(self._index.groups)
        growth = context.chronology.growth
        if context.chronology is before.chronology:
            return set()
        if growth is None or growth.base is not before.chronology.version:
            return set(self._index.groups)
        affected = self._unsure & self._folded.keys()
        if growth.nodes:
            affected |= {number for number, nodes in self._nodes.items() if not growth.nodes.isdisjoint(nodes)}
        affected |= self._numbers_of(moved)
        if not context.chapter_bounds.extends(before.chapter_bounds):
            changed, bounds = self._later.changed, context.chapter_bounds
            others = (one for one in self._folded if one not in affected)
            affected.update(one for one in others if changed(one, self._folded[one].answer.facts, bounds))
        return affected

    def _numbers_of(self, statements: Iterable[str]) -> set[int]:
        return {self._index.number_of(one) for one in statements}

    def _fold_groups(self, stale: set[int], retired: list[GroupFold], context: FoldContext, moved: set[str]) -> None:
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
        before, self._deaths = self._deaths, deaths_in(sorted(life.values(), key=group_place))
        changed = {who for who in {*before, *self._deaths} if before.get(who) != self._deaths.get(who)}
        changed |= {who for who, found in self._deaths.items() if any(one.statement.uuid in moved for one in found)}
        stale |= {number for number in self._about(who for _, who in changed) if groups[number].affected_by_death}
        added: list[GroupFold] = []
        for number in stale:
            step = self._continued(number, context)
            if step is not None:
                self._keep_continued(number, step, context)
                retired.append(step.before)
                added.append(step.tail)
                continue
            if number in self._folded:
                retired.append(self._folded[number].answer)
            self._keep(number, self._whole(number, alone.get(number) or life.get(number), context), context)
            added.append(self._folded[number].answer)
        self._replace_facts(retired, added)
        self._find_acts(stale, context)

    def _whole(self, number: int, alone: GroupFold | None, context: FoldContext) -> FoldedGroup:
        """Return the fold of a whole group. *alone* is the fold, ignoring deaths, of a group about life and death."""
        group, earlier = self._index.groups[number], self._folded.get(number)
        if alone is not None and not group.affected_by_death:
            return FoldedGroup(alone, alone)
        empty = fold_without_facts(group, None if earlier is None else earlier.answer)
        if empty is not None:
            return FoldedGroup(empty, None)
        drafted = DraftedGroup(group, context, self._deaths)
        answer = drafted.folded(self._earlier(number))
        return FoldedGroup(answer, alone, settled_of(drafted, context.exclusions, tail=self._tail))

    def _continued(self, number: int, context: FoldContext) -> ContinuedFold | None:
        """Return the fold of a group that got further statements at the end of the story. Return None if the group must
        be folded as a whole.
        """
        folded, growth = self._folded.get(number), context.chronology.growth
        if folded is None or growth is None or number not in self._growing:
            return None
        grown = GrownGroup(self._index.groups[number], folded.answer, folded.settled, growth.statements, self._changed)
        return continued(grown, context, self._deaths, tail=self._tail)

    def _earlier(self, number: int) -> EarlierFacts:
        """Return the facts of the last fold of the group *number*. Facts that a new fold leaves unchanged stay the same
        objects. What depends on these objects is not derived again, which would take more time than loading the facts.
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
        return self._numbers_of(key for key, one in told if not who.isdisjoint((one.subject, one.object, one.holder)))

    def _keep_continued(self, number: int, step: ContinuedFold, context: FoldContext) -> None:
        """Store the facts of a group whose last statements were folded again, and keep those of its settled part."""
        known, statements = set(map(id, step.before.facts)), step.tail.group.statements
        facts = [one for one in step.tail.facts if id(one) not in known]
        self._nodes[number] = tuple(nodes_of(statements, facts, context.chronology).union(self._nodes[number]))
        self._folded[number] = FoldedGroup(step.answer, None, step.settled)
        self._later.note(number, facts, statements, context, further=True)

    def _keep(self, number: int, folded: FoldedGroup, context: FoldContext) -> None:
        """Store the facts and issues that were derived from a group of statements, and the chronology nodes and
        chapters on which they depend. The facts of the group are derived again when a stored node or chapter changes.
        If no time of the group changed, only new and changed facts and statements are examined.
        """
        answer, earlier = folded.answer, self._folded.get(number) if number in self._steady else None
        facts: Iterable[FoldedFact] = answer.facts
        statements: Iterable[PlacedStatement] = answer.group.statements if answer.facts else ()
        nodes = set[int]()
        if earlier is not None:
            nodes.update(self._nodes[number])
            known, same = set(map(id, earlier.answer.facts)), earlier.answer.fact_of.keys() - self._changed
            facts = [one for one in facts if id(one) not in known]
            statements = [one for one in statements if one.uuid not in same]
        deaths = [one.statement for one in deaths_for(answer.group, self._deaths)] if answer.facts else []
        others = nodes_of((*statements, *deaths), facts, context.chronology)
        if earlier is None or not others <= nodes:
            self._nodes[number] = tuple(nodes | others)
        unordered = tuple(order_unknown_issues([answer], context.issue_context))
        self._folded[number] = folded
        if answer.issues or unordered:
            self._issues_of[number] = GroupIssues(group_place(answer), (*answer.issues, *unordered))
        else:
            self._issues_of.pop(number, None)
        (self._life.discard if folded.alone is None else self._life.add)(number)
        self._later.note(number, facts, statements, context, further=earlier is not None)

    def _replace_facts(self, retired: Sequence[GroupFold], added: Sequence[GroupFold]) -> None:
        """Replace the facts of the folds *retired* by those of the folds *added*. A fact that is the same object in a
        fold of *retired* and of *added* keeps its stored `ListedFact`, which need not be loaded.
        """
        facts = {fact.uuid: fact for one in added for fact in one.facts}
        before = {fact.uuid: fact for one in retired for fact in one.facts}
        known_of = {statement: fact for one in retired for statement, fact in one.fact_of.items()}
        fact_of = {
            statement: fact for one in added for statement, fact in one.fact_of.items() if not facts[fact].implied
        }
        for one in retired:
            for statement, uuid in one.fact_of.items():
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
        life = sorted((self._folded[number].answer for number in self._life), key=group_place)
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
        dead = sorted(self._dead_acts.items(), key=lambda one: group_place(self._folded[one[0]].answer))
        issues = [one for group in ordered for one in group.issues]
        issues += work_issues(context.chronology, context.exclusions, context.issue_context)
        issues += claim_issues((claim for _, one in dead for claim in one.claims), context.issue_context)
        issues += (act for _, one in dead for act in one.acts)
        return self._list.result(self._facts.copy(), issues, self.fact_of, same_order=context.same_order)


def _known(statements: Mapping[str, PlacedStatement], chronology: Chronology) -> SharedDict[str, PlacedStatement]:
    if isinstance(statements, SharedDict) and chronology.knows_all(statements):
        return statements.copy()
    return SharedDict((uuid, one) for uuid, one in statements.items() if chronology.knows(uuid))
