"""The composition of an entity's summary by rule, from the facts that hold at the end of the chapters so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope

SENTENCES = 6
"""The maximum number of facts in a summary."""

_RANK = {PredicateKind.FIXED: 0, PredicateKind.STATE: 1, PredicateKind.EVENT: 2}


class EntitySummaries:
    """The facts about each entity of a work's last graph, from which the entity's summary is composed."""

    KEPT: ClassVar[tuple[str, ...]] = ("_facts",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._facts: Mapping[str, Fact] = {}
        self._about: dict[str, dict[str, Fact]] = {}

    def restored(self) -> None:
        """Continue after the kept attributes were restored."""
        for uuid, one in self._facts.items():
            for entity in _about(one):
                self._about.setdefault(entity, {})[uuid] = one

    def update(self, facts: Mapping[str, Fact]) -> set[str]:
        """Replace the facts, and return the ids of the entities with new, changed or retired facts."""
        before, self._facts = self._facts, facts
        fresh = [(uuid, one) for uuid, one in facts.items() if before.get(uuid) is not one]
        retired = [*(before.keys() - facts.keys()), *(uuid for uuid, _ in fresh if uuid in before)]
        changed: set[str] = set()
        for uuid in retired:
            for entity in _about(before[uuid]):
                self._about[entity].pop(uuid, None)
                changed.add(entity)
        for uuid, one in fresh:
            for entity in _about(one):
                self._about.setdefault(entity, {})[uuid] = one
                changed.add(entity)
        return changed

    def of(self, entity: str) -> str:
        """Return the summary of an entity."""
        return summary_of(self._about.get(entity, {}).values())


def _about(fact: Fact) -> tuple[str, ...]:
    return (fact.subject,) if fact.object is None else (fact.subject, fact.object)


def summary_of(facts: Iterable[Fact]) -> str:
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
