"""Orders search candidates anew by a reranker's scores, or moves near-duplicates of better candidates to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from episodic.errors import EpisodicError
from episodic.guards import GuardedReranker
from episodic.model.graph import Entity
from episodic.ports import Reranker, Vector
from episodic.search.candidates import RECORD_KINDS, SearchPool
from episodic.search.filter_fields import Filterable, HitKind
from episodic.search.fusion import above_zero, min_max
from episodic.search.ranking import RankedCandidate
from episodic.search.retrievers import SearchRequest
from episodic.search.view import View

_DIVERSITY_WINDOW = 5
"""A search with the limit n checks its best 5 * n candidates for near-duplicates."""


async def rerank(
    pool: SearchPool, every: Sequence[RankedCandidate], search: SearchRequest, reranker: Reranker
) -> tuple[list[RankedCandidate], tuple[str, ...]]:
    """Return the candidates, the best of them ordered by the reranker, and the reasons if the reranker failed.

    Candidates that the reranker did not score come after the reranked ones. Entities whose name is all that the query
    asks for stay first. If the reranker fails, takes too long or returns invalid scores, the order of the candidates is
    unchanged.
    """
    first = [one for one in every if one.first]
    others = [one for one in every if not one.first]
    head, tail = others[: search.recipe.reranked], others[search.recipe.reranked :]
    if not head:
        return list(every), ()
    try:
        async with asyncio.timeout(search.recipe.rerank_seconds):
            texts = [text_of(pool.item(one.kind, one.uuid)) for one in head]
            scores = await GuardedReranker(reranker).score(search.query, texts)
    except TimeoutError:
        return list(every), (f"not reranked: no answer within {search.recipe.rerank_seconds:g} seconds",)
    except EpisodicError as error:
        return list(every), (f"not reranked: {error.message}",)
    # The scores of reranked candidates must not be lower than those of candidates that were not reranked.
    floor = tail[0].score if tail else 0.0
    even = above_zero(min_max(scores))
    order = sorted(range(len(even)), key=lambda place: -even[place])
    rescored = [head[place]._replace(score=round(floor + (1.0 - floor) * even[place], 6)) for place in order]
    return [*first, *rescored, *tail], ()


async def diversify(
    view: View, candidates: Sequence[RankedCandidate], *, limit: int, cosine: float
) -> list[RankedCandidate]:
    """Return the candidates, with near-duplicates of better candidates of the same kind moved down.

    A near-duplicate has a cosine similarity of at least *cosine* to a better candidate. Only the best 5 * *limit*
    candidates are compared, and near-duplicates are moved to the end of these candidates. A candidate without a vector
    is not moved down, and no score changes.
    """
    head, tail = list(candidates[: _DIVERSITY_WINDOW * limit]), list(candidates[_DIVERSITY_WINDOW * limit :])
    vectors = await _vectors(view, head)
    kept: list[RankedCandidate] = []
    near_duplicates: list[RankedCandidate] = []
    kept_vectors: dict[HitKind, list[Vector]] = {kind: [] for kind in HitKind}
    for candidate in head:
        vector = vectors.get((candidate.kind, candidate.uuid))
        better = kept_vectors[candidate.kind]
        if vector is not None and any(float(vector @ kept_vector) >= cosine for kept_vector in better):
            near_duplicates.append(candidate)
            continue
        kept.append(candidate)
        if vector is not None:
            better.append(vector)
    return [*kept, *near_duplicates, *tail]


def text_of(item: Filterable) -> str:
    if isinstance(item, Entity):
        return f"{item.name}: {item.summary or item.first.quote}"
    return item.text


async def _vectors(view: View, candidates: Sequence[RankedCandidate]) -> dict[tuple[HitKind, str], Vector]:
    found: dict[tuple[HitKind, str], Vector] = {}
    for kind in HitKind:
        ids = [one.uuid for one in candidates if one.kind is kind]
        if not ids:
            continue
        for record in await view.store.fetch(view.group_id, RECORD_KINDS[kind], ids=ids, vectors=True):
            if record.vector is not None:
                vector = np.frombuffer(record.vector, "<f4").astype(np.float32)
                length = float(np.linalg.norm(vector))
                if length > 0:
                    found[kind, record.uuid] = (vector / length).astype(np.float32)
    return found
