"""User options for the order of search hits, and scores of candidates: fusion, weights, query coverage and boosts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from episodic.errors import InvalidFilterError
from episodic.model.readings import USUAL_SALIENCE
from episodic.ports import ForeignRetriever, Reranker
from episodic.search.candidates import CandidateKey, Retriever, SearchCandidate, SearchPool
from episodic.search.filter_fields import Filterable, HitKind
from episodic.search.filters import FilterMatcher, SearchFilters
from episodic.search.fusion import Recipe, fuse
from episodic.search.query_coverage import coverage
from episodic.search.retrievers import RetrievalResult, SearchRequest

_BOOST = 0.5
"""The fraction f by which a boost raises a score s to s + (1 - s) * f."""
_SALIENCE = 0.05
"""The fraction by which a high salience raises a score, and by which a low salience lowers it."""
_DIGITS = 6
_KIND_ORDER = {HitKind.ENTITY: 0, HitKind.FACT: 1, HitKind.PASSAGE: 2}
_PLACE = itemgetter(0, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Options that change the order of search hits but never remove a hit. Foreign retrievers can add hits.

    `weights` are the weights of the kinds of hit. By default, the weights of the search recipe are used. Hits that
    fulfil the filters in `boost` get a higher score. If a hit has at least the cosine similarity `diversity` to a
    better hit, the hit is moved behind all other hits. `reranker` reorders the best hits within the time limit of the
    search recipe. The results of `extra_retrievers` are fused with those of the built-in retrievers. Raises
    InvalidFilterError for a weight below 0 or a diversity outside 0..1.
    """

    weights: Mapping[HitKind, float] | None = None
    boost: SearchFilters | None = None
    diversity: float | None = None
    reranker: Reranker | None = None
    extra_retrievers: tuple[ForeignRetriever, ...] = ()

    def __post_init__(self) -> None:
        for kind, weight in (self.weights or {}).items():
            if not (math.isfinite(weight) and weight >= 0):
                raise InvalidFilterError(f"Invalid weight of {kind}: {weight}.", hint="Give a number of 0 or more.")
        if self.diversity is not None and not 0 <= self.diversity <= 1:
            raise InvalidFilterError(
                f"Invalid diversity: {self.diversity}.", hint="Give a cosine similarity from 0 to 1."
            )

    def weights_of(self, recipe: Recipe) -> dict[HitKind, float]:
        """Return the weights of all kinds of hit, scaled so that the greatest weight is 1."""
        default = recipe.kinds
        weights = {HitKind.FACT: default.fact, HitKind.ENTITY: default.entity, HitKind.PASSAGE: default.passage}
        weights.update(self.weights or {})
        greatest = max(weights.values())
        return {kind: weight / greatest if greatest > 0 else 0.0 for kind, weight in weights.items()}


class RankedCandidate(NamedTuple):
    """A search candidate with its score.

    `first` is True for an entity whose name is the whole query. A candidate with `first` is ranked before all
    candidates without `first`.
    """

    kind: HitKind
    candidate: SearchCandidate
    score: float
    first: bool = False

    @property
    def item(self) -> Filterable:
        """Return the fact, entity or passage that is ranked."""
        return self.candidate.item

    @property
    def uuid(self) -> str:
        """Return the id of the fact, entity or passage that is ranked."""
        return self.candidate.uuid


def rank_candidates(
    pool: SearchPool, found: RetrievalResult, *, search: SearchRequest, ranking: Ranking
) -> list[RankedCandidate]:
    """Return every candidate with its score, best first. If *ranking* has a boost, all candidates must be decoded.

    Entities whose name is the whole query come before all other candidates.

    Candidates with equal scores are ordered by kind: entities, then facts, then passages. Candidates of the same kind
    with equal scores are ordered by descending number of mentions or quotes, then by id.
    """
    weights = ranking.weights_of(search.recipe)
    exact_names = found.exact_name_ids if weights[HitKind.ENTITY] > 0 else frozenset[str]()
    view, boost = pool.view, ranking.boost
    boosted = None if boost is None else FilterMatcher(boost, view.chapters, view.vocabulary, times=view.times)
    fused = {key: score for key, score in _fused(found, search).items() if key in pool.candidates}
    covered = coverage(pool, fused, query_terms=found.query_terms, names=found.names)
    recipe, has_terms = search.recipe, bool(found.query_terms.tokens)
    # The shares of the query are few different numbers.
    factors = {
        share: (recipe.coverage_factor(share), recipe.coverage_lift(share) if has_terms else 0.0)
        for share in set(covered.values())
    }
    order: list[tuple[bool, float, int, int, str, SearchCandidate]] = []
    for key, score in fused.items():
        kind, uuid = key
        candidate, most = pool.candidates[key], weights[kind]
        row = candidate.row
        factor, lift = factors[covered[key]]
        value = score * most * factor
        value += (1.0 - value) * most * lift
        if row.salience != USUAL_SALIENCE:
            value = _with_salience(value, row.salience, most)
        is_exact = uuid in exact_names
        if is_exact:
            value = 1.0
        if boosted is not None and boosted.passes(candidate.item):
            value += (1.0 - value) * _BOOST
        order.append((not is_exact, -round(value, _DIGITS), _KIND_ORDER[kind], -row.occurrences, uuid, candidate))
    order.sort(key=_PLACE)
    return [RankedCandidate(one.kind, one, -least, not later) for later, least, _, _, _, one in order]


def best_of_each_kind(candidates: Sequence[RankedCandidate], number: int) -> list[RankedCandidate]:
    """Return the first *number* candidates of each kind, in the given order."""
    counted = dict.fromkeys(HitKind, 0)
    kept: list[RankedCandidate] = []
    for candidate in candidates:
        counted[candidate.kind] += 1
        if counted[candidate.kind] <= number:
            kept.append(candidate)
    return kept


def _fused(found: RetrievalResult, search: SearchRequest) -> dict[CandidateKey, float]:
    """Fuse the retrievers' scores within each kind of hit, and return the fused score of every candidate."""
    recipe, retrievers = search.recipe, search.recipe.retrievers
    weights: dict[str, float] = {
        Retriever.NAME: retrievers.name,
        Retriever.TEXT: retrievers.text,
        Retriever.VECTOR: retrievers.vector,
        Retriever.GRAPH: retrievers.graph,
        **{name: retrievers.foreign for name, _ in found.foreign},
    }
    return {
        (kind, uuid): score
        for kind in search.kinds
        for uuid, score in fuse(found.scores(kind), weights, method=recipe.method, rrf_k=recipe.rrf_k).items()
    }


def _with_salience(value: float, salience: int, most: float) -> float:
    """Return a fact's score, raised towards *most* for a high salience, and lowered for a low salience."""
    if salience > USUAL_SALIENCE:
        return value + max(0.0, most - value) * _SALIENCE
    return value * (1.0 - _SALIENCE) if salience < USUAL_SALIENCE else value
