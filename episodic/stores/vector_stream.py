"""Cosine search in vectors that are read part by part and not kept."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from episodic.ports import Vector
from episodic.stores.vector_matrix import SLACK

_SHORT, _LONG = 1e-15, 1e15
"""If the length of a vector is between _SHORT and _LONG, rounding in the computation of the length does not matter."""


class NearestNumbers:
    """Finds the rows whose vectors are nearest to a given vector, among rows that are read in batches.

    NearestNumbers rounds similarities differently from FlatVectorIndex. To allow for rounding, NearestNumbers also
    keeps rows that are hardly less similar than the last of the *limit* nearest rows.
    """

    def __init__(self, vector: Vector, *, limit: int) -> None:
        self._limit = max(1, limit)
        length = float(np.linalg.norm(np.asarray(vector, np.float64)))
        has_direction = np.isfinite(length) and length > 0
        direction = np.asarray(vector / length if has_direction else np.zeros_like(vector), np.float32)
        self._used = np.flatnonzero(direction)
        self._direction: NDArray[np.float32] = direction[self._used]
        self._dimension = vector.size
        self._rows: NDArray[np.int64] = np.zeros(0, np.int64)
        self._scores: NDArray[np.float32] = np.zeros(0, np.float32)

    def read(self, batch: Sequence[tuple[int, bytes]]) -> None:
        """Read a batch of rows, and keep the rows that are among the nearest so far. A row of a batch is its number and
        its vector as float32 bytes.
        """
        raw = b"".join([numbers for _, numbers in batch])
        numbers: NDArray[np.float32] = np.frombuffer(raw, "<f4").reshape(len(batch), self._dimension)
        with np.errstate(all="ignore"):
            lengths = np.sqrt(np.einsum("ij,ij->i", numbers, numbers))
            if not ((lengths > _SHORT) & (lengths < _LONG)).all():
                # For very short and very long vectors, the length is computed as in FlatVectorIndex. Both classes
                # therefore ignore the same vectors, namely those without a direction.
                lengths = np.linalg.norm(numbers, axis=1)
            scores = (numbers[:, self._used] @ self._direction) / lengths
        directed = np.isfinite(lengths) & (lengths > 0)
        rows = np.array([row for row, _ in batch], np.int64)
        self._rows = np.concatenate((self._rows, rows[directed]))
        self._scores = np.concatenate((self._scores, scores[directed].astype(np.float32)))
        if self._limit < len(self._rows):
            at = len(self._rows) - self._limit
            kept = self._scores >= np.partition(self._scores, at)[at] - SLACK
            self._rows, self._scores = self._rows[kept], self._scores[kept]

    def rows(self) -> list[int]:
        """Return the row numbers of the vectors that are nearest to the given vector, and perhaps a few more."""
        found: list[int] = self._rows.tolist()
        return found
