"""Composes the result of a fold from the facts and issues of all groups of statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from episodic.model.graph import Issue, TimelineTurn
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.fold.turns import DatedFact, NarrativeKey, dated_fact, narrative_key, turns_by_days
from episodic.temporal.issues import ranked


class ListedFact(NamedTuple):
    """A folded fact, with its narrative order and its days. `implied` is true for a fact that only repeats an event."""

    key: NarrativeKey
    fact: FoldedFact
    implied: bool
    dated: DatedFact | None

    @classmethod
    def of(cls, fact: FoldedFact) -> ListedFact:
        """Return the fact with its narrative order and its days."""
        return cls(narrative_key(fact.core), fact, fact.implied, dated_fact(fact.core))


class FactList:
    """Composes the results of successive folds. A fact that is narrated out of story order is the same object in
    successive results, as long as the folded fact and its turn are unchanged.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_turned",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._turned: dict[str, tuple[FoldedFact, TimelineTurn, FoldedFact]] = {}

    def result(self, facts: Iterable[ListedFact], issues: Iterable[Issue], fact_of: Mapping[str, str]) -> FoldResult:
        """Return the result of a fold. *fact_of* contains the fact of each statement.

        Facts that only repeat an event are left out. Facts that the main line narrates out of story order are marked.
        """
        stated = sorted((one for one in facts if not one.implied), key=lambda one: one.key)
        turns = turns_by_days(one.dated for one in stated if one.dated is not None)
        before, self._turned = self._turned, {}
        shown: dict[str, FoldedFact] = {}
        for one in stated:
            uuid = one.key[-1]
            turn = turns.get(uuid)
            shown[uuid] = one.fact if turn is None else self._with_turn(one.fact, turn, before.get(uuid))
        return FoldResult(shown, ranked(issues), {one: fact for one, fact in fact_of.items() if fact in shown})

    def _with_turn(
        self, fact: FoldedFact, turn: TimelineTurn, known: tuple[FoldedFact, TimelineTurn, FoldedFact] | None
    ) -> FoldedFact:
        if known is None or known[0] is not fact or known[1] is not turn:
            known = (fact, turn, replace(fact, core=replace(fact.core, turn=turn)))
        self._turned[fact.uuid] = known
        return known[2]


def fold_result(facts: Iterable[FoldedFact], issues: Iterable[Issue], fact_of: Mapping[str, str]) -> FoldResult:
    """Return the same as `FactList.result`, for a single fold."""
    return FactList().result(map(ListedFact.of, facts), issues, fact_of)
