"""The fold of one group of statements: the facts of the group, their ends, and the contradictions between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from episodic.model.predicates import LifeState
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.deaths import Death, holder_of, is_foretold
from episodic.temporal.fold.ends import EndFinder
from episodic.temporal.fold.fact_building import FactBuilder
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.grouping import FactGrouping
from episodic.temporal.fold.issues import contradiction_issues
from episodic.temporal.fold.moment_ranks import MomentRanks
from episodic.temporal.fold.partitions import GroupFold, PartitionKey, StatementGroup, partition_around
from episodic.temporal.issues import IssueContext
from episodic.temporal.placed import PlacedStatement

Deaths = Mapping[tuple[PartitionKey, str], tuple[Death, ...]]
"""The deaths of each person, by the partition key (scope, holder, tellers and layer) of the statements that report them
and the person's id.
"""


@dataclass(frozen=True, slots=True)
class FoldContext:
    """What a fold needs besides the statements: the same for every group of statements."""

    chronology: Chronology
    exclusions: Exclusions
    chapter_bounds: ChapterBounds
    issue_context: IssueContext
    same_order: bool = False
    """Whether the statements of the last fold are certainly still in the same narrative order, even if the offsets of
    their quotes changed.
    """

    def excluding(self, exclusions: Exclusions) -> FoldContext:
        """Return a copy of this object with *exclusions* (which contents are equal or exclude each other)."""
        if exclusions is self.exclusions:
            return self
        return FoldContext(self.chronology, exclusions, self.chapter_bounds, self.issue_context)


@dataclass(frozen=True, slots=True)
class EarlierFacts:
    """The facts of an earlier fold by id, which a fold of the same group uses again.

    `changed` contains the ids of the statements that changed, or whose time changed, since the earlier fold. Statements
    that are not in `changed`, and the chapter ranges of all facts, are the same as in the fold that gave the earlier
    facts. A fact draft gives an equal fact if it contains no changed statement, and has the same statements, validity
    and rivals as an earlier fact. The earlier fact is then used again. If `changed` is None, anything may have changed.
    """

    fact_with: Callable[[str], FoldedFact | None]
    changed: AbstractSet[str] | None = None


NO_FACTS = EarlierFacts(lambda _uuid: None)


class DraftedGroup:
    """A group of statements, divided into fact drafts (facts that are not built yet) whose ends are known. A fact is
    built when it is asked for.

    The argument *deaths* contains the deaths of all persons of the work.
    """

    def __init__(self, group: StatementGroup, context: FoldContext, deaths: Deaths) -> None:
        self.group, self._context = group, context
        dead = deaths_for(group, deaths)
        told = (*group.statements, *(death.statement for death in dead))
        places = [context.chronology.position_of(one.uuid) for one in told]
        ranks = MomentRanks(places, context.chronology)
        self.grouping = FactGrouping(group, dead, ranks=ranks, exclusions=context.exclusions)
        self.ends = EndFinder(self.grouping, context.chronology).find()
        self._builder = self._built_in(context)
        self._facts: dict[int, FoldedFact] = {}

    def _built_in(self, context: FoldContext) -> FactBuilder:
        return FactBuilder(
            self.grouping,
            self.ends,
            chronology=context.chronology,
            chapter_bounds=context.chapter_bounds,
            issue_context=context.issue_context,
        )

    def continued(self, context: FoldContext) -> DraftedGroup:
        """Return the group in a later version of the work, without dividing its statements again. The facts of the
        returned group are built again when they are asked for.

        *context* must agree in three things with the version for which this object was made. The deaths must be the
        same. The moments of the statements and deaths must have the same order and the same days. The contents must be
        equal, compatible or exclusive in the same pairs.
        """
        continued: DraftedGroup = copy(self)
        self.grouping.use(context.chronology, context.exclusions)
        continued._context, continued._builder, continued._facts = context, self._built_in(context), {}
        return continued

    @cached_property
    def nodes(self) -> frozenset[int]:
        """The nodes of the chronology between which the statements of the group, and the deaths, lie."""
        told = len(self.group.statements) + len(self.grouping.deaths)
        places = [self.grouping.ranks.place(number) for number in range(told)]
        return frozenset(node for place in places for node in (place.start, place.end))

    def __len__(self) -> int:
        return len(self.grouping.drafts)

    def first(self, number: int) -> PlacedStatement:
        """Return the first statement (or else the first stated end) of the fact *number*, which gives the fact its id
        and content.
        """
        return self._builder.first(number)

    def has_ended(self, number: int) -> bool:
        return self._builder.has_ended(number)

    def known_fields(self, number: int) -> dict[str, object]:
        """Return, by name, fields of the fact *number* that are known without building it."""
        return self._builder.known_fields(number)

    def supporting(self, number: int) -> tuple[str, ...]:
        """Return the ids of the statements that support the fact *number*. Statements which say that the fact ends
        (stated ends) are left out.
        """
        return tuple(self.group.statements[one].uuid for one in self.grouping.drafts[number].statements)

    def implied(self, number: int) -> bool:
        """Return whether the fact *number* only says that an event ended a state which no statement mentions
        (`FoldedFact.implied`).
        """
        return self._builder.implied(number)

    def fact(self, number: int) -> FoldedFact:
        known = self._facts.get(number)
        if known is None:
            known = self._facts[number] = self._builder.fact(number)
        return known

    @property
    def conflicting(self) -> bool:
        """Return whether facts of the group are in conflict. Facts are in conflict if they contradict each other. They
        are also in conflict if they cannot hold at the same time and their order in story time is unknown.
        """
        return bool(self.ends.contradictions or self.ends.open)

    @cached_property
    def draft_of(self) -> Mapping[str, int]:
        """The index of the fact to which each statement of the group belongs, by the statement's id."""
        statements, found = self.group.statements, dict[str, int]()
        for number, draft in enumerate(self.grouping.drafts):
            found.update((statements[one].uuid, number) for one in (*draft.statements, *draft.closing))
        for number, draft in enumerate(self.grouping.drafts):
            found.update((statements[one].uuid, number) for one in draft.refused)
        return found

    def folded(self, earlier: EarlierFacts = NO_FACTS) -> GroupFold:
        """Return all facts of the group, the issues about contradictions between them, and the facts of unknown order.
        A fact that equals one of the facts *earlier* is the same object.
        """
        facts = tuple(self._fact_like(number, earlier) for number in range(len(self)))
        ids = [self._builder.uuid(number) for number in range(len(self))]
        fact_of = {statement: ids[number] for statement, number in self.draft_of.items()}
        opened = {key: tuple(facts[one] for one in sorted(drafts)) for key, drafts in self.ends.open.items()}
        issues = contradiction_issues(self.grouping, self.ends, facts, self._context.issue_context)
        return GroupFold(self.group, facts, tuple(issues), opened, fact_of)

    def _fact_like(self, number: int, earlier: EarlierFacts) -> FoldedFact:
        known, changed = earlier.fact_with(self._builder.uuid(number)), earlier.changed
        if known is not None and changed is not None and self._builder.has_same_draft(number, known, changed):
            return known
        made = self.fact(number)
        return known if known is not None and known == made else made


