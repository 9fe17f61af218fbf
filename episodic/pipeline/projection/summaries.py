"""The composition of an entity's summary by rule, from the facts that hold at the end of the chapters so far."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope

SENTENCES = 6
"""The maximum number of facts in a summary."""

_RANK = {PredicateKind.FIXED: 0, PredicateKind.STATE: 1, PredicateKind.EVENT: 2}


def summary_of(facts: Sequence[Fact]) -> str:
    """Return a summary made of the texts of facts that are true in the story's world and have not ended.

    Facts with fixed predicates are preferred to states, and states are preferred to events. Among facts of one kind,
    the facts with the most evidence are preferred, then the facts that were narrated last.
    """
    holding = [
        fact for fact in facts if fact.scope is StatementScope.WORLD and fact.invalid_at is None and not fact.denied
    ]
    ranked = sorted(
        holding,
        key=lambda fact: (_RANK[fact.kind], -len(fact.evidence), -fact.told_at.order, -fact.told_at.offset, fact.uuid),
    )
    chosen = sorted(ranked[:SENTENCES], key=lambda fact: (fact.told_at, fact.uuid))
    return " ".join(dict.fromkeys(fact.text for fact in chosen))
