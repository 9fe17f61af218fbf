"""Several rankings made one: laws that hold whatever the scores are."""

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
WEIGHTS = st.fixed_dictionaries({arm: st.floats(0, 10) for arm in ("name", "text", "vector", "graph")})


@given(ARMS, WEIGHTS, st.sampled_from(Method))
def test_every_fused_score_lies_between_0_and_1(
    arms: dict[str, dict[str, float]], weights: dict[str, float], method: Method
) -> None:
    """One scale, whatever the arms' scales are."""
    fused = fuse(arms, weights, method=method)

    assert all(0 <= score <= 1 for score in fused.values())


@given(ARMS, WEIGHTS, st.sampled_from(Method))
def test_nothing_is_lost_and_nothing_is_made_up(
    arms: dict[str, dict[str, float]], weights: dict[str, float], method: Method
) -> None:
    """Fused is exactly what some arm of any weight found."""
    fused = fuse(arms, weights, method=method)

    assert set(fused) == {item for arm, found in arms.items() if weights[arm] > 0 for item in found}


@given(ARMS, WEIGHTS, st.sampled_from(Method))
def test_the_order_of_arms_and_items_means_nothing(
    arms: dict[str, dict[str, float]], weights: dict[str, float], method: Method
) -> None:
    """Only scores count."""
    turned = {arm: dict(reversed(found.items())) for arm, found in reversed(arms.items())}

    fused, again = fuse(arms, weights, method=method), fuse(turned, weights, method=method)

    assert fused.keys() == again.keys()
    assert all(math.isclose(fused[item], again[item], abs_tol=1e-12) for item in fused)


@given(SCORES.filter(bool), st.sampled_from(Method))
def test_one_arm_keeps_its_order(scores: dict[str, float], method: Method) -> None:
    """Fusing a single ranking never turns two of its items around."""
    fused = fuse({"text": scores}, {"text": 1.0}, method=method)

    assert all(fused[one] <= fused[other] for one in scores for other in scores if scores[one] <= scores[other])


@given(ARMS, st.floats(0.1, 100), st.sampled_from(Method))
def test_only_the_proportion_of_weights_counts(
    arms: dict[str, dict[str, float]], factor: float, method: Method
) -> None:
    """All weights times a factor is the same."""
    weights = {"name": 2.0, "text": 1.0, "vector": 1.0, "graph": 0.5}

    fused = fuse(arms, weights, method=method)
    scaled = fuse(arms, {arm: weight * factor for arm, weight in weights.items()}, method=method)

    assert all(math.isclose(fused[item], scaled[item], abs_tol=1e-9) for item in fused)


@given(ARMS, WEIGHTS, st.sampled_from(Method))
def test_what_is_best_in_every_arm_is_best(
    arms: dict[str, dict[str, float]], weights: dict[str, float], method: Method
) -> None:
    """Nothing passes a candidate that no arm puts behind another."""
    best = {arm: {**found, "best": max(found.values(), default=0.0)} for arm, found in arms.items()}

    fused = fuse(best, weights, method=method)

    assert all(score <= fused["best"] + 1e-12 for score in fused.values())


@given(SCORES.filter(bool))
def test_min_max_reaches_1(scores: dict[str, float]) -> None:
    """The best candidate of an arm has all of the arm's weight."""
    assert max(min_max(scores).values()) == 1.0


def test_min_max_puts_scores_in_proportion() -> None:
    """Lowest 0, highest 1, the middle between."""
    assert min_max({"a": 2.0, "b": 3.0, "c": 4.0}) == {"a": 0.0, "b": 0.5, "c": 1.0}


def test_equal_scores_are_all_the_best() -> None:
    """An arm with one answer, or equal ones, trusts them fully."""
    assert min_max({"a": 0.2, "b": 0.2}) == {"a": 1.0, "b": 1.0}


def test_scores_of_any_size_keep_a_finite_range() -> None:
    """The two ends of what a float holds do not overflow."""
    assert min_max({"a": -1.7e308, "b": 0.0, "c": 1.7e308}) == {"a": 0.0, "b": 0.5, "c": 1.0}


def test_reciprocal_ranks_count_ranks_only() -> None:
    """First is 1, second 61/62; equal scores share a rank."""
    ranks = reciprocal_ranks({"a": 9.0, "b": 1.0, "c": 9.0}, k=60)

    assert ranks == {"a": 1.0, "c": 1.0, "b": 61 / 63}


def test_an_arm_that_found_nothing_still_counts() -> None:
    """The best of the only arm that found anything is not as good as what all arms found."""
    fused = fuse({"text": {}, "vector": {"a": 0.1, "b": 0.05}}, {"text": 1.0, "vector": 1.0})

    assert fused["a"] == pytest.approx(0.5)


def test_min_max_hears_how_much_better_the_best_is_and_ranks_do_not() -> None:
    """A clear winner of one arm beats what is a little better in the other."""
    arms = {"text": {"a": 10.0, "b": 1.0, "c": 0.0}, "vector": {"b": 0.51, "a": 0.50, "c": 0.0}}
    weights = {"text": 1.0, "vector": 1.0}

    by_scores, by_ranks = fuse(arms, weights), fuse(arms, weights, method=Method.RRF)

    assert by_scores["a"] > by_scores["b"]
    assert by_ranks["a"] == by_ranks["b"]


@given(ARMS, st.sampled_from(Method))
def test_what_an_arm_found_is_more_than_nothing(arms: dict[str, dict[str, float]], method: Method) -> None:
    """Also what it found last."""
    fused = fuse(arms, {"name": 2.0, "text": 1.0, "vector": 1.0, "graph": 0.25}, method=method)

    assert all(score > 0 for score in fused.values())


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_who_says_more_of_a_query_keeps_more_of_its_score(unsaid: float, one: float, other: float) -> None:
    """From what the recipe leaves to all of it."""
    recipe = Recipe(unsaid=unsaid)
    less, more = sorted((one, other))

    assert unsaid - 1e-9 <= recipe.worth(less) <= recipe.worth(more) + 1e-9 <= 1 + 2e-9
