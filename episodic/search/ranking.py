"""The caller's options for the order of hits, and the scores of candidates: fusion, weights, query coverage and boosts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from episodic.errors import InvalidFilterError
from episodic.model.readings import USUAL_SALIENCE
from episodic.ports import ForeignRetriever, Reranker
from episodic.search.asked_predicates import AskedPredicate
from episodic.search.asked_slots import AskedEvent, AskedSlot
from episodic.search.assertions import AskedAssertion
from episodic.search.candidates import KINDS, Retriever, SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.filters import FilterMatcher, SearchFilters
from episodic.search.fusion import Recipe, fuse
from episodic.search.query_coverage import coverage
from episodic.search.related_by import RelatedBy
from episodic.search.retrievers import RetrievalResult, SearchRequest

_BOOST = 0.5
"""A hit that passes the filters of `Ranking.boost` has its score s raised to s + (1 - s) * 0.5."""
_SALIENCE = 0.05
"""How much the salience (importance) of a hit changes its score. The greatest possible score is the weight of the hit's
kind. A salience above 2 raises the score by 5 % of the distance to the greatest possible score. A salience below 2
lowers the score by 5 %.
"""
_DIGITS = 6
_CLEAR = 0.4999
_KIND_ORDER = {HitKind.ENTITY: 0, HitKind.FACT: 1, HitKind.PASSAGE: 2}


@dataclass(frozen=True, slots=True)
class Ranking:
    """Options for the order of the candidates of a search. No option removes a candidate, and only `extra_retrievers`
    adds candidates.

    `weights` are the weights of facts, entities and passages; if they are None, the weights of the search recipe are
    used. A hit that passes the filters in `boost` gets a higher score. `diversity` is a cosine similarity. A hit whose
    similarity to a better hit of its kind is at least `diversity` is moved behind the other hits. `reranker` orders the
    best hits anew, within the time limit of the search recipe. The results of `extra_retrievers` (foreign retrievers)
    are fused with the results of the built-in retrievers. Raises InvalidFilterError for a weight that is negative or
    not finite, and for a diversity outside 0..1.
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
        """Return the weights of facts, entities and passages, scaled so that the greatest is 1."""
        default = recipe.kinds
        weights = {HitKind.FACT: default.fact, HitKind.ENTITY: default.entity, HitKind.PASSAGE: default.passage}
        weights.update(self.weights or {})
        greatest = max(weights.values())
        return {kind: weight / greatest if greatest > 0 else 0.0 for kind, weight in weights.items()}


class RankedCandidate(NamedTuple):
    """A search candidate: the kind and id of its record, and its score.

    `first` is true for an entity whose name is all that the query asks for ("Lin", "who is Lin"), which comes before
    all other candidates. `answering` is false for a fact that only states a doubt, if the query asks what really
    happened. `answering` is also false for an event that cannot be the answer (Ann kills Tobias, for "who killed Ann").
    If `answering` is false, a found passage that states the fact is not attached to the fact, and does not move the
    fact up. `related_by` says what the candidate has in common with the query.
    """

    kind: HitKind
    uuid: str
    score: float
    first: bool = False
    answering: bool = True
    related_by: RelatedBy = RelatedBy.SIMILARITY


