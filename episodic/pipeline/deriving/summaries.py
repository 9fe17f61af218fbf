"""An entity's summary, composed by rule from what holds of it at the end of what was told."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope

SENTENCES = 6
"""How many facts a summary names at most."""

_RANK = {PredicateKind.FIXED: 0, PredicateKind.STATE: 1, PredicateKind.EVENT: 2}


def summary_of(facts: Sequence[Fact]) -> str:
    """Sentences of the facts that hold in the story's world, lasting ones first, the best attested and latest told first."""
    holding = [
        fact for fact in facts if fact.scope is StatementScope.WORLD and fact.invalid_at is None and not fact.denied
    ]
    ranked = sorted(
        holding,
        key=lambda fact: (_RANK[fact.kind], -len(fact.evidence), -fact.told_at.order, -fact.told_at.offset, fact.uuid),
    )
    chosen = sorted(ranked[:SENTENCES], key=lambda fact: (fact.told_at, fact.uuid))
    return " ".join(dict.fromkeys(fact.text for fact in chosen))
