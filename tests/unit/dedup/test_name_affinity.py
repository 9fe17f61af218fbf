"""Tests of the affinity of names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from episodic.dedup.name_affinity import affinities, affinity

_HAN = st.text(alphabet="林远沈度赵虎先生老", min_size=1, max_size=4)
_WESTERN = st.lists(
    st.sampled_from(["mr.", "anna", "ann", "reed", "reid", "of", "j.", "captain"]), min_size=1, max_size=3
)
_NAMES = st.one_of(_HAN, _WESTERN.map(" ".join))


@given(key=_NAMES, others=st.lists(_NAMES, max_size=6))
def test_the_affinities_of_several_names_are_those_of_each_name(key: str, others: list[str]) -> None:
    """The letters of all names are compared in one call."""
    assert affinities(key, others) == [affinity(key, other) for other in others]
