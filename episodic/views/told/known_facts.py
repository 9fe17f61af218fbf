"""The facts of a work up to a given chapter from a person's point of view.

The facts are derived when they are read, for one group of connected statements at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from episodic.model.deferred import deferred
from episodic.model.graph import Fact
from episodic.model.lazy_entries import DerivedEntries, LazyEntries
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.temporal.as_of import When
from episodic.temporal.fold.folded_facts import FactEnd, FoldedFact
from episodic.temporal.fold.group_folding import DraftedGroup, FoldContext
from episodic.temporal.knowledge.knowledge import Knowledge, KnownStatement
from episodic.temporal.knowledge.pov_fold import PovKnowledge, ends_by_rivals, is_belief_of, with_ends
from episodic.views.told.fold import LocalFold
from episodic.views.told.known_rows import KnownRows
from episodic.views.told.known_statements import KnownStatements
from episodic.views.told.statement_rows import Flags
from episodic.views.told.work import ToldWork


class EarlierFold(NamedTuple):
    """The fold of what a person knew in an earlier version of the work, and some nodes of that version's chronology.
    The days of these nodes, or their order to other nodes, may be different now.
    """

    fold: LocalFold
    moved: AbstractSet[int]


class KnownFacts:
    """The facts that follow from the *statements* that *person* knows. The facts equal the facts that `pov_knowledge`
    derives, but `pov_knowledge` derives all of them at once.
    """

    def __init__(
        self,
        person: str,
        statements: KnownStatements,
        knowledge: Knowledge,
        context: FoldContext,
        earlier: EarlierFold | None = None,
    ) -> None:
        """*earlier* is the fold of what the person knew in an earlier version of the work, if there is one."""
        self._person, self._knowledge, self._context = person, knowledge, context
        self.statements = statements
        self.fold: LocalFold = (
            LocalFold(statements, context)
            if earlier is None
            else earlier.fold.continued(statements, context, earlier.moved)
        )
        self._facts: dict[str, FoldedFact] = {}

    def fact(self, uuid: str) -> FoldedFact | None:
        """Return the fact with the id *uuid*, or None if the person does not know it."""
        folded = self.fold.fact(uuid)
        return None if folded is None else self.shown(folded)

    def shown(self, folded: FoldedFact) -> FoldedFact:
        """Return a fact as the person sees it. The returned fact has its turn (flashback, anticipation or story order).
        It also has the ends that follow if a belief of the person and a fact of the story's world exclude each other.
        """
        known = self._facts.get(folded.uuid)
        if known is None:
            turn = self.fold.turn_of(folded)
            turned = folded if folded.core.turn is turn else replace(folded, core=replace(folded.core, turn=turn))
            known = with_ends(turned, self._ends.get(folded.uuid, ()), self._context)
            self._facts[folded.uuid] = known
        return known

    def deferred_fact(self, drafted: DraftedGroup, draft: int, *, ended: bool) -> Fact:
        """Return the fact *draft* of a group as `shown` does, without the names of its entities. The fact is built only
        when a field is read whose value its statements alone do not give. *ended* says whether the fact has ended.
        """
        known = drafted.known_fields(draft)
        if not ended and known["kind"] is not PredicateKind.EVENT:
            known |= {"invalid_at": None, "ended_by": ()}
        return deferred(Fact, _FactsOfGroup(self, drafted), draft, known)

    def fact_with(self, statement: str) -> FoldedFact | None:
        """Return the fact that a statement supports or ends, or None if the person does not know the statement."""
        uuid = self.fold.fact_of(statement)
        found = None if uuid is None else self.fact(uuid)
        return found if found is not None and statement in (*found.statements, *found.closing) else None

    @cached_property
    def ended(self) -> frozenset[str]:
        """The ids of the facts that end because of a belief, and of the beliefs that end because of a fact."""
        facts = (self.fold.fact(uuid) for uuid in self._ends)
        shown = (with_ends(one, self._ends[one.uuid], self._context) for one in facts if one is not None)
        return frozenset(one.uuid for one in shown if one.core.ended)

    @cached_property
    def _ends(self) -> Mapping[str, Sequence[FactEnd]]:
        rows = list(filter(self._is_own, self.statements.with_own_time(self.statements.of_entity(self._person))))
        beliefs = [
            one
            for group in dict.fromkeys(map(self.fold.number_of, rows))
            for one in self.fold.facts_in(group)
            if is_belief_of(self._person, one)
        ]
        groups = dict.fromkeys(group for number in rows for group in self.fold.comparable(number))
        world = [one for group in groups for one in self.fold.facts_in(group) if one.core.scope is StatementScope.WORLD]
        facts = sorted((*beliefs, *world), key=lambda one: one.core.narrative_key)
        return ends_by_rivals(self._person, facts, self._known, self._context)

    def _is_own(self, number: int) -> bool:
        if self.statements.row(number).scope != StatementScope.BELIEF:
            return False
        statement = self.statements.at(number)
        return statement.holder == self._person and not statement.tellers

    def _known(self, statement: str) -> KnownStatement:
        known = self._knowledge.known_statement(self._knowledge.narrative.statements[statement], self._person)
        if known is None:
            raise KeyError(statement)
        return known


class _FactsOfGroup(NamedTuple):
    facts: KnownFacts
    drafted: DraftedGroup

    def load(self, number: int) -> Fact:
        return self.facts.shown(self.drafted.fact(number)).core


def known_facts(
    told: ToldWork,
    knowledge: Knowledge,
    person: str,
    when: When | None,
    rows: KnownRows,
    earlier: EarlierFold | None = None,
) -> tuple[KnownFacts, PovKnowledge]:
    """Return the facts that *person* certainly or possibly knows at the moment *when*. If *when* is None, the moment is
    the end of the last chapter of *told*. *rows* are the statements that the person then knows. *earlier* is the fold
    of what he knew in an earlier version of the work, if there is one. The second returned value equals the result of
    `pov_knowledge`, but each of its values is derived only when it is read.
    """

    def facts_from(known: Flags, earlier: EarlierFold | None = None) -> KnownFacts:
        statements = KnownStatements(told.statements, known, rows.learned, told.passages)
        return KnownFacts(person, statements, knowledge, told.fold.context, earlier)

    facts = facts_from(rows.known, earlier)
    sure = facts if np.array_equal(rows.sure, rows.known) else facts_from(rows.sure)
    pov = PovKnowledge(
        person=person,
        facts=DerivedEntries(facts.fact, lambda: [one.uuid for one in facts.fold.every()]),
        fact_of=DerivedEntries(
            facts.fold.fact_of, lambda: [one for one in facts.statements if facts.fold.fact_of(one) is not None]
        ),
        sure=DerivedEntries(
            sure.fact_with, lambda: [one for one in sure.statements if sure.fact_with(one) is not None]
        ),
        statements=facts.statements,
        passages=LazyEntries(dict.fromkeys(knowledge.passages_known(person, when)), told.passages.__getitem__),
    )
    return facts, pov
