"""The composition of an entity's summary by rule, from the facts that hold at the end of the chapters so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
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
"""The rank of a fact in a summary, by the kind of its predicate. Facts with a smaller rank are preferred."""


_KEPT_RANKS = 16
"""The maximum number of best facts that are kept for each entity with their ranks in its summary. More facts than a
summary shows (SENTENCES) are kept, so that the facts about an entity are rarely ranked again after some were retired.
"""

Rank = tuple[int, int, int, int, str]
"""The rank of a fact in summaries: facts with smaller ranks are preferred. The last item of a rank is the id of the
fact, so that no two facts have equal ranks.
"""


class RankedFact(NamedTuple):
    """The subject and object of a fact, and its rank in summaries. The rank is None if the fact can be in no summary."""

    about: tuple[str, ...]
    rank: Rank | None


class BestFacts(NamedTuple):
    """The facts about one entity with the smallest ranks, as pairs of rank and text, sorted by rank. `others` is true
    if there may be further facts about the entity, with greater ranks.
    """

    facts: tuple[tuple[Rank, str], ...] = ()
    others: bool = False

    @property
    def summary(self) -> str:
        """The texts of the first SENTENCES facts, in narrative order."""
        return _joined(self.facts[:SENTENCES])


class EntitySummaries:
    """The best facts about each entity of a work's last graph, from which the entity's summary is composed."""

    KEPT: ClassVar[tuple[str, ...]] = ("_ranked", "_best")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_ranked", "_best"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._facts: Mapping[str, Fact] = {}
        self._ranked = SharedDict[str, RankedFact]()
        self._best = SharedDict[str, BestFacts]()

    def restored(self, facts: Mapping[str, Fact]) -> None:
        """Set the facts of the last graph, which a checkpoint keeps elsewhere."""
        self._facts = facts

    def update(self, facts: Mapping[str, Fact]) -> set[str]:
        """Replace the facts, and return the ids of the entities with new, changed or retired facts."""
        before, self._facts = self._facts, facts
        fresh = [(uuid, facts[uuid]) for uuid in changed_keys(before, facts)]
        gone = missing_keys(before, facts)
        retired: defaultdict[str, set[Rank | None]] = defaultdict(set)
        added: defaultdict[str, list[tuple[Rank, str]]] = defaultdict(list)
        for uuid in (*gone, *(uuid for uuid, _ in fresh if uuid in before)):
            known = self._ranked[uuid]
            for entity in known.about:
                retired[entity].add(known.rank)
        for uuid in gone:
            del self._ranked[uuid]
        for uuid, one in fresh:
            ranked = self._ranked[uuid] = RankedFact(_about(one), rank_of(one))
            for entity in dict.fromkeys(ranked.about):
                added[entity] += [] if ranked.rank is None else [(ranked.rank, one.text)]
        changed = {*retired, *added}
        for entity in changed:
            self._best[entity] = self._revised(entity, retired[entity], added[entity])
        return changed

    def about(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Yield the ids of the facts of the last graph, each with the ids of its subject and its object."""
        return ((uuid, one.about) for uuid, one in self._ranked.items())

    def _revised(self, entity: str, retired: Container[Rank | None], added: Sequence[tuple[Rank, str]]) -> BestFacts:
        """Return the best facts about an entity after the facts with the ranks *retired* were removed and the facts
        *added* were added.
        """
        known = self._best.get(entity, BestFacts())
        better = [one for one in added if not known.others or one[0] <= known.facts[-1][0]]
        best = sorted([*(one for one in known.facts if one[0] not in retired), *better])
        others = known.others or len(better) < len(added)
        if others and len(best) < SENTENCES:
            about = (one.rank for one in self._ranked.values() if entity in one.about)
            best, others = sorted((rank, self._facts[rank[-1]].text) for rank in about if rank is not None), False
        return BestFacts(tuple(best[:_KEPT_RANKS]), others or len(best) > _KEPT_RANKS)

    def of(self, entity: str) -> str:
        return self._best.get(entity, BestFacts()).summary


def _about(fact: Fact) -> tuple[str, ...]:
    return (fact.subject,) if fact.object is None else (fact.subject, fact.object)


def summary_of(facts: Iterable[Fact]) -> str:
    """Return a summary of at most SENTENCES facts, made of their texts in narrative order. Facts that are not true in
    the story's world, have ended or are denied are left out.

    Facts that cannot change (PredicateKind.FIXED, such as kinship) are preferred to states, and states are preferred to
    events. Among facts of one kind, the facts with the most evidence are preferred, then the facts that were narrated
    last.
    """
    ranked = {rank: fact for fact in facts if (rank := rank_of(fact)) is not None}
    return _joined([(rank, ranked[rank].text) for rank in nsmallest(SENTENCES, ranked)])


def _joined(best: Iterable[tuple[Rank, str]]) -> str:
    """Return the texts of facts in narrative order, sorted by the narrative positions in the ranks of the facts."""
    chosen = sorted(best, key=lambda one: (-one[0][2], -one[0][3], one[0][4]))
    return " ".join(dict.fromkeys(text for _, text in chosen))


def rank_of(fact: Fact) -> Rank | None:
    if fact.scope is not StatementScope.WORLD or fact.ended or fact.denied:
        return None
    return (RANKS[fact.kind], -len(fact.evidence), -fact.told_at.order, -fact.told_at.offset, fact.uuid)
