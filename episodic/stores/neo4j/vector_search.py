"""Vector search by cosine similarity: exact in memory for small works, with Neo4j's vector index for large works.

Vector indexes of Neo4j 2026 and later can filter by properties. With 100,000 vectors of varied texts in a database,
vector indexes with filters had a recall@20 of .998 to 1. If the hits of an index were only filtered afterwards,
recall@20 depended on the size of the work. Without filters in the index, recall@20 was .95 for a work with 60 % of all
vectors, and .085 for a work with 1 %. If the server's indexes have no filters, exact search is therefore used for
larger works, too.
"""

from collections import OrderedDict
from collections.abc import Sequence

from episodic.errors import EmbeddingDimensionError
from episodic.model.records import Kind
from episodic.ports import Bounds, IndexSearch, Scored, Vector
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import RunCypher, complete, run_in_pages
from episodic.stores.neo4j.graph_model import token_of
from episodic.stores.neo4j.rows import WorkNode, bounds_parameters, embedding_property, vector_of
from episodic.stores.validation import clamped
from episodic.stores.vector_matrix import FlatVectorIndex

EXACT_ROWS, EXACT_ROWS_WITH_FILTERS = 100_000, 5_000
"""The default of `exact_rows` (see Neo4jStore), if the server's indexes cannot filter, and if they can."""

MOST_DIMENSIONS = 4_096
"""The greatest dimension for which Neo4j can create a vector index."""

_MOST_MATRICES = 12
"""The maximum number of matrices in memory. The least recently used one is dropped."""
_PAGE = 2_000
_FIRST_FETCH, _FETCH_WITH_FILTERS = 200, 1_000
"""How many hits an index without filters and one with filters are asked for at least. A search that asks for more hits
also looks at more of the index. An index with filters was measured in a work of 100,000 facts whose sentences are much
alike (`benchmarks.scale`). The index with filters had a recall@10 of .88 with 60 hits, .97 with 500 and .98 with 1,000.
"""
_GROWTH = 5
_MOST_FETCHED = 5_000
_DIGITS = 6


class VectorSearch:
    """Vector search in Neo4j, with the vectors of recently searched works in memory, in a matrix for each kind."""

    def __init__(self, read: RunCypher, write: RunCypher, *, exact_rows: int | None) -> None:
        self._read = read
        self._write = write
        self._exact_rows = exact_rows
        self.filters = False
        """Whether this server's vector search can filter by properties inside the index, which is known after setup."""
        # The key is the work, its `birth`, the kind and the dimension; the value has the revision of the vectors.
        self._matrices: OrderedDict[tuple[str, str, Kind, int], tuple[int, FlatVectorIndex]] = OrderedDict()
        self._created: set[str] = set()
        self._online: set[str] = set()

    def _is_large(self, work: WorkNode, kind: Kind) -> bool:
        default = EXACT_ROWS_WITH_FILTERS if self.filters else EXACT_ROWS
        return work.counts[kind] > (default if self._exact_rows is None else self._exact_rows)

    async def create_indexes(self, work: WorkNode) -> None:
        """Create the vector indexes for kinds with many records, which the server fills later, unless Neo4j does not
        support the dimension.
        """
        if work.dimension is None or work.dimension > MOST_DIMENSIONS:
            return
        for kind in [kind for kind in work.counts if self._is_large(work, kind)]:
            statement = cypher.create_vector_index(kind, work.dimension, filters=self.filters)
            if statement not in self._created:
                await self._write(statement)
                self._created.add(statement)

    async def search(self, group_id: str, work: WorkNode | None, asked: IndexSearch) -> Sequence[Scored]:
        """Return the hits of a search by vector, best first, or no hits if the search or the work has no vector. Raise
        EmbeddingDimensionError.
        """
        vector, bounds = asked.vector, clamped(asked.bounds)
        if work is None or work.dimension is None or vector is None:
            return ()
        if vector.shape != (work.dimension,):
            raise EmbeddingDimensionError(work.dimension, vector.size)
        # The server's vector index cannot filter by facets, so that a search for a rare facet would read most of the
        # index.
        if self._is_large(work, asked.kind) and asked.limit > 0 and vector.any() and not bounds.facets:
            found = await self._search_index(group_id, asked, vector, bounds)
            if found is not None:
                return found
        matrix = await self._matrix(group_id, work, asked.kind, work.dimension)
        return matrix.nearest(vector, limit=asked.limit, bounds=bounds, above=asked.above)

    async def _matrix(self, group_id: str, work: WorkNode, kind: Kind, dimension: int) -> FlatVectorIndex:
        """Return a matrix with the vectors of one kind of record in a work, at the work's revision. A matrix of an
        earlier revision is updated by what has changed since. Vectors are read page by page, because as Python floats
        they take several times the memory.
        """
        key = (group_id, work.birth, kind, dimension)
        # While a matrix is updated, it is not in the cache, so that a concurrent search or a failure never meets a
        # half-updated one.
        seen, matrix = self._matrices.pop(key, (0, FlatVectorIndex(dimension)))
        parameters = {"token": token_of(group_id), "seen": seen}
        if 0 < seen < work.revision:
            ((retired,),) = await self._read(cypher.RETIRED_SINCE, prefix=f"{kind}:", **parameters)
            matrix.drop(retired)
        if seen < work.revision:
            parameters |= {"embedding": embedding_property(dimension)}
            async for page in run_in_pages(self._read, cypher.VECTORS_SINCE[kind], limit=_PAGE, **parameters):
                # The bounds lo and hi are kept as the database stores them: for a missing bound, both have the same
                # number.
                matrix.put([(*row, vector_of(numbers), facets) for *row, numbers, facets in page])
        self._matrices[key] = (max(seen, work.revision), matrix)
        while len(self._matrices) > _MOST_MATRICES:
            self._matrices.popitem(last=False)
        return matrix

    async def _search_index(
        self, group_id: str, asked: IndexSearch, vector: Vector, bounds: Bounds
    ) -> Sequence[Scored] | None:
        """Return the nearest records by the server's vector index. Return None if the index is not filled yet, or if
        too many of its hits are outside the work or the bounds.
        """
        name = cypher.vector_index(asked.kind, vector.size, filters=self.filters)
        if name not in self._online and not await self._read(cypher.VECTOR_INDEX_ONLINE, name=name):
            return None
        self._online.add(name)
        statement = cypher.search_vector(asked.kind, vector.size, filters=self.filters)
        fetch = max(_FETCH_WITH_FILTERS if self.filters else _FIRST_FETCH, asked.limit * 2)
        parameters = {"vector": vector.astype(float).tolist(), "token": token_of(group_id), "limit": asked.limit}
        parameters |= bounds_parameters(bounds)
        while True:
            ((hits,),) = await self._read(statement, fetch=fetch, **parameters)
            # The score that Neo4j returns is (1 + cosine) / 2.
            found = [Scored(uuid, round(2.0 * score - 1.0, _DIGITS)) for uuid, score in complete(hits, 2)]
            if self.filters or len(found) >= asked.limit:
                return sorted(found, key=lambda one: (-one.score, one.uuid))[: asked.limit]
            if fetch >= _MOST_FETCHED:
                return None
            fetch *= _GROWTH
