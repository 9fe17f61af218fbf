"""Full-text and vector retrieval of all kinds of hit, with one call to the store for each round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.ports import Bounds, IndexSearch, Vector
from episodic.search.candidates import RECORD_KINDS, ResultsByRetriever, Retriever, RetrieverResult, SearchPool
from episodic.search.filter_fields import HitKind

_NO_BOUNDS = Bounds()
_FACTOR = 4


@dataclass(frozen=True, slots=True, eq=False)
class IndexQuery:
    """The text and the vector that records are compared with. Without a vector, only the text is searched."""

    text: str
    vector: Vector | None


async def search_index(
    pool: SearchPool, queries: Mapping[HitKind, IndexQuery], *, first: int, need: int
) -> ResultsByRetriever:
    """Run the full-text retriever and the vector retriever for each kind of hit. Return the visible records of each
    result.

    Each retriever runs with the limit *first*, and again with a larger limit until the retriever has returned *need*
    visible records or has no more records. Vector retrieval leaves out records with a cosine similarity of 0 or less.
    """
    bounds = {kind: pool.view.bounds(kind) for kind in queries}
    pending = {(Retriever.TEXT, kind) for kind in queries}
    pending |= {(Retriever.VECTOR, kind) for kind, query in queries.items() if query.vector is not None}
    gathered: ResultsByRetriever = {key: RetrieverResult({}, 0) for key in pending if bounds[key[1]] is None}
    pending -= gathered.keys()
    limit = first
    while pending:
        kinds = [kind for kind in queries if any(kind is of for _, of in pending)]
        searches = [
            IndexSearch(
                RECORD_KINDS[kind],
                text=queries[kind].text if (Retriever.TEXT, kind) in pending else None,
                vector=queries[kind].vector if (Retriever.VECTOR, kind) in pending else None,
                limit=limit,
                bounds=bounds[kind] or _NO_BOUNDS,
            )
            for kind in kinds
        ]
        answers = await pool.view.store.search(pool.view.group_id, searches)
        for kind, hits in zip(kinds, answers, strict=True):
            pool.take_values(kind, hits.values)
            similar = [one for one in hits.by_vector if one.score > 0]
            for retriever, scored in ((Retriever.TEXT, hits.by_text), (Retriever.VECTOR, similar)):
                kept = {one.uuid: one.score for one in scored if (kind, one.uuid) in pool.candidates}
                if (retriever, kind) in pending and (len(kept) >= need or len(scored) < limit):
                    gathered[retriever, kind] = RetrieverResult(kept, len(scored))
                    pending.remove((retriever, kind))
        limit *= _FACTOR
    return gathered
