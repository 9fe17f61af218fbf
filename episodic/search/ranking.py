"""From what the arms found to one ranked list: fused, weighted by kind and by what is said of the query, boosted."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.ports import Reranker
from episodic.search.arms import Answers, Arm, Searching
from episodic.search.candidates import Candidate, Key, Pool
from episodic.search.coverage import coverage
from episodic.search.fields import Filtered, HitKind
from episodic.search.filters import SearchFilters, Sieve
from episodic.search.fusion import Recipe, fuse

_BOOST = 0.5
"""A boosted thing covers this part of its distance to 1."""
_DIGITS = 6
_KIND_ORDER = {HitKind.ENTITY: 0, HitKind.FACT: 1, HitKind.PASSAGE: 2}


@dataclass(frozen=True, slots=True)
class Ranking:
    """What moves hits without ever taking one away.

    `weights` counts kinds against one another (default: those of the recipe). What fulfils `boost` moves up. `diversity` (a cosine)
    puts what is at least so like a better hit behind all others. `reranker` orders the best hits anew, within the time that the
    recipe gives it. Raises InvalidFilterError for a weight below 0, or a diversity outside 0..1.
    """

    weights: Mapping[HitKind, float] | None = None
    boost: SearchFilters | None = None
    diversity: float | None = None
    reranker: Reranker | None = None

    def __post_init__(self) -> None:
        for kind, weight in (self.weights or {}).items():
            if not (math.isfinite(weight) and weight >= 0):
                raise InvalidFilterError(f"The weight of {kind} is {weight}.", hint="Give 0 or a greater number.")
        if self.diversity is not None and not 0 <= self.diversity <= 1:
            raise InvalidFilterError(f"The diversity is {self.diversity}.", hint="Give a cosine from 0 to 1.")

    def weights_of(self, recipe: Recipe) -> dict[HitKind, float]:
        """A weight from 0 to 1 for every kind, the greatest 1."""
        shipped = recipe.kinds
        every = {HitKind.FACT: shipped.fact, HitKind.ENTITY: shipped.entity, HitKind.PASSAGE: shipped.passage}
        every.update(self.weights or {})
        greatest = max(every.values())
        return {kind: weight / greatest if greatest > 0 else 0.0 for kind, weight in every.items()}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score; `first`: the query is its name and nothing else, and it stays before all others."""

    kind: HitKind
    candidate: Candidate
    score: float
    first: bool = False

    @property
    def thing(self) -> Filtered:
        """What was found."""
        return self.candidate.thing

    @property
    def uuid(self) -> str:
        """Its id."""
        return self.candidate.thing.uuid


def ranked(pool: Pool, found: Answers, *, search: Searching, ranking: Ranking) -> list[Ranked]:
    """Every candidate with its score, best first; who the query names and nothing else comes first of all.

    Equal scores: entities before facts before passages, then the more often mentioned or told, then by id.
    """
    weights = ranking.weights_of(search.recipe)
    bare = found.bare if weights[HitKind.ENTITY] > 0 else frozenset[str]()
    boosted = None if ranking.boost is None else Sieve(ranking.boost, pool.view.chapters, pool.view.vocabulary)
    fused = _fused(found, search)
    said = coverage(pool, fused, asked=found.asked, names=found.names)
    every: list[Ranked] = []
    for (kind, uuid), score in fused.items():
        candidate = pool.seen[kind, uuid]
        value = score * weights[kind] * search.recipe.worth(said[kind, uuid])
        if found.asked.tokens:
            value += (1.0 - value) * weights[kind] * search.recipe.lift(said[kind, uuid])
        value = 1.0 if uuid in bare else value
        if boosted is not None and boosted.passes(candidate.thing):
            value += (1.0 - value) * _BOOST
        every.append(Ranked(kind, candidate, round(value, _DIGITS), uuid in bare))
    return sorted(every, key=_order)


def best_of_each(every: Sequence[Ranked], number: int) -> list[Ranked]:
    """The best *number* of each kind, in the same order."""
    counted = dict.fromkeys(HitKind, 0)
    kept: list[Ranked] = []
    for one in every:
        counted[one.kind] += 1
        if counted[one.kind] <= number:
            kept.append(one)
    return kept


def _fused(found: Answers, search: Searching) -> dict[Key, float]:
    """Every candidate with the score that it has among those of its kind."""
    recipe, arms = search.recipe, search.recipe.arms
    weights: dict[str, float] = {
        Arm.NAME: arms.name,
        Arm.TEXT: arms.text,
        Arm.VECTOR: arms.vector,
        Arm.GRAPH: arms.graph,
    }
    return {
        (kind, uuid): score
        for kind in search.kinds
        for uuid, score in fuse(found.scores(kind), weights, method=recipe.method, rrf_k=recipe.rrf_k).items()
    }


def _order(one: Ranked) -> tuple[bool, float, int, int, str]:
    return (not one.first, -one.score, _KIND_ORDER[one.kind], -_weight_of(one.thing), one.uuid)


def _weight_of(thing: Filtered) -> int:
    match thing:
        case Entity():
            return thing.mentions
        case Fact():
            return len(thing.evidence)
        case Passage():
            return 0
