"""Puts the facts and issues of all groups of statements together into the result of a fold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.graph import Issue, NarrativeKey, TimelineTurn
from episodic.model.shared_dict import SharedDict
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.fold.turns import DatedFact, dated_fact, turns_by_days
from episodic.temporal.issues import ranked


class ListedFact(NamedTuple):
    """A folded fact with its sort key in narrative order. `dated` contains the days of the fact, if they can show that
    the text tells the fact out of story order, and otherwise None. `implied` is true for a fact that only repeats an
    event, as `FoldedFact.implied` says.
    """

    key: NarrativeKey
    fact: FoldedFact
    implied: bool
    dated: DatedFact | None

    @classmethod
    def of(cls, fact: FoldedFact) -> ListedFact:
        return cls(fact.core.narrative_key, fact, fact.implied, dated_fact(fact.core))


class FactList:
    """Puts together the results of successive folds of a work. A fact that is told out of story order stays the same
    object in successive results. A new object is made only when the fact or its turn (flashback or anticipation)
    changes.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_turned", "_dated", "_last")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._turned: dict[str, tuple[FoldedFact, TimelineTurn, FoldedFact]] = {}
        self._facts = SharedDict[str, ListedFact]()
        self._shown = SharedDict[str, FoldedFact]()
        self._dated = SharedDict[str, DatedFact]()
        self._last: NarrativeKey | None = None

    def restored(self, facts: SharedDict[str, ListedFact], shown: SharedDict[str, FoldedFact]) -> None:
        """Set *facts* and *shown*. *facts* contains all facts of the last fold. *shown* contains the facts in the
        result of the last fold. The result of a fold lacks facts that only repeat an event. A checkpoint stores the
        mappings *facts* and *shown* elsewhere, and not as part of a `FactList`.
        """
        self._facts, self._shown = facts.copy(), shown.copy()

    def result(
        self,
        facts: SharedDict[str, ListedFact],
        issues: Iterable[Issue],
        fact_of: Mapping[str, str],
        *,
        same_order: bool = False,
    ) -> FoldResult:
        """Return the result of the next fold of the work. *facts* maps ids to facts, and *fact_of* maps the ids of
        statements to the ids of their facts. *same_order* is true if the statements of the last fold are certainly still
        in the same narrative order.

        Facts that only repeat an event are left out of the result. The days of a fact may show that the text tells the
        fact out of story order. Such a fact gets the turn BACK (told in a look back) or AHEAD (told in advance).
        """
        dated = self._replace(facts, same_order=same_order)
        if dated:
            turns = turns_by_days(self._dated.values())
            before, self._turned = self._turned, {}
            for uuid in before.keys() - turns.keys():
                if uuid in self._shown:
                    self._shown[uuid] = facts[uuid].fact
            for uuid, turn in turns.items():
                self._shown[uuid] = self._with_turn(facts[uuid].fact, turn, before.get(uuid))
        return FoldResult(self._shown.copy(), ranked(issues), fact_of)

    def _replace(self, facts: SharedDict[str, ListedFact], *, same_order: bool) -> bool:
        before, self._facts = self._facts, facts
        gone, others = missing_keys(before, facts), changed_keys(before, facts)
        stated = [(uuid, facts[uuid]) for uuid in others if not facts[uuid].implied]
        if self._moved(before, [one for _, one in stated], same_order=same_order):
            every = sorted((one for one in facts.values() if not one.implied), key=lambda one: one.key)
            self._shown = SharedDict((one.key[-1], one.fact) for one in every)
            self._dated = SharedDict((one.key[-1], one.dated) for one in every if one.dated is not None)
            self._last = every[-1].key if every else None
            return True
        dated = False
        for uuid in (*gone, *(one for one in others if facts[one].implied)):
            self._shown.pop(uuid, None)
            dated = self._dated.pop(uuid, None) is not None or dated
        for uuid, one in sorted(stated, key=lambda pair: pair[1].key):
            self._shown[uuid] = one.fact
            dated = dated or one.dated is not None or uuid in self._dated
            if one.dated is not None:
                self._dated[uuid] = one.dated
            else:
                self._dated.pop(uuid, None)
            last = self._last
            self._last = one.key if last is None or last[-1] == uuid else max(last, one.key)
        return dated

    def _moved(self, before: Mapping[str, ListedFact], stated: Iterable[ListedFact], *, same_order: bool) -> bool:
        """Return whether the list of facts must be put in order again. This is so if a known fact may have another
        place than before, or if a new fact may belong before the end of the list.
        """
        if self._last is None:
            return True
        for one in stated:
            known = before.get(one.key[-1])
            if one.key[-1] in self._shown:
                if known is None or (known.key != one.key and not same_order):
                    return True
            elif one.key < self._last:
                return True
        return False

    def _with_turn(
        self, fact: FoldedFact, turn: TimelineTurn, known: tuple[FoldedFact, TimelineTurn, FoldedFact] | None
    ) -> FoldedFact:
        if known is None or known[0] is not fact or known[1] is not turn:
            known = (fact, turn, replace(fact, core=replace(fact.core, turn=turn)))
        self._turned[fact.uuid] = known
        return known[2]


def fold_result(facts: Iterable[FoldedFact], issues: Iterable[Issue], fact_of: Mapping[str, str]) -> FoldResult:
    """Return the result of a single fold, in the form that `FactList.result` gives to successive folds."""
    listed = SharedDict((fact.uuid, ListedFact.of(fact)) for fact in facts)
    stated = {one: fact for one, fact in fact_of.items() if not listed[fact].implied}
    return FactList().result(listed, issues, stated)
