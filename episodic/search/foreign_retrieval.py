"""Runs foreign retrievers, which are not part of episodic, and matches their results with facts, entities and passages.

A foreign result matches a record if its reference is the record's id, and a passage if one of the two texts contains
the other. A foreign result that matches no record is returned in a list of its own. In a restricted scope, results that
match no record are left out, because they cannot be checked against the scope.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from episodic.concurrency import run_all
from episodic.errors import EpisodicError, InvalidFilterError
from episodic.guards import GuardedRetriever
from episodic.model.records import Kind
from episodic.ports import ForeignHit, ForeignRetriever, IndexSearch
from episodic.search.candidates import RECORD_KINDS, Retriever, RetrieverResult, SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.scope import Scope

_SHORTEST_TEXT = 12
"""A foreign result with a text of fewer than this many (12) characters is not compared with passages."""
_LONGEST_TEXT = 2_000
_LONGEST_QUERY = 300
_PASSAGES_COMPARED = 3


@dataclass(frozen=True, slots=True)
class ForeignResult:
    """A result of a foreign retriever that matches no record of the work. `source` is the name of the foreign
    retriever.
    """

    source: str
    reference: str
    text: str
    score: float


@dataclass(slots=True)
class ForeignRetrieval:
    """What all foreign retrievers found: scores of records by retriever and kind, results that match no record, and
    problems.
    """

    scores: dict[tuple[str, HitKind], RetrieverResult] = field(
        default_factory=dict[tuple[str, HitKind], RetrieverResult]
    )
    others: list[ForeignResult] = field(default_factory=list[ForeignResult])
    degraded: list[str] = field(default_factory=list[str])


async def retrieve_foreign(
    pool: SearchPool, query: str, retrievers: Sequence[ForeignRetriever], *, limit: int, seconds: float
) -> ForeignRetrieval:
    """Run foreign retrievers concurrently, each for at most *seconds*, and return what they found. A retriever that
    fails or takes too long is left out, and the reason is in `degraded`.

    Raises InvalidFilterError if a retriever has no name, or the name of another or of a built-in retriever.
    """
    names = [one.name for one in retrievers]
    reserved = {one.value for one in Retriever}
    if len(set(names)) != len(names) or not all(names) or reserved.intersection(names):
        raise InvalidFilterError(
            f"Invalid names of retrievers: {', '.join(map(repr, names))}.",
            hint=f"Give each retriever a name of its own, other than {', '.join(sorted(reserved))}.",
        )
    retrieval = ForeignRetrieval()
    found = await run_all(_hits(one, query, limit, seconds) for one in retrievers)
    for name, hits in zip(names, found, strict=True):
        if isinstance(hits, str):
            retrieval.degraded.append(hits)
        else:
            await _resolve(pool, name, hits, retrieval)
    return retrieval


async def _hits(retriever: ForeignRetriever, query: str, limit: int, seconds: float) -> Sequence[ForeignHit] | str:
    try:
        async with asyncio.timeout(seconds):
            hits = await GuardedRetriever(retriever).retrieve(query, limit=limit)
    except TimeoutError:
        return f"not searched by {retriever.name}: no answer within {seconds:g} seconds"
    except EpisodicError as error:
        return f"not searched by {retriever.name}: {error.message}"
    return sorted(hits, key=lambda one: -one.score)[:limit]


async def _resolve(pool: SearchPool, name: str, hits: Sequence[ForeignHit], retrieval: ForeignRetrieval) -> None:
    scores: dict[HitKind, dict[str, float]] = {}
    meant: dict[HitKind, set[str]] = {}
    left_out = 0
    for hit in hits:
        keys = await _records_with_id(pool, hit.reference) or await _passages_with_text(pool, hit.text)
        for kind, uuid in keys:
            meant.setdefault(kind, set()).add(uuid)
            if uuid in pool.rows[kind]:
                of_kind = scores.setdefault(kind, {})
                of_kind[uuid] = max(of_kind.get(uuid, hit.score), hit.score)
        if keys:
            continue
        if _is_restricted(pool.view.scope):
            left_out += 1
        else:
            text = " ".join(hit.text.split())[:_LONGEST_TEXT]
            retrieval.others.append(ForeignResult(name, hit.reference, text, hit.score))
    for kind, found in meant.items():
        retrieval.scores[name, kind] = RetrieverResult(scores.get(kind, {}), len(found))
    if left_out:
        retrieval.degraded.append(f"{left_out} results of {name} left out: they are outside the work and its scope")


async def _records_with_id(pool: SearchPool, uuid: str) -> list[tuple[HitKind, str]]:
    for kind, stored in RECORD_KINDS.items():
        records = await pool.view.store.fetch(pool.view.group_id, stored, ids=[uuid]) if uuid else ()
        if records:
            pool.take_values(kind, {one.uuid: one.value for one in records})
            return [(kind, uuid)]
    return []


async def _passages_with_text(pool: SearchPool, text: str) -> list[tuple[HitKind, str]]:
    flat = " ".join(text.split())
    if len(flat) < _SHORTEST_TEXT:
        return []
    search = IndexSearch(Kind.PASSAGE, text=flat[:_LONGEST_QUERY], limit=_PASSAGES_COMPARED)
    (hits,) = await pool.view.store.search(pool.view.group_id, [search])
    pool.take_values(HitKind.PASSAGE, hits.values)
    same: list[tuple[HitKind, str]] = []
    for passage in await pool.view.passages([one.uuid for one in hits.by_text]):
        own = " ".join(passage.text.split())
        if flat in own or (len(own) >= _SHORTEST_TEXT and own in flat):
            same.append((HitKind.PASSAGE, passage.uuid))
    return same


def _is_restricted(scope: Scope) -> bool:
    return replace(scope, include_ended=False) != Scope()
