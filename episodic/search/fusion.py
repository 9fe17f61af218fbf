"""Rank fusion: combines the rankings of several retrievers by min-max normalised scores or by reciprocal ranks.

The module also contains the search recipes, which are the parameters of a search.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


class Method(StrEnum):
    """The method of rank fusion: weighted min-max normalised scores, or reciprocal rank fusion (RRF)."""

    MIN_MAX = "min_max"
    RRF = "rrf"


@dataclass(frozen=True, slots=True)
class RetrieverWeights:
    """The weight of each retriever in rank fusion. Only the ratios of the weights matter. `foreign` is the weight of each
    foreign retriever.
    """

    name: float = 2.0
    text: float = 1.0
    vector: float = 1.0
    graph: float = 0.25
    foreign: float = 1.0


@dataclass(frozen=True, slots=True)
class KindWeights:
    """The weight of each kind of hit in the list that contains all kinds of hits."""

    fact: float = 1.0
    entity: float = 0.6
    passage: float = 0.9


@dataclass(frozen=True, slots=True)
class Floor:
    """The minimum cosine similarity of records that only vector search returned. Vector search ignores a record whose
    cosine similarity is below the minimum, unless another retriever also returned the record.

    The minimum applies to all embedders whose name begins with *embedder*.
    """

    embedder: str
    cosine: float


HASHED_FLOOR = Floor("hashed-ngrams-1/", 0.3)
"""The minimum cosine similarity of vector search with the hashed embedder.

The minimum was measured on two short stories, and on 1,500 paragraphs each of a Chinese novel and an English novel. For
154 invented or foreign words, the best match had a median cosine of .17 and a greatest cosine of .289. The best match
of 79 names in the stories had a median cosine of .36, and the best match of 79 facts had a median cosine of .32. If a
match with a cosine below this minimum shares no word with the query, its similarity is due to hash collisions.
"""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters of a search.

    By default, facts and passages are searched together and their rankings are fused by min-max scores. On LoCoMo's
    1,536 questions with evidence, the recall@10 of the default parameters was .751. The recall@10 was .620 for facts
    alone with RRF (k = 60), and .565 for passages alone.

    `method` is the fusion method. `retrievers` are the weights of the retrievers, and `kinds` are the weights of the
    kinds of hit. `rrf_k` is the parameter k of RRF. `candidates` is the minimum number of records of each kind that
    each retriever is asked for. `neighbours` is the number of facts that the graph retriever first reads about each
    entity which the query names. `nearby` is the number of facts that the graph retriever reads about each other entity
    which the search found. `floors` are the minimum cosine similarities of vector search, by embedder. The score of a
    candidate that contains none of the query's names and words is multiplied by `uncovered_factor`. The score s of a
    candidate that contains all of the query's names and words is raised to s + (1 - s) * `full_coverage_lift`.
    A statement of the kind whose holder the query asks for ("who says"), with all names and words of the query, is raised
    by `asked_statement_lift` instead, so that it comes before a passage with the same words in another sense.
    `reranked` is the number of hits that a reranker scores, and `rerank_seconds` is the reranker's time limit.
    `foreign_seconds` is the time limit of each foreign retriever.
    """

    method: Method = Method.MIN_MAX
    retrievers: RetrieverWeights = field(default_factory=RetrieverWeights)
    kinds: KindWeights = field(default_factory=KindWeights)
    candidates: int = 40
    neighbours: int = 240
    nearby: int = 15
    reranked: int = 40
    rerank_seconds: float = 5.0
    foreign_seconds: float = 5.0
    rrf_k: int = 60
    floors: tuple[Floor, ...] = (HASHED_FLOOR,)
    uncovered_factor: float = 1 / 3
    full_coverage_lift: float = 0.35
    asked_statement_lift: float = 0.9

    def floor_of(self, embedder: str) -> float:
        """Return the minimum cosine similarity of vector search with this embedder, or 0 if the recipe has no minimum
        for the embedder.
        """
        matching = (floor.cosine for floor in self.floors if embedder.startswith(floor.embedder))
        return max(matching, default=0.0)

    def coverage_factor(self, covered: float) -> float:
        """Return the factor for the score of a candidate that contains the share *covered* (0 to 1) of the query's
        names and words.

        The share is squared, so that a candidate with full coverage has a clear advantage over a candidate with partial
        coverage. Without a factor for query coverage, the best candidate of each kind would come first even if it
        contains few of the query's names and words. For example, most facts contain only one of the names in a query
        with two names.
        """
        return self.uncovered_factor + (1.0 - self.uncovered_factor) * covered * covered

    def coverage_lift(self, covered: float) -> float:
        """Return the fraction f by which the score s of a candidate is raised to s + (1 - s) * f, where *covered* is
        the share (0 to 1) of the query's names and words that the candidate contains.

        The fraction is close to 0 if the candidate contains only a part of the query's names and words. Without raised
        scores, a fact that only the graph retriever finds would be ranked below all facts that contain a name of the
        query. For example, only the graph retriever finds the answer to the query 老尺怎么死的 ("how did 老尺 die") if the fact
        contains another name of the person.
        """
        return self.full_coverage_lift * covered**6


