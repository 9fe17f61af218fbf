"""Scores of hits are rounded as Python rounds them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from episodic.search.ranking import rounded

MIDDLES = st.integers(0, 1_000_000).map(lambda number: (number + 0.5) / 1_000_000)
"""Numbers that lie between two results, so that their exact binary value decides."""


@given(st.lists(st.one_of(st.floats(0, 1), MIDDLES)))
def test_many_scores_are_rounded_as_one_by_one(scores: list[float]) -> None:
    assert rounded(scores) == [round(score, 6) for score in scores]
