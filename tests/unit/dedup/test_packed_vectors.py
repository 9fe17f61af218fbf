"""Packed vectors come back as the rows of a matrix."""

from __future__ import annotations

import numpy as np

from episodic.dedup.packed_vectors import matrix_of, packed_vector


def test_vectors_come_back_as_rows() -> None:
    rows = [[0, 0.25, 0, -1.5], [1, 2, 3, 4], [0, 0, 0, 0], [0.1, 0, 0, 0]]
    vectors = [np.array(row, dtype=np.float32) for row in rows]

    matrix = matrix_of(list(map(packed_vector, vectors)))

    assert matrix.dtype == np.float32
    assert np.array_equal(matrix, np.array(vectors))


def test_equal_vectors_are_equal_in_packed_form() -> None:
    one, same, other = (packed_vector(np.array([0, number], dtype=np.float32)) for number in (0.5, 0.5, 0.75))

    assert one == same
    assert one != other


def test_no_vectors_are_a_matrix_without_rows() -> None:
    assert matrix_of([]).shape == (0, 0)