DEFAULT_RECIPE = Recipe()


def fuse(
    retrievers: Mapping[str, Mapping[Item, float]],
    weights: Mapping[str, float],
    *,
    method: Method = Method.MIN_MAX,
    rrf_k: int = 60,
) -> dict[Item, float]:
    """Combine rankings. Return the weighted mean of the retrievers' scores for every item, from 0 to 1.

    If a retriever did not find an item, the retriever's score for the item is 0. A retriever that found nothing also
    counts in the mean, so that the best item of the only retriever with results scores less than 1. A retriever without
    a positive weight is ignored.

    The min-max method normalises a retriever's scores by the lowest and highest score, and gives the score 1 if all
    scores are equal. The lowest of n scores becomes 1 / (n + 1) and not 0, so that the last found item scores more than
    an item that was not found. RRF (Cormack, Clarke and Büttcher, 2009) uses the score (k + 1) / (k + rank), so that
    the first rank scores 1.
    """
    weighted = {name: found for name, found in retrievers.items() if weights.get(name, 0.0) > 0}
    total = sum(weights[name] for name in weighted)
    fused: dict[Item, float] = {}
    for name, found in weighted.items():
        own = list(found.values())
        scores = above_zero(min_max(own)) if method is Method.MIN_MAX else reciprocal_ranks(own, k=rrf_k)
        weight, known = weights[name], fused.get
        for item, score in zip(found, scores, strict=True):
            fused[item] = known(item, 0.0) + score * weight / total
    return {item: score if 0.0 <= score <= 1.0 else min(max(score, 0.0), 1.0) for item, score in fused.items()}


def min_max(scores: Sequence[float]) -> list[float]:
    """Normalise scores so that the lowest score becomes 0 and the highest score becomes 1. If all scores are equal, all
    become 1.
    """
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    if not high > low:
        return [1.0] * len(scores)
    # The scores are divided before the subtraction, because the difference of two very large numbers could overflow to
    # infinity.
    scale = max(abs(low), abs(high))
    below, width = low / scale, high / scale - low / scale
    return [(score / scale - below) / width if width > 0 else 1.0 for score in scores]


def above_zero(scores: Sequence[float]) -> list[float]:
    """Rescale n scores from the range 0..1 to the range 1 / (n + 1)..1, so that no score is 0."""
    count = len(scores)
    return [(1 + count * score) / (count + 1) for score in scores]


def reciprocal_ranks(scores: Sequence[float], *, k: int) -> list[float]:
    """Return the reciprocal rank score (k + 1) / (k + rank) of each score. Equal scores share the better rank."""
    ranks: dict[float, int] = {}
    for rank, score in enumerate(sorted(scores, reverse=True), start=1):
        ranks.setdefault(score, rank)
    return [(k + 1) / (k + ranks[score]) for score in scores]
