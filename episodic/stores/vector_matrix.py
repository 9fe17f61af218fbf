"""Exact cosine search in memory, in a matrix with the vectors of a work's facts, entities or passages."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from episodic.ports import Bounds, Scored, Vector
from episodic.stores.facet_column import FacetColumn
from episodic.stores.validation import ANYWHERE, KEY_LIMIT

VectorRow = tuple[str, int, int | None, int | None, bytes | None, str | None]
"""The fields of a record in the matrix: uuid, narrative position (`told`), order keys that bound the chapters at
whose ends a fact may hold (`lo`, `hi`), the vector (or None), and the facets joined with spaces.
"""

SLACK = 1e-5
"""The maximum difference between the float32 scores of equal vectors, caused by rounding."""
_DIGITS = 6
_GATHER_BELOW = 0.25
"""If a smaller share of the rows than this is within the bounds, a search reads only these rows."""
_SPARSE_BELOW = 0.5
"""If at most this share of the numbers of a query vector is not zero, a search reads only the dimensions of these
numbers.
"""
_BLOCK = 1 << 17
"""A search whose query vector is mostly zeros copies at most this many numbers of the matrix at a time. The copy
fits into the CPU cache, and is small enough that the BLAS library multiplies it in the calling thread. For more than
460,800 numbers, OpenBLAS starts threads, which take ten times as much processor time if the processors are busy.
"""


class FlatVectorIndex:
    """A matrix of vectors, one row for each record, to which rows can be added and from which rows can be removed.

    A search first filters the rows and then computes exact similarities, so that no result is lost by a strict filter
    (recall 1.0). A matrix of 100,000 rows with 384 numbers takes 154 MB. A search in a matrix of 100,000 rows takes
    about 20 ms of processor time. A search takes only 6 ms if at most 115 numbers of the query vector differ from zero.
    An example is a query of 50 Han characters with the offline embedder. If at most 20 numbers differ from zero, a
    search takes 1 ms.

    All numbers of one dimension lie together in memory. A search whose query vector is mostly zeros can therefore read
    only the dimensions in which the query vector is not zero.
    """

    def __init__(self, dimension: int, *, room: int = 0) -> None:
        self._numbers: NDArray[np.float32] = np.empty((dimension, room), np.float32)
        self._places: NDArray[np.int64] = np.empty((room, 3), np.int64)
        # The garbage collector does not examine arrays, but it would examine each text in a list.
        self._uuids: NDArray[np.object_] = np.empty(room, np.object_)
        self._facets: NDArray[np.object_] = np.empty(room, np.object_)
        self._facet_column: FacetColumn | None = None
        self._rows: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def dimension(self) -> int:
        """The dimension: how many numbers each vector has."""
        dimension: int = self._numbers.shape[0]
        return dimension

    def put(self, rows: Sequence[VectorRow]) -> None:
        """Add rows to the matrix; a row with a known id replaces the row with this id. A row without a vector, or with
        a vector that has no direction (all zeros, or a number that is not finite), is removed.
        """
        kept, numbers = self._directed(rows)
        self.drop([row[0] for row in rows if row[0] in self._rows and row[0] not in kept])
        fresh, start = [uuid for uuid in kept if uuid not in self._rows], len(self)
        self._reserve(start + len(fresh))
        self._facet_column = None
        self._rows.update(zip(fresh, range(start, start + len(fresh)), strict=True))
        self._uuids[start : len(self)] = fresh
        if len(fresh) == len(kept):
            # If all rows are new, they become consecutive rows at the end of the matrix. Consecutive rows are written
            # three times as fast as scattered ones.
            at: slice | NDArray[np.int64] = slice(start, len(self))
        else:
            at = np.array([self._rows[uuid] for uuid in kept], np.int64)
        self._numbers[:, at] = numbers.T
        self._facets[at] = [row[5] or "" for row in kept.values()]
        self._places[at, 0] = [row[1] for row in kept.values()]
        self._places[at, 1] = [-KEY_LIMIT if row[2] is None else row[2] for row in kept.values()]
        self._places[at, 2] = [KEY_LIMIT if row[3] is None else row[3] for row in kept.values()]

    def drop(self, uuids: Iterable[str]) -> None:
        """Remove the rows with these ids; unknown ids are ignored."""
        for uuid in uuids:
            row = self._rows.pop(uuid, None)
            if row is None:
                continue
            self._facet_column = None
            end = len(self)
            last = self._uuids[end]
            if last != uuid:
                self._rows[last] = row
                self._uuids[row], self._facets[row] = last, self._facets[end]
                self._numbers[:, row] = self._numbers[:, end]
                self._places[row] = self._places[end]
            self._uuids[end] = self._facets[end] = None

    def nearest(self, vector: Vector, *, limit: int, bounds: Bounds, above: float | None = None) -> Sequence[Scored]:
        """Return the rows within *bounds* with the highest cosine similarity to *vector*, best first and at most
        *limit*. If *above* is given, only rows with a greater similarity are returned.

        Rows whose scores are equal when rounded to six digits are in the order of their ids.
        """
        direction = np.asarray(vector, np.float64)
        length = math.sqrt(direction.dot(direction))
        if not len(self) or limit <= 0 or not math.isfinite(length) or length == 0.0:
            return ()
        direction = direction / length
        rows = None if bounds == ANYWHERE else self._within(bounds)
        rough = self._rough(rows, direction.astype(np.float32))
        if above is not None:
            kept = (rough > above).nonzero()[0]
            rows, rough = kept if rows is None else rows[kept], rough[kept]
        if limit < len(rough):
            enough = np.partition(rough, len(rough) - limit)[len(rough) - limit]
            kept = (rough >= enough - SLACK).nonzero()[0]
            rows = kept if rows is None else rows[kept]
        elif rows is None:
            rows = np.arange(len(self), dtype=np.intp)
        # The products of each row are added up separately, so that equal vectors get equal scores in any place of the
        # matrix.
        used = direction.nonzero()[0]
        chosen = np.ascontiguousarray(self._numbers[used[:, None], rows].T, np.float64)
        exact = (chosen * direction[used]).sum(axis=1).round(_DIGITS)
        if above is not None:
            similar = exact > above
            rows, exact = rows[similar], exact[similar]
        found = sorted(zip((-exact).tolist(), self._uuids[rows].tolist(), strict=True))
        return Scored.each((uuid, -score) for score, uuid in found[:limit])

    def _within(self, bounds: Bounds) -> NDArray[np.intp]:
        told, lo, hi = self._places[: len(self)].T
        inside = np.ones(len(self), np.bool_)
        if bounds.told_by is not None:
            inside &= told <= bounds.told_by
        if bounds.at is not None:
            inside &= (lo <= bounds.at) & (hi > bounds.at)
        for facets in bounds.facets:
            inside &= self._having(facets)
        return np.flatnonzero(inside)

    def _having(self, facets: frozenset[str]) -> NDArray[np.bool_]:
        if self._facet_column is None:
            self._facet_column = FacetColumn(self._facets[: len(self)].tolist())
        return self._facet_column.having(facets)

    def _rough(self, rows: NDArray[np.intp] | None, direction: NDArray[np.float32]) -> NDArray[np.float32]:
        used = direction.nonzero()[0]
        if rows is not None and len(rows) < len(self) * _GATHER_BELOW:
            gathered: NDArray[np.float32] = direction[used] @ self._numbers[used[:, None], rows]
            return gathered
        scores: NDArray[np.float32]
        if len(used) > len(direction) * _SPARSE_BELOW:
            scores = direction @ self._numbers[:, : len(self)]
        else:
            scores, few = np.empty(len(self), np.float32), direction[used]
            block = max(1, _BLOCK // len(used))
            for start in range(0, len(self), block):
                part = slice(start, min(start + block, len(self)))
                np.dot(few, self._numbers[used, part], out=scores[part])
        return scores if rows is None else scores[rows]

    def _reserve(self, rows: int) -> None:
        dimension, present = self._numbers.shape
        if rows <= present:
            return
        room = max(rows, present * 3 // 2)
        grown = FlatVectorIndex(dimension, room=room)
        grown._numbers[:, : len(self)] = self._numbers[:, : len(self)]
        grown._places[: len(self)] = self._places[: len(self)]
        grown._uuids[: len(self)] = self._uuids[: len(self)]
        grown._facets[: len(self)] = self._facets[: len(self)]
        self._numbers, self._places = grown._numbers, grown._places
        self._uuids, self._facets = grown._uuids, grown._facets

    def _directed(self, rows: Sequence[VectorRow]) -> tuple[dict[str, VectorRow], NDArray[np.float32]]:
        """Return the rows whose vectors are finite and not zero, by id, and their vectors scaled to length 1."""
        given = [row for row in rows if row[4] is not None]
        raw = b"".join(row[4] for row in given if row[4] is not None)
        numbers: NDArray[np.float32] = np.frombuffer(raw, "<f4").reshape(len(given), self._numbers.shape[0])
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = np.linalg.norm(numbers, axis=1)
        directed = np.isfinite(lengths) & (lengths > 0)
        if not directed.all():
            numbers, lengths = numbers[directed], lengths[directed]
        numbers = (numbers / lengths[:, None]).astype(np.float32, copy=False)
        kept = {row[0]: row for row, points in zip(given, directed.tolist(), strict=True) if points}
        return kept, numbers
