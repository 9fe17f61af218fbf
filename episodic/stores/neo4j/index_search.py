"""Searches of the Neo4j store by text and by vector, with the values of the found records."""

from collections.abc import Mapping, Sequence

from episodic.model.records import Kind
from episodic.ports import IndexHits, IndexSearch, Scored
from episodic.stores.neo4j import cypher, full_text
from episodic.stores.neo4j.connection import Run
from episodic.stores.neo4j.graph_model import keys_of
from episodic.stores.neo4j.values import is_complete, items
from episodic.stores.neo4j.vector_search import VectorQuery, VectorSearch, work_vectors
from episodic.stores.validation import clamped


class Neo4jIndex:
    """The full-text and vector indexes of the server, and the cached vectors of small works."""

    def __init__(self) -> None:
        self._vectors = VectorSearch()

    async def search(
        self, run: Run, group_id: str, searches: Sequence[IndexSearch], *, exact_rows: int, filters: bool
    ) -> Sequence[IndexHits]:
        """Return the hits of each search.

        A work with at most *exact_rows* records of a kind is searched exactly by vector. *filters* tells whether the
        server's vector indexes can filter by properties.
        """
        found: list[IndexHits] = []
        for part in _of_different_kinds(searches):
            by_text = await full_text.search(run, group_id, part)
            by_vector = await self._by_vector(run, group_id, part, exact_rows=exact_rows, filters=filters)
            ids = {
                one.kind: list(dict.fromkeys(hit.uuid for hit in (*by_text.get(place, ()), *by_vector.get(place, ()))))
                for place, one in enumerate(part)
            }
            values = await _values(run, group_id, {kind: uuids for kind, uuids in ids.items() if uuids})
            found += [
                IndexHits(by_text.get(place, ()), by_vector.get(place, ()), values.get(one.kind, {}))
                for place, one in enumerate(part)
            ]
        return found

    async def _by_vector(
        self, run: Run, group_id: str, searches: Sequence[IndexSearch], *, exact_rows: int, filters: bool
    ) -> Mapping[int, Sequence[Scored]]:
        """Return the hits of the vector queries, by the position of the search in *searches*."""
        asked = {place: one for place, one in enumerate(searches) if one.vector is not None}
        work = await work_vectors(run, group_id) if asked else None
        found: dict[int, Sequence[Scored]] = {}
        for place, one in asked.items():
            if work is not None and one.vector is not None:
                query = VectorQuery(one.vector, one.limit, clamped(one.bounds), exact_rows, filters)
                found[place] = await self._vectors.search(run, work, one.kind, query=query)
        return found


def _of_different_kinds(searches: Sequence[IndexSearch]) -> Sequence[Sequence[IndexSearch]]:
    """Split the searches into consecutive parts. All searches of one part have different kinds, so that they can share
    statements.
    """
    parts: list[list[IndexSearch]] = []
    for one in searches:
        if not parts or any(one.kind is other.kind for other in parts[-1]):
            parts.append([])
        parts[-1].append(one)
    return parts


async def _values(run: Run, group_id: str, ids: Mapping[Kind, Sequence[str]]) -> Mapping[Kind, Mapping[str, str]]:
    if not ids:
        return {}
    keys = {kind.value: keys_of(group_id, [(kind, uuid) for uuid in uuids]) for kind, uuids in ids.items()}
    rows = await run(cypher.values_of(tuple(ids)), **keys)
    return {
        Kind(str(kind)): {str(uuid): str(value) for uuid, value in map(items, items(found)) if is_complete(uuid, value)}
        for kind, found in rows
    }
