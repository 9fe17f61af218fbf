"""Rank fusion: properties that hold for any scores, and examples of min-max and RRF scores."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.search.fusion import Method, Recipe, fuse, min_max, reciprocal_ranks

SCORES = st.dictionaries(
    st.sampled_from("甲乙丙丁戊abcdef"), st.floats(allow_nan=False, allow_infinity=False), max_size=8
)
ARMS = st.dictionaries(st.sampled_from(["name", "text", "vector", "graph"]), SCORES, max_size=4)
WEIGHTS = st.fixed_dictionaries({retriever: st.floats(0, 10) for retriever in ("name", "text", "vector", "graph")})


@given(ARMS, WEIGHTS, st.sampled_from(Method))
def test_every_fused_score_lies_between_0_and_1(
    retrievers: dict[str, dict[str, float]], weights: dict[str, float], method: Method
) -> None:
    fused = fuse(retrievers, weights, method=method)

    assert all(0 <= score <= 1 for score in fused.values())


@given(ARMS, WEIGHTS, st.sampled_from(Method))
def test_fusion_returns_exactly_the_items_of_weighted_retrievers(
    retrievers: dict[str, dict[str, float]], weights: dict[str, float], method: Method
) -> None:
    """Fusion returns the items of retrievers with a weight above 0, and no others."""
    fused = fuse(retrievers, weights, method=method)

    assert set(fused) == {item for retriever, found in retrievers.items() if weights[retriever] > 0 for item in found}


@given(ARMS, WEIGHTS, st.sampled_from(Method))
def test_the_order_of_retrievers_and_items_does_not_matter(
    retrievers: dict[str, dict[str, float]], weights: dict[str, float], method: Method
) -> None:
    turned = {retriever: dict(reversed(found.items())) for retriever, found in reversed(retrievers.items())}

    fused, again = fuse(retrievers, weights, method=method), fuse(turned, weights, method=method)

    assert fused.keys() == again.keys()
    assert all(math.isclose(fused[item], again[item], abs_tol=1e-12) for item in fused)


@given(SCORES.filter(bool), st.sampled_from(Method))
def test_fusing_one_ranking_keeps_its_order(scores: dict[str, float], method: Method) -> None:
    fused = fuse({"text": scores}, {"text": 1.0}, method=method)

    assert all(fused[one] <= fused[other] for one in scores for other in scores if scores[one] <= scores[other])


@given(ARMS, st.floats(0.1, 100), st.sampled_from(Method))
def test_only_the_proportion_of_weights_counts(
    retrievers: dict[str, dict[str, float]], factor: float, method: Method
) -> None:
    weights = {"name": 2.0, "text": 1.0, "vector": 1.0, "graph": 0.5}

    fused = fuse(retrievers, weights, method=method)
    scaled = fuse(retrievers, {retriever: weight * factor for retriever, weight in weights.items()}, method=method)

    assert all(math.isclose(fused[item], scaled[item], abs_tol=1e-9) for item in fused)


@given(ARMS, WEIGHTS, st.sampled_from(Method))
def test_an_item_that_is_best_in_every_ranking_is_best_in_the_fusion(
    retrievers: dict[str, dict[str, float]], weights: dict[str, float], method: Method
) -> None:
    best = {retriever: {**found, "best": max(found.values(), default=0.0)} for retriever, found in retrievers.items()}

    fused = fuse(best, weights, method=method)

    assert all(score <= fused["best"] + 1e-12 for score in fused.values())


@given(SCORES.filter(bool))
def test_min_max_reaches_1(scores: dict[str, float]) -> None:
    assert max(min_max(list(scores.values()))) == 1.0


def test_min_max_is_linear_between_lowest_and_highest() -> None:
    """The lowest score becomes 0, and the highest score becomes 1."""
    assert min_max([2.0, 3.0, 4.0]) == [0.0, 0.5, 1.0]


def test_equal_scores_all_become_1() -> None:
    """A single score becomes 1, too."""
    assert min_max([0.2, 0.2]) == [1.0, 1.0]


def test_scores_of_any_size_keep_a_finite_range() -> None:
    """The largest and the smallest float do not overflow."""
    assert min_max([-1.7e308, 0.0, 1.7e308]) == [0.0, 0.5, 1.0]


def test_reciprocal_ranks_count_ranks_only() -> None:
    """The first rank scores 1 and the second rank 61/62. Equal scores share a rank."""
    assert reciprocal_ranks([9.0, 1.0, 9.0], k=60) == [1.0, 61 / 63, 1.0]


def test_a_retriever_that_found_nothing_still_counts() -> None:
    """The best item of the only retriever with results scores less than an item that all retrievers found."""
    fused = fuse({"text": {}, "vector": {"a": 0.1, "b": 0.05}}, {"text": 1.0, "vector": 1.0})

    assert fused["a"] == pytest.approx(0.5)


def test_min_max_uses_score_distances_and_rrf_does_not() -> None:
    """Under min-max, a clear winner of one ranking beats a narrow winner of the other."""
    retrievers = {"text": {"a": 10.0, "b": 1.0, "c": 0.0}, "vector": {"b": 0.51, "a": 0.50, "c": 0.0}}
    weights = {"text": 1.0, "vector": 1.0}

    by_scores, by_ranks = fuse(retrievers, weights), fuse(retrievers, weights, method=Method.RRF)

    assert by_scores["a"] > by_scores["b"]
    assert by_ranks["a"] == by_ranks["b"]


@given(ARMS, st.sampled_from(Method))
def test_every_found_item_scores_above_0(retrievers: dict[str, dict[str, float]], method: Method) -> None:
    """The last item of a ranking scores above 0, too."""
    fused = fuse(retrievers, {"name": 2.0, "text": 1.0, "vector": 1.0, "graph": 0.25}, method=method)

    assert all(score > 0 for score in fused.values())


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_higher_query_coverage_keeps_more_of_the_score(uncovered_factor: float, one: float, other: float) -> None:
    """The factor of a score lies between the recipe's `uncovered_factor` and 1."""
    recipe = Recipe(uncovered_factor=uncovered_factor)
    less, more = sorted((one, other))

    assert uncovered_factor - 1e-9 <= recipe.coverage_factor(less) <= recipe.coverage_factor(more) + 1e-9 <= 1 + 2e-9
