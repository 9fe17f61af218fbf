"""Several rankings made one: weighted sums of scores brought to one range, or of reciprocal ranks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


class Method(StrEnum):
    """How rankings are made one."""

    MIN_MAX = "min_max"
    RRF = "rrf"


@dataclass(frozen=True, slots=True)
class ArmWeights:
    """How much each way of searching counts; they are compared with one another only."""

    name: float = 2.0
    text: float = 1.0
    vector: float = 1.0
    graph: float = 0.25


@dataclass(frozen=True, slots=True)
class KindWeights:
    """How much each kind of thing counts in the list of all kinds."""

    fact: float = 1.0
    entity: float = 0.6
    passage: float = 0.9


@dataclass(frozen=True, slots=True)
class Floor:
    """The cosine below which vectors find nothing where they alone find anything, for embedders whose name begins with *embedder*."""

    embedder: str
    cosine: float


HASHED_FLOOR = Floor("hashed-ngrams-1/", 0.3)
"""Of 154 made-up or foreign words, asked of two short stories and 1,500 paragraphs each of two novels (Chinese and English), none
came nearer to any paragraph than .289 (median .17), while of 79 names and 79 facts of the stories the median came as near as
.36 and .32 to some paragraph; what such an embedder finds below it without a shared word is the chance of its hashing."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a search is made.

    Facts and passages are searched together and fused by min-max scores: on LoCoMo's 1,536 questions with evidence recall@10 was
    .751, against .620 for facts alone with RRF (k = 60) and .565 for passages alone. `candidates` is how many each arm brings at
    least for each kind, `neighbours` how many facts are looked at around a named entity, `nearby` around another that was found;
    `floors` say which vectors are too far off to count alone; `unsaid` is what is left of the score of a candidate that says
    nothing of the query's names and words (1: they do not count), and what says a part of them has a part of the rest; `whole` is
    how far towards 1 a candidate is brought that says all of them, by whatever arm it was found;
    `reranked` is how many hits a reranker sees, and `rerank_seconds` how long it may take.
    """

    method: Method = Method.MIN_MAX
    arms: ArmWeights = field(default_factory=ArmWeights)
    kinds: KindWeights = field(default_factory=KindWeights)
    candidates: int = 40
    neighbours: int = 240
    nearby: int = 15
    reranked: int = 40
    rerank_seconds: float = 5.0
    rrf_k: int = 60
    floors: tuple[Floor, ...] = (HASHED_FLOOR,)
    unsaid: float = 1 / 3
    whole: float = 0.35

    def floor_of(self, embedder: str) -> float:
        """The cosine below which this embedder's vectors find nothing by themselves; 0 where no floor is known."""
        fitting = (one.cosine for one in self.floors if embedder.startswith(one.embedder))
        return max(fitting, default=0.0)

    def worth(self, said: float) -> float:
        """What is left of the score of a candidate that says this share of the query.

        Squared, so that all of it counts for more than its parts: each kind's best stands at the top of its own list whatever it
        says, and one name of two is what most facts have.
        """
        return self.unsaid + (1.0 - self.unsaid) * said * said

    def lift(self, said: float) -> float:
        """How far towards 1 a candidate is brought that says this share of the query: hardly for less than all of it.

        A fact that only the graph finds (老尺怎么死的: the fact names him otherwise) would stand behind all that share a name.
        """
        return self.whole * said**6


DEFAULT_RECIPE = Recipe()


def fuse(
    arms: Mapping[str, Mapping[Item, float]],
    weights: Mapping[str, float],
    *,
    method: Method = Method.MIN_MAX,
    rrf_k: int = 60,
) -> dict[Item, float]:
    """A score from 0 to 1 for every item of any arm: the weighted mean of its arms' scores, 0 where an arm has it not.

    An arm that found nothing counts, so that being best of the only arm that found anything is not yet 1; one whose weight is not
    above 0 does not. Min-max brings an arm's scores to one range by its own lowest and highest (all equal: 1); the lowest of n
    is 1 / (n + 1) and not 0, so that to be found last is more than not to be found. RRF (Cormack, Clarke and Büttcher, 2009) counts (k + 1) / (k + rank), so that being first is 1.
    """
    counting = {name: found for name, found in arms.items() if weights.get(name, 0.0) > 0}
    whole = sum(weights[name] for name in counting)
    fused: dict[Item, float] = {}
    for name, found in counting.items():
        scores = above_nothing(min_max(found)) if method is Method.MIN_MAX else reciprocal_ranks(found, k=rrf_k)
        for item, score in scores.items():
            fused[item] = fused.get(item, 0.0) + score * weights[name] / whole
    return {item: min(max(score, 0.0), 1.0) for item, score in fused.items()}


def min_max(scores: Mapping[Item, float]) -> dict[Item, float]:
    """The scores on 0..1, the lowest 0 and the highest 1; all are 1 where they are equal."""
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    if not high > low:
        return dict.fromkeys(scores, 1.0)
    # Divided before subtracting, so that the range of two huge numbers stays finite.
    scale = max(abs(low), abs(high))
    below, width = low / scale, high / scale - low / scale
    return {item: (score / scale - below) / width if width > 0 else 1.0 for item, score in scores.items()}


def above_nothing(scores: Mapping[Item, float]) -> dict[Item, float]:
    """Scores of 0..1 on 1 / (n + 1)..1, where n is how many there are."""
    count = len(scores)
    return {item: (1 + count * score) / (count + 1) for item, score in scores.items()}


def reciprocal_ranks(scores: Mapping[Item, float], *, k: int) -> dict[Item, float]:
    """(k + 1) / (k + rank) for each item; equal scores share the better rank."""
    ranks: dict[float, int] = {}
    for rank, score in enumerate(sorted(scores.values(), reverse=True), start=1):
        ranks.setdefault(score, rank)
    return {item: (k + 1) / (k + ranks[score]) for item, score in scores.items()}
