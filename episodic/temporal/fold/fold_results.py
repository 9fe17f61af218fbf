"""Composes the result of a fold from the facts and issues of all groups of statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from episodic.model.graph import Issue, TimelineTurn
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.fold.turns import turns_by_days
from episodic.temporal.issues import ranked


def fold_result(facts: Iterable[FoldedFact], issues: Iterable[Issue], fact_of: Mapping[str, str]) -> FoldResult:
    """Return the result of a fold. *facts* are in narrative order, and *fact_of* contains the fact of each statement.

    Facts that only repeat an event are left out. Facts that the main line narrates out of story order are marked.
    """
    stated = [fact for fact in facts if not fact.implied]
    turns = turns_by_days(fact.core for fact in stated if fact.core.turn is TimelineTurn.ON)
    shown = tuple(_turned(fact, turns.get(fact.uuid)) for fact in stated)
    known = {fact.uuid for fact in shown}
    return FoldResult(shown, ranked(issues), {one: fact for one, fact in fact_of.items() if fact in known})


def _turned(fact: FoldedFact, turn: TimelineTurn | None) -> FoldedFact:
    return fact if turn is None else replace(fact, core=replace(fact.core, turn=turn))
