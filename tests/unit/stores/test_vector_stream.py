"""Tests that a search in vectors that are read part by part keeps the nearest rows of the matrix in memory."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.ports import Bounds
from episodic.stores.vector_matrix import FlatVectorIndex
from episodic.stores.vector_stream import NearestNumbers

DIMENSION = 3

numbers = st.sampled_from([0.0, 1.0, -1.0, 2.0, 0.5, 1e-25, 1e-22, 1e19, 1e30, 1.0000001])
vectors = st.lists(numbers, min_size=DIMENSION, max_size=DIMENSION).map(lambda one: np.array(one, np.float32))


@settings(max_examples=100, deadline=None)
@given(
    batches=st.lists(st.lists(vectors, min_size=1, max_size=8), max_size=4),
    asked=st.lists(st.sampled_from([0.0, 1.0, -1.0, 2.0, 1e-25]), min_size=DIMENSION, max_size=DIMENSION).map(
        lambda one: np.array(one, np.float32)
    ),
    limit=st.integers(0, 6),
)
def test_the_kept_rows_contain_the_nearest_rows(
    batches: list[list[np.ndarray[tuple[int], np.dtype[np.float32]]]],
    asked: np.ndarray[tuple[int], np.dtype[np.float32]],
    limit: int,
) -> None:
    """A matrix of the kept rows gives the same hits as a matrix of all rows, for vectors of any length."""
    nearest, whole, kept = NearestNumbers(asked, limit=limit), FlatVectorIndex(DIMENSION), FlatVectorIndex(DIMENSION)
    rows: dict[int, bytes] = {}
    for batch in batches:
        new = {len(rows) + place: vector.tobytes() for place, vector in enumerate(batch)}
        rows.update(new)
        nearest.read(list(new.items()))

    whole.put([(f"{row}", 0, None, None, raw, None) for row, raw in rows.items()])
    kept.put([(f"{row}", 0, None, None, rows[row], None) for row in nearest.rows()])

    assert kept.nearest(asked, limit=limit, bounds=Bounds()) == whole.nearest(asked, limit=limit, bounds=Bounds())
    assert len(nearest.rows()) <= len(rows)
