"""Tests of time words that set no current moment."""

from __future__ import annotations

import pytest

from episodic.pipeline.replay.times.passage_words import is_period


@pytest.mark.parametrize(
    "words", ["自八月起，至九月终", "从五月起到七月", "from May till July", "From morning to night"]
)
def test_a_period_with_beginning_and_end_is_no_moment(words: str) -> None:
    assert is_period(words)


@pytest.mark.parametrize("words", ["自冬至", "自八月起", "至九月终", "from May on", "in July", "on the way from York"])
def test_other_time_words_are_no_period(words: str) -> None:
    assert not is_period(words)
