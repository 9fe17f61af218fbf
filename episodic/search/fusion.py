"""Rank fusion: combines the scores of several retrievers by min-max normalisation or by reciprocal ranks.

The module also contains the search recipes, which are the parameters of a search.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


class Method(StrEnum):
    """The method by which the scores of retrievers are combined: weighted min-max scores, or reciprocal rank fusion
    (RRF).
    """

    MIN_MAX = "min_max"
    RRF = "rrf"


@dataclass(frozen=True, slots=True)
class RetrieverWeights:
    """The weights of the retrievers in rank fusion. Only the ratios of the retrievers' weights matter. `foreign` is the
    weight that each foreign retriever has.
    """

    name: float = 2.0
    text: float = 1.0
    vector: float = 1.0
    graph: float = 0.25
    foreign: float = 1.0


@dataclass(frozen=True, slots=True)
class KindWeights:
    """The weights of facts, entities and passages in the result list that contains all of them."""

    fact: float = 1.0
    entity: float = 0.6
    passage: float = 0.9


@dataclass(frozen=True, slots=True)
class Floor:
    """The minimum cosine similarity that a record found only by vector search must have.

    The minimum similarity `cosine` applies to the vectors of each embedder whose name begins with the text `embedder`.
    """

    embedder: str
    cosine: float


HASHED_FLOOR = Floor("hashed-ngrams-1/", 0.3)
"""The minimum cosine similarity for the vectors of the built-in hashed embedder.

The minimum of .3 was chosen after measurements on two short stories, and on 1,500 paragraphs each of a Chinese novel
and an English novel. For 154 invented or foreign words, the best match had a median cosine of .17, and at most .289.
For 79 queries with names that occur in the stories, the best match had a median cosine of .36. For 79 queries about
facts of the stories, the median cosine was .32. If a text contains no word of the query, a cosine similarity below .3
probably means nothing. The similarity probably comes only from different n-grams with the same hash.
"""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters of a search.

    By default, facts and passages are ranked together, and the retrievers' scores are fused by min-max. On the 1,536
    questions for which the benchmark LoCoMo names the text with the answer, the default parameters had a recall@10 of
    .751. On the same questions of LoCoMo, recall@10 was .620 for facts alone with RRF (k = 60), and .565 for passages
    alone.

    `method` is the fusion method. `retrievers` are the weights of the retrievers, and `kinds` are the weights of the
    kinds of hit. `rrf_k` is the parameter k of RRF. Full-text and vector search are first asked for `candidates`
    records of each kind (facts, entities and passages). If twice the limit is more than `candidates`, the two searches
    are asked for twice the limit. `neighbours` is the number of facts that the graph retriever first reads for each
    entity in the query. `nearby` is the number of facts that the graph retriever reads for an entity that full-text or
    vector search found. `floors` are the minimum cosine similarities for records that only vector search found, by
    embedder. The score of a candidate that contains none of the query's names and words is multiplied by
    `uncovered_factor`. `uncovered_factor` also multiplies the score of a fact that only states a doubt, if the query
    asks what really happened. `uncovered_factor` applies as well to an event that cannot be the answer (Ann kills Bo,
    for "who killed Ann"). A candidate that contains all of the query's names and words gets a higher score. The score s
    of this candidate is raised to s + (1 - s) * w * `full_coverage_lift`, where w is the weight of its kind. If a query
    consists only of names, the score of a candidate that contains all these names is not raised by
    `full_coverage_lift`. If a query asks for claims ("who says") or beliefs, `asked_statement_lift` takes the place of
    `full_coverage_lift` for a claim or belief. The claim or belief must contain all words of the query. A query can
    name an entity and ask for a predicate ("where does Ilse live"). The lift of a fact with this entity and predicate
    is `asked_statement_lift` times the square of the share of the query that the fact contains. If the usual lift (with
    `full_coverage_lift`) is greater, the usual lift is used. `reranked` is the maximum number of hits that a reranker
    scores, and `rerank_seconds` its time limit. `foreign_seconds` is the time limit of each foreign retriever.
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
        """Return the minimum cosine similarity for the embedder of this name, or 0 if no floor applies to it."""
        matching = (floor.cosine for floor in self.floors if embedder.startswith(floor.embedder))
        return max(matching, default=0.0)

    def coverage_factor(self, covered: float) -> float:
        """Return the factor for the score of a candidate that contains the share *covered* (0 to 1) of the query's
        names and words.

        The share *covered* is squared, so that a candidate with all words of the query has a clear advantage. Without
        the coverage factor, the best candidate of each kind would come first even if it had few of the query's names
        and words. A query with two names, for example, mostly finds facts that contain only one of the two names.
        """
        return self.uncovered_factor + (1.0 - self.uncovered_factor) * covered * covered

    def coverage_lift(self, covered: float) -> float:
        """Return how much a candidate's score is raised, as a fraction of the difference between 1 and the score (0 to
        `full_coverage_lift`). *covered* is the share (0 to 1) of the query's names and words that the candidate
        contains.

        The share is raised to the sixth power. The result is close to 0 unless the candidate contains nearly all names
        and words of the query. The score is raised for the sake of facts that contain the whole query, and that only
        the graph retriever finds. Without the raise, facts that only the graph retriever finds would come after all
        facts that contain a name from the query. For example, only the graph retriever finds the answer to 老尺怎么死的
        ("how did 老尺 die") if the fact calls the person by another name.
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
    """Return one score for each item, combined from the scores of several retrievers. The combined score of an item is
    the weighted mean of the retrievers' normalised scores, from 0 to 1.

    A retriever that did not find an item counts with the score 0 for it. A retriever that found no item at all still
    has its weight in the mean. An item that only one of several retrievers found scores less than 1. A retriever
    without a positive weight is ignored.

    The min-max method normalises a retriever's scores by the lowest and highest score, and gives the score 1 if all
    scores are equal. In min-max fusion, the lowest of n scores becomes 1 / (n + 1) and not 0. A retriever thus gives
    every found item a higher score than an item that it did not find. RRF (Cormack, Clarke and Büttcher, 2009) takes (k
    + 1) / (k + rank) as score, which is 1 for the first rank.
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
    """Return the scores scaled linearly so that the lowest becomes 0 and the highest 1; if all are equal, all become 1."""
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    if not high > low:
        return [1.0] * len(scores)
    # Scores are divided before the subtraction, because the difference of two very large numbers could overflow.
    scale = max(abs(low), abs(high))
    below, width = low / scale, high / scale - low / scale
    return [(score / scale - below) / width if width > 0 else 1.0 for score in scores]


def above_zero(scores: Sequence[float]) -> list[float]:
    """Return n scores from the range 0 to 1 moved to the range 1 / (n + 1) to 1, so that none is 0."""
    count = len(scores)
    return [(1 + count * score) / (count + 1) for score in scores]


def reciprocal_ranks(scores: Sequence[float], *, k: int) -> list[float]:
    """Return the reciprocal rank score (k + 1) / (k + rank) of each score. Items of equal score all get the best of
    their ranks.
    """
    ranks: dict[float, int] = {}
    for rank, score in enumerate(sorted(scores, reverse=True), start=1):
        ranks.setdefault(score, rank)
    return [(k + 1) / (k + ranks[score]) for score in scores]
