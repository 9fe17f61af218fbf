"""Tests of the index of Chinese names by surname and characters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from episodic.dedup import han_name_index
from episodic.dedup.han_name_index import HanNameIndex
from episodic.dedup.name_affinity import affinity, han_affinity, name_parts

_HAN = st.text(alphabet="林赵欧阳石海青菊先生老小", min_size=1, max_size=4)
_NAMES = st.lists(st.one_of(_HAN, st.sampled_from(["anna reed", "mr. reed", "ann reid"])), max_size=12)


def parts_of(name: str) -> set[str]:
    parts = name_parts(name)
    return {*(parts.rare or parts.common), parts.family} - {""}


@pytest.mark.parametrize("most", [0, 62])
@given(key=_HAN, names=_NAMES)
def test_names_that_share_a_part_are_found_with_their_affinity(most: int, key: str, names: list[str]) -> None:
    """A part is a rare character, a common one if the name has no rare one, or the surname, in any role."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(han_name_index, "_MOST_MARKS", most or 0)
        if most:
            patched.undo()
        ratios = np.array([fuzz.ratio(key, name) for name in names], dtype=np.float64)
        places, scores = HanNameIndex(names).sharing(key, ratios)

    found = dict(zip(places.tolist(), scores.tolist(), strict=True))
    wanted = [at for at, name in enumerate(names) if name_parts(name).han and parts_of(key) & parts_of(name)]
    assert sorted(found) == wanted
    for at in wanted:
        least = max(han_affinity(name_parts(key), name_parts(names[at])), ratios[at])
        assert least <= found[at] <= affinity(key, names[at])
