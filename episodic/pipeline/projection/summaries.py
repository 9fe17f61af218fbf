"""The composition of an entity's summary by rule, from the facts that hold at the end of the chapters so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nsmallest
from typing import ClassVar, NamedTuple

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.shared_dict import SharedDict

SENTENCES = 6
"""The maximum number of facts in a summary."""

RANKS = {PredicateKind.FIXED: 0, PredicateKind.STATE: 1, PredicateKind.EVENT: 2}
"""The rank of a fact in a summary by its kind. Facts with a smaller rank are preferred."""


class RankedFact(NamedTuple):
    """The subject and object of a fact, and its rank in summaries, or None if the fact can be in no summary."""

    about: tuple[str, ...]
    rank: tuple[int, int, int, int, str] | None


class EntitySummaries:
    """The facts about each entity of a work's last graph, from which the entity's summary is composed."""

    KEPT: ClassVar[tuple[str, ...]] = ("_ranked",)
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_ranked"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._facts: Mapping[str, Fact] = {}
        self._ranked = SharedDict[str, RankedFact]()
        self._about: dict[str, dict[str, RankedFact]] = {}

    def restored(self, facts: Mapping[str, Fact]) -> None:
        """Derive what a checkpoint does not store, after the attributes were restored. *facts* are the facts of the
        last graph.
        """
        self._facts = facts
        for uuid, one in self._ranked.items():
            for entity in one.about:
                self._about.setdefault(entity, {})[uuid] = one

    def update(self, facts: Mapping[str, Fact]) -> set[str]:
        """Replace the facts, and return the ids of the entities with new, changed or retired facts."""
        before, self._facts = self._facts, facts
        fresh = [(uuid, facts[uuid]) for uuid in changed_keys(before, facts)]
        gone = missing_keys(before, facts)
        changed: set[str] = set()
        for uuid in (*gone, *(uuid for uuid, _ in fresh if uuid in before)):
            for entity in self._ranked[uuid].about:
                self._about[entity].pop(uuid, None)
                changed.add(entity)
        for uuid in gone:
            del self._ranked[uuid]
        for uuid, one in fresh:
            ranked = self._ranked[uuid] = RankedFact(_about(one), rank_of(one))
            for entity in ranked.about:
                self._about.setdefault(entity, {})[uuid] = ranked
                changed.add(entity)
        return changed

    def of(self, entity: str) -> str:
        found = self._about.get(entity, {}).values()
        best = nsmallest(SENTENCES, (one.rank for one in found if one.rank is not None))
        return summary_of(self._facts[uuid] for *_, uuid in best)


def _about(fact: Fact) -> tuple[str, ...]:
    return (fact.subject,) if fact.object is None else (fact.subject, fact.object)


def summary_of(facts: Iterable[Fact]) -> str:
    """Return a summary of at most SENTENCES facts, made of their texts in narrative order. Facts that are not true in
    the story's world, have ended or are denied are left out.

    Facts with fixed predicates are preferred to states, and states are preferred to events. Among facts of one kind,
    the facts with the most evidence are preferred, then the facts that were narrated last.
    """
    ranked = {rank: fact for fact in facts if (rank := rank_of(fact)) is not None}
    best = [ranked[rank] for rank in nsmallest(SENTENCES, ranked)]
    chosen = sorted(best, key=lambda fact: (fact.told_at, fact.uuid))
    return " ".join(dict.fromkeys(fact.text for fact in chosen))


def rank_of(fact: Fact) -> tuple[int, int, int, int, str] | None:
    if fact.scope is not StatementScope.WORLD or fact.ended or fact.denied:
        return None
    return (RANKS[fact.kind], -len(fact.evidence), -fact.told_at.order, -fact.told_at.offset, fact.uuid)
