"""Vector search of the SQLite store, in matrices in memory, which are brought up to date before each search."""

import sqlite3
from collections import OrderedDict
from collections.abc import Sequence

from episodic.errors import EmbeddingDimensionError
from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind
from episodic.ports import Bounds, IndexSearch, Scored, Vector
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import facet_parameters, having, padded
from episodic.stores.sqlite.queries import WorkState
from episodic.stores.sqlite.record_columns import ColumnCache, RecordColumns
from episodic.stores.validation import clamped
from episodic.stores.vector_matrix import FlatVectorIndex
from episodic.stores.vector_stream import NearestNumbers

_BATCH = 125
"""The number of vectors that are read together; this many vectors of 384 numbers, with their copies, fit into the CPU
cache.
"""
_MOST_MATRICES = 12
"""The maximum number of vector matrices in memory, which suffices for about four works. The least recently used matrix
is removed first.
"""


class SQLiteVectorSearch:
    """Exact cosine search in the vectors of works, which are read into memory. A SQLiteVectorSearch belongs to one
    connection and its thread.

    The first search in a work for records of one kind reads the vectors within its restrictions (`Bounds`) part by
    part, and keeps none. The reason is that many programs, such as a command line, search only once. From the second
    search for records of one kind on, a matrix in memory is used. The matrix contains all vectors of the work's records
    of one kind.
    """

    def __init__(self) -> None:
        self._searched: set[tuple[int, Kind]] = set()
        self._matrices: OrderedDict[tuple[int, Kind], tuple[int, int, FlatVectorIndex]] = OrderedDict()

    def search(
        self,
        connection: sqlite3.Connection,
        work: WorkState,
        asked: IndexSearch,
        vector: Vector,
        *,
        columns: ColumnCache,
    ) -> Sequence[Scored]:
        """Return the records of the kind `asked.kind` and within `asked.bounds` that are nearest to *vector*, best
        first. *columns* is the cache of the ids, chapter bounds and facets of records.

        Raise EmbeddingDimensionError if *vector* has another dimension than the work's vectors.
        """
        kind, limit, bounds = asked.kind, asked.limit, clamped(asked.bounds)
        if work.dimension is None:
            return ()
        if vector.shape != (work.dimension,):
            raise EmbeddingDimensionError(work.dimension, vector.size)
        key = (work.number, kind)
        if key not in self._matrices and key not in self._searched:
            self._searched.add(key)
            matrix = _nearest_rows(connection, key, vector, limit=limit, bounds=bounds)
        else:
            matrix = self._current(connection, work, kind, dimension=work.dimension, columns=columns)
        return matrix.nearest(vector, limit=limit, bounds=bounds, above=asked.above)

    def _current(
        self, connection: sqlite3.Connection, work: WorkState, kind: Kind, *, dimension: int, columns: ColumnCache
    ) -> FlatVectorIndex:
        key, revision = (work.number, kind), work.revision
        seen, length, matrix = self._matrices.pop(key, (0, 0, None))
        if matrix is None or length != dimension:
            matrix = _loaded(connection, key, dimension, columns.read(connection, *key))
        elif seen < revision:
            matrix.drop(uuid for (uuid,) in connection.execute(sql.GONE_SINCE, (*key, seen)))
            _put(matrix, connection.execute(sql.VECTORS_SINCE, (*key, seen)))
        self._matrices[key] = (revision, dimension, matrix)
        while len(self._matrices) > _MOST_MATRICES:
            self._matrices.popitem(last=False)
        return matrix


def _nearest_rows(
    connection: sqlite3.Connection, key: tuple[int, Kind], vector: Vector, *, limit: int, bounds: Bounds
) -> FlatVectorIndex:
    """Return a matrix with the *limit* vectors of the work within *bounds* that are nearest to *vector*, and possibly a
    few vectors more. To find the nearest vectors, every vector of the work and kind within *bounds* is read once.
    """
    nearest = NearestNumbers(vector, limit=limit)
    parameters = (*key, bounds.told_by, bounds.at, *facet_parameters(bounds.facets))
    rows = connection.execute(sql.NUMBERS.format(having=having(bounds.facets)), parameters)
    while batch := rows.fetchmany(_BATCH):
        nearest.read(batch)
    matrix = FlatVectorIndex(vector.size)
    for numbers in padded(nearest.rows()):
        matrix.put(connection.execute(sql.VECTORS_OF_SOME, (*key, *numbers)).fetchall())
    return matrix


@paused_collector()
def _loaded(
    connection: sqlite3.Connection, key: tuple[int, Kind], dimension: int, columns: RecordColumns
) -> FlatVectorIndex:
    """Return a matrix with all vectors of the work and kind. *columns* contains the ids, chapter bounds and facets of
    the records with these vectors, in the same order.
    """
    matrix = FlatVectorIndex(dimension, room=len(columns.uuids))
    read = connection.execute(sql.VECTORS, key)
    for start in range(0, len(columns.uuids), _BATCH):
        part = slice(start, start + _BATCH)
        places = (columns.told[part].tolist(), columns.lo[part].tolist(), columns.hi[part].tolist())
        numbers = [blob for (blob,) in read.fetchmany(_BATCH)]
        matrix.put(list(zip(columns.uuids[part], *places, numbers, columns.facets[part], strict=True)))
    return matrix


def _put(matrix: FlatVectorIndex, rows: sqlite3.Cursor) -> None:
    while batch := rows.fetchmany(_BATCH):
        matrix.put(batch)
