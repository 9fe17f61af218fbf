"""Orders candidates anew: by a reranker, or so that near-equal ones do not crowd out the rest."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from episodic.errors import EpisodicError
from episodic.model.graph import Entity
from episodic.ports import Reranker, Vector
from episodic.search.arms import Searching
from episodic.search.candidates import STORED
from episodic.search.fields import Filtered, HitKind
from episodic.search.fusion import above_nothing, min_max
from episodic.search.ranking import Ranked
from episodic.search.view import View

_LOOKED_AT = 5
"""Near-equal things are looked for among so many times the limit."""


async def reranked(
    every: Sequence[Ranked], search: Searching, reranker: Reranker
) -> tuple[list[Ranked], tuple[str, ...]]:
    """The best candidates in the reranker's order with its scores on 0..1, the others behind them.

    Where it fails, is too late or answers nonsense, all are as they were and the second part says why.
    """
    first = [one for one in every if one.first]
    others = [one for one in every if not one.first]
    head, tail = others[: search.recipe.reranked], others[search.recipe.reranked :]
    if not head:
        return list(every), ()
    try:
        async with asyncio.timeout(search.recipe.rerank_seconds):
            scores = await reranker.score(search.query, [text_of(one.thing) for one in head])
    except TimeoutError:
        return list(every), (f"not reranked: no answer within {search.recipe.rerank_seconds:g} seconds",)
    except EpisodicError as error:
        return list(every), (f"not reranked: {error.message}",)
    if len(scores) != len(head) or not all(math.isfinite(score) for score in scores):
        return list(every), (f"not reranked: {len(head)} finite scores were expected, {len(scores)} came",)
    # The best that was not reranked has this score: nothing before it may have less.
    floor = tail[0].score if tail else 0.0
    even = above_nothing(min_max(dict(enumerate(scores))))
    order = sorted(even, key=lambda place: (-even[place], place))
    again = [replace(head[place], score=round(floor + (1.0 - floor) * even[place], 6)) for place in order]
    return [*first, *again, *tail], ()


async def diverse(view: View, every: Sequence[Ranked], *, limit: int, cosine: float) -> list[Ranked]:
    """The candidates with those behind whose vector has at least *cosine* to that of a better one of their kind.

    What has no vector stays in its place; scores stay as they are.
    """
    head, tail = list(every[: _LOOKED_AT * limit]), list(every[_LOOKED_AT * limit :])
    vectors = await _vectors(view, head)
    kept: list[Ranked] = []
    like: list[Ranked] = []
    directions: dict[HitKind, list[Vector]] = {kind: [] for kind in HitKind}
    for one in head:
        vector = vectors.get((one.kind, one.uuid))
        better = directions[one.kind]
        if vector is not None and any(float(vector @ other) >= cosine for other in better):
            like.append(one)
            continue
        kept.append(one)
        if vector is not None:
            better.append(vector)
    return [*kept, *like, *tail]


def text_of(thing: Filtered) -> str:
    """What a reranker reads of a thing."""
    if isinstance(thing, Entity):
        return f"{thing.name}: {thing.summary or thing.first.quote}"
    return thing.text


async def _vectors(view: View, every: Sequence[Ranked]) -> dict[tuple[HitKind, str], Vector]:
    found: dict[tuple[HitKind, str], Vector] = {}
    for kind in HitKind:
        ids = [one.uuid for one in every if one.kind is kind]
        if not ids:
            continue
        for record in await view.store.fetch(view.group_id, STORED[kind], ids=ids, vectors=True):
            if record.vector is not None:
                vector = np.frombuffer(record.vector, "<f4").astype(np.float32)
                length = float(np.linalg.norm(vector))
                if length > 0:
                    found[kind, record.uuid] = (vector / length).astype(np.float32)
    return found
