"""Tests of the search for moments on other chains."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from episodic.temporal.chronology.crossings import Crossings, Spot

_LINES, _MOMENTS = 6, 30


@st.composite
def networks(draw: st.DrawFn) -> tuple[list[tuple[Spot, Spot]], list[Spot]]:
    """Return constraints between moments on several chains that no moment contradicts, and the places of all moments.
    Chain 0 has many constraints, as the main line of a work has.
    """
    lines = draw(st.lists(st.integers(0, _LINES - 1), min_size=_MOMENTS, max_size=_MOMENTS))
    ranks = [lines[:number].count(line) for number, line in enumerate(lines)]
    spots = list(zip(lines, ranks, strict=True))
    pairs = draw(st.lists(st.tuples(st.integers(0, _MOMENTS - 1), st.integers(0, _MOMENTS - 1)), max_size=40))
    ordered = [(spots[min(pair)], spots[max(pair)]) for pair in pairs]
    hub = [(one, other) for one, other in pairwise(spots) if 0 in (one[0], other[0])]
    return [(one, other) for one, other in (*ordered, *hub) if one[0] != other[0]], spots


@given(network=networks())
def test_single_chains_are_reached_where_a_whole_search_reaches_them(
    network: tuple[list[tuple[Spot, Spot]], list[Spot]],
) -> None:
    """What can be reached from the chain with the most crossings is found once for all searches."""
    pairs, spots = network
    crossings = Crossings(pairs)
    for spot in spots:
        after, before = crossings.begun_after(spot), crossings.begun_before(spot)
        for line in range(_LINES + 1):
            assert crossings.first_after(after, line) == crossings.after(spot).get(line)
            assert crossings.last_before(before, line) == crossings.before(spot).get(line)


def test_a_work_of_one_chain_has_no_crossings() -> None:
    crossings = Crossings(())

    assert crossings.after((0, 3)) == {0: 3}
    assert crossings.first_after(crossings.begun_after((0, 3)), 0) == 3
    assert crossings.last_before(crossings.begun_before((0, 3)), 1) is None