def folded_group(
    group: StatementGroup, context: FoldContext, deaths: Deaths, *, earlier: EarlierFacts = NO_FACTS
) -> GroupFold:
    """Return the facts of one group, the issues about contradictions between them, and the facts of unknown order.
    *deaths* are the deaths of all persons of the work. A fact that equals one of the facts *earlier* is the same
    object.
    """
    return DraftedGroup(group, context, deaths).folded(earlier)


def deaths_in(answers: Iterable[GroupFold]) -> Deaths:
    """Return the deaths that facts of the given groups report, by partition key (scope, holder, tellers and layer) and
    person id.

    A death that is not locked is left out if it excludes a locked fact. By locking that fact, the author has confirmed
    that the person is alive. A conditional death ("he will die if the lamp goes out") is left out. A death that
    somebody only says or thinks will come is left out, too.
    """
    deaths: dict[tuple[PartitionKey, str], list[Death]] = defaultdict(list)
    for answer in answers:
        by_id = {statement.uuid: statement for statement in answer.group.statements}
        locked = {fact.validity for fact in answer.facts if fact.core.locked}
        for fact in answer.facts:
            overruled = not fact.core.locked and not locked.isdisjoint(fact.rivals)
            for uuid in () if fact.core.denied or overruled else fact.statements:
                if by_id[uuid].predicate.life is LifeState.DEAD and not is_foretold(by_id[uuid]):
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
