"""Rank fusion: combines the retrievers' rankings by min-max normalised scores or by reciprocal ranks.

The module also contains the search recipes.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


class Method(StrEnum):
    """The fusion method: weighted min-max normalised scores, or reciprocal rank fusion (RRF)."""

    MIN_MAX = "min_max"
    RRF = "rrf"


@dataclass(frozen=True, slots=True)
class RetrieverWeights:
    """The weight of each retriever in the fusion; only the ratios of the weights matter."""

    name: float = 2.0
    text: float = 1.0
    vector: float = 1.0
    graph: float = 0.25


@dataclass(frozen=True, slots=True)
class KindWeights:
    """The weight of each kind of hit in the list of all kinds."""

    fact: float = 1.0
    entity: float = 0.6
    passage: float = 0.9


@dataclass(frozen=True, slots=True)
class Floor:
    """The lowest cosine similarity at which a record found by vector search alone counts as found.

    A floor applies to embedders whose name begins with *embedder*.
    """

    embedder: str
    cosine: float


HASHED_FLOOR = Floor("hashed-ngrams-1/", 0.3)
"""Cosine floor of the hashed embedder.

The floor was measured on two short stories and 1,500 paragraphs each of two novels (Chinese and English).

The best match of 154 invented or foreign words had a cosine of at most .289 (median .17). The best match of 79 names
and of 79 facts of the stories had a median cosine of .36 and .32. A match below the floor that shares no word with the
query is a hash collision."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters of a search.

    By default, facts and passages are searched together and fused by min-max scores: on LoCoMo's 1,536 questions with
    evidence, recall@10 was .751, against .620 for facts alone with RRF (k = 60) and .565 for passages alone.

    `method`, `arms` and `kinds` are the fusion method and the weights of retrievers and of kinds of hit; `rrf_k` is the
    k of RRF. `candidates` is the minimum number of records that each retriever is asked for, per kind. `neighbours` is
    the number of facts read around an entity that the query names, `nearby` the number around other entities that were
    found. `floors` are the cosine floors of vector search. `uncovered_factor` is the factor for the score of a
    candidate that contains none of the query's names and words (1: query coverage does not count). `full_coverage_lift`
    is the fraction of the distance to 1 by which the score of a candidate that contains all of the query's names and
    words is raised. `reranked` is the number of hits that a reranker scores, and `rerank_seconds` its time limit.
    """

    method: Method = Method.MIN_MAX
    arms: RetrieverWeights = field(default_factory=RetrieverWeights)
    kinds: KindWeights = field(default_factory=KindWeights)
    candidates: int = 40
    neighbours: int = 240
    nearby: int = 15
    reranked: int = 40
    rerank_seconds: float = 5.0
    rrf_k: int = 60
    floors: tuple[Floor, ...] = (HASHED_FLOOR,)
    uncovered_factor: float = 1 / 3
    full_coverage_lift: float = 0.35

    def floor_of(self, embedder: str) -> float:
        """Returns the cosine floor of this embedder; 0 if the recipe has no floor for the embedder."""
        matching = (floor.cosine for floor in self.floors if embedder.startswith(floor.embedder))
        return max(matching, default=0.0)

    def coverage_factor(self, covered: float) -> float:
        """Returns the factor for the score of a candidate that covers this share (0 to 1) of the query.

        The share is squared, so that full coverage counts for more than partial coverage. Fusion ranks the best
        candidate of each kind first, however much of the query the candidate covers, and most facts contain one of two
        names of a query.
        """
        return self.uncovered_factor + (1.0 - self.uncovered_factor) * covered * covered

    def coverage_lift(self, covered: float) -> float:
        """Returns the fraction of the distance to 1 by which full coverage raises a score.

        The fraction is close to 0 for partial coverage.

        Without the lift, a fact that only the graph retriever finds is ranked below all facts that contain a name of
        the query. Example: for 老尺怎么死的 ("how did 老尺 die") the fact calls the person by another name.
        """
        return self.full_coverage_lift * covered**6


DEFAULT_RECIPE = Recipe()


def fuse(
    arms: Mapping[str, Mapping[Item, float]],
    weights: Mapping[str, float],
    *,
    method: Method = Method.MIN_MAX,
    rrf_k: int = 60,
) -> dict[Item, float]:
    """Fuses rankings: returns for every item the weighted mean of the retrievers' scores, from 0 to 1.

    A retriever that did not find the item contributes 0.

    A retriever that found nothing takes part in the mean, so that the best item of the only retriever with results
    scores less than 1. A retriever whose weight is not above 0 is ignored.

    Min-max normalises a retriever's scores by its lowest and highest score (all equal: 1). The lowest of n scores
    becomes 1 / (n + 1) and not 0, so that an item found last scores more than an item not found. RRF (Cormack, Clarke
    and Büttcher, 2009) scores (k + 1) / (k + rank), so that the first rank scores 1.
    """
    weighted = {name: found for name, found in arms.items() if weights.get(name, 0.0) > 0}
    total = sum(weights[name] for name in weighted)
    fused: dict[Item, float] = {}
    for name, found in weighted.items():
        scores = above_zero(min_max(found)) if method is Method.MIN_MAX else reciprocal_ranks(found, k=rrf_k)
        for item, score in scores.items():
            fused[item] = fused.get(item, 0.0) + score * weights[name] / total
    return {item: min(max(score, 0.0), 1.0) for item, score in fused.items()}


def min_max(scores: Mapping[Item, float]) -> dict[Item, float]:
    """Normalises the scores to 0..1: the lowest score becomes 0 and the highest 1; if all are equal, all become 1."""
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    if not high > low:
        return dict.fromkeys(scores, 1.0)
    # Divide before subtracting: the difference of two very large numbers could overflow to infinity.
    scale = max(abs(low), abs(high))
    below, width = low / scale, high / scale - low / scale
    return {item: (score / scale - below) / width if width > 0 else 1.0 for item, score in scores.items()}


def above_zero(scores: Mapping[Item, float]) -> dict[Item, float]:
    """Rescales n scores from 0..1 to 1 / (n + 1)..1, so that no score is 0."""
    count = len(scores)
    return {item: (1 + count * score) / (count + 1) for item, score in scores.items()}


def reciprocal_ranks(scores: Mapping[Item, float], *, k: int) -> dict[Item, float]:
    """Returns the reciprocal rank score (k + 1) / (k + rank) of each item.

    Items with equal scores share the better rank.
    """
    ranks: dict[float, int] = {}
    for rank, score in enumerate(sorted(scores.values(), reverse=True), start=1):
        ranks.setdefault(score, rank)
    return {item: (k + 1) / (k + ranks[score]) for item, score in scores.items()}