def rank_candidates(
    pool: SearchPool, found: RetrievalResult, *, search: SearchRequest, ranking: Ranking
) -> list[RankedCandidate]:
    """Return all candidates with their scores, best first. If *ranking* has a boost, the caller must have read the JSON
    of all candidates.

    Entities whose name is all that the query asks for come before all other candidates, unless entities have the weight
    0.

    Candidates of equal score are ordered by kind: entities, facts, passages. Candidates of one kind with equal scores
    are ordered by their number of mentions or quotes, the largest first, then by id.
    """
    weights = ranking.weights_of(search.recipe)
    exact_names = found.exact_name_ids if weights[HitKind.ENTITY] > 0 else frozenset[str]()
    view, boost = pool.view, ranking.boost
    boosted = None if boost is None else FilterMatcher(boost, view.chapters, view.vocabulary, times=view.times)
    fused = _fused(found, search)
    columns = pool.columns(fused)
    covered, related_by = coverage(pool, columns, query_terms=found.query_terms, names=found.names)
    recipe = search.recipe
    assertion = AskedAssertion.of(search.query, found.query_terms)
    event, excluded = AskedEvent.of(search.query, found.names, found.query_terms, view.vocabulary), set[str]()
    factors = _share_factors(recipe, covered, has_terms=bool(found.query_terms.tokens))
    values: list[float] = []
    predicate = AskedPredicate.of(found.query_terms, found.names, view.vocabulary)
    may_exclude = assertion.asserted or event.slot is not AskedSlot.ANY
    for kind, uuid, row, share in zip(*columns, covered, strict=True):
        most = weights[kind]
        factor, lift = factors[share]
        if kind is HitKind.FACT and share == 1.0 and assertion.asks_for(row):
            lift = recipe.asked_statement_lift
        elif may_exclude and kind is HitKind.FACT and (assertion.excludes(row) or event.excludes(row)):
            factor, lift = recipe.uncovered_factor, 0.0
            excluded.add(uuid)
        elif kind is HitKind.FACT and predicate.asks_for(row):
            lift = max(lift, recipe.asked_statement_lift * share * share)
        value = fused[kind][uuid] * most * factor
        value += (1.0 - value) * most * lift
        if row.salience != USUAL_SALIENCE:
            value = _with_salience(value, row.salience, most)
        if uuid in exact_names:
            value = 1.0
        if boosted is not None and boosted.passes(pool.item(kind, uuid)):
            value += (1.0 - value) * _BOOST
        values.append(value)
    order = sorted(
        (uuid not in exact_names, -value, _KIND_ORDER[kind], -row.occurrences, uuid, kind, related)
        for kind, uuid, row, value, related in zip(*columns, rounded(values), related_by, strict=True)
    )
    return [
        RankedCandidate(kind, uuid, -least, not later, uuid not in excluded, related)
        for later, least, _, _, uuid, kind, related in order
    ]


def _share_factors(recipe: Recipe, shares: Iterable[float], *, has_terms: bool) -> dict[float, tuple[float, float]]:
    """Return two numbers for each of *shares*, the shares of the query's words that candidates contain. The first
    number is a factor for the score. The second number says which part of the distance to the greatest possible score
    is added to the score afterwards. The factor and the addition are computed only once for each different share,
    because many candidates contain the same share of the query's words.
    """
    return {
        share: (recipe.coverage_factor(share), recipe.coverage_lift(share) if has_terms else 0.0)
        for share in set(shares)
    }


def best_of_each_kind(candidates: Sequence[RankedCandidate], number: int) -> list[RankedCandidate]:
    """Return the first *number* candidates of each kind (facts, entities and passages), in the given order."""
    counted = dict.fromkeys(KINDS, 0)
    kept: list[RankedCandidate] = []
    for candidate in candidates:
        counted[candidate.kind] += 1
        if counted[candidate.kind] <= number:
            kept.append(candidate)
    return kept


def _fused(found: RetrievalResult, search: SearchRequest) -> dict[HitKind, dict[str, float]]:
    """Return the fused score of each record by kind and id; facts, entities and passages are fused separately."""
    recipe, retrievers = search.recipe, search.recipe.retrievers
    weights: dict[str, float] = {
        Retriever.NAME: retrievers.name,
        Retriever.TEXT: retrievers.text,
        Retriever.VECTOR: retrievers.vector,
        Retriever.GRAPH: retrievers.graph,
        **{name: retrievers.foreign for name, _ in found.foreign},
    }
    return {kind: fuse(found.scores(kind), weights, method=recipe.method, rrf_k=recipe.rrf_k) for kind in search.kinds}


def rounded(values: Sequence[float]) -> list[float]:
    """Return each value rounded to six digits, with the same result as round() but in less time."""
    scaled = np.array(values, np.float64) * 10.0**_DIGITS
    whole = np.rint(scaled)
    found: list[float] = (whole / 10.0**_DIGITS).tolist()
    # The exact decimal value matters only for values close to the middle between two rounded values.
    for place in (np.abs(scaled - whole) > _CLEAR).nonzero()[0].tolist():
        found[place] = round(values[place], _DIGITS)
    return found


def _with_salience(value: float, salience: int, most: float) -> float:
    if salience > USUAL_SALIENCE:
        return value + max(0.0, most - value) * _SALIENCE
    return value * (1.0 - _SALIENCE) if salience < USUAL_SALIENCE else value
